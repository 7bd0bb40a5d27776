"""Gives two subjects the same inputs, and reduces each kind of disagreement to its smallest input."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from conformance.base.errors import UsageError
from conformance.base.observation import Description
from conformance.base.redact import Redactor
from conformance.base.values import JSON, packed, unpacked
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, Specifications
from conformance.running.differential.comparison import (
    CHOICE,
    OPEN,
    AnswerPair,
    JudgedAnswer,
    Side,
    compare,
    disagreement,
    unasked,
)
from conformance.running.differential.disagreement import (
    FAULTS,
    DiffResult,
    Disagreement,
    OperationComparison,
    PerSubject,
)
from conformance.running.differential.redacted import redact_differences
from conformance.running.engine.ask import ask_all
from conformance.running.engine.choices import check_stated, check_stated_names, find_choices, stated_answers
from conformance.running.engine.judge import Judge
from conformance.running.engine.number_probes import exact_numbers
from conformance.running.engine.options import Options
from conformance.running.engine.plan import Planned, plan_cases, plan_examples, plan_inputs, size
from conformance.running.engine.port import Port
from conformance.running.engine.run_limits import patient
from conformance.running.engine.scripted import ScriptedSubject, scripted
from conformance.running.subjects.base import Subject

MOST_KINDS = 20  # kinds of difference reduced for each operation
MOST_UNDECIDED = 5  # of these, kinds that neither a rule nor a choice names: they differ only in the place
LARGEST_SHRUNK = 20_000  # bytes; what is larger is shown as it is
MOST_ASKED = 1000  # inputs that making one small may take


class _BestInput(NamedTuple):
    """The best input of one kind so far. bound: only the case itself shows it; a smaller input could not."""

    input: bytes
    case: str | None
    bound: bool
    seen: int


def differ(
    specifications: Specifications,
    a: Subject,
    b: Subject,
    options: Options,
    stated: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
) -> DiffResult:
    """Ask two subjects the same inputs of every operation that both offer, and reduce what they disagree on.

    Of the options operations, inputs, only_inputs, max_examples, seed, secrets and time_limit are read. stated: the
    choices that the user states of each subject. The result holds no keys.
    Raises SubjectError, UsageError (nothing in common), SpecificationError.
    """
    begun = time.monotonic()
    if options.time_limit is not None:
        options = replace(options, until=begun + options.time_limit)
    descriptions = PerSubject(a.describe(), b.describe())
    common = [name for name in descriptions.a.operations if name in descriptions.b.operations]
    contracts = _in_common(specifications, common, descriptions, options)
    for description, own in zip(descriptions, stated, strict=True):
        check_stated(specifications.contracts, own)
        check_stated_names(contracts, description, own)
    result = DiffResult(descriptions, options.seed, options.max_examples)
    answers = [
        {name: stated_answers(contract, description, own) for name, contract in contracts.items()}
        for description, own in zip(descriptions, stated, strict=True)
    ]
    staged = PerSubject(scripted(a, contracts, answers[0]), scripted(b, contracts, answers[1]))
    asked = staged.map(lambda subject: Port(patient(subject, contracts, options), common))
    try:
        for contract in contracts.values():
            sides = _sides(specifications, contract, asked, descriptions, stated)
            _Operation(contract, sides, common, options, result).run()
    finally:
        for subject in staged:
            if isinstance(subject, ScriptedSubject):
                subject.close()
    result.seconds = round(time.monotonic() - begun, 3)
    redact_differences(result, Redactor(options.secrets))
    return result


def _in_common(
    specifications: Specifications, common: Sequence[str], descriptions: PerSubject[Description], options: Options
) -> dict[str, Contract]:
    contracts = {
        name: contract
        for name, contract in specifications.contracts.items()
        if name in common and (options.operations is None or name in options.operations)
    }
    if not contracts:
        offers = "; ".join(
            f"{label} offers {', '.join(description.operations) or 'none'}"
            for label, description in zip("AB", descriptions, strict=True)
        )
        raise UsageError(f"There is no operation of this run that both subjects offer ({offers}).")
    return contracts


def _sides(
    specifications: Specifications,
    contract: Contract,
    ports: PerSubject[Port],
    descriptions: PerSubject[Description],
    stated: tuple[Mapping[str, str], Mapping[str, str]],
) -> PerSubject[Side]:
    """Find each subject's choices. Numbers are compared as exactly as the less exact of the two ways keeps them."""
    values = list(zip(ports, descriptions, stated, strict=True))
    exact = all(exact_numbers(description, contract, port) for port, description, _own in values)
    sides = []
    for port, description, own in values:
        found = find_choices(contract, port, stated_answers(contract, description, own), exact)
        sides.append(Side(port, Judge(contract, contract.rules, found.known, exact)))
    return PerSubject(*sides)


