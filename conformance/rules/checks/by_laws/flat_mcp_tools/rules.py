"""mcp-tools-to-responses-tools (S2, then S0): MCP tools to flat Responses tools in one step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.base.values import ABSENT, JSON, same
from conformance.rules.checks import conduct
from conformance.rules.checks.by_laws.flat_mcp_tools.view import FlatMcpTools, same_but_for_properties
from conformance.rules.checks.by_laws.mcp_tools import rules as of_mcp
from conformance.rules.checks.by_laws.mcp_tools.view import USABLE
from conformance.rules.checks.findings import Failure, Findings, brief, input_at, output_at
from conformance.rules.checks.tools.fields import strict_off
from conformance.rules.laws.offers import ToolPair


def functions_arrive(view: FlatMcpTools) -> Findings:
    """M2R-1: each tool arrives, and no other one."""
    outputs = view.outputs or []
    unasked = [Failure("unasked", output_at(at), f"{brief(outputs[at])} comes from no entry") for at in view.unasked]
    return view.arrival([*of_mcp.arrived_unlike(view), *unasked])


def strict_stays_off(view: FlatMcpTools) -> Findings:
    """API-3: the tool says `strict: false`; the Responses API reads an absent one as true."""
    return strict_off(view, [pair for pair in view.pairs if isinstance(pair.body, dict)])


def neighbours(view: FlatMcpTools) -> Findings:
    """M2R-1d: a tool's result does not depend on its neighbours. New names may: they are one to one over a list."""
    if "rename" in view.answers("unsafe-names", "keep", "rename", "refuse"):
        if any(kind != USABLE for kind in view.kinds):
            return None
    return conduct.neighbours_do_not_matter(view)


def two_steps_agree(view: FlatMcpTools) -> Findings:
    """LAW-1: MCP to Chat to Responses gives what MCP to Responses gives.

    Compared are tools with a safe name and a description, which arrive both ways under every answer to the choices of
    all three operations, and of them what no choice changes.
    """
    chained = view.trial.chained
    if chained is None or chained.output is ABSENT or not view.answered:
        return None
    chain = FlatMcpTools(replace(view.trial, outcome=chained, chained=None))
    others = {pair.entry: pair for pair in chain.described}
    compared = [
        (pair, others[pair.entry])
        for pair in view.described
        if view.kinds[pair.entry] == USABLE and pair.entry in others
    ]
    if not compared:
        return None
    return tuple(failure for pair, other in compared for failure in _disagreements(view, pair, other))


def _disagreements(view: FlatMcpTools, pair: ToolPair, other: ToolPair) -> Iterator[Failure]:
    if not isinstance(pair.body, dict) or not isinstance(other.body, dict):
        return
    for key in ("name", "description"):
        direct, chained = pair.body.get(key, ABSENT), other.body.get(key, ABSENT)
        if not same(direct, chained):
            yield _disagreement(view, pair, key, direct, chained)
    if not same_but_for_properties(pair.source_schema, pair.schema, other.schema):
        yield _disagreement(view, pair, "parameters", pair.schema, other.schema)
    strict = pair.body.get("strict", ABSENT) is True, other.body.get("strict", ABSENT) is True
    if strict[0] is not strict[1]:
        yield _disagreement(view, pair, "strict", pair.body.get("strict", ABSENT), other.body.get("strict", ABSENT))


def _disagreement(view: FlatMcpTools, pair: ToolPair, key: str, direct: JSON, chained: JSON) -> Failure:
    shown = (brief(value) for value in (direct, chained))
    message = "{}: in one step {}, by way of Chat Completions {}".format(key, *shown)
    return Failure(f"{key}-differs", output_at(*view.at(pair, key)), message)


def undescribed_arrive(view: FlatMcpTools) -> Findings:
    """M2R-2: a tool without description, or with an empty one, converts."""
    findings = of_mcp.undescribed_arrive(view)
    empty = [index for index in view.entries_of(USABLE) if view.entry(index).get("description") == ""]
    if not empty or view.alignment is None:
        return findings
    lost = [index for index in empty if index not in view.arrived and not view.converts_alone(index)]
    message = "a tool with an empty description did not arrive"
    found = findings if isinstance(findings, tuple) else ()
    return (*found, *(Failure("lost", input_at(index), message) for index in lost))


def unusable_tool(view: FlatMcpTools) -> Findings:
    """M2R-2a: what cannot be converted fails alone, as unusable-tool says."""
    return of_mcp.unusable_tool(view)
