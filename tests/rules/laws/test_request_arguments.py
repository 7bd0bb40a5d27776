"""Arguments of calls that are no object."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.formats.model.conversation import Arguments, Call
from conformance.rules.laws import request_arguments as laws
from conformance.rules.laws.terms import Terms


@pytest.mark.parametrize(
    ("got", "choice", "does"),
    [({}, "empty", True), ({}, "wrap", False), ({"raw": "{"}, "wrap", True), ({"raw": "["}, "wrap", False),
     ({"raw": "{"}, "empty", False)],
)  # fmt: skip
def test_an_object_stands_for_arguments_that_are_none_as_the_choice_says(got: Any, choice: str, does: bool) -> None:
    assert laws.stands_for("{", ABSENT, got, Terms(choices={"malformed-arguments": choice})) is does


@pytest.mark.parametrize(
    ("text", "value", "is_malformed"),
    [("{", ABSENT, True), ("[1]", [1], True), ("{}", {}, False), (" ", ABSENT, False)],
)
def test_arguments_are_malformed_that_are_no_object(text: str, value: Any, is_malformed: bool) -> None:
    assert laws.is_malformed(Call(id="a", name="f", arguments=Arguments(text=text, value=value))) is is_malformed
