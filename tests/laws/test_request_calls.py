"""Calls of the history that the target does not take as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.laws import request_calls as laws
from conformance.model.conversation import CUSTOM, MODEL, TOOL, USER, Arguments, Call, Text
from tests.laws.request_samples import call, compared, request, result, says

Q = says(0, USER, Text(value="q"))


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
