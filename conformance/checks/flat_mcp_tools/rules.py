"""mcp-tools-to-responses-tools (S2, then S0): MCP tools to flat Responses tools in one step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.checks import conduct
from conformance.checks.findings import Failure, Findings, brief, input_at, output_at
from conformance.checks.flat_mcp_tools.view import FIELDS, FlatMcpTools, same_but_for_properties
from conformance.checks.mcp_tools import rules as of_mcp
from conformance.checks.mcp_tools.view import MCP_FIELDS, USABLE, own_words
from conformance.checks.tool_fields import PLACEHOLDER, changed, strict_as_chosen, strict_off
from conformance.checks.tools import ToolPair
from conformance.checks.trial import answer_of
from conformance.values import ABSENT, JSON, same


def flat_form(view: FlatMcpTools) -> Findings:
    """M2R-1: each tool converts to {type, name, description, parameters}, name and description unchanged."""
    if view.alignment is None:
        if view.answered and view.entries is not None:
            return (Failure("no-list", "/output", f"wanted a list of tools, got {brief(view.output)}"),)
        return None
    found = [*of_mcp.arrivals(view), *of_mcp.nameless(view), *view.unrecognised()]
    found += [
        Failure("unasked", output_at(index), f"{brief((view.outputs or [])[index])} comes from no entry")
        for index in view.unasked
    ]
    for pair in of_mcp.formed(view):
        found += _form_failures(view, pair)
    return tuple(found) if found or view.pairs or not view.entries else None


def _form_failures(view: FlatMcpTools, pair: ToolPair) -> Iterator[Failure]:
    at, result, body = view.position_path(pair.position), pair.result, pair.body
    if not isinstance(result, dict) or not isinstance(body, dict):
        yield Failure("no-object", output_at(*at), f"wanted a tool, got {brief(result)}")
        return
    if "function" in result:
        yield Failure("nested", output_at(*at), "name, description and parameters must be at the top level")
    if result.get("type") != "function":
        yield Failure("type", output_at(*at, "type"), f'wanted "function", got {brief(result.get("type"))}')
    yield from of_mcp.name_failures(view, pair)
    if isinstance(pair.source_description, str) and pair.source_description:
        yield from changed(view, pair, "description", pair.source_description)
    if "parameters" not in body:
        yield Failure("no-parameters", output_at(*view.at(pair)), "the tool has no `parameters`")


def no_defaults(view: FlatMcpTools) -> Findings:
    """M2R-1a: no `default` is left, in properties or at any other schema position."""
    return _together(of_mcp.no_default_in_properties(view), of_mcp.no_default_elsewhere(view))


def schema_kept(view: FlatMcpTools) -> Findings:
    """M2R-1b: apart from defaults the schema equals the source; names, data and empty properties stay."""
    return _together(
        of_mcp.schema_kept(view),
        of_mcp.only_the_keyword_goes(view),
        of_mcp.special_names(view),
        of_mcp.empty_properties_stay(view),
    )


def _together(*findings: Findings) -> Findings:
    reached = [one for one in findings if isinstance(one, tuple)]
    return tuple(dict.fromkeys(failure for one in reached for failure in one)) if reached else None


def strict_said(view: FlatMcpTools) -> Findings:
    """M2R-1c: a tool that MCP knows as not strict says so, or says nothing, as strict-when-absent asks."""
    pairs = _with_body(view)
    return tuple(one for pair in pairs for one in strict_as_chosen(view, pair, "strict")) if pairs else None


def strict_stays_off(view: FlatMcpTools) -> Findings:
    """API-3: the tool says `strict: false`; the Responses API reads an absent one as true."""
    return strict_off(view, _with_body(view))


def _with_body(view: FlatMcpTools) -> list[ToolPair]:
    return [pair for pair in view.pairs if isinstance(pair.body, dict)]


def keys_only(view: FlatMcpTools) -> Findings:
    """M2R-1e: no key beyond type, name, description, parameters and strict."""
    if not view.pairs:
        return None
    return tuple(
        Failure("further-key", output_at(*view.at(pair, key)), f"the member {brief(key)} was added")
        for pair in view.pairs
        if isinstance(pair.body, dict) and not pair.body_path
        for key in pair.body
        if key not in FIELDS and key not in MCP_FIELDS and key != "function"
    )


def neighbours(view: FlatMcpTools) -> Findings:
    """M2R-1d: a tool's result does not depend on its neighbours. New names may: they are one to one over a list."""
    if "rename" in answer_of(view.trial, "unsafe-names", "keep", "rename", "refuse"):
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
    return tuple(failure for one, other in compared for failure in _disagreements(view, one, other))


def _disagreements(view: FlatMcpTools, one: ToolPair, other: ToolPair) -> Iterator[Failure]:
    if not isinstance(one.body, dict) or not isinstance(other.body, dict):
        return
    for key in ("name", "description"):
        direct, chained = one.body.get(key, ABSENT), other.body.get(key, ABSENT)
        if not same(direct, chained):
            yield _disagreement(view, one, key, direct, chained)
    if not same_but_for_properties(one.source_schema, one.schema, other.schema):
        yield _disagreement(view, one, "parameters", one.schema, other.schema)
    strict = one.body.get("strict", ABSENT) is True, other.body.get("strict", ABSENT) is True
    if strict[0] is not strict[1]:
        yield _disagreement(view, one, "strict", one.body.get("strict", ABSENT), other.body.get("strict", ABSENT))


def _disagreement(view: FlatMcpTools, pair: ToolPair, key: str, direct: JSON, chained: JSON) -> Failure:
    shown = (brief(value) for value in (direct, chained))
    message = "{}: in one step {}, by way of Chat Completions {}".format(key, *shown)
    return Failure(f"{key}-differs", output_at(*view.at(pair, key)), message)


def described_or_not(view: FlatMcpTools) -> Findings:
    """M2R-2: a tool without description, or with an empty one, converts; then as description-when-absent says."""
    findings = of_mcp.description_absent(view)
    found = list(findings) if isinstance(findings, tuple) else []
    empty = [
        index
        for index, entry in enumerate(view.entries or ())
        if view.kinds[index] == USABLE and entry.get("description") == ""
    ]
    reached = bool(empty) and view.alignment is not None
    for index in empty if reached else ():
        if index not in view.arrived and not view.converts_alone(index):
            found.append(Failure("lost", input_at(index), "a tool with an empty description did not arrive"))
    for pair in view.pairs:
        if pair.source_description != "" or not isinstance(pair.body, dict):
            continue
        # Empty counts as given or as absent: S2 keeps it, S0 takes it for none.
        actual = pair.body.get("description", ABSENT)
        legal = ("", *view.names_of(pair), *own_words((view.entries or [])[pair.entry]))
        if actual is not ABSENT and actual not in legal:
            message = f"the source's description is empty, got {brief(actual)}"
            kind = PLACEHOLDER if view.is_placeholder(actual) else "description"
            found.append(Failure(kind, output_at(*view.at(pair, "description")), message))
    return tuple(found) if reached or isinstance(findings, tuple) else None


def unusable_tool(view: FlatMcpTools) -> Findings:
    """M2R-2a: what cannot be converted fails alone, as unusable-tool says."""
    return of_mcp.unusable_tool(view)


def no_mcp_fields(view: FlatMcpTools) -> Findings:
    """M2R-3b: nothing of MCP leaks: annotations, title, outputSchema, _meta, icons."""
    return of_mcp.no_mcp_fields(view)
