"""The account of the inputs that the user gave: what became of each, by the name that the user knows it by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from conformance.apis.input_validity import REAL, Reason, Standing, has_standing
from conformance.base.values import steps
from conformance.rules.checks.trial import Trial
from conformance.running.engine.ledger import Ledger, operation_item
from conformance.running.engine.options import Options
from conformance.running.engine.plan import GIVEN, Planned, example_item
from conformance.running.engine.result import RECORDING, GivenFailure, GivenResult, InputSource, Objection

MOST_FAILURES = 100  # of one input, of different causes


@dataclass(slots=True)
class _KnownInput:
    """What is known of one input. failures: one of each rule and cause in each part of a list, by these."""

    planned: Planned
    is_list: bool = False
    entries: int | None = None  # of the output, if it is a list
    refused: str | None = None
    failures: dict[tuple[object, ...], GivenFailure] = field(default_factory=dict)


class GivenAccount:
    """The given inputs of a run that were judged, and what rules object to in them."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._found: dict[tuple[str, int], _KnownInput] = {}

    def take(self, planned: Planned, trial: Trial, failures: Iterable[GivenFailure]) -> None:
        """Note a judged trial, if its input was given."""
        if planned.given is None:
            return
        source = self._options.sources[planned.operation][planned.given]
        found = self._found.setdefault((planned.operation, planned.given), _KnownInput(planned, bool(source.parts)))
        output, refusal = trial.outcome.output, trial.outcome.refusal
        found.entries = len(output) if isinstance(output, list) else found.entries
        if refusal is not None and found.refused is None:
            found.refused = f"{refusal.type}: {refusal.message}" if refusal.type else refusal.message
        for failure in failures:
            part = _part_of(failure.at, source, found.entries)
            if len(found.failures) < MOST_FAILURES:
                found.failures.setdefault((failure.rule, failure.objection.cause, failure.advice, part), failure)

    def results(
        self, operations: Iterable[str], ledger: Ledger, failing: Collection[tuple[str, str]]
    ) -> list[GivenResult]:
        """Return what became of the given inputs of some operations. failing: operations and rules that fail."""
        if self._options.cases is not None:
            return []
        return [
            result
            for operation in operations
            for number, source in enumerate(self._options.sources.get(operation, ()))
            for result in self._results(operation, number, source, ledger, failing)
        ]

    def _results(
        self, operation: str, number: int, source: InputSource, ledger: Ledger, failing: Collection[tuple[str, str]]
    ) -> Iterator[GivenResult]:
        found = self._found.get((operation, number))
        given = GivenResult(operation=operation, source=source, number=number)
        why_not = ledger.reason(example_item(operation, GIVEN, number))
        if found is None:
            yield replace(given, not_judged=why_not or "it was not asked")
            return
        given = replace(
            given,
            standing=found.planned.standing if has_standing(operation) else None,
            failures=tuple(failure for failure in found.failures.values() if (operation, failure.rule) in failing),
            refused=found.refused,
            not_judged=why_not,
        )
        yield from _split(given, found.entries) if found.is_list else [given]


def _split(given: GivenResult, entries: int | None) -> Iterator[GivenResult]:
    """Yield what became of each tool of a list, and of the list for what is about none: a failed call is about all."""
    if entries is None:
        yield given
        return
    own: dict[int | None, list[GivenFailure]] = {}
    for failure in given.failures:
        own.setdefault(_part_of(failure.at, given.source, entries), []).append(failure)
    whole = tuple(own.pop(None, ()))
    if whole or given.refused is not None or given.not_judged is not None:
        yield replace(given, failures=whole)
    for place, name in enumerate(given.source.parts):
        yield replace(
            given,
            source=given.source._replace(name=name, parts=()),
            standing=_standing_of_part(given.standing, place),
            failures=tuple(own.get(place, ())),
            refused=None,
            not_judged=None,
        )


def _part_of(at: str, source: InputSource, entries: int | None) -> int | None:
    """Return the number of the entry of a list that a pointer is about; None if it is about none.

    An output has an entry for each of the input's only if they are as many.
    """
    side, *path = steps(at) or [""]
    if not source.parts or not path or not path[0].isdecimal() or int(path[0]) >= len(source.parts):
        return None
    return int(path[0]) if side == "input" or entries == len(source.parts) else None


def _standing_of_part(standing: Standing | None, place: int) -> Standing | None:
    if standing is None:
        return None
    before = f"/{place}"
    own = [reason for reason in standing.reasons if reason.at == before or reason.at.startswith(f"{before}/")]
    reasons = tuple(
        Reason(at=reason.at.removeprefix(before), message=reason.message, rule=reason.rule) for reason in own
    )
    return Standing(kind=standing.kind, reasons=reasons) if reasons else Standing(kind=REAL)


def never_asked(options: Options, ledger: Ledger, known: Iterable[GivenResult]) -> list[GivenResult]:
    """Return the given inputs of which no operation of the run took anything. known: those that some operation took.

    Recorded traffic has parts for many operations: of that only where nothing was taken.
    """
    known = list(known)
    is_recorded = any(given.source.kind == RECORDING for given in known)
    seen = {(given.source.kind, name) for given in known for name in (given.source.name, *given.source.parts)}
    found: dict[tuple[str, str], GivenResult] = {}
    for operation, sources in options.sources.items() if options.cases is None else ():
        for number, source in enumerate(sources):
            key = source.kind, source.name
            if not source.parts and key not in seen and not (is_recorded and source.kind == RECORDING):
                why = ledger.reason(operation_item(operation)) or "no operation of this run takes it"
                found.setdefault(key, GivenResult(operation=operation, source=source, number=number, not_judged=why))
    return list(found.values())


def defects_by_objection(
    counted: Mapping[str, Mapping[tuple[str, str], Iterable[Objection]]],
) -> Mapping[tuple[str, str], list[tuple[str, Objection]]]:
    """Return, by operation and rule, the defects that the objections belong to. counted: by the id of each defect."""
    found: dict[tuple[str, str], list[tuple[str, Objection]]] = {}
    for name, objections in counted.items():
        for key, own in objections.items():
            found.setdefault(key, []).extend((name, objection) for objection in own)
    return found


def defects_of_given(given: GivenResult, known: Mapping[tuple[str, str], list[tuple[str, Objection]]]) -> list[str]:
    """Return the ids of the defects that show in a given input, in their order.

    An objection that was not kept, because many of its cause were, belongs to the defects of its cause.
    """
    found: dict[str, None] = {}
    for failure in given.failures:
        if failure.advice:
            continue
        own = known.get((given.operation, failure.rule), [])
        objection = failure.objection
        same = [name for name, other in own if other == objection] or [
            name for name, other in own if other.cause == objection.cause
        ]
        found |= dict.fromkeys(same)
    return sorted(found, key=lambda name: int(name[1:]))
