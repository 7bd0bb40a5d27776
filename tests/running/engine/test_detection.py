"""Each rule convicts a defect, and no sound converter is accused."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import pytest

from conformance.formats.operations import operations
from conformance.running.engine import Options
from tests.few_cases import few_specifications
from tests.running.engine.certifying import evidence_text, specifications
from tests.suite.selftest.banks import all_banks
from tests.suite.selftest.model import Mutant, Sound
from tests.suite.selftest.mutators import ANSWERS, OWN
from tests.suite.selftest.mutators.conduct import CONDUCT
from tests.suite.selftest.running import accusing, certify_functions, functions_of
from tests.suite.selftest.witness import EVERYTHING, Witness, find_witness, why_stale
from tests.suite.selftest.witness_file import FOLDER, key_of, read_witnesses, witness_of

SEED = 1  # `tox -e seeds` runs the banks with ten


MUTATORS = {answer.name for answer in (*ANSWERS, *itertools.chain(*OWN.values()))} | {
    element.name for element in CONDUCT
}


def _once(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """Yield the mutants, those that a mutator makes for several operations of the first one alone."""
    made: set[str] = set()
    for mutant in mutants:
        if mutant.name not in made:
            yield mutant
        made.update({mutant.name} & MUTATORS)


def _of_new_rules(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """Yield each mutant of a rule that no mutant before it must be convicted by, in operations of the same checks."""
    convicting: set[tuple[str, str]] = set()
    for mutant in mutants:
        rules = {(operations()[mutant.operation].checks, rule) for rule in mutant.rules}
        if rules - convicting:
            yield mutant
        convicting |= rules


def _of_new_answers(sounds: Iterable[Sound]) -> Iterator[Sound]:
    """Yield the first variant of each operation, and each with an answer to a choice that none before it gives."""
    given: set[tuple[str, str]] = set()
    for sound in sounds:
        answers = {("", sound.operation), *sound.answers, *sound.choices.items()}
        if answers - given:
            yield sound
        given |= answers


# Each rule convicts a defect here, once for each package of checks, and is charged with no innocent one. `tox -e banks`
# has all the others on their witnesses, the same rules in further operations too, and what takes long: deep and wide
# inputs, inputs of a mutant's own, and mutators again.
WITNESSES = read_witnesses()
QUICK = [m for m in _once(all_banks().mutants) if witness_of(m, WITNESSES) != Witness(whole=EVERYTHING)]
FIRST = list(_of_new_rules(QUICK))
AGAIN = "find it again: python -m tests.suite selftest --operation OPERATION --witness"


@pytest.mark.parametrize("mutant", FIRST, ids=str)
def test_a_defect_is_convicted_by_its_rules_with_its_witness_and_no_innocent_rule_fails(mutant: Mutant) -> None:
    stale = why_stale(specifications(), mutant, witness_of(mutant, WITNESSES))
    is_recorded = mutant.shown_by is not None or key_of(mutant) in WITNESSES
    assert stale is None or (not is_recorded and find_witness(specifications(), mutant) is not None), AGAIN


def test_witnesses_are_of_operations_that_there_are() -> None:
    recorded = {path.stem for path in FOLDER.iterdir()}
    assert recorded
    assert recorded <= set(specifications().contracts)


SOUND = list(_of_new_answers(all_banks().sounds))


@pytest.mark.parametrize("sound", SOUND, ids=str)
def test_a_sound_converter_fails_no_must_by_a_case(sound: Sound) -> None:
    """One for each answer to a choice, by two cases of each rule.

    `tox -e banks` asks all of them, with all cases, examples, deep and wide inputs; test_rules_are_reached.py those
    of the reference.
    """
    asked = few_specifications(tuple(specifications().contracts))
    options = Options(
        operations=(sound.operation,), seed=SEED, max_examples=0, shrink=False, shapes=False, choices=sound.choices
    )
    result = certify_functions(asked, functions_of(asked, sound), options)
    bad = [entry.rule.id for entry in accusing(result)]
    assert not bad, evidence_text(result, *bad)
    assert result.complete, result.inconsistencies
    found = {choice: answer for choice, (answer, _how) in result.choices[sound.operation].items()}
    assert {choice: found.get(choice) for choice, _answer in sound.answers} == dict(sound.answers)
