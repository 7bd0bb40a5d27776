"""Inputs that are made from others."""

from __future__ import annotations

from conformance.checks.responses_input.conversation import read_conversation, well_paired
from conformance.checks.responses_input.plausible import as_sound
from tests.checks.responses_input.samples import calling, result, said


def test_a_conversation_is_as_sound_as_the_one_it_was_made_from() -> None:
    good = [said("Go"), calling("a"), result("a")]
    assert as_sound(good[1:], good)
    assert not as_sound([good[0], good[2]], good)
    assert not as_sound([None], good)
    assert not as_sound({}, good)
    assert as_sound([None], [None, *good])
    assert well_paired(read_conversation(good)) and not well_paired(read_conversation(good[:2]))
