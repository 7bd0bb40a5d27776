"""Builders of the rows of a survey: libraries that do not exist, with rules that do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from conformance.field.pages import About
from conformance.field.rows import (
    NOT_INSTALLED,
    NOT_JUDGED,
    NOT_STARTED,
    FoundDefect,
    FoundFact,
    SetResult,
    SurveyRow,
    Task,
    keys_of,
)
from conformance.rules.contracts import load_specifications

MCP, LIST, FLAT, MESSAGES = (
    "mcp-tool-to-chat-tool",
    "mcp-tools-to-responses-tools",
    "chat-tools-to-responses-tools",
    "chat-messages-to-responses-input",
)
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


def make_about(name: str = "acorn", **changes: Any) -> About:
    """What the catalogue says of a library."""
    made: dict[str, Any] = {
        "name": name,
        "title": name,
        "requirements": (f"{name}==2.0.0", "mcp==2.3.0"),
        "operations": {MCP: f"{name}.tools.convert"},
        "design": (),
        "file": "adapter.py",
        "source": f'"""{name}\'s converter."""\n\nfrom {name}.tools import convert\n\n\n'
        "def mcp_tool_to_chat_tool(tool):\n    return convert(tool)\n",
        "language": "python",
    }
    return About(**made | changes)


def make_rows() -> list[SurveyRow]:
    """Several libraries at several versions, the newest first: every status, and behaviour that is by design."""
    default = make_defect()
    nested = make_defect(
        "MCP-2a", id="D2", at="/output/function/parameters/items/0/default", sets=("documents", "safe")
    )
    strict = make_defect(
        "TR-4",
        FLAT,
        id="D3",
        message="strict is false, the source says true",
        at="/output/3/strict",
        rules=((FLAT, "TR-4", 12), (FLAT, "TR-4a", 3)),
        facts=(FoundFact(FLAT, "TR-4a", 3, "strict is absent, the source says true"),),
        input=json.dumps([{"type": "function", "function": {"name": f"tool_{n}", "strict": True}} for n in range(4)]),
        expected="true",
        actual="false",
    )
    lost = make_defect(
        "MSG-16a",
        MESSAGES,
        id="D4",
        message='this part has no result: {"type": "file"}',
        at="/output/input/0/content/1",
        sets=("safe", "documents", "robust"),
        expected=None,
    )
    sorted_tools = make_defect(
        "M2R-3a",
        LIST,
        id="D5",
        message="the tools are not in the order of the input",
        at="/output",
        design="tools are sorted by name so that prompts are cached, says a comment in its code",
    )
    hidden = make_defect("MCP-4", id="D6", at="/output/function", script=None, unpublished="the script prints nothing")
    other = make_defect("MCP-9", id="D7", at="/output/function/name", unpublished="the script needs more than 25 lines")
    two = {
        FLAT: make_verdicts(FLAT, fail=["TR-4", "TR-4a"]),
        MCP: make_verdicts(MCP, fail=["MCP-2", "MCP-2a", "MCP-4"]),
    }
    return [
        make_row("acorn", "2.0.0", defects=[default, nested, hidden]),
        make_row("acorn", "1.9.0", "2026-08-14", defects=[default, make_defect("MCP-7", at="/output/function/name")]),
        make_unjudged("acorn", "1.8.0", NOT_STARTED, "No module named `acorn.tools`", "2026-06-01"),
        make_row("acorn", "1.7.0", "2026-05-03", defects=[default], specs_digest="sha256:" + "6b" * 32),
        make_row(
            "birch", "0.4.1", "2026-11-20", rules=two, defects=[default, strict, other], note="no cassette replayed"
        ),
        make_row("birch", "0.4.0", None, rules=two, defects=[strict, default]),
        make_row("cedar-js", "7.1.0", "2026-10-30", defects=[], language="node 24"),
        make_unjudged("dogwood", "3.0.0", NOT_INSTALLED, "no version of `dogwood-core` fits Python 3.11"),
        make_row(
            "dogwood",
            "2.9.0",
            "2026-03-01",
            rules={
                LIST: make_verdicts(LIST, fail=["M2R-3a", "M2R-0"], not_observable=["M2R-1b"]),
                MESSAGES: make_verdicts(MESSAGES, fail=["MSG-16a"], not_applicable=["MSG-3"], not_run=["MSG-9"]),
            },
            defects=[lost, sorted_tools],
        ),
        make_unjudged("elm", "1.0.0", NOT_JUDGED, "the run ended without a report: killed after 600 s", None),
    ]


def make_catalogue(rows: Iterable[SurveyRow]) -> dict[str, About]:
    """What the catalogue says of the libraries of some rows; nothing of elm."""
    names = dict.fromkeys(row.task.library for row in rows)
    changes: dict[str, dict[str, Any]] = {
        "birch": {"title": "birch-llm", "operations": {FLAT: "private: `birch._flat`", MCP: "birch.mcp.convert"}},
        "cedar-js": {"title": "@cedar/tools", "file": "driver.mjs", "language": "javascript"},
        "dogwood": {
            "operations": {LIST: "dogwood.tools", MESSAGES: "dogwood.messages"},
            "design": (
                (LIST, "M2R-3a", "tools are sorted by name so that prompts are cached, says a comment in its code"),
                (MESSAGES, "MSG-3", "parts of other APIs are refused with an error that names them"),
            ),
        },
    }
    return {name: make_about(name, **changes.get(name, {})) for name in names if name != "elm"}


def make_heavy_rows(number: int) -> list[SurveyRow]:
    """One library with many defects, each with a long input and a long script."""
    tool = TOOL | {"inputSchema": {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(60)}}}
    script = SCRIPT.format(module="acorn", given=tool)
    defects = [
        make_defect(
            id=f"D{n}", at=f"/output/p{n}", input=json.dumps(tool), script=script, output=json.dumps(tool, indent=1)
        )
        for n in range(number)
    ]
    return [make_row(defects=defects), make_row(version="1.0.0", released="2026-01-01", defects=defects)]


def _set(name: str, defects: Iterable[FoundDefect]) -> SetResult:
    failed = tuple(
        dict.fromkeys((defect.operation, defect.rule) for defect in defects if name in ("all", *defect.sets))
    )
    return SetResult(verdict="fails" if failed else "conforms", rules=24, failed=failed)
