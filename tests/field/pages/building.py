"""Builders of the rows of a survey: libraries that do not exist, with rules that do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from conformance.field.rows import (
    FoundDefect,
    SetResult,
    SurveyRow,
    Task,
    keys_of,
)
from conformance.rules.contracts import load_specifications

MCP = "mcp-tool-to-chat-tool"
SPECS = "sha256:" + "5a" * 32
TOOL = {
    "name": "search_notes",
    "description": "Searches the notes.",
    "inputSchema": {"type": "object", "properties": {"value": {"type": "integer", "default": 1}}},
}
SCRIPT = """import json
from {module}.tools import convert

given = {given!r}
print(json.dumps(convert(given), indent=1, ensure_ascii=False))
"""


def make_defect(rule: str = "MCP-2", operation: str = MCP, **changes: Any) -> FoundDefect:
    """One published defect."""
    given = json.dumps(TOOL)
    at = "/output/function/parameters/properties/value/default"
    made: dict[str, Any] = {
        "id": "D1",
        "message": f'the property "value" still has its `default`, 1; wanted it absent ({rule})',
        "sets": ("documents",),
        "operation": operation,
        "rule": rule,
        "rules": ((operation, rule, 145),),
        "at": at,
        "input": given,
        "expected": '...the notes.", "parameters": {"type": "object", "properties": {"value": {}}}}}',
        "actual": '...the notes.", "parameters": {"type": "object", "properties": {"value": {"default": 1}}}}}',
        "language": "python",
        "script": SCRIPT.format(module="acorn", given=TOOL),
        "output": json.dumps({"type": "function", "function": {"name": "search_notes", "parameters": {}}}, indent=1),
    }
    made |= changes
    (key,) = keys_of([(made["operation"], made["rule"], made["at"])])
    return FoundDefect(**{"key": key} | made)


def make_task(
    library: str = "acorn", version: str = "2.0.0", released: str | None = "2026-11-02", **changes: Any
) -> Task:
    """The task of one version."""
    made: dict[str, Any] = {
        "library": library,
        "version": version,
        "released": released,
        "packages": (f"{library}=={version}", "mcp==2.3.0"),
        "before": None,
        "max_examples": 200,
        "digest": "sha256:" + "1b" * 32,
    }
    return Task(**made | changes)


def make_verdicts(operation: str, **verdicts: Iterable[str]) -> dict[str, str]:
    """The verdict of every rule of an operation: it passes unless it is named under another (fail=["MCP-2"])."""
    found = {rule.id: "pass" for rule in load_specifications().contracts[operation].rules}
    return found | {rule: verdict.replace("_", "-") for verdict, rules in verdicts.items() for rule in rules}


def make_row(
    library: str = "acorn",
    version: str = "2.0.0",
    released: str | None = "2026-11-02",
    *,
    rules: Mapping[str, Mapping[str, str]] | None = None,
    defects: Iterable[FoundDefect] = (),
    **changes: Any,
) -> SurveyRow:
    """A judged version. Its sets follow from its defects."""
    found = tuple(defects)
    verdicts = (
        rules if rules is not None else {MCP: make_verdicts(MCP, fail=sorted({finding.rule for finding in found}))}
    )
    made: dict[str, Any] = {
        "task": make_task(library, version, released),
        "suite": "0.1.0",
        "specs_digest": SPECS,
        "status": "judged",
        "day": "2026-11-26",
        "subject": f"{library} {version}",
        "language": "python 3.11",
        "installed": (f"{library}=={version}", "mcp==2.3.0", "pydantic==2.12.4"),
        "sets": {name: _set(name, found) for name in ("safe", "documents", "robust", "all")},
        "rules": verdicts,
        "defects": found,
        "seconds": {"environment": 3.5, "run": 12.25},
    }
    return SurveyRow(**made | changes)


def make_unjudged(
    library: str, version: str, status: str, reason: str, released: str | None = "2026-11-09"
) -> SurveyRow:
    """A version without a result."""
    return SurveyRow(
        task=make_task(library, version, released), suite="0.1.0", specs_digest=SPECS, status=status, reason=reason
    )


def _set(name: str, defects: Iterable[FoundDefect]) -> SetResult:
    failed = tuple(
        dict.fromkeys((defect.operation, defect.rule) for defect in defects if name in ("all", *defect.sets))
    )
    return SetResult(verdict="fails" if failed else "conforms", rules=24, failed=failed)
