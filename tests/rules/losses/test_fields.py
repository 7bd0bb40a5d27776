"""Which values are rare enough to be recognised by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.losses.fields import is_rare


@pytest.mark.parametrize(
    ("name", "value", "rare"),
    [
        ("description", "Returns the weather of a place.", True),
        ("type", "object", False),
        ("strict", True, False),
        ("count", 0, False),
    ],
)
def test_a_value_that_is_in_many_places_is_not_recognised_by_itself(name: str, value: Any, rare: bool) -> None:
    assert is_rare(name, value) is rare
