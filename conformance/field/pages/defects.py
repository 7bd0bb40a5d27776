"""How the page of a library shows its defects."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

from minijinja import safe

from conformance.field.pages.site import Site, anchors, rules_file, short
from conformance.field.pages.versions import LibraryHistory
from conformance.field.rows import FoundDefect, SurveyRow
from conformance.results.html.page import anchor_of
from conformance.results.json_view import json_lines
from conformance.results.text import clip, counted, one_line, prose, visible
from conformance.results.titles import place_of, said_at

FEW_LINES = 12  # of an input that is open at first
BUDGET = 230_000  # characters of the inputs, scripts and outputs of one page
MOST = 8_000  # characters of one of them
LONG = 1_000  # characters of an input that is folded at first
AROUND = 800  # characters of what was expected, and of what came


def shown_defects(site: Site, history: LibraryHistory, row: SurveyRow) -> list[dict[str, Any]]:
    """Return the published defects of a library's latest version for the template, in their order."""
    published = row.published
    texts = [(_indented(defect.input), _trimmed(defect.script), _trimmed(defect.output)) for defect in published]
    limit = fair_limit([len(text) for own in texts for text in own], BUDGET, MOST)
    return [
        _defect_entry(site, history, defect, anchor, [clip(text, limit) for text in own])
        for defect, own, anchor in zip(published, texts, anchors(published), strict=True)
    ]


def fair_limit(lengths: Sequence[int], budget: int, most: int) -> int:
    """Return how long a text may be so that all fit in a budget, cut or whole: only the longest are cut."""
    left = budget
    for place, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - place)
        if length > share:
            return min(share, most)
        left -= length
    return most


def unpublished(row: SurveyRow) -> list[tuple[int, str]]:
    """Return how many defects were not published for each reason, the most frequent first."""
    published = {id(defect) for defect in row.published}
    reasons = Counter(
        defect.unpublished or "no script shows it" for defect in row.defects if id(defect) not in published
    )
    return [
        (number, one_line(reason, 200))
        for reason, number in sorted(reasons.items(), key=lambda reason: (-reason[1], reason[0]))
    ]


def _defect_entry(
    site: Site, history: LibraryHistory, defect: FoundDefect, anchor: str, texts: Sequence[str]
) -> dict[str, Any]:
    given, script, output = texts
    return {
        "anchor": anchor,
        "bisect": one_line(f"conformance survey bisect {history.name} {shlex.quote(defect.key)}", 400),
        "place": place_of(defect.at),
        "message": prose(clip(said_at(defect.at, defect.message), 400)),
        "sets": [short(name) for name in defect.sets],
        "rules": [
            _broken_rule_entry(site, *broken) for broken in defect.rules or ((defect.operation, defect.rule, 0),)
        ],
        "facts": [
            (short(fact.rule), prose(clip(fact.message, AROUND)), counted(fact.inputs, "input"))
            for fact in defect.facts
        ],
        "operations": list(
            dict.fromkeys(short(name) for name in (defect.operation, *(operation for operation, *_ in defect.rules)))
        ),
        "at": one_line(defect.at, 300),
        "since": short(history.since(defect)),
        "input": preformatted(given),
        "input_lines": counted(given.count("\n") + 1, "line"),
        "input_folded": given.count("\n") >= FEW_LINES or len(given) > LONG,
        "expected": None if defect.expected is None else preformatted(clip(visible(defect.expected), AROUND)),
        "actual": None if defect.actual is None else preformatted(clip(visible(defect.actual), AROUND)),
        "language": short(defect.language),
        "script": preformatted(script),
        "output": preformatted(output),
        "design": prose(defect.design or ""),
        "by_design": defect.design is not None,
    }


def _broken_rule_entry(site: Site, operation: str, rule: str, inputs: int) -> dict[str, Any]:
    known = site.rule(operation, rule)
    return {
        "id": short(rule),
        "operation": short(operation),
        "title": prose(known.title) if known else [],
        "level": known.level if known else "",
        "inputs": counted(inputs, "input") if inputs else "",
        "link": f"{rules_file(operation)}#{anchor_of(rule)}" if operation in site.operations else "",
    }


def preformatted(text: str) -> str:
    """Return text as the content of an element; its quotes stay, which are most of what JSON would have escaped."""
    return safe(escape(text, quote=False))


def _trimmed(text: str | None) -> str:
    return visible((text or "").strip("\n"))


def _indented(text: str) -> str:
    """Return JSON with an indent, and any other text as it is."""
    try:
        return "\n".join(json_lines(json.loads(text)).lines)
    except (ValueError, RecursionError):
        return visible(text)
