"""The account of losses: what became of each field of the inputs, over the examples of a run.

It judges nothing. Which losses the documents allow is a matter of their rules.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from conformance.base.values import ABSENT, unpacked
from conformance.rules.checks.names import trial_with_names
from conformance.rules.checks.trial import Trial
from conformance.rules.losses.provenance import CHANGED, DROPPED, EMPTY, KEPT, RENAMED, Key, Tally, trace

MOST_NAMES = 30  # fields of one object that are listed by name
TOO_DEEP = "(nested too deeply to be shown)"
_SAMPLES, _SAMPLE_SIZE = 3, 80


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldLoss:
    """What became of one field of the input.

    field: its path, with `*` for every position of a list and for free names. kept, renamed: its value is in the
    result, under its name or another one. changed: another value is in its place. empty: of the dropped, those that
    held nothing (null, "", [], {}). became: number by path in the result. went, came: of a schema, the keywords that
    the result has less or more often, by number of schemas.
    """

    field: str
    kept: int
    renamed: int
    changed: int
    dropped: int
    empty: int
    became: Mapping[str, int]
    went: Mapping[str, int]
    came: Mapping[str, int]


class Made(NamedTuple):
    """A field of the result that comes of no value of the input. values: a few of them, as JSON text."""

    field: str
    number: int
    values: tuple[str, ...]


class Losses(NamedTuple):
    """The account of one operation. defaulted: what has the same value wherever it was made; invented: the rest."""

    trials: int
    fields: tuple[FieldLoss, ...]
    defaulted: tuple[Made, ...]
    invented: tuple[Made, ...]


class LossAccount:
    """Takes trials in any order."""

    def __init__(self) -> None:
        self._tallies: dict[str, Tally] = {}
        self._trials: Counter[str] = Counter()

    def take(self, trial: Trial) -> None:
        """Count a trial that gave an output."""
        trial = trial_with_names(trial)
        got = trial.outcome.output
        if got is ABSENT:
            return
        if trial.requests:
            # What a scripted API was asked is where the input went. The last request holds the whole conversation.
            last = trial.requests[-1]["body"]
            got = {**got, "request": last} if isinstance(got, dict) else {"output": got, "request": last}
        tally = self._tallies.get(trial.operation)
        if tally is None:
            tally = self._tallies[trial.operation] = Tally()
        try:
            trace(trial.input, got, tally)
        except RecursionError:
            return
        self._trials[trial.operation] += 1

    def losses(self) -> dict[str, Losses]:
        """Return the account of each operation that had a trial."""
        return {name: _losses(self._tallies[name], number) for name, number in sorted(self._trials.items())}


def _losses(tally: Tally, trials: int) -> Losses:
    found, made = _decided(tally)
    short = _shortened({field for field, _state, _place in found})
    counts: dict[str, Counter[str]] = {}
    became: dict[str, Counter[str]] = {}
    for (field, state, place), number in found.items():
        field = short.get(field, field)
        counts.setdefault(field, Counter())[state] += number
        places = became.setdefault(field, Counter())
        if place:
            places[place] += number
    keywords: dict[tuple[str, bool], Counter[str]] = {}
    for (field, keyword, went), number in tally.keywords.items():
        keywords.setdefault((short.get(field, field), went), Counter())[keyword] += number
    fields = tuple(
        FieldLoss(
            field=_path(field),
            kept=own[KEPT],
            renamed=own[RENAMED],
            changed=own[CHANGED],
            dropped=own[DROPPED] + own[EMPTY],
            empty=own[EMPTY],
            became={_path(place): number for place, number in _ranked(became[field])},
            went=dict(_ranked(keywords.get((field, True), Counter()))),
            came=dict(_ranked(keywords.get((field, False), Counter()))),
        )
        for field, own in sorted(counts.items())
    )
    return Losses(trials, fields, *_constants_and_rest(made))


def _decided(tally: Tally) -> tuple[Counter[tuple[str, str, str]], Counter[tuple[str, Key]]]:
    """Decide about common values: where the rare values of a field go, its common ones went too."""
    found, made = tally.found.copy(), tally.made.copy()
    goes = {(field, place): state for field, state, place in tally.found if state in (KEPT, RENAMED)}
    # In an order of their own: that of the trials is free.
    for (field, places, otherwise), number in sorted(tally.undecided.items(), key=repr):
        there = [place for place in places if (field, place[0]) in goes]
        if there:
            best = max(there, key=lambda pair: made[pair])
            found[field, goes[field, best[0]], best[0]] += number
            made[best] -= number
        elif otherwise is not None:
            found[field, *otherwise] += number
    return found, +made


def _shortened(fields: Iterable[str]) -> dict[str, str]:
    """Return other paths for fields of objects with very many names: `*` for each of the names."""
    names: dict[str, set[str]] = {}
    for field in fields:
        parent, _dot, _name = field.rpartition(".")
        names.setdefault(parent, set()).add(field)
    return {field: f"{parent}.*" for parent, members in names.items() if len(members) > MOST_NAMES for field in members}


def _constants_and_rest(made: Counter[tuple[str, Key]]) -> tuple[tuple[Made, ...], tuple[Made, ...]]:
    """Return what is a constant, and the rest. What was made but once is no constant."""
    values: dict[str, Counter[Key]] = {}
    short = _shortened({place for place, _key in made})
    for (place, key), number in made.items():
        values.setdefault(short.get(place, place), Counter())[key] += number
    counted: dict[bool, list[Made]] = {True: [], False: []}
    for place, counts in sorted(values.items()):
        number = counts.total()
        ranked = sorted((-often, _text(key)) for key, often in counts.items())
        samples = tuple(text for _often, text in ranked[:_SAMPLES])
        counted[len(counts) == 1 and number > 1].append(Made(_path(place), number, samples))
    return tuple(counted[True]), tuple(counted[False])


def _text(key: Key) -> str:
    kind, value = key
    if kind == "json" and not isinstance(value, bytes):
        return TOO_DEEP
    try:
        text = json.dumps(unpacked(value) if isinstance(value, bytes) else value, ensure_ascii=False)
    except RecursionError:
        return TOO_DEEP
    return text if len(text) <= _SAMPLE_SIZE else f"{text[:_SAMPLE_SIZE]}…"


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    """Return what is counted, most often first; equal numbers by name."""
    return sorted(counts.items(), key=lambda count: (-count[1], count[0]))


def _path(place: str) -> str:
    """Return a place as the account shows it: `` is the whole."""
    return place.removeprefix(".")
