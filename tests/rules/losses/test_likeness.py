"""Values that say the same, one of them perhaps as JSON text."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import packed
from conformance.rules.losses.likeness import is_equal, keywords_of, packed_text, says_the_same


def test_json_text_says_what_its_value_is() -> None:
    assert packed_text('{"a": [1]}') == packed({"a": [1]})
    assert says_the_same('{"a": [1]}', {"a": [1]}) and says_the_same({"a": [1]}, '{"a":[1]}')


@pytest.mark.parametrize("text", ["plain", "{broken", 5, "12"])
def test_other_text_says_nothing_more(text: Any) -> None:
    assert packed_text(text) is None
    assert not says_the_same(text, {"a": 1})


def test_values_that_are_nested_too_deeply_are_not_equal() -> None:
    deep: Any = 1
    for _level in range(100_000):
        deep = [deep]
    assert not is_equal(deep, [deep])
    assert is_equal({"a": 1}, {"a": 1})


def test_keywords_are_counted_at_every_depth_and_names_are_not() -> None:
    properties = {"type": {"type": "string"}}
    schema = {"type": "object", "properties": properties, "anyOf": [{"type": "null"}], "enum": [{"x": 1}]}
    assert keywords_of(schema) == {"type": 3, "properties": 1, "anyOf": 1, "enum": 1}
