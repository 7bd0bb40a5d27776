"""LOOP-1: what the first request holds."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.apis.emulator import CHAT
from conformance.base.values import pointer
from conformance.rules.checks.by_laws.tool_loop.carried import SAID_AGAIN, breaches
from conformance.rules.checks.by_laws.tool_loop.view import LoopRequest, ToolLoop, first_of_each, requests_at
from conformance.rules.checks.findings import CLOSED, WRITTEN_OUT, Failure, Findings, brief, but_got
from conformance.rules.laws.history import CHANGED

_OF_TOOLS = ("kept/tool", "added/tool", *(f"exact/tool/{kind}" for kind in ("tool-form", CHANGED, CLOSED, WRITTEN_OUT)))


def first_request(view: ToolLoop) -> Findings:
    """The first request goes where it should, with the model, the conversation and the tools in the API's form."""
    if view.unfit or view.requests is None:
        return None
    if not view.requests:
        message = view.outcome.refusal.message if view.outcome.refusal else "the call returned"
        return (Failure("no-request", "/input", f"no request reached the API at base_url: {message}"),)
    first = view.requests[0]
    if not view.is_routed(first):
        message = f"the first request goes to POST {first.path}; wanted POST {view.route}"
        return (Failure("other-route", pointer("requests", 0, "path"), message),)
    if not isinstance(first.body, dict):
        return (Failure("no-object", requests_at(0), f"the first request is no JSON object: {brief(first.body)}"),)
    found = [*breaches(view, *view.judged[0], "kept/text", *SAID_AGAIN)]
    for asked, history in view.judged:
        if view.is_sent(asked):
            found += _model(view, asked)
            if asked is first or asked.body.get("tools"):
                found += [*_no_list(view, asked)] or breaches(view, asked, history, *_OF_TOOLS)
    return first_of_each(found)


def tools_offered(view: ToolLoop) -> Findings:
    """Each request offers the tools, but for the last one, after which no call is run."""
    if view.unfit or not view.requests or not view.is_sent(view.requests[0]) or not view.requests[0].body.get("tools"):
        return None
    # A loop that counts requests sends its last one here; one that counts rounds sends one more.
    last = view.given["max_rounds"] - 1
    owed = [asked for asked, history in view.follow_ups if history.exchanges and asked.number < last]
    message = "offers no tools, so that the model cannot take another step"
    return first_of_each(
        Failure("tools-gone", requests_at(asked.number), f"request {asked.number + 1} {message}")
        for asked in owed
        if not asked.body.get("tools") and not asked.body.get("previous_response_id")
    ) if owed else None  # fmt: skip


def _model(view: ToolLoop, asked: LoopRequest) -> Iterator[Failure]:
    model, where = view.model_of(asked)
    if model != view.given["model"]:
        message = f"request {asked.number + 1} names the model {brief(model)}; wanted {brief(view.given['model'])}"
        yield Failure("other-model", where, message)


def _no_list(view: ToolLoop, asked: LoopRequest) -> Iterator[Failure]:
    """Yield what is in the place of a list of tools, and a list where there are none."""
    definitions, tools, at = view.given["tools"], asked.body.get("tools"), requests_at(asked.number, "tools")
    if not definitions and tools:
        yield Failure("tool-invented", at, f"there are no tools to offer, got {brief(tools)}")
    elif tools == [] and not definitions and view.api == CHAT:
        yield Failure("empty-tools", at, "the Chat API takes no empty list of tools")
    elif definitions and not isinstance(tools, list):
        message = f"request {asked.number + 1} offers no list of tools; wanted {len(definitions)}, {but_got(tools)}"
        yield Failure("no-tools", at, message)
