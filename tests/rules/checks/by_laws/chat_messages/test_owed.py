"""The messages that an input owes."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.chat_messages.samples import HELLO, IMAGE, call, charged, output, said
from tests.suite.selftest.banks.chat_messages import ITEMS


def test_what_is_owed_can_be_named() -> None:
    given = {"instructions": "A", "input": [HELLO, call(), output(output=[IMAGE]), said("Hi!")]}
    view = view_of(Trial(operation=ITEMS, input=given, outcome=Outcome(output=[])))
    assert charged(given, view.expected()) == set()
    assert view_of(Trial(operation=ITEMS, input=None, outcome=Outcome(output=[]))).expected() is ABSENT


def test_a_part_of_an_output_without_a_place_is_owed_by_its_name() -> None:
    given = [call(), output(output=[{"type": "input_text", "text": "A"}, {"type": "memo", "memo": "B"}])]
    view = view_of(Trial(operation=ITEMS, input={"input": given}, outcome=Outcome(output=[])))
    assert view.expected()[-1]["content"] == "A\n[memo]"
