"""Inputs that are made from others."""

from __future__ import annotations

from conformance.formats.chat.conversation import read_conversation
from conformance.rules.checks.registry import family
from tests.rules.checks.letters.responses_input.samples import calling, result, said
from tests.suite.selftest.banks.responses_input import MESSAGES


def test_a_conversation_is_as_sound_as_the_one_it_was_made_from() -> None:
    as_sound = family(MESSAGES).as_sound
    good = [said("Go"), calling("a"), result("a")]
    assert as_sound(good[1:], good)
    assert not as_sound([good[0], good[2]], good)
    assert not as_sound([None], good)
    assert not as_sound({}, good)
    assert as_sound([None], [None, *good])
    assert read_conversation(good).is_well_paired and not read_conversation(good[:2]).is_well_paired
