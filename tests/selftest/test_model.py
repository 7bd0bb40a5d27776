"""The subjects of the banks."""

from __future__ import annotations

from tests.suite.selftest.model import Clock, Mutant, Sound


def test_subjects_are_named_by_operation_and_name() -> None:
    assert str(Mutant("forgets", "tool-loop", len, ("LOOP-1",))) == "tool-loop:forgets"
    assert str(Sound("plain", "tool-loop", len)) == "tool-loop:plain"


def test_only_mutants_move_their_clock() -> None:
    before = Clock.now()
    assert Clock.now() == before
    Clock.seconds += 2
    assert Clock.now() == before + 2
