"""The tools of a request are offered as they are defined: each once, in order, strict only where it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, same
from conformance.base.wording import brief, versus
from conformance.formats.model.conversation import CUSTOM, FUNCTION, HOSTED
from conformance.formats.model.request import Tool
from conformance.rules.laws import history
from conformance.rules.laws.law import OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.requests import RequestComparison


def tools(pair: RequestComparison) -> Iterator[Found]:
    """Each function is offered as it is defined, once, in order, and is strict only where it was."""
    if not pair.is_list:
        return
    if pair.owed_tools:
        yield "kept/tool", REACHED
    yield from history.tools(pair)
    owed = [tool.name for tool in pair.owed_tools]
    came = [tool.name for tool in pair.tools if tool.name in owed]
    if sorted(map(str, came)) == sorted(map(str, owed)) and came != owed:
        yield "order/tool", Breach("order", (OUTPUT,), f"the tools are in another order: {versus(owed, came)}")
    asks_host = "search" in pair.wanted or any(tool.kind not in (FUNCTION, CUSTOM) for tool in pair.asked.tools or ())
    for tool in pair.made.tools or ():
        if tool.kind == HOSTED and not asks_host:
            message = f"the hosted tool {brief(tool.word)} is added: the source does not offer it"
            yield "added/tool", Breach("tool-invented", pair.in_output(tool), message)
    yield from _customs(pair)
    unsaid = (True, None) if pair.terms.was_strict else (True,)
    strict = {tool.name for tool in pair.asked.tools or () if tool.strict in unsaid}
    for tool in pair.made.tools or ():
        if tool.strict and tool.name in owed and tool.name not in strict:
            message = f"strict of the tool {brief(tool.name)} is added: the source does not ask for it"
            yield "exact/tool/strict", Breach("strict-added", pair.in_output(tool), message)
        elif _is_strict_unsaid(pair, tool) and tool.name in owed and tool.name not in strict:
            message = f"{brief(tool.name)} does not say that it is not strict, and the target reads that as strict"
            yield "exact/tool/strict", Breach("strict-unsaid", pair.in_output(tool), message)


def _customs(pair: RequestComparison) -> Iterator[Found]:
    """A function that takes the place of a custom tool says what that one is for; it may say more."""
    made = {tool.name: tool for tool in pair.made.tools or () if tool.kind == FUNCTION}
    for tool in (pair.asked.tools or ()) if pair.terms.lacks("tool/custom") else ():
        got = made.get(tool.name)
        if tool.kind == CUSTOM and got is not None and (tool.description or "").strip() not in (got.description or ""):
            message = f"{brief(tool.name)} is for {versus(tool.description, got.description)}"
            yield "kept/tool", Breach("description-lost", pair.in_output(got), message)


def customs(pair: RequestComparison) -> Iterator[Found]:
    """A custom tool that arrives as one says what it is for, and takes what it took; tools of all kinds keep order."""
    if not pair.is_list or pair.terms.lacks("tool/custom"):
        return
    made = {tool.name: tool for tool in pair.made.tools or () if tool.kind == CUSTOM}
    for tool in pair.asked.tools or ():
        got = made.get(tool.name) if tool.kind == CUSTOM else None
        if got is not None:
            yield "exact/tool/custom", REACHED
            held = {"description": (tool.description or None, got.description or None),
                    "format": (_taken_by(tool), _taken_by(got))}  # fmt: skip
            for name, (owed, came) in held.items():
                if not same(owed, came):
                    message = f"{name} of {brief(tool.name)}: {versus(owed, came)}"
                    yield "exact/tool/custom", Breach("custom-changed", pair.in_output(got), message)
    yield from _customs_order(pair)


def _customs_order(pair: RequestComparison) -> Iterator[Found]:
    names = [
        [tool.name for tool in tools or () if tool.kind in (FUNCTION, CUSTOM)]
        for tools in (pair.asked.tools, pair.made.tools)
    ]
    owed, came = ([name for name in own if name in other] for own, other in (names, names[::-1]))
    if Counter(owed) == Counter(came) and owed != came:
        yield "order/tool", Breach("order", (OUTPUT,), f"the tools are in another order: {versus(owed, came)}")


def _taken_by(tool: Tool) -> JSON:
    """Return the grammar that a custom tool takes; None for any text."""
    return None if tool.input is ABSENT or same(tool.input, {"type": "text"}) else tool.input


def _is_strict_unsaid(pair: RequestComparison, tool: Tool) -> bool:
    """Whether a function says nothing of strict, which changes what it takes: how null is read, nothing shows."""
    if tool.strict is not None or not pair.terms.unsaid_strict or tool.kind != FUNCTION or pair.arrived is None:
        return False
    is_absent = pair.arrived.held((*tool.at[0], "strict")) is ABSENT
    return is_absent and (tool.schema is None or not pair.terms.takes_strict(tool.schema.value))
