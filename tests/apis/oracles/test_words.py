"""How the APIs write places, types and values in their refusals."""

from __future__ import annotations

import pytest

from conformance.apis.oracles.words import (
    MOST,
    bracketed,
    by_dots,
    dotted,
    list_in_words,
    quoted,
    short_json,
    type_of,
    types,
)
from conformance.base.values import JSON

PLACE = ("tools", 0, "function", "name")


def test_each_api_writes_a_place_in_its_own_way() -> None:
    assert dotted(PLACE) == "tools[0].function.name"
    assert bracketed(PLACE) == "tools.[0].function.name"
    assert by_dots(PLACE) == "tools.0.function.name"
    assert (dotted(()), dotted((3, "role"))) == ("", "[3].role")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "a boolean"),
        (1, "an integer"),
        (1.5, "a decimal"),
        ("x", "a string"),
        ([], "an array"),
        ({}, "an object"),
    ],
)
def test_a_value_has_the_name_of_its_type(value: JSON, name: str) -> None:
    assert type_of(value) == name


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["object"], "an object"),
        (["number", "null"], "a decimal"),
        (["null"], "null"),
        (["string", "array"], "one of a string or array of objects"),
        (["integer", "string", "object"], "one of an integer, string or object"),
    ],
)
def test_the_types_that_would_do_are_named_without_null(expected: list[str], text: str) -> None:
    assert types(expected) == text


def test_a_value_is_quoted_as_text_or_as_json() -> None:
    assert (quoted("a"), quoted(None), quoted({"ä": 1})) == ("'a'", "'null'", "'{\"ä\": 1}'")


def test_a_long_value_is_cut() -> None:
    assert quoted("x" * MOST) == f"'{'x' * MOST}'"
    assert quoted("x" * (MOST + 1)) == f"'{'x' * MOST}...'"
    assert short_json(["x" * MOST]) == '["' + "x" * (MOST - 2) + "..."


@pytest.mark.parametrize(
    ("values", "text"), [([], ""), (["a"], "'a'"), (["a", "b"], "'a' and 'b'"), (["a", 1, "c"], "'a', '1', and 'c'")]
)
def test_several_values_are_listed(values: list[JSON], text: str) -> None:
    assert list_in_words(values) == text
