"""A comparison as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.base.values import ABSENT
from conformance.results.compare.comparison import ReportComparison
from conformance.results.compare.sections import SectionEntry, outcome, sections, verdict, who
from conformance.results.evidence_text import expected_of
from conformance.results.html.listing import render_listing
from conformance.results.json_view import differing, json_lines
from conformance.results.text import clip, one_line, prose, visible

TEMPLATE = "compare.html.jinja"
VIEW = 200  # lines of one JSON value


def render(comparison: ReportComparison) -> str:
    """Return a comparison as an HTML document."""
    found = sections(comparison)
    name = _cut_text(comparison.new["subject"]["name"], 120)
    return render_listing(
        TEMPLATE,
        filter_kinds=[section.title for section in found],
        filter_marks=[entry.mark for section in found for entry in section.entries],
        mark_label="Verdict",
        title=f"{clip(name, 80)}: {verdict(comparison)}",
        name=name,
        outcome=outcome(comparison),
        verdict=f"{verdict(comparison)}.",
        kind="bad" if comparison.regressed else "good",
        sides=[("Old", _cut_text(who(comparison.old))), ("New", _cut_text(who(comparison.new)))],
        notes=[_cut_text(note) for note in comparison.notes],
        sections=[
            {
                "name": section.name,
                "title": section.title,
                "counts": section.counts,
                "entries": [_entry(entry) for entry in section.entries],
            }
            for section in found
        ],
    )


def _entry(entry: SectionEntry) -> dict[str, Any]:
    rule = entry.rule
    return {
        "mark": entry.mark,
        "id": _cut_text(rule["id"], 80) if rule else "",
        "level": rule["level"] if rule else "",
        "operation": _cut_text(rule["operation"], 120) if rule else "",
        "title": prose(clip(entry.title, 400)),
        "facts": [(_cut_text(label, 120), prose(clip(text, 600))) for label, text in entry.facts],
        "evidence": _evidence(entry.evidence) if entry.evidence is not None else None,
    }


def _evidence(evidence: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": _cut_text("example" if evidence["case"] is None else f"case {evidence['case']}", 200),
        "message": prose(evidence["message"]),
        "at": _cut_text(evidence["at"], 400),
        "panes": _panes(evidence),
        "reproduce": _cut_text(evidence["reproduce"], 2_000),
    }


def _panes(evidence: Mapping[str, Any]) -> list[dict[str, Any]]:
    if "input_after" in evidence:
        before, after = (json_lines(evidence[key]).lines[:VIEW] for key in ("input", "input_after"))
        gone, came = differing(before, after)
        return [_pane("Input", before, gone, "del"), _pane("Input after the call", after, came, "ins")]
    given, expected, actual = (json_lines(evidence[key]).lines[:VIEW] for key in ("input", "expected", "actual"))
    lacking: set[int] = set()
    extra: set[int] = set()
    is_named = expected_of(evidence) is not ABSENT
    if is_named and evidence["error"] is None:
        lacking, extra = differing(expected, actual)
    panes = [_pane("Input", given, set(), "span")]
    if is_named:
        panes.append(_pane("Expected", expected, lacking, "del"))
    error = evidence["error"]
    if error is None:
        panes.append(_pane("Actual", actual, extra, "ins"))
    else:
        panes.append(_pane("Actual", [f"{error['kind']}: {visible(error['message'], '')}"], set(), "span"))
    return panes


def _pane(label: str, lines: list[str], marked: set[int], mark: str) -> dict[str, Any]:
    return {
        "label": label,
        "lines": [(mark if number in marked else "span", clip(text)) for number, text in enumerate(lines)],
        "full": len(lines) < VIEW,
    }


def _cut_text(text: str, limit: int = 400) -> str:
    return one_line(text, limit)
