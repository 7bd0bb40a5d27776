"""What two sound outputs for the same conversation have in common."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.responses_input.samples import (
    ITEMS,
    assistant,
    call,
    calling,
    output,
    result,
    said,
    user,
)
from tests.suite.selftest.banks.responses_input import MESSAGES

GIVEN = [said("S", "system"), said("U"), calling("a", content="T"), result("a")]


def essence(outcome: Any) -> Any:
    return view_of(Trial(operation=MESSAGES, input=GIVEN, outcome=Outcome(output=outcome), choices=ITEMS)).essence()


def test_what_the_rules_leave_free_is_not_part_of_it() -> None:
    plain = {"instructions": "S", "input": [user("U"), assistant("T"), call("a"), output("a")]}
    typed = [user("U") | {"type": "message"}, assistant("T"), call("a") | {"status": "completed"}, output("a")]
    assert essence(plain) == essence({"instructions": "S", "input": typed})


def test_what_is_lost_added_or_said_by_another_is_part_of_it() -> None:
    sound = essence([user("U"), assistant("T"), call("a"), output("a")])
    assert essence([user("U"), call("a"), output("a")]) != sound
    assert essence([user("U"), assistant("T"), call("a"), output("a"), user("V")]) != sound
    assert essence([assistant("U"), assistant("T"), call("a"), output("a")]) != sound
