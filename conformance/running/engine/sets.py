"""The verdict of each requirement set: a run judges every rule once, and each set asks for some of them.

ALL stands for every set at once: what breaks one of them breaks it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL
from conformance.rules.contracts import SETS
from conformance.running.engine.charges import charge
from conformance.running.engine.result import (
    EXPECTED_FAILURE,
    FAIL,
    NOT_APPLICABLE,
    NOT_RUN,
    REFUSED_ANSWER,
    UNEXPECTED_PASS,
    Objection,
    OutsideAnswer,
    RuleResult,
    RunResult,
)

ALL = "all"
SAFE, DOCUMENTS, ROBUST = SETS
CONFORMS, FAILS, INCOMPLETE, NOT_JUDGED = "conforms", "fails", "incomplete", "not-judged"


Key = tuple[str, str]  # operation and rule
# Rules, each with the sets that it is in force in.
InForce = Mapping[Key, Collection[str]]

# The sets that inputs of each standing decide.
DECIDES: Mapping[str, frozenset[str]] = {
    REAL: frozenset({SAFE, DOCUMENTS, ROBUST}),
    DOCUMENTED: frozenset({DOCUMENTS, ROBUST}),
    MALFORMED: frozenset({ROBUST}),
}


def deciding_standing(standing: str, kind: str, counts_as: Mapping[str, str]) -> str:
    """Return the standing that counts for a failure of a kind. standing: of its input. counts_as: as in Contract."""
    return standing if standing == MALFORMED else counts_as.get(kind, standing)


def decides(standing: str, name: str, rule_sets: Collection[str]) -> bool:
    """Whether inputs of a standing decide in a set whether a rule holds. rule_sets: those that the rule belongs to."""
    return not DECIDES[standing].isdisjoint(rule_sets if name == ALL else {name})


class SetFailure(NamedTuple):
    """What decides against a set: a rule that fails or was not run, or an answer to a choice of this rule."""

    operation: str
    rule: str
    answer: str | None = None

    def __str__(self) -> str:
        return f"{self.operation} {self.rule}{f' ({self.answer})' if self.answer else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVerdict:
    """The verdict of one set.

    verdict: CONFORMS, FAILS, INCOMPLETE (nothing failed, but something was not judged), or NOT_JUDGED. rules: how many
    of its MUST rules were reached, with the choices whose answer it does not accept. failed: what decides against it.
    expected: what would, if it was not an expected failure. inputs: by operation, how many were judged that decide it.
    Every report counts these. A rule that fails here is named by a defect that breaks the set (`defects`).
    """

    name: str
    verdict: str
    rules: int
    failed: tuple[SetFailure, ...]
    expected: tuple[SetFailure, ...] = ()
    inputs: Mapping[str, int] = field(default_factory=dict)


def set_verdicts(result: RunResult) -> tuple[SetVerdict, ...]:
    """Return the verdict of each set, the set of all rules last."""
    return tuple(_verdict(name, result) for name in (*SETS, ALL))


def _verdict(name: str, result: RunResult) -> SetVerdict:
    members = [entry for entry in result.rules if name == ALL or name in entry.rule.sets]
    required = [entry for entry in members if entry.rule.level == "MUST"]
    answers = {
        (answer.operation, answer.rule): SetFailure(answer.operation, answer.rule, f"{answer.choice}={answer.answer}")
        for answer in refused_by((name,), result.outside)
    }
    objections = counting(required, (name,), in_force(members, (name,)))
    failed = {
        _key(entry): SetFailure(*_key(entry))
        for entry in required
        if _key(entry) in objections or entry.verdict in (NOT_RUN, UNEXPECTED_PASS)
    }
    excused = {_key(entry) for entry in result.rules if entry.verdict == EXPECTED_FAILURE}
    expected = [SetFailure(*_key(entry)) for entry in required if _key(entry) in excused - answers.keys()]
    expected += [failure for key, failure in answers.items() if key in excused]
    against = (
        *failed.values(),
        *(failure for key, failure in answers.items() if key not in failed and key not in excused),
    )
    reached = {_key(entry) for entry in required if entry.verdict != NOT_APPLICABLE} | answers.keys()
    inputs = _deciding_inputs(name, required, result)
    if against:
        verdict = FAILS
    elif not result.complete or result.unmatched:
        verdict = INCOMPLETE
    else:
        decided = _is_judged(required) and (not inputs or any(inputs.values()))
        verdict = CONFORMS if decided else NOT_JUDGED
    return SetVerdict(
        name=name,
        verdict=verdict,
        rules=len(reached),
        failed=against,
        expected=tuple(expected),
        inputs=inputs,
    )


def _deciding_inputs(name: str, required: Iterable[RuleResult], result: RunResult) -> dict[str, int]:
    """Return, by operation that has rules of a set, how many inputs were judged that decide the set."""
    operations = {entry.operation for entry in required if entry.verdict not in (NOT_APPLICABLE, NOT_RUN)}
    return {
        operation: sum(number for standing, number in counts.items() if name == ALL or name in DECIDES[standing])
        for operation, counts in result.ledger.standings().items()
        if operation in operations
    }


def charge_run(result: RunResult) -> None:
    """Charge each difference to one of the rules that decide whether the run conforms.

    A rule that fails only on inputs that do not decide the sets of the run becomes advisory.
    """
    deciding = [entry for entry in result.rules if entry.counts]
    objections = counting(deciding, result.deciding, in_force(deciding, result.deciding))
    for entry in deciding:
        decides_here = ALL in result.deciding or _key(entry) in objections or _is_refused(entry)
        if entry.verdict == FAIL and not decides_here:
            entry.level = "SHOULD"
            entry.reason = f"fails only on inputs that do not decide {result.requirements}"
    charge(deciding, objections)


def _is_refused(entry: RuleResult) -> bool:
    """Whether a rule fails because the sets of the run do not accept an answer to its choice."""
    return any(shown.kind == REFUSED_ANSWER for shown in entry.evidence)


def in_force(entries: Iterable[RuleResult], names: Collection[str]) -> InForce:
    """Return rules, each with those of some sets that it belongs to: of ALL, its own."""
    return {_key(entry): entry.rule.sets if ALL in names else own_sets(entry, names) for entry in entries}


def counts(objection: Objection, name: str, entry: RuleResult, rules: InForce) -> bool:
    """Whether an objection of a rule counts in a set with these rules, if the rule belongs to it."""
    # A failure is advice in a set of which a rule asks for the opposite.
    stronger = rules.get((entry.operation, objection.yields_to), ()) if objection.yields_to is not None else ()
    names = entry.rule.sets if name == ALL else (name,)
    return any(each not in stronger and each in DECIDES[objection.standing] for each in names)


def own_sets(entry: RuleResult, names: Collection[str]) -> Collection[str]:
    """Return those of some sets that a rule belongs to; all where it belongs to none, as one of a frozen set may."""
    return [name for name in names if name == ALL or name in entry.rule.sets] or names


def counting(entries: Iterable[RuleResult], names: Collection[str], rules: InForce) -> dict[Key, list[Objection]]:
    """Return the objections of failing rules that count in one of some sets; rules without one are left out."""
    found = {
        _key(entry): [
            objection
            for objection in entry.objections
            if any(counts(objection, name, entry, rules) for name in own_sets(entry, names))
        ]
        for entry in entries
        if entry.verdict == FAIL
    }
    return {key: objections for key, objections in found.items() if objections}


def refused_by(names: Collection[str], answers: Iterable[OutsideAnswer]) -> list[OutsideAnswer]:
    """Return the answers to choices that one of some sets does not accept."""
    wanted = set(SETS) if ALL in names else set(names)
    return [answer for answer in answers if not wanted <= set(answer.sets)]


def _key(entry: RuleResult) -> Key:
    return entry.operation, entry.rule.id


def _is_judged(entries: Iterable[RuleResult]) -> bool:
    return any(entry.verdict not in (NOT_APPLICABLE, NOT_RUN) for entry in entries)
