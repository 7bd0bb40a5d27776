"""What the readers of several formats share."""

from __future__ import annotations

import pytest

from conformance.base.values import ABSENT, JSON
from conformance.formats.model.conversation import Arguments, Call
from conformance.formats.model.fact import Fact, Other
from conformance.formats.shared import (
    arguments_of,
    flat_grammar,
    is_nested,
    located,
    nested_grammar,
    text_of,
    unread_member,
    written_arguments,
)

FLAT = {"type": "grammar", "syntax": "lark", "definition": "start: A"}
NESTED = {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: A"}}


def test_arguments_keep_their_text_and_have_its_value() -> None:
    read = arguments_of('{"a": 1.0}', ("x",))
    assert (read.text, read.value, read.at) == ('{"a": 1.0}', {"a": 1.0}, (("x",), ("x",)))
    assert arguments_of("{", ("x",)).value is ABSENT
    assert arguments_of(None, ("x",)).at == ()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (Arguments(text='{ "a":1 }', value={"a": 1}), '{ "a":1 }'),
        (Arguments(value={"ä": 1}), '{"ä": 1}'),
        (Arguments(value=None), "null"),
        (Arguments(), None),
    ],
)
def test_arguments_are_written_as_they_were_or_as_json(arguments: Arguments, text: str | None) -> None:
    assert text_of(arguments) == text


def test_what_is_in_the_place_of_arguments_is_written_in_their_place() -> None:
    beside = Other(format="chat", word="", value=7, place=("function", "arguments"))
    assert written_arguments(Call(others=(beside,))) == 7
    assert written_arguments(Call(others=(beside,), arguments=Arguments(text="{}"))) == "{}"
    assert unread_member(Fact(others=(beside,)), "input") is None


@pytest.mark.parametrize(
    ("url", "members"),
    [
        ("data:image/png;base64,QQ==", {"media_type": "image/png", "data": "QQ==", "is_inline": True}),
        ("data:;base64,QQ==", {"media_type": None, "data": "QQ==", "is_inline": True}),
        ("data:image/png;base64,Q\nQ", {"media_type": "image/png", "data": "Q\nQ", "is_inline": True}),
        ("data:text/plain,A", {"url": "data:text/plain,A"}),
        ("https://a.example/", {"url": "https://a.example/"}),
        (None, {"url": None}),
    ],
)
def test_only_base64_in_a_data_url_is_inline(url: str | None, members: dict[str, JSON]) -> None:
    assert located(url) == members


def test_a_grammar_has_a_flat_and_a_nested_form() -> None:
    assert (flat_grammar(NESTED), nested_grammar(FLAT)) == (FLAT, NESTED)
    assert (flat_grammar(FLAT), flat_grammar({"type": "text"})) == (FLAT, {"type": "text"})
    assert nested_grammar({"type": "text"}) == {"type": "text"}


@pytest.mark.parametrize(
    "value", [FLAT, {"type": "text"}, None, {**NESTED, "more": 1}, {"type": "grammar", "grammar": "start: A"}]
)
def test_what_is_not_exactly_the_nested_form_is_not_nested(value: JSON) -> None:
    assert is_nested(NESTED)
    assert not is_nested(value)
