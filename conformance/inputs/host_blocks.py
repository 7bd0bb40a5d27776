"""What Anthropic's API puts into messages and events beside the answer: counts, callers, containers, steps of tools."""

from __future__ import annotations

from typing import Any, Final

from conformance.base.values import copy_of
from conformance.inputs.arguments import Object
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import fresh, table

_COUNTS = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_OF_TOOLS: Final[Object] = {"server_tool_use": {"web_search_requests": 1, "web_fetch_requests": 0}}
_CONTAINER: Final[Object] = {"id": "container_1", "expires_at": "2026-01-01T00:00:00Z"}
_IS_WHOLE = weighted({False: 1, True: 1})
_HAS_CONTAINER, _HAS_ITERATIONS, _HAS_EDITS = (
    DealtOptions((False, True)),
    DealtOptions((False, True)),
    DealtOptions((True, False, False)),
)
_IN_FRONT = DealtOptions((False, False, True))
# Of what a tool of the host's returned: the tool, and its result.
_RAN: Final[Object] = {"stdout": "2\n", "stderr": "", "return_code": 0, "content": []}
STEPS = table(
    ["web_search", "web_search_tool_result", [{
        "type": "web_search_result", "url": "https://example.org/", "title": "A", "encrypted_content": "Eq",
        "page_age": "2 days ago"}]],
    ["web_fetch", "web_fetch_tool_result", {
        "type": "web_fetch_result", "url": "https://example.org/", "retrieved_at": "2026-01-01T00:00:00Z", "content": {
            "type": "document", "title": None, "citations": None,
            "source": {"type": "text", "media_type": "text/plain", "data": "Rain."}}}],
    ["code_execution", "code_execution_tool_result", {"type": "code_execution_result", **_RAN}],
    ["bash_code_execution", "bash_code_execution_tool_result", {"type": "bash_code_execution_result", **_RAN}],
    ["tool_search_tool_bm25", "tool_search_tool_result", {
        "type": "tool_search_tool_search_result",
        "tool_references": [{"type": "tool_reference", "tool_name": "search"}]}],
)  # fmt: skip


def with_members(choices: Choices, message: Any) -> Any:
    """Return a message with what the API says beside the answer, or as it is."""
    if not choices.pick(_IS_WHOLE):
        return message
    for block in message.get("content") or ():
        _say_caller(block)
    if "usage" in message:
        usage = message["usage"]
        usage |= {**_of_start(usage), **copy_of(_OF_TOOLS), **_iterations(choices, usage)}
    return message | {"stop_details": message.get("stop_details"), **_around(choices)}


def with_members_in_events(choices: Choices, events: list[Any], *, is_whole: bool) -> list[Any]:
    """Return the events of a message with the same, or as they are.

    is_whole: whether the stream does not end early. Then a text may begin with the block that holds it.
    """
    if is_whole and choices.pick(_IN_FRONT):
        _begin_texts(events)
    if not choices.pick(_IS_WHOLE):
        return events
    for event in events:
        if event["type"] == "message_start":
            event["message"] |= {"stop_details": None}
            usage = event["message"]["usage"]
            event["message"]["usage"] = usage | {"service_tier": "standard", **_of_start(usage), **usage}
        elif event["type"] == "content_block_start":
            _say_caller(event["content_block"])
    ends = [event for event in events if event["type"] == "message_delta"]
    if ends:
        around = _around(choices)
        edits = {"context_management": around.pop("context_management")} if "context_management" in around else {}
        last = ends[-1]
        last |= edits
        last["delta"] |= around
        begun: Object = next((event["message"]["usage"] for event in events if event["type"] == "message_start"), {})
        last["usage"] |= {**copy_of(_OF_TOOLS), **_iterations(choices, {**begun, **last["usage"]})}
    return events


def _around(choices: Choices) -> Object:
    container = {"container": dict(_CONTAINER)} if choices.pick(_HAS_CONTAINER) else {}
    return container | ({"context_management": {"applied_edits": []}} if choices.pick(_HAS_EDITS) else {})


def _iterations(choices: Choices, usage: Object) -> Object:
    """The counts of each turn of the model, as a member of the counts of all: here of the one that it took.

    Added up, they are the counts of all.
    """
    if not choices.pick(_HAS_ITERATIONS):
        return {}
    counts = {name: usage.get(name) or 0 for name in _COUNTS}
    return {"iterations": [{"type": "message", **counts, "cache_creation": _by_age(usage)}]}


def _of_start(usage: Object) -> Object:
    return {"cache_creation": _by_age(usage), "inference_geo": "global"}


def _by_age(usage: Object) -> Object:
    """The tokens that were written to a cache, by how long it keeps them."""
    return {"ephemeral_5m_input_tokens": usage.get("cache_creation_input_tokens") or 0, "ephemeral_1h_input_tokens": 0}


def _say_caller(block: Object) -> None:
    """Say of a call that the model itself made it."""
    if block.get("type") in ("tool_use", "server_tool_use"):
        block["caller"] = {"type": "direct"}


def _begin_texts(events: list[Any]) -> None:
    """Move the first piece of each text into the event that starts its block."""
    starts = {event["index"]: event for event in events if event["type"] == "content_block_start"}
    moved = []
    for event in events:
        delta = event.get("delta", {})
        start = starts.get(event.get("index")) if delta.get("type") == "text_delta" else None
        if start is not None:
            start["content_block"]["text"] += delta["text"]
            del starts[event["index"]]
            moved.append(event)
    events[:] = [event for event in events if not any(event is element for element in moved)]


def step_of(choices: Choices, id_: str) -> tuple[Object, Object]:
    """Return a call of a tool that the host runs, and what it returned. id_: of the call."""
    name, word, content = fresh(choices, STEPS)
    given = {"query": "weather"} if name == "web_search" else {}
    call: Object = {"type": "server_tool_use", "id": id_, "name": name, "input": given}
    return call, {"type": word, "tool_use_id": id_, "content": copy_of(content)}
