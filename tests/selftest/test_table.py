"""The detection table: lines, complaints, data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.results.detection import COUNTS
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.model import Mutant, Sound
from tests.suite.selftest.parallel import SelfTestResults
from tests.suite.selftest.running import Accusation, MutantRun, SoundRun
from tests.suite.selftest.table import complaint_lines, is_good, scores_data, summary_line, table_lines

LOOP = "tool-loop"
MUTANT = Mutant("forgets", LOOP, len, ("LOOP-1", "LOOP-2"), innocent=("LOOP-3",))
SOUND = Sound("interleaved", LOOP, len)
CASE = Accusation("LOOP-3", "a-case", "it differs")


def mutant_run(**more: Any) -> MutantRun:
    usual: dict[str, Any] = {"seed": 1, "convicted": ("LOOP-1", "LOOP-2"), "missed": (), "also": (), "accused": ()}
    sets: dict[str, Any] = {"fails": ("safe", "all"), "missed_sets": (), "charged": ("LOOP-1",)}
    return MutantRun(**usual | sets | {"seconds": 0.5, "own_inputs": False} | more)


def found(
    runs: tuple[MutantRun, ...], sounds: tuple[SoundRun, ...] = (SoundRun(1, True, (), {}),), mutant: Mutant = MUTANT
) -> SelfTestResults:
    return SelfTestResults(
        mutants=((mutant, runs),), sounds=((SOUND, sounds),), seeds=(1,), max_examples=5, jobs=2, seconds=3.0
    )


def complaints(reported: SelfTestResults) -> list[str]:
    return list(complaint_lines(reported, load_specifications().contracts))


def test_a_run_without_complaints_is_good() -> None:
    reported = found((mutant_run(),))
    assert is_good(reported)
    assert complaints(reported) == []
    assert "  forgets  LOOP-1 LOOP-2  safe     0.500" in list(table_lines(reported))
    assert summary_line(reported).startswith("1 of 1 defect convicted; 1 of 1 sound variant certified; ")
    assert "; 1.00 rules charged for each defect (" in summary_line(reported)


def test_a_missed_rule_is_a_complaint() -> None:
    reported = found((mutant_run(convicted=("LOOP-1",), missed=("LOOP-2",)),))
    assert not is_good(reported)
    assert complaints(reported) == ["Missed: LOOP-2 must convict tool-loop forgets"]
    assert any("MISSED BY LOOP-2" in line for line in table_lines(reported))


def test_a_set_that_does_not_fail_is_a_complaint() -> None:
    reported = found((mutant_run(fails=("documents",), missed_sets=("safe",)),), mutant=replace(MUTANT, sets=("safe",)))
    assert not is_good(reported)
    assert complaints(reported) == ["Missed: tool-loop forgets must fail safe"]
    assert any("CONFORMS TO safe" in line for line in table_lines(reported))
    assert summary_line(reported).startswith("0 of 1 defect convicted")


def test_an_innocent_rule_that_fails_is_a_complaint() -> None:
    reported = found((mutant_run(accused=(CASE,)),))
    assert complaints(reported) == ["Accused: tool-loop forgets does not break LOOP-3: case a-case: it differs"]


def test_an_accused_sound_variant_is_reported_with_its_freedoms() -> None:
    reported = found((mutant_run(),), (SoundRun(1, False, (CASE,), {}),))
    (line,) = complaints(reported)
    assert line.startswith("Accused: tool-loop interleaved is sound: LOOP-3 case a-case: it differs")
    assert "tools-not-last" in line


@pytest.mark.parametrize(
    ("run", "what"),
    [
        (SoundRun(1, True, (), {"tool-turns": ("items", None)}), "tool-turns was read as None, it is items"),
        (SoundRun(1, False, (), {}), "its run is incomplete"),
    ],
)
def test_a_sound_variant_that_is_misread_or_incomplete_is_reported(run: SoundRun, what: str) -> None:
    (line,) = complaints(found((mutant_run(),), (run,)))
    assert line.endswith(what)


def test_the_score_counts_what_is_good_with_every_seed() -> None:
    reported = found((mutant_run(), mutant_run(seed=2, missed=("LOOP-2",))))
    ((operation, score),) = scores_data(reported, "sha256:0").items()
    assert operation == LOOP
    assert {name: score[name] for name in COUNTS} == {"defects": 1, "convicted": 0, "sound": 1, "certified": 1}