class _Operation:
    """The comparison of one operation."""

    def __init__(
        self, contract: Contract, sides: PerSubject[Side], common: Sequence[str], options: Options, result: DiffResult
    ) -> None:
        self._contract = contract
        self._sides = sides
        self._common = common
        self._options = options
        self._result = result
        self._found: dict[tuple[str, ...], _BestInput] = {}
        self._compared = OperationComparison(contract.operation, sides.map(lambda side: side.judge.choices))

    def run(self) -> None:
        """Ask, compare, reduce; add what came of it to the result."""
        compared = self._compared
        self._result.operations.append(compared)
        plans = self._sides.map(lambda side: self._plan(side.judge))
        for planned, standings in self._asked(plans, repeat=True):
            fault = unasked(standings)
            if fault is not None:
                compared.skip(fault)
                continue
            compared.inputs += 1
            comparison = compare(standings)
            if comparison is not None:
                compared.differing += 1
                self._keep(planned, comparison)
        self._reduce(self._shown())

    def _plan(self, judge: Judge) -> list[Planned]:
        """Plan the inputs anew for each subject: what one does to an argument must not reach the other."""
        options, contract = self._options, self._contract
        return [
            *plan_cases(contract, judge, options, self._common),
            *plan_inputs(contract, [_copy(value) for value in options.inputs.get(contract.operation, ())]),
            *plan_examples(contract, options, judge.exact_numbers),
        ]

    def _asked(
        self, plans: PerSubject[list[Planned]], *, repeat: bool
    ) -> Iterator[tuple[Planned, PerSubject[JudgedAnswer]]]:
        """Yield each planned input with what both made of it, in the order of the plan."""
        given = zip(self._sides, plans, strict=True)
        a, b = (self._ask(side, planned, repeat) for side, planned in given)
        for planned, *values in zip(plans.a, a, b, strict=True):
            yield planned, PerSubject(*values)

    def _ask(self, side: Side, planned: list[Planned], repeat: bool) -> list[JudgedAnswer]:
        judges = {self._contract.operation: side.judge}
        asked = ask_all(side.subject, planned, judges, self._common, repeat=repeat)
        trials = {id(planned): _copied_trial(trial) for planned, trial in asked}
        return [JudgedAnswer(side.judge, planned.case, trials[id(planned)]) for planned in planned]

    def _keep(self, planned: Planned, comparison: AnswerPair) -> None:
        case = planned.case.id if planned.case is not None else None
        for kind in sorted(comparison.kinds):
            known = self._found.get(kind)
            found = _BestInput(planned.before(), case, kind in comparison.bound, known.seen + 1 if known else 1)
            if known is not None and (known.bound, len(known.input)) <= (found.bound, len(found.input)):
                found = known._replace(seen=found.seen)
            self._found[kind] = found

    def _shown(self) -> list[tuple[str, ...]]:
        """Return the kinds that are worth showing: what a rule or a choice names comes first, then the frequent."""
        explained = _fewest_naming([kind for kind in self._found if kind[0] == CHOICE])
        named = [kind for kind in self._found if kind[0] not in (CHOICE, OPEN)] + explained
        unnamed = [kind for kind in self._found if kind[0] == OPEN]
        unnamed.sort(key=lambda kind: -self._found[kind].seen)
        shown = [*named, *unnamed[:MOST_UNDECIDED]][:MOST_KINDS]
        self._compared.not_shown = len(named) + len(unnamed) - len(shown)
        return shown

    def _reduce(self, kinds: Sequence[tuple[str, ...]]) -> None:
        reduced: dict[bytes, Disagreement] = {}
        for kind in kinds:
            found = self._found[kind]
            value: JSON = unpacked(found.input)
            case = found.case
            if not found.bound and len(found.input) <= LARGEST_SHRUNK and not _is_fault(kind):
                smaller = self._shrunk(kind, value)
                if size(smaller) < len(found.input):
                    value, case = smaller, None
            data = packed(value) or b""
            known = reduced.get(data)
            if known is not None:
                reduced[data] = replace(known, seen=max(known.seen, found.seen))
                continue
            comparison = self._again(value, case)
            # One that does not come back is a subject's that answers differently each time: another kind may show it.
            if comparison is not None:
                reduced[data] = disagreement(comparison, value, case, found.seen)
        self._result.disagreements += reduced.values()

    def _again(self, value: JSON, case: str | None) -> AnswerPair | None:
        """Compare one input once more, as the case that it is."""
        plans = PerSubject(*(list(plan_inputs(self._contract, [_copy(value)])) for _side in self._sides))
        for (planned,) in plans:
            planned.case = next((other_case for other_case in self._contract.cases if other_case.id == case), None)
        ((_planned, standings),) = self._asked(plans, repeat=True)
        return compare(standings)

    def _shrunk(self, kind: tuple[str, ...], value: JSON) -> JSON:
        """Return the smallest input of the same kind that convicts neither of the two of anything new."""
        # Imported here: subjects that agree never pay for it.
        from conformance.running.engine.shrink import BATCH, shrink

        first = self._again(value, None)
        if first is None or kind not in first.kinds:
            return value  # it answers differently each time
        most = first.convicts()
        as_sound = family(self._contract.operation).as_sound

        def still_differs(candidates: Sequence[JSON]) -> int | None:
            sound = [index for index, candidate in enumerate(candidates) if as_sound(candidate, value)]
            plans = PerSubject(
                *(list(plan_inputs(self._contract, [_copy(candidates[index]) for index in sound])) for _ in self._sides)
            )
            asked = self._asked(plans, repeat="again-differs" in kind)
            for index, (_planned, standings) in zip(sound, asked, strict=True):
                comparison = compare(standings)
                if comparison is None or kind not in comparison.kinds:
                    continue
                if all(own <= allowed for own, allowed in zip(comparison.convicts(), most, strict=True)):
                    return index
            return None

        # As in a run of one subject: in this process asking few at once is what is quick.
        batch = 1 if all(side.subject.watches for side in self._sides) else BATCH
        return shrink(value, still_differs, max_asked=MOST_ASKED, batch_size=batch)


def _fewest_naming(kinds: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the fewest that name each choice: where one differs on every input, the others come together with it."""
    named: set[str] = set()
    conclusive = []
    for kind in sorted(kinds, key=len):
        if not named.issuperset(kind):
            named.update(kind)
            conclusive.append(kind)
    return conclusive


def _is_fault(kind: tuple[str, ...]) -> bool:
    """Whether a subject died or hung: each question more would end it once more."""
    return FAULTS in kind or any(word.startswith("fault-") for word in kind)


def _copy(value: JSON) -> JSON:
    data = packed(value)
    return unpacked(data) if data is not None else value


def _copied_trial(trial: Trial) -> Trial:
    """A copy of the output: a subject in this process may change it while it is asked the next input."""
    data = packed(trial.outcome.output)
    if data is None:
        return trial
    return replace(trial, outcome=replace(trial.outcome, output=unpacked(data)))
