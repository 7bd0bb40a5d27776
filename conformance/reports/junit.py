"""The report as JUnit XML: a suite for each operation, a test case for each rule."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from conformance.engine.result import NOT_RUN, decides_against
from conformance.reports.json_view import json_lines
from conformance.reports.templates import templates
from conformance.reports.text import clip, visible
from conformance.values import JSON

PIECES = 5  # pieces of evidence that are written out for one rule
VIEW = 60  # lines of one JSON value
MESSAGE = 300  # characters of a message attribute; the text holds more
TEMPLATE = "junit.xml.jinja"
Shown = dict[str, Any]  # what the template shows of a suite or a test case


def render(report: Mapping[str, Any]) -> bytes:
    """Return a report (specs/report.schema.json) as JUnit XML in UTF-8.

    What decides against the subject is a failure, and a MUST rule that was not run an error. A SHOULD rule that fails
    or was not run is skipped, with its evidence in system-out: it does not decide. Expected failures that match no
    rule are failures of a suite of their own. A rule has no time of its own: each gets its share of the run's by the
    cases and examples that were judged. Some systems show the class name alone and some the text alone, so the class
    name has the operation, and each failure's text begins with what its message says.
    """
    share = report["run"]["seconds"] / (sum(map(_work, report["rules"])) or 1)
    suites = []
    for operation in dict.fromkeys(rule["operation"] for rule in report["rules"]):
        rules = [rule for rule in report["rules"] if rule["operation"] == operation]
        cases = [_case(rule, share) for rule in rules]
        seconds = share * sum(map(_work, rules))
        suites.append(_suite(visible(operation, ""), cases, seconds) | {"properties": _properties(report)})
    stale = report.get("unmatched_expected_failures", ())
    if stale:
        suites.append(_suite("expected failures", list(map(_stale, stale)), 0.0))
    document = templates(os.path.dirname(__file__), TEMPLATE).render_template(
        TEMPLATE,
        suites=suites,
        time=_time(report["run"]["seconds"]),
        started=visible(report["run"]["started"], ""),
        counts=_counts(case for suite in suites for case in suite["cases"]),
    )
    return document.encode() + b"\n"


def _suite(name: str, cases: list[Shown], seconds: float) -> Shown:
    return {"name": name, "properties": (), "cases": cases, "counts": _counts(cases), "time": _time(seconds)}


def _time(seconds: float) -> str:
    return f"{seconds:.3f}"


def _work(rule: Mapping[str, Any]) -> int:
    return int(rule["cases_run"] + rule["examples_run"])


def _counts(cases: Iterable[Shown]) -> dict[str, int]:
    """Number of test cases, and of those with each outcome."""
    outcomes = Counter(case["outcome"] for case in cases)
    return {
        "tests": outcomes.total(),
        "failures": outcomes["failure"],
        "errors": outcomes["error"],
        "skipped": outcomes["skipped"],
    }


def _properties(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    subject, run, suite = report["subject"], report["run"], report["suite"]
    properties = {
        "subject": subject["name"],
        "subject.version": subject["version"] or "",
        "subject.language": subject["language"] or "",
        "subject.adapter": subject["adapter"],
        "requirements": run["requirements"],
        "seed": str(run["seed"]),
        "max_examples": str(run["max_examples"]),
        "complete": str(run["complete"]).lower(),
        "suite.version": suite["version"],
        "suite.specs_digest": suite["specs_digest"],
    }
    return [(name, visible(value, "")) for name, value in properties.items()]


def _stale(entry: Mapping[str, Any]) -> Shown:
    """An expected failure that names no rule of the subject."""
    message = clip(
        f"no such rule of this subject, so its entry can go (its reason: {clip(visible(entry['reason'], ''))})", MESSAGE
    )
    return {
        "classname": "conformance.expected-failures",
        "name": visible(f"{entry['rule']} of {entry['operation']}", ""),
        "time": _time(0.0),
        "outcome": "failure",
        "message": message,
        "type": "unmatched",
        "text": message,
        "output": "",
    }


def _case(rule: Mapping[str, Any], share: float) -> Shown:
    """Return what is shown of one rule. text: of its failure or error. output: evidence of one that does not decide."""
    verdict, level, evidence = rule["verdict"], rule["level"], rule["evidence"]
    case = {
        "classname": f"conformance.{visible(rule['operation'], '')}",
        "name": visible(f"{rule['id']} {rule['title']}", ""),
        "time": _time(share * _work(rule)),
        "outcome": None,
    }
    if verdict == "pass":
        return case
    # Of a failure the first evidence says what is wrong; of any other verdict the reason says why it is one.
    first = evidence[0]["message"] if evidence else ""
    reason = rule.get("reason") or ""
    message = (first or reason) if verdict == "fail" else (reason or first)
    told = _text(evidence)
    if decides_against(level, verdict):
        outcome, message = ("error" if verdict == NOT_RUN else "failure"), message or verdict
    else:
        outcome, message = "skipped", ": ".join(filter(None, (level if verdict == "fail" else verdict, message)))
    decides = outcome != "skipped"
    return case | {
        "outcome": outcome,
        "message": clip(visible(message, ""), MESSAGE),
        "type": verdict,
        "text": (told or clip(visible(message))) if decides else "",
        "output": "" if decides else told,
    }


def _text(evidence: list[Mapping[str, Any]]) -> str:
    """Evidence as text for a terminal or a log."""
    pieces = ["\n".join(_lines(piece)) for piece in evidence[:PIECES]]
    if len(evidence) > PIECES:
        pieces.append(f"{len(evidence) - PIECES} more in report.json")
    return "\n\n".join(pieces)


def _lines(piece: Mapping[str, Any]) -> Iterator[str]:
    yield clip(visible(piece["message"]))
    if piece["at"]:
        yield f"at: {clip(visible(piece['at'], ''))}"
    yield from _value("input", piece["input"])
    if piece["expected"] is not None:
        yield from _value("expected", piece["expected"])
    if (error := piece["error"]) is None:
        yield from _value("actual", piece["actual"])
    else:
        parts = ("no output", error["kind"], error.get("type"), error["message"])
        yield "actual: " + clip(visible(": ".join(filter(None, parts))))
        yield from (f"  log: {clip(visible(line, ''))}" for line in error.get("log", ())[-10:])
    yield f"reproduce: {clip(visible(piece['reproduce'], ''))}"


def _value(label: str, value: JSON) -> Iterator[str]:
    lines = json_lines(value).lines
    yield clip(f"{label}: {lines[0]}")
    yield from map(clip, lines[1:VIEW])
    if len(lines) > VIEW:
        yield f"... {len(lines) - VIEW:,} more lines in report.json"
