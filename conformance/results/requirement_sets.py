"""The verdicts of the requirement sets in a report: read from it, and in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from conformance.results.text import counted, one_line
from conformance.results.verdict import IN_PART
from conformance.rules.scope.declared import WITHOUT, in_words
from conformance.running.engine.result import FAIL, NOT_RUN, PASS, UNEXPECTED_PASS
from conformance.running.engine.sets import ALL, CONFORMS, FAILS, SetFailure, SetVerdict

NAMES = 300  # characters of what a subject says that it does not have
Report = Mapping[str, Any]
RuleVerdicts = Mapping[tuple[str, str], str]  # by operation and rule


def passes_and_fails(must: Mapping[str, int]) -> str:
    """Return how many MUST rules pass and fail, in words. must: rules by verdict, as in the summary of a report."""
    return f"{counted(must[PASS], 'MUST rule passes', 'MUST rules pass')}, {must[FAIL]:,} fail"


def sets_document(verdicts: Iterable[SetVerdict]) -> list[dict[str, Any]]:
    """Return the verdicts as a report has them. Shape: specs/report.schema.json."""
    return [
        {
            "name": verdict.name,
            "verdict": verdict.verdict,
            "rules": verdict.rules,
            "failed": [_failure(failure) for failure in verdict.failed],
            **({"expected": [_failure(failure) for failure in verdict.expected]} if verdict.expected else {}),
            **({"inputs": dict(verdict.inputs)} if verdict.inputs else {}),
        }
        for verdict in verdicts
    ]


def _failure(failure: SetFailure) -> dict[str, str]:
    return {"operation": failure.operation, "rule": failure.rule} | (
        {"answer": failure.answer} if failure.answer else {}
    )


def sets_of(report: Report) -> list[SetVerdict]:
    """Return the verdicts of a report."""
    return [
        SetVerdict(
            name=requirement_set["name"],
            verdict=requirement_set["verdict"],
            rules=requirement_set["rules"],
            failed=tuple(SetFailure(**failure) for failure in requirement_set["failed"]),
            expected=tuple(SetFailure(**failure) for failure in requirement_set.get("expected", ())),
            inputs=requirement_set.get("inputs", {}),
        )
        for requirement_set in report["sets"]
    ]


def without_of(report: Report) -> tuple[str, ...]:
    """Return what the subject of a report says that it does not have."""
    return tuple(report["run"].get(WITHOUT, ()))


def verdict_with_lacks(name: str, without: Collection[str], longest: int = NAMES) -> str:
    """Return what was judged, or what came of it, with what the subject says that it does not have.

    longest: characters of that, beyond which it is counted.
    """
    if not without:
        return name
    said = in_words(without)
    if len(said) > longest:
        said = f"{WITHOUT} {counted(len(without), 'feature')}"
    return f"{name}, {said}"


def sets_line(
    verdicts: Sequence[SetVerdict],
    rules: RuleVerdicts,
    operations: tuple[int, int] | None = None,
    without: Collection[str] = (),
) -> str:
    """Return the verdicts in one line. operations: how many were judged, and of how many. without: what the subject
    says that it does not have.

    The set of all rules is left out: the verdict of the run says the same.
    """
    parts = [_verdict_of(verdict, rules) for verdict in verdicts if verdict.name != ALL]
    if without:
        parts.append(one_line(in_words(without), NAMES))
    if operations is not None:
        parts.append(f"{operations[0]} of {operations[1]} operations")
    return " · ".join(parts)


def sets_line_of(report: Report) -> str:
    """Return the verdicts of a report in one line."""
    operations = report["ledger"]["operations"] if "ledger" in report else None
    judged = (operations["judged"], operations["planned"]) if operations else None
    return sets_line(sets_of(report), rule_verdicts(report), judged, without_of(report))


def rule_verdicts(report: Report) -> RuleVerdicts:
    """Return the verdict of each rule of a report."""
    return {(rule["operation"], rule["id"]): rule["verdict"] for rule in report["rules"]}


def _verdict_of(verdict: SetVerdict, rules: RuleVerdicts) -> str:
    if verdict.verdict == CONFORMS:
        return f"{verdict.name}: {conforms_words(verdict)} ({counted(verdict.rules, 'rule')})"
    if verdict.verdict == FAILS:
        return f"{verdict.name}: {fails_words(verdict, rules, str(verdict.rules))}"
    return f"{verdict.name}: {verdict.verdict.replace('-', ' ')}"


def fails_words(verdict: SetVerdict, rules: RuleVerdicts, of: str) -> str:
    """Return what decides against a set, in words. of: how many rules it has, in words.

    A rule that was not run does not fail, and neither does one that passes where an entry expects a failure.
    """
    found = Counter(rules.get((failure.operation, failure.rule)) for failure in verdict.failed)
    unrun, unneeded = found[NOT_RUN], found[UNEXPECTED_PASS]
    failing = len(verdict.failed) - unrun - unneeded
    parts = [f"{failing} of {of} {'fails' if failing == 1 else 'fail'}"]
    parts += [f"{unrun} not run"] if unrun else []
    parts += [to_delete(unneeded)] if unneeded else []
    return ", ".join(parts)


def to_delete(entries: int) -> str:
    """Return that there are expected failures that pass, or that the subject has no rule for."""
    return f"{counted(entries, 'expected failure')} to delete"


def conforms_words(verdict: SetVerdict, *, partial: bool = False) -> str:
    """Return that a set conforms, and what is excused. partial: whether the run is one of a part."""
    return (IN_PART if partial else CONFORMS) + (
        f" but for {counted(len(verdict.expected), 'expected failure')}" if verdict.expected else ""
    )


def inputs_words(verdict: SetVerdict) -> str:
    """Return how many inputs decide a set; of several operations, how many of each. Nothing where nobody counted."""
    if not verdict.inputs:
        return ""
    numbers = sorted(verdict.inputs.values())
    each = f", {numbers[0]:,} to {numbers[-1]:,} an operation" if numbers[1:] else ""
    return f"{counted(sum(numbers), 'input')}{each}"
