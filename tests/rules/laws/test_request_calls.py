"""Calls of the history that the target does not take as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.formats.model.conversation import CUSTOM, MODEL, TOOL, USER, Arguments, Call, Text
from conformance.rules.laws import request_calls as laws
from conformance.rules.laws.law import Breach
from tests.rules.laws.request_samples import call, compared, request, result, says

Q = says(0, USER, Text(value="q"))


def test_a_custom_call_is_lost_unless_a_call_has_its_input() -> None:
    custom = Call(kind=CUSTOM, id="a", name="patch", arguments=Arguments(text="*** Begin"))
    given = request(Q, says(1, MODEL, custom), says(2, TOOL, result("a", "r")))
    kept = replace(call("a", {"input": "*** Begin"}), name="patch")

    def lost(*turns: Any) -> list[str]:
        pair = compared(given, request(Q, *turns))
        pair.terms = replace(pair.terms, lacks=lambda kind: kind == "call/custom")
        return [call_loss.what for call_loss in laws.call_losses(pair)]

    assert lost(says(1, MODEL, kept), says(2, TOOL, result("a", "r"))) == []
    assert lost(says(1, MODEL, Text(value="x"))) == ['the call "a" of "patch"']


def test_a_custom_call_that_became_another_one_has_its_name_its_input_and_its_result() -> None:
    custom = Call(kind=CUSTOM, id="a", name="patch", arguments=Arguments(text="*** Begin"))
    given = request(Q, says(1, MODEL, custom), says(2, TOOL, result("a", "r")))

    def found(name: str, held: dict[str, str], *said: Any) -> list[str]:
        made = replace(call("a", held), name=name)
        pair = compared(given, request(Q, says(1, MODEL, made), *said))
        pair.terms = replace(pair.terms, lacks=lambda kind: kind == "call/custom")
        return [custom.kind for _key, custom in laws.customs(pair) if isinstance(custom, Breach)]

    whole = says(2, TOOL, result("a", "It says: r"))
    assert found("patch", {"input": "*** Begin"}, whole) == []
    assert found("patch", {"input": "*** Begin"}) == []  # whether the result is lost, other laws say
    assert found("run", {"input": "*** Begin"}, whole) == found("patch", {}, whole) == ["call-changed"]
    assert found("patch", {"input": "*** Begin"}, says(2, TOOL, result("a", "done."))) == ["content-changed"]
