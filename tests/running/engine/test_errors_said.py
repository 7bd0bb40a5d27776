"""What the error of a failed call says of single places, and in which words."""

from __future__ import annotations

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.running.engine.errors_said import NULL, PlaceError, pieces, said

PYDANTIC = """3 validation errors for Request
messages.0.name
  Input should be a valid string [type=string_type, input_value=3, input_type=int]
    For further information visit https://errors.pydantic.dev/2/v/string_type
tools.1.strict
  Field required [type=missing, input_value={}, input_type=dict]
stop
  Input should be a valid list [type=list_type, input_value=None, input_type=NoneType]"""
ON_A_LINE = (
    "Failed to parse request: 3 validation error(s): Expected int at 'tools[0].index', got str; "
    "Expected float at 'generation.top_p', got NoneType; Expected one of ('auto', 'low') at 'effort', got None"
)


def raised(message: str, kind: str = "ValueError") -> Outcome:
    return Outcome(refusal=Refusal(message, kind))


def test_an_error_of_a_model_names_places_and_types() -> None:
    assert pieces(raised(PYDANTIC)) == {
        PlaceError("Request", "messages.*.name", "string_type"),
        PlaceError("Request", "tools.*.strict", "missing"),
        PlaceError("Request", "", NULL),
    }


def test_an_error_on_one_line_names_places_and_what_is_expected() -> None:
    assert pieces(raised(ON_A_LINE)) == {PlaceError("", "tools[*].index", "Expected int"), PlaceError("", "", NULL)}


@pytest.mark.parametrize("message", ["", "no tools", "2 errors: one; another", "Unsupported type at 'tools[0]'"])
def test_an_error_of_another_form_names_no_place(message: str) -> None:
    assert pieces(raised(message)) == frozenset()


def test_no_error_names_no_place() -> None:
    assert pieces(Outcome(output={})) == frozenset() and said(Outcome(output={})) is None


@pytest.mark.parametrize(
    ("message", "kind", "same_as"),
    [
        ("file 'a.txt' is not supported", "ValueError", "file 'b.txt' is not supported"),
        ("'NoneType' object is not iterable", "TypeError", None),
        ("'name'", "ValueError", None),
    ],
)
def test_errors_of_the_same_words_are_one_but_for_accidents_and_names(
    message: str, kind: str, same_as: str | None
) -> None:
    assert said(raised(message, kind)) == (said(raised(same_as, kind)) if same_as is not None else None)
