"""What sound converters return, changed in places: shows differences of checks that no converter of a bank reaches."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Specifications
from conformance.running.engine import Options
from conformance.running.engine.judge import Judge
from tests.suite.selftest.model import Sound
from tests.suite.selftest.running import certify_functions, functions_of
from tests.verdicts.recording import digest, findings, view_data

MOST = 300  # trials of an operation whose outputs are changed
CHANGES = 6  # of each output; every second one changes two places
SEED = 1
_REPORT: tuple[JSON, ...] = ({"level": "warning", "message": "left out"},)


def judge_changed(specifications: Specifications, sounds: Sequence[Sound], examples: int) -> Any:
    """Return what the rules of an operation say of changed outputs, as the data of a run without verdicts."""
    contract = specifications.contracts[sounds[0].operation]
    pairs: dict[str, tuple[JSON, JSON]] = {}

    def keep(_planned: Any, trial: Trial, _judgement: Any, _judge: Any) -> None:
        if trial.outcome.output is not ABSENT and trial.operation == contract.operation:
            pairs.setdefault(digest(trial.input, trial.outcome.output), (trial.input, trial.outcome.output))

    for sound in sounds:
        certify_functions(specifications, functions_of(specifications, sound), Options(
            operations=(sound.operation,), seed=SEED, max_examples=examples, choices=sound.choices,
            shrink=False, shapes=False, trace=keep,
        ))  # fmt: skip
    judges = {exact: Judge(contract, contract.rules, {}, exact, report=_ignore) for exact in (True, False)}
    found = {}
    for key, (given, output) in sorted(pairs.items())[:MOST]:
        for name, trial in _variants(random.Random(key), contract.operation, given, output):
            judgement = judges[trial.exact_numbers].judge(trial)
            view = judges[trial.exact_numbers].view(trial)
            found[f"{key} {name}"] = {"operation": contract.operation, **findings(judgement), **view_data(view)}
    values = {key: [given, output] for key, (given, output) in pairs.items()}
    return {"rules": {}, "sets": {}, "choices": {}, "complete": True, "seconds": {}, "trials": found, "values": values}


def _ignore(_fault: object) -> None:
    """The suite's own faults are counted in the findings."""


def _variants(drawn: random.Random, operation: str, given: JSON, output: JSON) -> Iterator[tuple[str, Trial]]:
    def trial(made: JSON, diagnostics: tuple[JSON, ...] | None, exact: bool = True) -> Trial:
        outcome = Outcome(output=made, input_after=given, shares=False, kept=False, diagnostics=diagnostics)
        return Trial(operation=operation, input=given, outcome=outcome, exact_numbers=exact)

    yield "as it came", trial(output, ())
    yield "without reports", trial(output, None)
    yield "with a report", trial(output, _REPORT)
    yield "by a transport of doubles", trial(output, (), exact=False)
    for number in range(CHANGES):
        made = changed(drawn, given, output)
        if number % 2:
            made = changed(drawn, given, made)
        yield f"changed {number}", trial(made, () if number % 3 else None)


def changed(drawn: random.Random, given: JSON, output: JSON) -> JSON:
    """Return an output with one place changed, by what the input holds."""
    made = copy.deepcopy(output)
    places = [(holder, key) for holder, key in _places(made)]
    if not places:
        return made
    holder, key = drawn.choice(places)
    drawn.choice(_CHANGES)(drawn, given, holder, key)
    return made


def _places(value: JSON) -> Iterator[tuple[Any, Any]]:
    for key, member in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield value, key
        yield from _places(member)


def _values(value: JSON) -> list[JSON]:
    return [value, *(holder[key] for holder, key in _places(value))]


def _texts(value: JSON) -> list[str]:
    return [value for value in _values(value) if isinstance(value, str)] or [""]


def _remove(_drawn: random.Random, _given: JSON, holder: Any, key: Any) -> None:
    del holder[key]


def _null(_drawn: random.Random, _given: JSON, holder: Any, key: Any) -> None:
    holder[key] = None


def _another_text(drawn: random.Random, given: JSON, holder: Any, key: Any) -> None:
    holder[key] = drawn.choice(_texts(given))


def _another_value(drawn: random.Random, given: JSON, holder: Any, key: Any) -> None:
    holder[key] = copy.deepcopy(drawn.choice(_values(given)))


def _longer(drawn: random.Random, given: JSON, holder: Any, key: Any) -> None:
    if isinstance(holder[key], str):
        holder[key] += drawn.choice((" ", "!", *_texts(given)))


def _cut(drawn: random.Random, _given: JSON, holder: Any, key: Any) -> None:
    if isinstance(holder[key], str):
        holder[key] = holder[key][: drawn.randrange(len(holder[key]) + 1)]


def _twice(_drawn: random.Random, _given: JSON, holder: Any, key: Any) -> None:
    if isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))


def _shuffled(drawn: random.Random, _given: JSON, holder: Any, _key: Any) -> None:
    if isinstance(holder, list):
        drawn.shuffle(holder)


def _listed(_drawn: random.Random, _given: JSON, holder: Any, key: Any) -> None:
    holder[key] = [holder[key]]


_CHANGES: tuple[Callable[[random.Random, JSON, Any, Any], None], ...] = (
    _remove, _null, _another_text, _another_value, _longer, _cut, _twice, _shuffled, _listed,
)  # fmt: skip
