"""Every converter whose verdicts are known: those of the banks, and libraries by their stored outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from conformance.rules.contracts import Specifications
from conformance.running.engine import Options
from conformance.running.run import certify
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.model import Mutant, Sound
from tests.suite.selftest.running import certify_functions, functions_of, options_for, result_of
from tests.suite.selftest.witness import SEED, Witness, options_of
from tests.suite.selftest.witness_file import read_witnesses, witness_of
from tests.verdicts.changed import judge_changed
from tests.verdicts.recording import Trials, run_data
from tests.verdicts.stored import Stored, stored_in

CHANGED = "changed"  # the name of what is judged of changed outputs


class Converter(NamedTuple):
    """What is judged, by its name, in one process; `judged` returns its verdicts as data."""

    name: str
    judged: Callable[[], Any]


def converters(
    specifications: Specifications, operations: Sequence[str], examples: int, outcomes: Path | None
) -> Iterator[Converter]:
    """Yield all converters. outcomes: the folder of the stored outcomes of libraries.

    Raises UsageError for an operation that has no bank.
    """
    banks = load_banks(tuple(operations))
    witnesses = read_witnesses()
    for mutant in banks.mutants:
        yield Converter(f"{mutant} on its witness", _on_witness(specifications, mutant, witness_of(mutant, witnesses)))
        if not mutant.timed:
            yield Converter(str(mutant), _mutant(specifications, mutant, examples))
    for sound in banks.sounds:
        yield Converter(f"{sound} (sound)", _sound(specifications, sound, examples))
    for operation in dict.fromkeys(sound.operation for sound in banks.sounds):
        own = [sound for sound in banks.sounds if sound.operation == operation]
        yield Converter(f"{operation}:{CHANGED}", lambda own=own: judge_changed(specifications, own, examples))
    for stored in stored_in(outcomes, operations) if outcomes is not None else ():
        yield Converter(f"{stored.operation}:{stored.name} (library)", _library(specifications, stored))


def _on_witness(specifications: Specifications, mutant: Mutant, witness: Witness) -> Callable[[], Any]:
    def judged() -> Any:
        seen = Trials()
        options = options_of(specifications.contracts[mutant.operation], mutant, witness)
        return _data(seen, result_of(specifications, mutant, replace(options, trace=seen)))

    return judged


def _mutant(specifications: Specifications, mutant: Mutant, examples: int) -> Callable[[], Any]:
    def judged() -> Any:
        seen = Trials()
        own = {mutant.operation: mutant.inputs}
        options = options_for(mutant, seed=SEED, max_examples=examples, shapes=False, inputs=own, trace=seen)
        return _data(seen, result_of(specifications, mutant, options))

    return judged


def _sound(specifications: Specifications, sound: Sound, examples: int) -> Callable[[], Any]:
    def judged() -> Any:
        seen = Trials()
        return _data(seen, certify_functions(specifications, functions_of(specifications, sound), Options(
            operations=(sound.operation,), seed=SEED, max_examples=examples, choices=sound.choices,
            inputs={sound.operation: sound.inputs}, shrink=False, shapes=False, trace=seen,
        )))  # fmt: skip

    return judged


def _library(specifications: Specifications, stored: Stored) -> Callable[[], Any]:
    def judged() -> Any:
        seen = Trials()
        subject = stored.subject()
        options = replace(stored.options, trace=seen)
        return _data(seen, certify(specifications, subject, options)) | {"not stored": subject.unknown}

    return judged


def _data(seen: Trials, result: Any) -> Any:
    return run_data(result) | {"trials": seen.found, "values": seen.values}
