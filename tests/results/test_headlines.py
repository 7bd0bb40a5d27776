"""What a defect does, in a line."""

from __future__ import annotations

import pytest

from conformance.results.defects import MEMBERS_LISTED, of_table
from conformance.running.engine.defects import TABLES


def test_a_table_names_its_members() -> None:
    assert of_table("silent", ["top_k", "seed"]) == "2 members are dropped without a report: top_k, seed"
    assert of_table("parts", ["document", "image"]) == "parts of contents do not arrive: document, image"


@pytest.mark.parametrize("kind", TABLES)
def test_a_long_table_says_how_many_more_there_are(kind: str) -> None:
    members = [f"member_{number}" for number in range(MEMBERS_LISTED + 2)]
    assert of_table(kind, members).endswith(f"{members[MEMBERS_LISTED - 1]} and 2 more")
