"""Inputs that are made from others."""

from __future__ import annotations

from conformance.checks.chat_messages.plausible import as_sound
from tests.checks.chat_messages.samples import REASONING, call, output


def test_a_made_up_input_holds_nothing_odder_than_the_one_before() -> None:
    given = [call(), output(), REASONING]
    assert as_sound([call(), output()], given)
    assert not as_sound([call()], given)
    assert not as_sound([output()], given)
    assert not as_sound(None, given)
