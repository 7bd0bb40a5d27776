from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.values import steps
from conformance.results.json_view import DEPTH, differing, json_lines


@pytest.mark.parametrize(
    "value",
    [
        None,
        False,
        0,
        1.5,
        "text",
        [],
        {},
        {"b": 1, "a": [True, None, {"deep": []}], "Köln": {"東京": {}}},
        [[1, 2], [], [3]],
        {"quote": 'a "b" \\ \n'},
    ],
)
def test_lines_are_those_of_json_with_indent_2(value: Any) -> None:
    assert "\n".join(json_lines(value).lines) == json.dumps(value, indent=2, ensure_ascii=False)


def test_hidden_characters_are_json_escapes_and_the_text_stays_json() -> None:
    value = {"\u202ekey": "\x1b\x7f\x9b \ud800 \U000e0041 é"}
    text = "\n".join(json_lines(value).lines)
    assert all(char.isprintable() or char == "\n" for char in text)
    assert "é" in text
    assert json.loads(text) == value


def test_a_value_deeper_than_any_recursion_is_written() -> None:
    value: Any = 7
    for _ in range(5_000):
        value = [value]
    lines = json_lines(value).lines
    assert len(lines) == 10_001
    assert lines[5_000] == "  " * DEPTH + "7"


@pytest.mark.parametrize(
    ("pointer", "named"),
    [
        ("/tools/0/name", ['      "name": "a",']),
        ("/tools/1", ["    {", '      "x~/y": 1', "    }"]),
        ("/tools/1/x~0~1y", ['      "x~/y": 1']),
        ("/tools/2", []),
        ("/tools/0/name/further", []),
    ],
)
def test_a_pointer_names_the_lines_of_its_value(pointer: str, named: list[str]) -> None:
    view = json_lines({"tools": [{"name": "a", "description": ""}, {"x~/y": 1}]}, steps(pointer))
    assert [view.lines[index] for index in view.named] == named


def test_the_empty_pointer_names_everything() -> None:
    view = json_lines({"a": 1}, steps(""))
    assert view.named == range(3)


def test_lines_that_differ_are_found_on_both_sides() -> None:
    a = json_lines({"name": "a", "strict": True, "extra": 1}).lines
    b = json_lines({"name": "a", "strict": False}).lines
    lacking, extra = differing(a, b)
    assert [a[index] for index in sorted(lacking)] == ['  "strict": true,', '  "extra": 1']
    assert [b[index] for index in sorted(extra)] == ['  "strict": false']


def test_a_comma_that_a_further_key_brings_is_no_difference() -> None:
    a = json_lines({"name": "a"}).lines
    b = json_lines({"name": "a", "strict": False}).lines
    assert differing(a, b) == (set(), {2})
