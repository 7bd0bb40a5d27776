"""The report as JUnit XML: a suite for each operation, a test case for each rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from conformance.base.values import ABSENT, JSON
from conformance.results.arrives import in_line, percents
from conformance.results.cases import seconds_of
from conformance.results.defects import DEFECTS_LISTED, defects_of, named_by
from conformance.results.evidence_text import expected_of, judged
from conformance.results.json_view import json_lines
from conformance.results.requirement_sets import without_of
from conformance.results.set_aside import share
from conformance.results.text import clip, name_list, one_line, visible
from conformance.results.titles import placed
from conformance.results.unjudged import unjudged_lines
from conformance.running.engine.result import NOT_RUN, decides_against

PIECES = 5  # pieces of evidence that are written out for one rule
VIEW = 60  # lines of one JSON value
MESSAGE = 300  # characters of a message attribute; the text holds more
# By the element of an outcome, the attribute that counts it.
OUTCOMES = {"failure": "failures", "error": "errors", "skipped": "skipped"}


def render(report: Mapping[str, Any]) -> bytes:
    """Return a report (specs/report.schema.json) as JUnit XML in UTF-8.

    What decides against the subject is a failure, and a MUST rule that was not run an error. A SHOULD rule that fails
    or was not run is skipped, with its evidence in system-out: it does not decide. Expected failures that match no
    rule are failures of a suite of their own, and each reason why something was not judged is an error of one. A rule
    has no time of its own: each gets its share of the run's by the cases and examples that were judged. Some systems
    show the class name alone and some the text alone, so the class name has the operation, and each failure's text
    begins with what its message says.
    """
    root = ElementTree.Element("testsuites", name="conformance", time=_time(report["run"]["seconds"]))
    share = report["run"]["seconds"] / (sum(map(_work, report["rules"])) or 1)
    named = named_by(defects_of(report))
    for operation in dict.fromkeys(rule["operation"] for rule in report["rules"]):
        rules = [rule for rule in report["rules"] if rule["operation"] == operation]
        suite = _suite(root, report, visible(operation, ""), share * sum(map(_work, rules)))
        _add_properties(suite, report)
        for rule in rules:
            own = seconds_of(report, rule)
            _add_case(suite, rule, share * _work(rule) if own is None else own, named.get((operation, rule["id"]), []))
    stale = report.get("unmatched_expected_failures", ())
    if stale:
        suite = _suite(root, report, "expected failures", 0.0)
        for entry in stale:
            _add_stale(suite, entry)
    if not report["run"]["complete"]:
        suite = _suite(root, report, "incomplete", 0.0)
        for reason in unjudged_lines(report) or ["The run is incomplete."]:
            _add_unjudged(suite, reason)
    for element in (*root, root):
        _count(element)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _suite(root: Element, report: Mapping[str, Any], name: str, seconds: float) -> Element:
    started = visible(report["run"]["started"], "")
    return ElementTree.SubElement(root, "testsuite", name=name, time=_time(seconds), timestamp=started)


def _count(element: Element) -> None:
    """Set how many test cases an element holds, and how many have each outcome."""
    element.set("tests", str(len(list(element.iter("testcase")))))
    for outcome, attribute in OUTCOMES.items():
        element.set(attribute, str(len(list(element.iter(outcome)))))


def _time(seconds: float) -> str:
    return f"{seconds:.3f}"


def _work(rule: Mapping[str, Any]) -> int:
    return int(rule["cases_run"] + rule["examples_run"])


def _add_properties(suite: Element, report: Mapping[str, Any]) -> None:
    subject, run, version = report["subject"], report["run"], report["suite"]
    properties = {
        "subject": subject["name"],
        "subject.version": subject["version"] or "",
        "subject.language": subject["language"] or "",
        "subject.adapter": subject["adapter"],
        "requirements": run["requirements"],
        **{f"sets.{requirement_set['name']}": requirement_set["verdict"] for requirement_set in report["sets"]},
        "without": ", ".join(without_of(report)),
        "seed": str(run["seed"]),
        "max_examples": str(run["max_examples"]),
        "complete": str(run["complete"]).lower(),
        "set_aside": share(report) or "",
        "arrives": in_line(percents(report)),
        "suite.version": version["version"],
        "suite.specs_digest": version["specs_digest"],
    }
    element = ElementTree.SubElement(suite, "properties")
    for name, value in properties.items():
        ElementTree.SubElement(element, "property", name=name, value=visible(value, ""))


def _add_stale(suite: Element, entry: Mapping[str, Any]) -> None:
    """Add an expected failure that names no rule of the subject."""
    reason = one_line(entry["reason"])
    message = clip(f"no such rule of this subject; delete this entry (its reason: {reason})", MESSAGE)
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname="conformance.expected-failures",
        name=visible(f"{entry['rule']} of {entry['operation']}", ""),
        time=_time(0.0),
    )
    ElementTree.SubElement(case, "failure", message=message, type="unmatched").text = message


def _add_unjudged(suite: Element, reason: str) -> None:
    """Add a reason why something was not judged."""
    name = visible(reason, "")
    case = ElementTree.SubElement(suite, "testcase", classname="conformance.incomplete", name=name, time=_time(0.0))
    ElementTree.SubElement(case, "error", message=clip(name, MESSAGE), type="incomplete").text = name


def _add_case(suite: Element, rule: Mapping[str, Any], seconds: float, defects: Sequence[str]) -> None:
    verdict, level, evidence = rule["verdict"], rule["level"], rule["evidence"]
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"conformance.{visible(rule['operation'], '')}",
        name=visible(f"{rule['id']} {rule['title']}", ""),
        time=_time(seconds),
    )
    if verdict == "pass":
        return
    # Of a failure the first evidence says what is wrong; of any other verdict the reason says why it is one.
    first = placed(evidence[0]["at"], evidence[0]["message"]) if evidence else ""
    reason = rule.get("reason") or ""
    message = (first or reason) if verdict == "fail" else (reason or first)
    text = _text(evidence)
    decides = decides_against(level, verdict)
    if decides:
        outcome, message = ("error" if verdict == NOT_RUN else "failure"), message or verdict
    else:
        outcome, message = "skipped", ": ".join(filter(None, (level if verdict == "fail" else verdict, message)))
    ids = f" [{name_list(defects, DEFECTS_LISTED)}]" if defects else ""
    element = ElementTree.SubElement(case, outcome, message=one_line(message, MESSAGE) + ids, type=verdict)
    if decides:
        element.text = text or clip(visible(message))
    elif text:
        ElementTree.SubElement(case, "system-out").text = text


def _text(evidence: list[Mapping[str, Any]]) -> str:
    """Evidence as text for a terminal or a log."""
    pieces = ["\n".join(_lines(piece)) for piece in evidence[:PIECES]]
    if len(evidence) > PIECES:
        pieces.append(f"{len(evidence) - PIECES} more in report.json")
    return "\n\n".join(pieces)


def _lines(piece: Mapping[str, Any]) -> Iterator[str]:
    yield clip(visible(placed(piece["at"], piece["message"])))
    if piece["at"]:
        yield f"at: {one_line(piece['at'])}"
    yield from _value("input", piece["input"])
    if "input_after" in piece:
        yield from _value("input after the call", piece["input_after"])
    elif expected_of(piece) is not ABSENT:
        yield from _value("expected", piece["expected"])
    if (error := piece["error"]) is None and "input_after" not in piece:
        yield from _value("actual", piece["actual"])
    elif error is not None:
        parts = ("no output", error["kind"], error.get("type"), error["message"])
        yield "actual: " + clip(visible(": ".join(filter(None, parts))))
        yield from (f"  log: {one_line(line)}" for line in error.get("log", ())[-10:])
    yield from (f"judged: {judged(choice)}" for choice in piece.get("judged_with", ()))
    yield f"reproduce: {one_line(piece['reproduce'])}"


def _value(label: str, value: JSON) -> Iterator[str]:
    lines = json_lines(value).lines
    yield clip(f"{label}: {lines[0]}")
    yield from map(clip, lines[1:VIEW])
    if len(lines) > VIEW:
        yield f"... {len(lines) - VIEW:,} more lines in report.json"
