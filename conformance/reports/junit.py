"""The report as JUnit XML: a suite for each operation, a test case for each rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from conformance.reports.json_view import json_lines
from conformance.reports.text import clip, visible
from conformance.values import JSON

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

PIECES = 5  # pieces of evidence that are written out for one rule
VIEW = 60  # lines of one JSON value
MESSAGE = 300  # characters of a message attribute; the text holds more


def render(report: Mapping[str, Any]) -> bytes:
    """Return a report (specs/report.schema.json) as JUnit XML in UTF-8.

    A MUST rule that fails and an unexpected pass are failures; a rule that was not run is an error. A SHOULD
    rule that fails is skipped with its evidence in system-out: it does not decide. Expected failures that match no
    rule are failures of a suite of their own. A rule has no time of its own: each gets its share of the run's by the
    cases and examples that were judged. Some systems show the class name alone and some the text alone, so the class
    name has the operation, and each failure's text begins with what its message says.
    """
    from xml.etree import ElementTree

    root = ElementTree.Element("testsuites", name="conformance", time=f"{report['run']['seconds']:.3f}")
    share = report["run"]["seconds"] / (sum(map(_work, report["rules"])) or 1)
    for operation in dict.fromkeys(rule["operation"] for rule in report["rules"]):
        rules = [rule for rule in report["rules"] if rule["operation"] == operation]
        suite = ElementTree.SubElement(root, "testsuite", name=visible(operation, ""))
        properties = ElementTree.SubElement(suite, "properties")
        for name, value in _properties(report):
            ElementTree.SubElement(properties, "property", name=name, value=visible(value, ""))
        suite.extend([_testcase(rule, share) for rule in rules])
        _conclude(suite, share * sum(map(_work, rules)), report)
    stale = report.get("unmatched_expected_failures", ())
    if stale:
        suite = ElementTree.SubElement(root, "testsuite", name="expected failures")
        suite.extend([_stale(one) for one in stale])
        _conclude(suite, 0.0, report)
    root.attrib |= _counts(root)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _conclude(suite: Element, seconds: float, report: Mapping[str, Any]) -> None:
    suite.attrib |= _counts(suite)
    suite.attrib |= {"time": f"{seconds:.3f}", "timestamp": visible(report["run"]["started"], "")}


def _work(rule: Mapping[str, Any]) -> int:
    return int(rule["cases_run"] + rule["examples_run"])


def _counts(element: Element) -> dict[str, str]:
    """Number of test cases below an element, and of those with each outcome."""
    outcomes = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    return {name: str(sum(1 for _ in element.iter(tag))) for name, tag in outcomes.items()}


def _properties(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    subject, run, suite = report["subject"], report["run"], report["suite"]
    return [
        ("subject", subject["name"]),
        ("subject.version", subject["version"] or ""),
        ("subject.language", subject["language"] or ""),
        ("subject.adapter", subject["adapter"]),
        ("requirements", run["requirements"]),
        ("seed", str(run["seed"])),
        ("max_examples", str(run["max_examples"])),
        ("complete", str(run["complete"]).lower()),
        ("suite.version", suite["version"]),
        ("suite.specs_digest", suite["specs_digest"]),
    ]


def _stale(entry: Mapping[str, Any]) -> Element:
    """An expected failure that names no rule of the subject."""
    from xml.etree.ElementTree import Element, SubElement

    name = visible(f"{entry['rule']} of {entry['operation']}", "")
    case = Element("testcase", classname="conformance.expected-failures", name=name, time="0.000")
    message = f"no such rule of this subject, so its entry can go (its reason: {clip(visible(entry['reason'], ''))})"
    SubElement(case, "failure", message=clip(message, MESSAGE), type="unmatched").text = message
    return case


def _testcase(rule: Mapping[str, Any], share: float) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    case = Element(
        "testcase",
        classname=f"conformance.{visible(rule['operation'], '')}",
        name=visible(f"{rule['id']} {rule['title']}", ""),
        time=f"{share * _work(rule):.3f}",
    )
    verdict, level, evidence = rule["verdict"], rule["level"], rule["evidence"]
    text = _text(evidence)
    # Of a failure the first evidence says what is wrong; of any other verdict the reason says why it is one.
    first = evidence[0]["message"] if evidence else ""
    reason = rule.get("reason") or ""
    message = (first or reason) if verdict == "fail" else (reason or first)
    if verdict == "pass":
        return case
    if verdict == "unexpected-pass" or (verdict == "fail" and level == "MUST"):
        tag, message = "failure", message or verdict
    elif verdict == "not-run":
        tag, message = "error", message or verdict
    else:
        tag, message = "skipped", ": ".join(filter(None, (level if verdict == "fail" else verdict, message)))
    outcome = SubElement(case, tag, message=clip(visible(message, ""), MESSAGE), type=verdict)
    if text and tag == "skipped":
        SubElement(case, "system-out").text = text
    elif tag != "skipped":
        outcome.text = text or clip(visible(message))
    return case


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
