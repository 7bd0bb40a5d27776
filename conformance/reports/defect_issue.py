"""A defect as text for the tracker of a library: a script that shows it without the suite, and what it prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from conformance.reports.defects import Defect
from conformance.reports.evidence_text import expected_of
from conformance.reports.markdown_text import block, code, words
from conformance.reports.text import counted
from conformance.values import ABSENT


def shows(defect: Defect, printed: str, failed: str) -> bool:
    """Whether what a script printed, or the error that it ended with, is the defect of the report."""
    evidence, error = defect.evidence, defect.evidence["error"]
    if evidence.get("earlier"):
        return False
    if error is not None:
        return error["kind"] == "error" and str(error["message"]).splitlines()[0] in failed
    # Where no output is wrong, such as objects that are shared with the input, the output shows nothing.
    if expected_of(evidence) is ABSENT and not evidence["at"].startswith("/input"):
        return False
    try:
        return bool(json.loads(printed) == evidence["actual"])
    except ValueError:
        return False


def issue(report: Mapping[str, Any], defect: Defect, script: str, output: str) -> str:
    """Return the Markdown. output: what the script printed."""
    rules = {(one["operation"], one["id"]): one for one in report["rules"]}
    rule, subject, suite = rules[defect.shown], report["subject"], report["suite"]
    found_with = ", ".join(code(one) for one in (subject["name"], subject["version"], subject["language"]) if one)
    expected = expected_of(defect.evidence)
    text = json.dumps(expected, indent=1, ensure_ascii=False) if expected is not ABSENT else ""
    parts = [
        f"# {words(defect.message)}",
        f"Found with {found_with}, on {counted(defect.inputs, 'input')}.",
        "This script shows it:",
        block(script).replace("```text", "```python", 1),
        "It prints:",
        block(output.rstrip() or " "),
        "Expected:",
        *([block(text)] if text else []),
        f"{words(rule['title'], 600)} ({words(rule['source'], 600)}).",
        f"Found by tool-conformance {code(suite['version'])}, rule {code(rule['id'])} of {code(rule['operation'])}.",
    ]
    return "\n\n".join(parts) + "\n"
