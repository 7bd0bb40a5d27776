"""mcp-tool-to-chat-tool and mcp-tools-to-chat-tools (S2): MCP tools to nested Chat Completions tools."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, equal
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.checks.by_laws.mcp_tools.view import (
    NAMELESS,
    NO_SCHEMA,
    ODD,
    UNSAFE,
    UNUSABLE,
    USABLE,
    McpTool,
    McpTools,
)
from conformance.rules.checks.findings import (
    NOT_OBSERVABLE,
    OK,
    REORDERED,
    Failure,
    Findings,
    brief,
    but_got,
    input_at,
    output_at,
)

# The checks, in the order of contract.yaml.


def functions_arrive(view: McpTool) -> Findings:
    """MCP-1: each tool arrives."""
    if not view.entries or (view.alignment is None and MUST not in view.fates):
        return None  # another rule says that it is no list
    formed = (pair for pair in view.formed if pair.is_whole)
    kept = [pair for pair in formed if "inputSchema" in pair.body or "inputSchema" in pair.result]
    message = "`inputSchema` must become `parameters`, not stay"
    return view.arrival([
        *arrived_unlike(view), *(Failure("input-schema", output_at(*view.at(pair)), message) for pair in kept),
    ])  # fmt: skip


def arrived_unlike(view: McpTool) -> Iterator[Failure]:
    """Yield tools that arrived although unsafe-names refuses them, and those without a name."""
    for index, kind in enumerate(view.kinds):
        if kind == UNSAFE and view.fates[index] == NEVER and index in view.arrived and index not in view.uncertain:
            at = output_at(*view.position_path(view.arrived[index]))
            yield Failure("not-refused", at, "unsafe-names is refuse, but a tool with an unsafe name arrived")
    yield from _nameless(view)


def _nameless(view: McpTool) -> Iterator[Failure]:
    """Yield what arrived in the place of a tool, has no name that an API takes, and may be any of several."""
    given = [entry.get("name") for entry in view.entries or () if isinstance(entry, dict)]
    for index in sorted(view.uncertain):
        pair = view.pair(index, view.arrived[index])
        name = pair.got.name if pair is not None else None
        if pair is not None and not (isinstance(name, str) and (view.is_safe(name) or name in given)):
            message = f"wanted a tool with a name, {but_got(pair.result)}"
            yield Failure("no-name", output_at(*view.position_path(pair.position)), message)


def undescribed_arrive(view: McpTool) -> Findings:
    """MCP-9: a tool without description converts."""
    bare = [index for index in view.entries_of(USABLE, UNSAFE) if view.entry(index).get("description") is None]
    if not bare or view.alignment is None:
        return None
    lost = [index for index in bare if index in view.alignment.missing and not view.converts_alone(index)]
    message = "a tool without description did not arrive"
    return tuple(Failure("lost", input_at(*view.entry_path(index)), message) for index in lost)


def unusable_tool(view: McpTool) -> Findings:
    """MCP-10: what cannot be converted fails alone, as unusable-tool says."""
    if view.entries is None:
        return None
    found = [index for index, kind in enumerate(view.kinds) if kind in UNUSABLE]
    if not found:
        return _odd_beside_others(view)
    answers = view.on_unusable
    first = input_at(*view.entry_path(found[0]))
    if view.outcome.refusal:
        if "raise" in answers or (not view.is_list and (answers == ("drop",) or view.kinds[0] == NAMELESS)):
            return OK
        # An entry that MAY arrive has another flaw, which another choice may refuse.
        blamed = [index for index in found if index in (view.failing_entries or ()) and view.fates[index] != MAY]
        if not blamed:
            return _odd_beside_others(view)
        message = f"unusable-tool is {answers[0]}, but the call failed: {view.outcome.refusal.message}"
        return (Failure("failed-instead", input_at(*view.entry_path(blamed[0])), message),)
    if view.alignment is None:
        return None
    if answers == ("raise",):
        message = f"the call must fail on {brief(view.entries[found[0]])}, but it returned"
        return (Failure("did-not-raise", first, message),)
    failures = []
    unseen = False
    for index in found:
        arrived, place = view.arrived.get(index), input_at(*view.entry_path(index))
        if index in view.uncertain:
            continue
        if arrived is None:
            unseen = unseen or view.outcome.diagnostics is None
            if view.kinds[index] == NO_SCHEMA and answers == ("empty-object",) and view.fates[index] == MUST:
                failures.append(Failure("lost", place, "the tool must convert with an empty schema"))
            elif view.outcome.diagnostics == ():
                failures.append(Failure("silent", place, "the entry was dropped without a report"))
            continue
        at = output_at(*view.position_path(arrived))
        pair = view.pair(index, arrived)
        if pair is None or "empty-object" not in answers:
            message = f"{brief(view.entries[index])} cannot be converted, but something arrived"
            failures.append(Failure("passed", at, message))
        elif pair.schema not in view.empty_schemas:
            failures.append(Failure("no-empty-object", at, f"wanted an empty object schema, {but_got(pair.schema)}"))
    if unseen and not failures:
        return NOT_OBSERVABLE  # it was left out; whether that was reported, this subject does not show
    return tuple(failures)


def _odd_beside_others(view: McpTool) -> Findings:
    """What becomes of a tool whose description is no text is open, but not what becomes of the tools beside it."""
    refusal, failing = view.outcome.refusal, view.failing_entries or ()
    odd = [index for index in failing if view.kinds[index] == ODD]
    lost = [index for index, fate in enumerate(view.fates) if fate == MUST and index not in failing]
    if not refusal or not odd or not lost or "raise" in view.on_unusable:
        return None
    message = f"the call failed on a description that is no text, its neighbours with it: {refusal.message}"
    return (Failure("failed-beside", input_at(*view.entry_path(min(odd))), message),)


def list_form(view: McpTools) -> Findings:
    """MCP-5: one result for each tool that converts, in order, each equal to the single form."""
    if view.entries is None:
        return None
    if view.outcome.refusal and len(view.entries) > 1:
        return None if _of_one_name(view) else _fails_together(view)
    if view.alignment is None:
        if view.answered and MUST not in view.fates:  # else MCP-1 says it
            return (Failure("no-list", "/output", f"wanted a list of tools, {but_got(view.output)}"),)
        return None
    if view.outputs is not None and not view.entries:
        return OK if view.outputs == [] else (Failure("not-empty", "/output", f"wanted [], {but_got(view.output)}"),)
    found = []
    shared = _of_one_name(view)
    if not (view.alignment.in_order or shared):
        found.append(Failure(REORDERED, "/output", "the tools are not in the order of the input"))
    found += [Failure("unasked", output_at(index), "a tool that comes from no entry") for index in view.unasked]
    found += _lost_tools(view, [index for index in view.alignment.missing if index not in shared])
    for index, alone in enumerate(_each_alone(view)):
        if view.kinds[index] == USABLE and index not in shared:
            found += _differs_alone(view, index, alone)
    return tuple(found)


def one_name(view: McpTools) -> Findings:
    """MCP-5a: two tools of one name both arrive, each as it does alone."""
    shared = _of_one_name(view)
    if not shared:
        return None
    if view.outcome.refusal:
        return _fails_together(view)
    if view.alignment is None:
        return None
    found = _lost_tools(view, [index for index in view.alignment.missing if index in shared])
    for index, alone in enumerate(_each_alone(view)):
        if index in shared:
            found += _differs_alone(view, index, alone)
    return tuple(found)


def _of_one_name(view: McpTools) -> frozenset[int]:
    """Return the positions of the usable tools whose name another entry has too."""
    return frozenset(index for index in view.entries_of(USABLE) if view.shares_name(index))


def _lost_tools(view: McpTools, missing: list[int]) -> list[Failure]:
    return [
        Failure("lost", input_at(index), "this tool has no result")
        for index in missing
        if view.kinds[index] in (USABLE, UNSAFE) and view.is_owed(index)
    ]


def _each_alone(view: McpTools) -> list[JSON]:
    """Return the result of each entry by the single form, or without one in a list of its own."""
    if view.trial.single_form is not None:
        return [single.output for single in view.trial.single_form]
    lists = [single.output for single in view.trial.alone or ()]
    return [tools[0] if isinstance(tools, list) and len(tools) == 1 else ABSENT for tools in lists]


def _fails_together(view: McpTools) -> Findings:
    """Charge a list that fails although no entry of it does alone."""
    if view.trial.alone is None or view.failing_entries is None or view.failing_entries:
        return None
    message = view.outcome.refusal.message if view.outcome.refusal else ""
    return (Failure("fails-together", "/input", f"nothing in the list makes the call fail, but it does: {message}"),)


def _differs_alone(view: McpTools, index: int, alone: JSON) -> list[Failure]:
    position = view.arrived.get(index)
    if position is None or index in view.uncertain or alone is ABSENT:
        return []
    if alone is view.result(position):
        return []  # of a list of one
    if equal(view.result(position), view.received(alone)):
        return []
    if view.trial.single_form is None:
        message = f"in a list of its own this tool gives {brief(alone)}"
        return [Failure("differs-alone", output_at(position), message)]
    message = f"the single form gives {brief(alone)} for this tool"
    return [Failure("differs-from-single", output_at(position), message)]
