"""Crowded requests have as many members as may be together."""

from __future__ import annotations

from random import Random

from conformance.formats.members import CHAT, is_idle
from conformance.inputs.choices import Dealing
from conformance.inputs.crowds import crowds_of
from conformance.inputs.material import table

VALUES = {
    "temperature": table(0.2, 1, None),
    "reasoning_effort": table("low", None),
    "n": table(1, 4),
    "stream": table(True, False),
    "stream_options": table({"include_obfuscation": True}, {"include_obfuscation": False}, None),
    "store": table(True, False, None),
}
CROWDS = crowds_of(CHAT, VALUES, {"stream_options": "stream"})


def requests() -> list[dict[str, object]]:
    choices = Dealing(Random(1))
    return [CROWDS.make(choices) for _ in CROWDS.plans]


def test_two_members_ask_for_nothing_together_and_two_for_something() -> None:
    made = [(request.get("temperature"), request.get("store")) for request in requests()]
    assert {(0.2, True), (1, False), (1, None), (None, False), (None, None)} <= set(made)


def test_a_model_takes_what_is_asked_for_in_one_request() -> None:
    for request in requests():
        if not is_idle(CHAT, ("reasoning_effort",), request.get("reasoning_effort")):
            assert is_idle(CHAT, ("temperature",), request.get("temperature"))
            assert is_idle(CHAT, ("n",), request.get("n"))


def test_a_member_that_needs_another_is_not_beside_one_that_asks_for_nothing() -> None:
    assert not any(request.get("stream") is False and request.get("stream_options") for request in requests())


def test_a_member_alone_mostly_asks_for_something() -> None:
    choices = Dealing(Random(1))
    values = [CROWDS.value(choices, "temperature") for _ in range(30)]
    assert values.count(0.2) > 20 > values.count(1) > 0
    assert {CROWDS.value(choices, "stream") for _ in range(10)} == {True, False}
