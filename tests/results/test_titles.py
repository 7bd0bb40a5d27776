"""Titles of defects."""

from __future__ import annotations

import pytest

from conformance.results.titles import place_of, placed, title


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("/output/function/parameters/properties/value/type", "output.function.parameters.properties.value.type"),
        (
            f"/output/0/parameters/properties/{'a' * 30}/anyOf/1/default",
            f"output...properties.{'a' * 30}.anyOf[1].default",
        ),
        ("/input/inputSchema/$defs/A~1B/default", 'input.inputSchema.$defs["A/B"].default'),
        ("/output/2/content", "output[2].content"),
        ("/output/input/-", "output.input"),
        ("/requests/0/body/messages/1/content", "requests[0].body.messages[1].content"),
        ("/output", ""),
        ("", ""),
    ],
)
def test_a_place_is_spelled_as_an_error_of_an_api_spells_it_its_side_first(at: str, place: str) -> None:
    assert place_of(at) == place


def test_a_title_tells_defects_of_one_rule_apart() -> None:
    root = "/output/function/parameters"
    said = '"type" was added: "string"'
    titles = [title("MCP-3", f"{root}{at}/type", said) for at in ("/properties/a", "/items", "/$defs/a")]
    assert titles[0] == f"MCP-3 at output.function.parameters.properties.a.type: {said}"
    assert len(set(titles)) == 3
    assert title("CONV-1", "/output", "the call fails") == "CONV-1: the call fails"


def test_a_message_does_not_name_its_place_again() -> None:
    changed = 'the input was changed by the call, for example /inputSchema/properties/a/default was "" and is gone'
    assert placed("/input/inputSchema/properties/a/default", changed) == (
        'at input.inputSchema.properties.a.default: the input was changed by the call: it was "" and is gone'
    )
    assert (
        placed("/output/function/name", 'name: wanted "a", got "b"') == 'at output.function.name: wanted "a", got "b"'
    )
    other = "the input was changed by the call, for example /name was 1 and is now 2"
    assert placed("/input/inputSchema", other) == f"at input.inputSchema: {other}"


def test_nothing_that_a_subject_chose_leaves_the_line() -> None:
    assert place_of("/output/a\x1b[31m\n/b") == 'output["a\\u001b[31m\\n"].b'
