"""Candidates for smaller evidence are as sound as the input that they are made from."""

from __future__ import annotations

import random

from conformance.inputs import draw
from conformance.rules.checks.by_laws.mcp_tools.view import USABLE, kind_of
from conformance.rules.checks.plausible import entries_as_sound


def test_what_is_kept_of_one_original_is_not_taken_for_another() -> None:
    chance = random.Random(1)
    lists = [value for value in draw("mcp-tools-to-chat-tools", 30, 1) if isinstance(value, list)]
    pairs = [(chance.choice(lists), chance.choice(lists)) for _time in range(300)]
    as_sound = entries_as_sound(kind_of, USABLE, is_list=True)
    reported = [as_sound(candidate, original) for candidate, original in pairs]
    alone = [entries_as_sound(kind_of, USABLE, is_list=True)(candidate, original) for candidate, original in pairs]
    assert reported == alone
    assert set(reported) == {True, False}
