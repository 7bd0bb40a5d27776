"""Judges recognised tools by what a target's API accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from conformance.apis.oracles import OPENAI, Finding, findings_of, findings_of_tools
from conformance.base.values import JSON, pointer
from conformance.commands.tool_check.converted import Remark, converted, source_pointer
from conformance.commands.tool_check.forms import MCP, DocumentTool, Recognised

REFUSED, WARNING = "refused", "warning"
# What MCP tools can be said beside the rules in specs/api/rules.json.
NOT_CONVERTIBLE, LEFT_OUT = "not-convertible", "left-out"
OWN_RULES = {
    NOT_CONVERTIBLE: "An MCP tool can be converted to the target's form.",
    LEFT_OUT: "What the target's form has no place for is left out by the conversion, which says so.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinding:
    """What there is to say of a tool. level: "refused" or "warning".

    message: in the API's own words. param, code: as the API writes them. rule: of specs/api/rules.json, "schema" for
    the pinned schema alone, or of OWN_RULES. at: JSON pointer into the document. tool: its place among the tools; None
    for what is said of all of them. name: the tool's; None where it has none.
    """

    level: str
    rule: str
    message: str
    param: str | None
    code: str | None
    at: str
    tool: int | None
    name: str | None


class JudgedTools(NamedTuple):
    """All that is to say, tool by tool. converted: how many MCP tools were converted first. refused: how many tools
    the API refuses; where it refuses their list, all of them.
    """

    said: tuple[ToolFinding, ...]
    converted: int
    refused: int


def judge(recognised: Recognised, target: str, profile: str = OPENAI) -> JudgedTools:
    """Judge tools as they would be sent: MCP tools as the reference converts them, all others unchanged.

    target: one of conformance.apis.oracles.TARGETS. profile: the host's, for OpenAI's APIs.
    """
    said: list[ToolFinding] = []
    sent: list[tuple[int, JSON]] = []
    for number, tool in enumerate(recognised.tools):
        if tool.form != MCP:
            sent.append((number, tool.value))
            continue
        own = [_tool_finding(found, number, tool) for found in findings_of("mcp-tool", tool.value, number)]
        said += own
        if any(finding.level == REFUSED for finding in own):
            continue
        made = converted(tool.value, target)
        said += [_of_conversion(WARNING, LEFT_OUT, remark, number, tool) for remark in made.said]
        if made.problem is not None:
            said.append(_of_conversion(REFUSED, NOT_CONVERTIBLE, Remark("", made.problem), number, tool))
        else:
            sent.append((number, made.tool))
    said += _of_target(recognised.tools, sent, target, profile)
    said.sort(key=lambda finding: (-1 if finding.tool is None else finding.tool, finding.level != REFUSED))
    refused = {finding.tool for finding in said if finding.level == REFUSED}
    count = len(recognised.tools) if None in refused else len(refused)
    return JudgedTools(tuple(said), sum(tool.form == MCP for tool in recognised.tools), count)


def _of_target(
    tools: Sequence[DocumentTool], sent: Sequence[tuple[int, JSON]], target: str, profile: str
) -> Iterator[ToolFinding]:
    for found in findings_of_tools(target, [value for _number, value in sent], profile):
        if not found.at:
            yield ToolFinding(
                level=found.level,
                rule=found.rule,
                message=found.message,
                param=found.param,
                code=found.code,
                at="",
                tool=None,
                name=None,
            )
            continue
        _root, position, *rest = found.at.split("/", 2)
        number = sent[int(position)][0]
        within = "/" + rest[0] if rest else ""
        if tools[number].form == MCP:
            within = source_pointer(within)
        yield _tool_finding(replace(found, at=within), number, tools[number])


def _tool_finding(found: Finding, number: int, tool: DocumentTool) -> ToolFinding:
    at = pointer(*tool.path) + found.at
    return ToolFinding(
        level=found.level,
        rule=found.rule,
        message=found.message,
        param=found.param,
        code=found.code,
        at=at,
        tool=number,
        name=_name(tool.value),
    )


def _of_conversion(level: str, rule: str, remark: Remark, number: int, tool: DocumentTool) -> ToolFinding:
    return ToolFinding(
        level=level,
        rule=rule,
        message=remark.message,
        param=None,
        code=None,
        at=pointer(*tool.path) + remark.at,
        tool=number,
        name=_name(tool.value),
    )


def _name(tool: JSON) -> str | None:
    for holder in (tool, tool.get("function") if isinstance(tool, dict) else None):
        if isinstance(holder, dict) and isinstance(holder.get("name"), str):
            return str(holder["name"])
    return None
