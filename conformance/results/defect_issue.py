"""A defect as text for the tracker of a library: a script that shows it without the suite, and what it prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from conformance.base.values import ABSENT
from conformance.results.defects import ReportedDefect
from conformance.results.evidence_text import expected_of
from conformance.results.markdown_text import block, code, words
from conformance.results.reproduction.model import ShownDefect
from conformance.results.text import counted
from conformance.results.titles import place_of, said_at
from conformance.rules.contracts import Specifications
from conformance.rules.contracts.model import by_document


def issue(report: Mapping[str, Any], defect: ReportedDefect, shown: ShownDefect, known: Specifications) -> str:
    """Return the Markdown. known: the rules, with why they are and their sources."""
    rules = {(rule["operation"], rule["id"]): rule for rule in report["rules"]}
    rule, subject, suite = rules[defect.shown], report["subject"], report["suite"]
    found_with = ", ".join(
        code(element) for element in (subject["name"], subject["version"], subject["language"]) if element
    )
    expected = expected_of(defect.evidence)
    text = json.dumps(expected, indent=1, ensure_ascii=False) if expected is not ABSENT else ""
    parts = [
        f"# {words(_title(defect))}",
        f"Found with {found_with}, on {counted(defect.inputs, 'input')}.",
        "This script shows it:",
        block(shown.script).replace("```text", f"```{shown.language}", 1),
        "It prints:",
        block(shown.output.rstrip() or " "),
        "Expected:",
        *([block(text)] if text else []),
        *_required(rule, known),
        f"Found by tool-conformance {code(suite['version'])}, rule {code(rule['id'])} of {code(rule['operation'])}.",
    ]
    return "\n\n".join(parts) + "\n"


def _title(defect: ReportedDefect) -> str:
    """Return what the converter does, with its place and operation: the rule means nothing to who reads the tracker."""
    at = defect.evidence["at"]
    where = ", ".join(filter(None, (defect.shown[0], place_of(at))))
    return f"{said_at(at, defect.message)} ({where})"


def _required(rule: Mapping[str, Any], known: Specifications) -> list[str]:
    """Return what a rule requires, why, and where that is from; of a rule that there is no longer what the report says.

    Documents of the suite's own are named by their titles: nobody else knows their keys.
    """
    contract = known.contracts.get(rule["operation"])
    own = (
        next((other_rule for other_rule in contract.rules if other_rule.id == rule["id"]), None)
        if contract is not None
        else None
    )
    if own is None:
        return [f"{words(rule['title'], 600)} ({words(rule['source'], 600)})."]
    named = by_document(own.sources, known.documents).items()
    sources = [", ".join(words(text, 600) for text in (title, *sections)) for (_key, title), sections in named]
    return [
        f"{words(own.title, 600)}. {words(own.why, 2000)}",
        "\n".join(["Sources:", "", *(f"- {source}" for source in sources)]),
    ]
