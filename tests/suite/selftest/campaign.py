"""Whether a rule objects to random changes of what a converter without a defect returns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import NamedTuple, TypeAlias

from conformance.apis.input_validity import REAL
from conformance.base.values import ABSENT, JSON, Absent, pointer, same
from conformance.formats.json_schema import Path
from conformance.formats.model.fact import Fact
from conformance.formats.operations import declared as operation_of
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, Specifications
from conformance.running.engine.judge import Judgement
from tests.suite.selftest.changes import ValueChange, shape_of
from tests.suite.selftest.differences import differences
from tests.suite.selftest.model import Sound
from tests.suite.selftest.random_changes import drawn_change, drawn_fact_change
from tests.suite.selftest.sound_results import (
    SoundResult,
    counts,
    declared,
    has_failed,
    replayed,
    sound_results,
    with_output,
    with_request,
)
from tests.suite.selftest.stated import STATED, Stated

OF_FACTS = 0.5  # the share of the changes that are of facts
LARGEST = 20_000  # characters of an input: it may have texts that some converters cut
TRIES = 5  # for each change that is wanted: where nothing changes, another one is drawn
_Objection: TypeAlias = tuple[str, Failure]  # a rule, and what it says


class Unexplained(NamedTuple):
    """A change that no rule objects to, and that no contract declares free. at: of its first difference.

    by: the converter. case: None for a generated input. before, after: what is there; ABSENT for nothing.
    """

    at: str
    by: str
    case: str | None
    input: JSON
    before: JSON
    after: JSON | Absent


@dataclass(slots=True, kw_only=True)
class Campaign:
    """The result for one operation. Changes are counted by kind and place, the shape of the path of what changed.

    noticed: how many each rule was the first to object to. free: by what frees them, a freedom or a SHOULD rule.
    same: changes that bring back an equal value. examples: of what is unexplained, the one with the smallest input.
    """

    operation: str
    results: int = 0
    noticed: Counter[str] = field(default_factory=Counter)
    free: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    same: int = 0
    unexplained: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], Unexplained] = field(default_factory=dict)

    @property
    def changes(self) -> int:
        """How many changes were made."""
        return self.noticed.total() + self.free.total() + self.unexplained.total()


class _ChangeablePlace(NamedTuple):
    """A value of a trial that can be changed. path: of it. put: returns the trial with another value in its place.

    stated: how its facts are read, where it is of the model; fact: what it states; written: this written anew. They are
    None where that is not as sound as the value itself.
    """

    path: tuple[str | int, ...]
    value: JSON
    put: Callable[[JSON], Trial]
    stated: Stated | None = None
    fact: Fact | None = None
    written: JSON = None


class _Drawn(NamedTuple):
    """A change that was drawn. own: the change itself, where it is one of the value. before: the whole value."""

    kind: str
    own: ValueChange | None
    before: JSON
    after: JSON


def check_changes(
    specifications: Specifications,
    operation: str,
    sounds: tuple[Sound, ...],
    *,
    seed: int,
    max_examples: int,
    wanted: int,
) -> Campaign:
    """Draw changes of what the reference and the sound variants of an operation return for real inputs.

    Half of the changes are of the facts that a result states, where its format is one of the model. wanted: how many
    changes are made.
    """
    contract = specifications.contracts[operation]
    found = Campaign(operation=operation)
    results = [
        sound_result
        for sound_result in sound_results(specifications, contract, sounds, seed, max_examples, LARGEST)
        if sound_result.planned.standing.kind == REAL
        and not sound_result.judge.read(sound_result.trial, lambda view: view.is_foreign, False)
    ]
    found.results = len(results)
    random = Random(f"{seed} {operation}")
    random.shuffle(results)
    for number, result in enumerate(results):
        # As many of each result as there are left to make.
        _change(found, contract, result, -(-(wanted - found.changes) // (len(results) - number)), random)
    return found


def _change(found: Campaign, contract: Contract, result: SoundResult, wanted: int, random: Random) -> None:
    """Draw changes of one result."""
    if wanted <= 0:
        return
    known = _counting(result, result.judgement)
    places = [_restated(place, result, known) for place in _places(result.trial)]
    until = found.changes + wanted
    for _try in range(wanted * TRIES):
        if found.changes >= until:
            break
        place = random.choice(places)
        drawn = _drawn(place, random)
        if drawn is not None:
            _judge(found, contract, result, place, drawn, known)


def _judge(
    found: Campaign,
    contract: Contract,
    result: SoundResult,
    place: _ChangeablePlace,
    drawn: _Drawn,
    known: Collection[_Objection],
) -> None:
    trial = place.put(drawn.after)
    rules = [rule for rule, failure in _objections(result, trial) if (rule, failure) not in known]
    level = {rule.id: rule.level for rule in contract.rules}
    must = next((rule for rule in rules if level[rule] == "MUST"), None)
    if must is not None:
        found.noticed[must] += 1
        return
    if _is_equal(place, drawn):
        found.same += 1
        return
    changes = list(differences(drawn.before, drawn.after))
    first = drawn.own or changes[0]
    at = shape_of((*place.path, *first.path))
    why = rules[0] if rules else _freedom_of_facts(contract, drawn, result)
    for ways in ((drawn.own,) if drawn.own else (), changes):
        why = why or _freedom(contract, place, ways, result)
    if why is not None:
        found.free[why, drawn.kind, at] += 1
        return
    _note(found, drawn, at, place, first, result)


def _is_equal(place: _ChangeablePlace, drawn: _Drawn) -> bool:
    """Whether a change brings back what says the same."""
    normal = place.stated.normal if place.stated is not None else _itself
    return same(drawn.after, place.value) or same(normal(drawn.before), normal(drawn.after))


def _itself(value: JSON) -> JSON:
    return value


def _places(trial: Trial) -> Iterator[_ChangeablePlace]:
    one = operation_of(trial.operation)
    target = STATED.get(one.target) if one is not None else None
    yield _ChangeablePlace(("output",), trial.outcome.output, lambda value: with_output(trial, value), target)
    for number, acceptance in replayed(trial):
        body = (trial.requests or ())[number]["body"]
        put = partial(with_request, trial, number, acceptance)
        yield _ChangeablePlace(("requests", number, "body"), body, put, STATED.get(trial.input["api"]))


def _restated(place: _ChangeablePlace, result: SoundResult, known: Collection[_Objection]) -> _ChangeablePlace:
    """Return a place with what it states, where no rule objects to this written anew."""
    fact = place.stated.read(place.value) if place.stated is not None else None
    if fact is None or place.stated is None:
        return place
    written = place.stated.write(fact)
    if written is None or not all(objection in known for objection in _objections(result, place.put(written))):
        return place
    return place._replace(fact=fact, written=written)


def _drawn(place: _ChangeablePlace, random: Random) -> _Drawn | None:
    """Draw a change of the facts of a value, or of the value itself."""
    if place.fact is not None and place.stated is not None and random.random() < OF_FACTS:
        change = drawn_fact_change(place.fact, random)
        after = place.stated.write(change.fact) if change is not None else None
        if change is None or after is None or same(place.written, after):
            return None
        return _Drawn(change.kind, None, place.written, after)
    own = drawn_change(place.value, random)
    return _Drawn(own.kind, own, place.value, own.value) if own is not None else None


def _objections(result: SoundResult, trial: Trial) -> list[_Objection]:
    return _counting(result, result.judge.judge(trial, result.planned.case))


def _counting(result: SoundResult, judgement: Judgement) -> list[_Objection]:
    contract = result.judge.contract
    return [(rule, failure) for rule, failure in judgement.failures if counts(contract, rule, failure)]


def _freedom_of_facts(contract: Contract, drawn: _Drawn, result: SoundResult) -> str | None:
    """Return the freedom that allows a change of facts as such, wherever a format has them."""
    kind, _space, fact = drawn.kind.partition(" ")
    if drawn.own is not None or not fact:
        return None
    steps = tuple(fact.split("."))
    change, choices = ValueChange(kind, steps, None, None), result.trial.choices
    found = declared(contract, pointer("facts", *steps), change, choices, by=result.by, drawn=True)
    return next((name for name, *_rest in found), None)


def _freedom(
    contract: Contract, place: _ChangeablePlace, changes: Collection[ValueChange], result: SoundResult
) -> str | None:
    """Return the first of the freedoms that allow each of some changes; None where not all of them are allowed."""
    found = []
    choices, failed = result.trial.choices, has_failed(result)
    for change in changes:
        at = pointer(*place.path, *change.path)
        freedom = next(declared(contract, at, change, choices, by=result.by, drawn=True, failed=failed), None)
        if freedom is None:
            return None
        found.append(freedom[0])
    return found[0] if found else None


def _note(
    found: Campaign, drawn: _Drawn, at: str, place: _ChangeablePlace, first: ValueChange, result: SoundResult
) -> None:
    key = drawn.kind, at
    found.unexplained[key] += 1
    case = result.planned.case
    example = Unexplained(
        at=pointer(*place.path, *first.path),
        by=result.by,
        case=case.id if case else None,
        input=result.planned.input,
        before=first.part,
        after=_held(drawn.after, first.path),
    )
    known = found.examples.get(key)
    if known is None or len(json.dumps(example.input)) < len(json.dumps(known.input)):
        found.examples[key] = example


def _held(value: JSON, path: Path) -> JSON | Absent:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return ABSENT
    return value
