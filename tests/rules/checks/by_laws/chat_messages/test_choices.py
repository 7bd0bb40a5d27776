"""Which answer to the choice an observation shows."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.chat_messages.samples import HELLO, charged, failed
from tests.suite.selftest.banks.chat_messages import ITEMS


def test_unknown_items_follow_the_answer() -> None:
    given = [HELLO, {"type": "memo"}]
    assert charged(given, [HELLO]) == charged(given, failed("memo?")) == set()
    assert charged(given, [HELLO], unknown_items="refuse") == {"INP-5"}
    assert charged(given, failed("memo?"), unknown_items="accept") == {"CONV-1"}
    read = family(ITEMS).readers["unknown-items"]
    assert read(view_of(Trial(operation=ITEMS, input=given, outcome=Outcome(output=[HELLO])))) == "accept"
    assert read(view_of(Trial(operation=ITEMS, input=given, outcome=failed("memo?")))) == "refuse"
    assert read(view_of(Trial(operation=ITEMS, input=given, outcome=Outcome(output=[])))) is None
    assert read(view_of(Trial(operation=ITEMS, input=[HELLO], outcome=Outcome(output=[HELLO])))) is None
