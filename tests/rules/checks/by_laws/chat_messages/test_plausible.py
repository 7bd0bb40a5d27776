"""Inputs that are made from others."""

from __future__ import annotations

from conformance.rules.checks.registry import family
from tests.rules.checks.by_laws.chat_messages.samples import REASONING, call, output
from tests.suite.selftest.banks.chat_messages import ITEMS


def test_a_made_up_input_holds_nothing_odder_than_the_one_before() -> None:
    as_sound = family(ITEMS).as_sound
    given = [call(), output(), REASONING]
    assert as_sound([call(), output()], given)
    assert not as_sound([call()], given)
    assert not as_sound([output()], given)
    assert not as_sound(None, given)
