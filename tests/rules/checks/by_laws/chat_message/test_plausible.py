"""Inputs that are made from others."""

from __future__ import annotations

from conformance.rules.checks.by_laws.chat_message import FAMILIES
from tests.rules.checks.by_laws.chat_message.samples import OPERATION, UNKNOWN, said


def test_made_up_inputs_are_malformed_only_where_the_original_is() -> None:
    as_sound = FAMILIES[OPERATION].as_sound
    assert as_sound([said("a")], [said("a", "b")])
    assert not as_sound([None], [said("a")])
    assert as_sound([None], [None, said("a")])
    assert not as_sound(None, [said("a")])
    assert not as_sound([{"type": ""}], [UNKNOWN])
