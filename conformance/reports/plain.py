"""Plain lines, for pipes and logs. Whatever a subject said is shown without its control characters."""

from __future__ import annotations

import json
from typing import TextIO

from conformance.engine.events import Event, Finished, Started
from conformance.engine.result import FAIL, NOT_RUN, VERDICTS, Evidence, RuleResult, RunResult
from conformance.values import ABSENT, JSON

SHOWN = 3  # pieces of evidence for each rule; the report has them all
WIDTH = 160


def clean(text: str) -> str:
    """Return text in which control characters and what reverses the reading order are visible."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def shown(value: JSON, limit: int = WIDTH) -> str:
    """Return a value as one line of JSON, cut where it is long."""
    text = clean(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= limit else f"{text[: limit - 20]}... ({len(text)} characters)"


def verdict_line(result: RunResult) -> str:
    """Return the verdict in one line."""
    must = [entry for entry in result.rules if entry.counts]
    failed = sum(entry.verdict in (FAIL, NOT_RUN, "unexpected-pass") for entry in must)
    passed = sum(entry.verdict == "pass" for entry in must)
    name = clean(result.subject.name)
    if not result.complete:
        verdict = "incomplete"
    else:
        verdict = "conforms" if result.conforms else "does not conform"
    rest = len(must) - failed - passed
    line = f"{name} {verdict}: {passed} MUST rules pass, {failed} fail"
    return line + (f", {rest} not judged" if rest else "") + f" (seed {result.seed}, {result.seconds:.1f} s)"


def header(event: Started, seed: int | None = None) -> str:
    """Return who is judged, in one line."""
    subject = event.subject
    about = ", ".join(filter(None, (subject.version, subject.language, f"reached as {subject.adapter}")))
    return f"Subject: {clean(subject.name)} ({clean(about)})"


def operation_lines(result: RunResult) -> list[str]:
    """Return the counts of each operation, and the choices its subject took."""
    lines = []
    width = max((len(entry.operation) for entry in result.rules), default=0)
    for operation in dict.fromkeys(entry.operation for entry in result.rules):
        entries = [entry for entry in result.rules if entry.operation == operation]
        counts = {verdict: sum(entry.verdict == verdict for entry in entries) for verdict in VERDICTS}
        cases = max((entry.cases_run for entry in entries), default=0)
        told = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
        lines.append(f"{operation:{width}}  {told} (up to {cases} cases a rule)")
        choices = result.choices.get(operation, {})
        if choices:
            answers = ", ".join(f"{name}: {clean(answer)}" for name, (answer, _found) in choices.items())
            lines.append(f"{'':{width}}  choices {answers}")
    return lines


def failure_lines(entry: RuleResult) -> list[str]:
    """Return a failing rule with its first pieces of evidence."""
    rule = entry.rule
    verdict = "FAIL" if entry.verdict == FAIL else entry.verdict.upper()
    lines = [f"{verdict} {rule.id} ({rule.level}) {entry.operation}: {rule.title}"]
    if entry.reason:
        lines.append(f"  {clean(entry.reason)}")
    for evidence in _telling(entry.evidence):
        lines += evidence_lines(evidence)
    left = len(entry.evidence) - SHOWN
    if left > 0:
        lines.append(f"  and {left} more in the report")
    return lines


def _telling(evidence: list[Evidence]) -> list[Evidence]:
    """Choose what to show first: the smallest inputs say most."""
    return sorted(evidence, key=lambda one: len(shown(one.input, 10_000)))[:SHOWN]


def evidence_lines(evidence: Evidence) -> list[str]:
    """Return one piece of evidence."""
    outcome = evidence.outcome
    name = f"case {evidence.case}" if evidence.case else "example"
    lines = [
        f"  {name}: {clean(evidence.message)}",
        f"    at        {clean(evidence.at)}",
        f"    input     {shown(evidence.input)}",
    ]
    if evidence.expected is not ABSENT:
        lines.append(f"    expected  {shown(evidence.expected)}")
    if outcome.output is not ABSENT:
        lines.append(f"    actual    {shown(outcome.output)}")
    elif outcome.refusal:
        kind = f" ({clean(outcome.refusal.type)})" if outcome.refusal.type else ""
        lines.append(f"    error     {clean(outcome.refusal.message)[:WIDTH]}{kind}")
    if outcome.fault:
        lines += [f"    log       {clean(line)[:WIDTH]}" for line in outcome.fault.log[-3:]]
    lines.append(f"    repeat    {clean(evidence.reproduce)}")
    return lines


def result_lines(result: RunResult) -> list[str]:
    """Return everything that is said after a run."""
    lines = []
    failing = [entry for entry in result.rules if entry.verdict in (FAIL, NOT_RUN, "unexpected-pass")]
    for entry in sorted(failing, key=lambda one: not one.counts):
        lines += [*failure_lines(entry), ""]
    if result.faults:
        lines.append(f"The subject died, hung or answered garbage {result.faults} times.")
    return [*lines, *operation_lines(result)]


class Plain:
    """Writes plain lines to a stream: who is judged at the start, everything else at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __call__(self, event: Event) -> None:
        """Write what an event tells."""
        if isinstance(event, Started):
            self._write([header(event)])
        elif isinstance(event, Finished):
            self._write(result_lines(event.result))

    def _write(self, lines: list[str]) -> None:
        text = "\n".join(lines) + "\n"
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        self._stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        self._stream.flush()
