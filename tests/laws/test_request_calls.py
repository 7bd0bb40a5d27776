"""Calls of the history that the target does not take as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.laws import request_calls as laws
from conformance.laws.terms import Terms
from conformance.model.conversation import CUSTOM, MODEL, TOOL, USER, Arguments, Call, Text
from conformance.values import ABSENT
from tests.laws.request_samples import call, compared, request, result, says

Q = says(0, USER, Text(value="q"))


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


def test_a_custom_call_is_lost_unless_a_call_has_its_input() -> None:
    custom = Call(kind=CUSTOM, id="a", name="patch", arguments=Arguments(text="*** Begin"))
    given = request(Q, says(1, MODEL, custom), says(2, TOOL, result("a", "r")))
    kept = replace(call("a", {"input": "*** Begin"}), name="patch")

    def lost(*turns: Any) -> list[str]:
        both = compared(given, request(Q, *turns))
        both.terms = replace(both.terms, lacks=lambda kind: kind == "call/custom")
        return [one.what for one in laws.call_losses(both)]

    assert lost(says(1, MODEL, kept), says(2, TOOL, result("a", "r"))) == []
    assert lost(says(1, MODEL, Text(value="x"))) == ['the call "a" of "patch"']
