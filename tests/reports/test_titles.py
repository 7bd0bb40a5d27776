"""Titles of defects."""

from __future__ import annotations

import pytest

from conformance.reports.titles import place_of, placed, title


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("/output/function/parameters/properties/value/type", "/properties/*/type"),
        ("/output/0/parameters/properties/properties/anyOf/1/default", "/properties/*/anyOf/*/default"),
        ("/input/inputSchema/$defs/A~1B/default", "/$defs/*/default"),
        ("/output/function/parameters", "/function/parameters"),  # the root itself
        ("/output/2/content", "/*/content"),
        ("/requests/0/body/messages/1/content", "/requests/*/body/messages/*/content"),
        ("/output", ""),
        ("", ""),
    ],
)
def test_a_place_begins_at_the_schema_and_has_no_name_that_an_author_chose(at: str, place: str) -> None:
    assert place_of(at) == place


def test_a_title_tells_defects_of_one_rule_apart() -> None:
    root = "/output/function/parameters"
    said = '"type" was added: "string"'
    titles = [title("MCP-3", f"{root}{at}/type", said) for at in ("/properties/a", "/items", "/$defs/a")]
    assert titles[0] == f"MCP-3 at /properties/*/type: {said}"
    assert len(set(titles)) == 3
    assert title("CONV-1", "/output", "the call fails") == "CONV-1: the call fails"


def test_a_message_does_not_name_its_place_again() -> None:
    changed = 'the input was changed by the call, for example /inputSchema/properties/a/default was "" and is gone'
    assert placed("/input/inputSchema/properties/a/default", changed) == (
        'at /properties/*/default: the input was changed by the call: it was "" and is gone'
    )
    assert placed("/output/function/name", 'name: wanted "a", got "b"') == 'at /function/name: wanted "a", got "b"'
    other = "the input was changed by the call, for example /name was 1 and is now 2"
    assert placed("/input/inputSchema", other) == f"at /inputSchema: {other}"


def test_nothing_that_a_subject_chose_leaves_the_line() -> None:
    assert place_of("/output/a\x1b[31m\n/b") == "/a\\x1b[31m\\n/b"
