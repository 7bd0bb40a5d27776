"""Where two subjects disagree, as lines and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance import __version__
from conformance.base.observation import Description, Outcome
from conformance.base.values import ABSENT, pointer
from conformance.results.document import Document, error_of, writable
from conformance.results.evidence_text import json_line
from conformance.results.plain import header
from conformance.results.text import counted, one_line
from conformance.running.differential.disagreement import (
    ANSWERS,
    BrokenByOutcome,
    DiffResult,
    Disagreement,
    Explained,
    OperationComparison,
    OutputDifference,
    PerSubject,
)
from conformance.running.differential.structure import ADDED, REMOVED

SHOWN = 6  # changes of one disagreement
LABELS = ("A", "B")


def who_lines(subjects: PerSubject[Description]) -> list[str]:
    """Return who is compared, and what only one of them offers."""
    lines = [
        f"{label}: {header(subject).removeprefix('Subject: ')}" for label, subject in zip(LABELS, subjects, strict=True)
    ]
    for label, own, other in zip(LABELS, subjects, reversed(subjects), strict=True):
        alone = [name for name in own.operations if name not in other.operations]
        if alone:
            lines.append(f"Only {label} offers: {one_line(', '.join(alone), 500)}")
    return lines


def result_lines(result: DiffResult) -> list[str]:
    """Return the disagreements, the counts, and the verdict."""
    lines: list[str] = []
    # What a rule decides comes before what is allowed.
    for disagreement in sorted(result.disagreements, key=lambda disagreement: not disagreement.decided):
        lines += ["", *disagreement_lines(disagreement)]
    lines.append("")
    for operation in result.operations:
        lines += _count_lines(operation)
    return [*lines, _verdict(result)]


def disagreement_lines(disagreement: Disagreement) -> list[str]:
    """Return one disagreement: the input, both outcomes, where they differ, and what decides."""
    name = f"case {disagreement.case}" if disagreement.case else "example"
    times = f"; {disagreement.seen} inputs show it" if disagreement.seen > 1 else ""
    facts = [("input", json_line(disagreement.input))]
    for label, outcome in zip(LABELS, disagreement.outcomes, strict=True):
        facts.append((label, _came(outcome)))
    requests = disagreement.outcomes.map(lambda outcome: outcome.requests)
    if requests.a is not None and requests.b is not None and requests.a != requests.b:
        facts.append(("requests", f"A sends {len(requests.a)}, B sends {len(requests.b)}; they are not the same"))
    facts += _changes(disagreement)
    for label, charges, others in zip(LABELS, disagreement.charges, reversed(disagreement.charges), strict=True):
        facts += [_charge(label, charge) for charge in charges if charge.firm or not _advises(others, charge)]
    facts += [("choice", _answers(choice)) for choice in disagreement.choices]
    return [
        f"DIFFER {disagreement.operation}: {_headline(disagreement)}",
        f"  {name}: {_difference(disagreement)}{times}",
        *(f"    {label:9} {text}" for label, text in facts),
    ]


def _headline(disagreement: Disagreement) -> str:
    firm = [sorted({charge.rule.id for charge in charges if charge.firm}) for charges in disagreement.charges]
    if any(firm):
        return "; ".join(
            f"{', '.join(rules)} {'decides' if len(rules) == 1 else 'decide'} against {label}"
            for label, rules in zip(LABELS, firm, strict=True)
            if rules
        )
    if disagreement.choices:
        return f"{' and '.join(choice.choice for choice in disagreement.choices)}: both answers are allowed"
    advice = [
        f"{', '.join(sorted({charge.rule.id for charge in charges if not _advises(others, charge)}))} against {label}"
        for label, charges, others in zip(LABELS, disagreement.charges, reversed(disagreement.charges), strict=True)
        if any(not _advises(others, charge) for charge in charges)
    ]
    return f"both are allowed{'; advice: ' + '; '.join(advice) if advice else ''}"


def _difference(disagreement: Disagreement) -> str:
    """Say in words what sets the two apart."""
    if disagreement.came != PerSubject(ANSWERS, ANSWERS):
        if disagreement.came.a == disagreement.came.b:
            return f"A {disagreement.came.a}, and so does B, after other requests"
        return f"A {disagreement.came.a}, B {disagreement.came.b}"
    first = next(iter(_ordered(disagreement)), None)
    if first is None:
        return "A and B give the same output, after other requests"
    change = first.change
    where = _at(first) or "the whole output"
    if change.kind == REMOVED:
        return f"only A has {where}"
    return f"only B has {where}" if change.kind == ADDED else f"A and B differ at {where}"


def _changes(disagreement: Disagreement) -> Iterator[tuple[str, str]]:
    ordered = _ordered(disagreement)
    for difference in ordered[:SHOWN]:
        change = difference.change
        if change.kind == REMOVED:
            text = f"A has {json_line(change.a)}"
        elif change.kind == ADDED:
            text = f"B has {json_line(change.b)}"
        else:
            text = f"A has {json_line(change.a)}, B {json_line(change.b)}"
        free = " (the rules leave this free)" if difference.free else ""
        yield change.kind, f"{one_line(_at(difference))}: {text}{free}"
    more = len(ordered) - SHOWN + disagreement.more
    if more > 0:
        yield "", f"and {more} more"


def _ordered(disagreement: Disagreement) -> list[OutputDifference]:
    """What a deciding rule points at comes first; what is free comes last: it is seen as well."""
    places = [charge.failure.at for charges in disagreement.charges for charge in charges if charge.firm]

    def rank(difference: OutputDifference) -> int:
        where = _at(difference)
        return 2 if difference.free else not any(_within(where, place) or _within(place, where) for place in places)

    return sorted(disagreement.differences, key=rank)


def _within(place: str, other: str) -> bool:
    return place == other or place.startswith(f"{other}/")


def _at(difference: OutputDifference) -> str:
    change = difference.change
    return pointer("output", *(change.path_b if change.kind == ADDED else change.path))


def _came(outcome: Outcome) -> str:
    if outcome.output is not ABSENT:
        return json_line(outcome.output)
    if outcome.refusal is not None:
        kind = f" ({one_line(outcome.refusal.type, 80)})" if outcome.refusal.type else ""
        return f"error: {one_line(outcome.refusal.message, 160)}{kind}"
    if outcome.fault is not None:
        return f"no result: {one_line(outcome.fault.message, 160)}"
    return f"no JSON: {one_line(outcome.not_json or '', 160)}"


def _advises(charges: Sequence[BrokenByOutcome], charge: BrokenByOutcome) -> bool:
    """Whether both sides get the same advice, which then sets nothing apart."""
    return any((own.rule.id, own.failure.kind) == (charge.rule.id, charge.failure.kind) for own in charges)


def _charge(label: str, charge: BrokenByOutcome) -> tuple[str, str]:
    rule, failure = charge.rule, charge.failure
    weight = rule.level if charge.firm or rule.level != "MUST" else f"advice: {failure.yields_to} takes precedence"
    return f"against {label}", f"{rule.id} ({weight}): {one_line(failure.message, 300)} ({one_line(failure.at, 160)})"


def _answers(choice: Explained) -> str:
    a, b = (f'"{one_line(answer, 80)}"' if answer is not None else "open" for answer in (choice.a, choice.b))
    return f"{choice.choice} ({choice.rule}): A answers {a}, B {b}"


def _count_lines(compared: OperationComparison) -> list[str]:
    lines = [
        f"{compared.operation}: {counted(compared.inputs, 'input')}, "
        f"the subjects disagree on {compared.differing or 'none'}"
    ]
    if compared.not_shown:
        lines.append(f"  {counted(compared.not_shown, 'more kind')} of difference, not shown")
    apart = {
        name
        for name in (*compared.choices.a, *compared.choices.b)
        if compared.choices.a.get(name) != compared.choices.b.get(name)
    }
    if apart:
        answers = ", ".join(
            f"{name} ({', '.join(one_line(own.get(name, 'open'), 80) for own in compared.choices)})"
            for name in sorted(apart)
        )
        lines.append(f"  choices they answer differently (A, B): {answers}")
    lines += [
        f"  {counted(count, 'input')} not compared: {one_line(why, 300)}" for why, count in compared.unasked.items()
    ]
    return lines


def _verdict(result: DiffResult) -> str:
    inputs = sum(operation.inputs for operation in result.operations)
    apart = sum(operation.differing > 0 for operation in result.operations)
    asked = f"{counted(inputs, 'input')} of {counted(len(result.operations), 'operation')}"
    names = " and ".join(one_line(subject.name) for subject in result.subjects)
    end = f"(seed {result.seed}, {result.seconds:.1f} s)"
    if not apart:
        return f"{names} {'agree on' if result.complete else 'incomplete: nothing sets them apart on'} {asked} {end}"
    kinds = counted(len(result.disagreements), "kind")
    decided = sum(disagreement.decided for disagreement in result.disagreements)
    return (
        f"{names} disagree: {kinds} of difference on {asked}, {decided} decided by a rule, "
        f"{len(result.disagreements) - decided} allowed {end}"
    )


def document(result: DiffResult) -> Document:
    """Return the comparison as data."""
    return {
        "format": 1,
        "suite": {"version": __version__},
        **{
            label: {
                "name": subject.name,
                "version": subject.version,
                "language": subject.language,
                "adapter": subject.adapter,
            }
            for label, subject in zip("ab", result.subjects, strict=True)
        },
        "run": {"seed": result.seed, "max_examples": result.max_examples, "seconds": result.seconds},
        "only": {
            label: [name for name in own.operations if name not in other.operations]
            for label, own, other in zip("ab", result.subjects, reversed(result.subjects), strict=True)
        },
        "agree": result.agree,
        "complete": result.complete,
        "operations": [
            {
                "operation": operation.operation,
                "inputs": operation.inputs,
                "differing": operation.differing,
                "kinds_not_shown": operation.not_shown,
                "not_compared": operation.unasked,
                "choices": {label: dict(own) for label, own in zip("ab", operation.choices, strict=True)},
            }
            for operation in result.operations
        ],
        "disagreements": [_disagreement(disagreement) for disagreement in result.disagreements],
    }


def _disagreement(disagreement: Disagreement) -> Document:
    return {
        "operation": disagreement.operation,
        "case": disagreement.case,
        "inputs": disagreement.seen,
        "input": writable(disagreement.input),
        **{
            label: {
                "came": came,
                "output": None if outcome.output is ABSENT else writable(outcome.output),
                "error": error_of(outcome),
                **({} if outcome.requests is None else {"requests": writable(list(outcome.requests))}),
            }
            for label, came, outcome in zip("ab", disagreement.came, disagreement.outcomes, strict=True)
        },
        "differences": [_change(difference) for difference in disagreement.differences],
        "differences_left_out": disagreement.more,
        "decided": disagreement.decided,
        "against": {label: _charges(charges) for label, charges in zip("ab", disagreement.charges, strict=True)},
        "choices": [choice._asdict() for choice in disagreement.choices],
    }


def _change(difference: OutputDifference) -> Document:
    """Return a change; `at` is a pointer into A's side, `at_b` into B's, each absent if there is no value."""
    change = difference.change
    document: Document = {"kind": change.kind, "free": difference.free}
    if change.kind != ADDED:
        document |= {"at": pointer("output", *change.path), "a": writable(change.a)}
    if change.kind != REMOVED:
        document |= {"at_b": pointer("output", *change.path_b), "b": writable(change.b)}
    return document


def _charges(charges: Sequence[BrokenByOutcome]) -> list[Document]:
    return [
        {
            "rule": charge.rule.id,
            "level": charge.rule.level,
            "title": charge.rule.title,
            "decides": charge.firm,
            "kind": charge.failure.kind,
            "at": charge.failure.at,
            "message": charge.failure.message,
            **({"yields_to": charge.failure.yields_to} if charge.failure.yields_to is not None else {}),
        }
        for charge in charges
    ]
