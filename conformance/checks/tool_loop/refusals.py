"""What the APIs refuse of a request's messages and items, hand-written: no schema is asked."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import brief
from conformance.emulator import CHAT
from conformance.values import JSON

Place = tuple[str | int, ...]
Refused = tuple[str, Place, str]  # a kind, where in the body, and what the API says

_ROLES = ("user", "assistant", "system", "developer")
_PARTS = {"assistant": ("output_text", "refusal")}
_OTHER_PARTS = ("input_text", "input_image", "input_file", "input_audio")
_RESULT_PARTS = ("input_text", "input_image", "input_file")
LONGEST_ID = 64


def refused(api: str, body: dict[str, JSON], *, parts: bool) -> Iterator[Refused]:
    """Yield what the API refuses but for tools. parts: whether parts that only S4 knows are let through."""
    yield from (_of_chat(body) if api == CHAT else _of_responses(body, parts))


def refused_tools(api: str, body: JSON) -> Iterator[Refused]:
    """Yield what the API refuses of the form of a request's tools; what they hold is another rule's."""
    tools = body.get("tools") if isinstance(body, dict) else None
    if api == CHAT and tools == []:
        yield "no-tools", ("tools",), "[] is too short - 'tools'"
    for index, tool in enumerate(tools if isinstance(tools, list) else ()):
        if not isinstance(tool, dict) or tool.get("type") != "function":
            continue
        place: Place = ("tools", index)
        if api == CHAT and not isinstance(tool.get("function"), dict):
            yield "tool-form", place, f"Missing required parameter: 'tools[{index}].function'."
        elif api != CHAT and ("function" in tool or "name" not in tool):
            yield "tool-form", place, f"Missing required parameter: 'tools[{index}].name'."


def _of_responses(body: dict[str, JSON], parts: bool) -> Iterator[Refused]:
    given = body.get("input")
    if isinstance(given, str):
        return
    if not isinstance(given, list):
        yield "no-input", ("input",), f"the input is {brief(given)}, neither a string nor a list"
        return
    open_calls: set[str] = set()
    for index, item in enumerate(given):
        place: Place = ("input", index)
        if not isinstance(item, dict):
            yield "no-item", place, f"{brief(item)} is no item"
            continue
        kind = item.get("type")
        if kind == "function_call":
            open_calls.add(str(item.get("call_id")))
            yield from _of_call(item, place)
        elif kind == "function_call_output":
            yield from _of_output(item, place, open_calls, bool(body.get("previous_response_id")))
        elif kind in (None, "message"):
            yield from _of_message(item, place, parts)


def _of_call(item: dict[str, JSON], place: Place) -> Iterator[Refused]:
    for key in ("call_id", "name", "arguments"):
        if not isinstance(item.get(key), str):
            yield "call-form", place, f"{key} of a function_call is {brief(item.get(key))}, not a string"
    identity = item.get("id")
    if isinstance(identity, str) and not identity.startswith("fc"):
        yield "item-id", place, f"Invalid 'id': {brief(identity)}. Expected an ID that begins with 'fc'."


def _of_output(item: dict[str, JSON], place: Place, calls: set[str], on_server: bool) -> Iterator[Refused]:
    identity = item.get("call_id")
    if not on_server and str(identity) not in calls:
        yield "before-its-call", place, f"No tool call found for function call output with call_id {identity}."
    output = item.get("output")
    if isinstance(output, list):
        for part in output:
            if not isinstance(part, dict) or part.get("type") not in _RESULT_PARTS:
                yield "output-form", place, f"the part {brief(part)} of an output is none of {', '.join(_RESULT_PARTS)}"
    elif not isinstance(output, str):
        yield "output-form", place, f"the output is {brief(output)}, neither a string nor a list of parts"


def _of_message(item: dict[str, JSON], place: Place, parts: bool) -> Iterator[Refused]:
    role, content = item.get("role"), item.get("content")
    if role not in _ROLES:
        told = "Supported values are: 'assistant', 'system', 'developer', and 'user'."
        yield "role", place, f"Invalid value: {brief(role)}. {told}"
    if "tool_calls" in item:
        yield "tool-calls-key", place, f"Unknown parameter: 'input[{place[1]}].tool_calls'."
    if content is None:
        yield "no-content", place, f"Missing required parameter: 'input[{place[1]}].content'."
    elif not isinstance(content, str | list):
        yield "no-content", place, f"the content is {brief(content)}, neither a string nor a list"
    for number, part in enumerate(content if isinstance(content, list) else ()):
        kind = part.get("type") if isinstance(part, dict) else None
        known = _PARTS.get(str(role), _OTHER_PARTS)
        if kind not in known and not (parts and kind in ("tool_result", "tool_use")):
            where: Place = (*place, "content", number)
            yield "part-type", where, f"Invalid value: {brief(kind)}. Supported values are: {', '.join(known)}."


def _of_chat(body: dict[str, JSON]) -> Iterator[Refused]:
    messages = body.get("messages")
    if not isinstance(messages, list):
        yield "no-input", ("messages",), f"the messages are {brief(messages)}, not a list"
        return
    waiting: list[JSON] = []
    for index, message in enumerate(messages):
        place: Place = ("messages", index)
        if not isinstance(message, dict):
            yield "no-item", place, f"{brief(message)} is no message"
            continue
        role, content = message.get("role"), message.get("content")
        if role == "tool":
            if message.get("tool_call_id") in waiting:
                waiting.remove(message["tool_call_id"])
            else:
                told = "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
                yield "before-its-call", place, told
            if not isinstance(content, str) and not _is_texts(content):
                yield "output-form", place, f"the content of a tool message is {brief(content)}, not text"
            continue
        waiting = []
        calls = message.get("tool_calls")
        if role not in (*_ROLES, "function"):
            yield "role", place, f"Invalid value: {brief(role)}."
        if calls is not None:
            yield from _of_calls(calls, place)
            waiting = [call.get("id") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
        elif content is None and not message.get("refusal") and not message.get("function_call"):
            yield "no-content", place, "Invalid value for 'content': expected a string, got null."


def _of_calls(calls: JSON, place: Place) -> Iterator[Refused]:
    if not isinstance(calls, list) or not calls:
        yield "call-form", place, f"Invalid 'tool_calls': {brief(calls)}. Expected an array with minimum length 1."
        return
    for call in calls:
        if not _is_call(call):
            told = "a call has an id, the type function, and a function with a name and arguments as text"
            yield "call-form", place, f"{told}, not {brief(call)}"


def _is_call(call: JSON) -> bool:
    function = call.get("function") if isinstance(call, dict) else None
    return (
        isinstance(function, dict)
        and call.get("type") == "function"
        and isinstance(call.get("id"), str)
        and isinstance(function.get("name"), str)
        and isinstance(function.get("arguments"), str)
    )


def _is_texts(content: JSON) -> bool:
    return isinstance(content, list) and all(isinstance(part, dict) and part.get("type") == "text" for part in content)
