"""What a schema for Gemini can say."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON
from conformance.formats.gemini.schemas import is_sayable


@pytest.mark.parametrize(
    ("named", "sayable"),
    [("string", True), (["string", "null"], True), ("integer", False), (["string", {}], False), ([["string"]], False)],
)
def test_an_enum_is_sayable_where_the_node_may_be_a_text_alone(named: JSON, sayable: bool) -> None:
    assert is_sayable({"type": named}, ["a"]) is sayable
