"""Makes the body of a script's answer for one request: its calls are calls of the tools that the request offers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from conformance.apis.emulator import gemini
from conformance.apis.emulator.anthropic import ANTHROPIC, SIGNATURE, CutInput
from conformance.apis.emulator.arguments import arguments_of
from conformance.apis.emulator.bodies import CHAT, RESPONSES, completed
from conformance.apis.emulator.gemini import GEMINI
from conformance.apis.emulator.scripts import ScriptedAnswer, ScriptedCall
from conformance.base.strict_json import parse_json
from conformance.base.values import JSON

Object = dict[str, Any]

# What a response repeats of the request it answers.
_ECHOED = (
    "instructions", "max_output_tokens", "max_tool_calls", "metadata", "parallel_tool_calls", "previous_response_id",
    "prompt_cache_key", "reasoning", "safety_identifier", "store", "temperature", "text", "tool_choice", "top_logprobs",
    "top_p", "truncation", "user",
)  # fmt: skip


MOST_CHOICES = 128  # that one request can ask for
MODEL = "scripted"  # where the request names none


class Mismatch(Exception):
    """The script calls a tool that the request does not offer, or gives an answer that this API does not have."""


class OfferedTool(NamedTuple):
    """A tool that a request offers. custom: it takes text, not arguments. schema: of its arguments; None for any."""

    name: str
    custom: bool
    schema: JSON


class _Made(NamedTuple):
    """One call as it will be sent."""

    tool: OfferedTool
    given: str  # arguments or input, as text


def body_of(api: str, answer: ScriptedAnswer, request: Object, number: int, called: int) -> tuple[Object, int]:
    """Return the full body of an answer, and how many tools it calls.

    number: of the answer, which ids are made of. called: how many calls this conversation has had; the tools that a
    request offers are called in turn. Raises Mismatch.
    """
    if api in answer.own:
        own = answer.own[api]
        calls: list[_Made] = []
    elif answer.own and not _says_something(answer):
        raise Mismatch(f"it has no answer for the API {api}")
    else:
        calls = [_made_call(call, api, request, called + position) for position, call in enumerate(answer.calls)]
        if not _in_parallel(api, request):
            del calls[1:]
        if answer.truncated and calls:
            calls[-1] = calls[-1]._replace(given=_half(calls[-1].given))
        own = _MAKERS[api](answer, calls, request, number)
    body = completed(api, own, number, request.get("model") or MODEL)
    if body is None:
        raise Mismatch(f"its answer has another form than those of the API {api}")
    if api == RESPONSES:
        stated = own if isinstance(own, dict) else {}
        body |= {name: value for name, value in _echo(request).items() if name not in stated}
    return body, len(calls)


def _in_parallel(api: str, request: Object) -> bool:
    """Whether an answer may have more than one call."""
    if api != ANTHROPIC:
        return request.get("parallel_tool_calls") is not False
    choice = request.get("tool_choice")
    return not (isinstance(choice, dict) and choice.get("disable_parallel_tool_use") is True)


def offered(api: str, request: Object) -> list[OfferedTool]:
    """Return the function and custom tools that the request lets the model call, in their order."""
    if api == GEMINI:
        return [OfferedTool(name, False, schema) for name, schema in gemini.offered(request)]
    tools = request.get("tools")
    found = []
    for tool in tools if isinstance(tools, list) else []:
        if api == ANTHROPIC:
            if tool.get("type") in (None, "custom"):
                found.append(OfferedTool(tool["name"], False, tool["input_schema"]))
            continue
        kind = tool["type"] if isinstance(tool, dict) else None
        if kind in ("function", "custom"):
            inner = tool[kind] if api == CHAT else tool
            found.append(OfferedTool(inner["name"], kind == "custom", inner.get("parameters")))
    allowed = _names_of_choice(api, request.get("tool_choice"))
    return found if allowed is None else [tool for tool in found if tool.name in allowed]


def _names_of_choice(api: str, choice: JSON) -> list[str] | None:
    """Return the names that a tool choice leaves; None for all."""
    if choice == "none":
        return []
    if not isinstance(choice, dict):
        return None
    kind = choice.get("type")
    if api == ANTHROPIC:
        return {"none": [], "tool": [choice.get("name", "")]}.get(str(kind))
    if kind == "allowed_tools":
        entries = (choice["allowed_tools"] if api == CHAT else choice)["tools"]
    else:
        entries = [choice]
    named = [entry.get(entry.get("type"), {}) if api == CHAT else entry for entry in entries]
    return [entry["name"] for entry in named if "name" in entry]


def _says_something(answer: ScriptedAnswer) -> bool:
    return bool(answer.calls) or answer.text is not None or answer.refusal is not None


def _made_call(call: ScriptedCall, api: str, request: Object, turn: int) -> _Made:
    tools = offered(api, request)
    names = ", ".join(tool.name for tool in tools) or "none"
    if call.tool is None:
        if not tools:
            raise Mismatch("it calls a tool, and the request offers none to call")
        tool = tools[turn % len(tools)]
    else:
        known = {tool.name: tool for tool in tools}
        if call.tool not in known:
            raise Mismatch(f"it calls the tool {call.tool!r}; the request offers {names}")
        tool = known[call.tool]
    return _Made(tool, _arguments_text(call, tool))


def _arguments_text(call: ScriptedCall, tool: OfferedTool) -> str:
    if isinstance(call.arguments, str):
        return call.arguments
    if call.arguments is None and tool.custom:
        return "text"
    arguments = arguments_of(tool.schema) if call.arguments is None else call.arguments
    return json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))


def _half(text: str) -> str:
    return text[: max(1, len(text) // 2)]


def _chat(answer: ScriptedAnswer, calls: list[_Made], request: Object, number: int) -> Object:
    message: Object = {"content": answer.text, "refusal": answer.refusal}
    if answer.truncated and not calls and answer.text is not None:
        message["content"] = _half(answer.text)
    if calls:
        message["tool_calls"] = [_chat_call(made) for made in calls]
    message |= answer.unknown.get("chat", {})
    finish = "length" if answer.truncated else "tool_calls" if calls else "stop"
    count = min(request.get("n") or 1, MOST_CHOICES)
    choices = []
    for index in range(count):
        own = dict(message)
        if calls:
            own["tool_calls"] = [
                {"id": f"call_{number}_{index * len(calls) + position}", **call}
                for position, call in enumerate(message["tool_calls"])
            ]
        choices.append({"index": index, "finish_reason": finish, "message": own})
    return {"choices": choices}


def _chat_call(made: _Made) -> Object:
    if made.tool.custom:
        return {"type": "custom", "custom": {"name": made.tool.name, "input": made.given}}
    return {"type": "function", "function": {"name": made.tool.name, "arguments": made.given}}


def _responses(answer: ScriptedAnswer, calls: list[_Made], _request: Object, number: int) -> Object:
    output: list[JSON] = []
    if "responses" in answer.unknown:
        output.append(answer.unknown["responses"])
    if answer.reasoning is not None:
        output.append({"type": "reasoning", "summary": [{"type": "summary_text", "text": answer.reasoning}]})
    text = answer.text
    if text is not None:
        output.append({"type": "message", "content": _half(text) if answer.truncated and not calls else text})
    if answer.refusal is not None:
        output.append({"type": "message", "content": [{"type": "refusal", "refusal": answer.refusal}]})
    output += [_item(made, f"call_{number}_{position}") for position, made in enumerate(calls)]
    if not answer.truncated:
        return {"output": output}
    output[-1] = {**output[-1], "status": "incomplete"}
    return {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": output}


def _item(made: _Made, call_id: str) -> Object:
    if made.tool.custom:
        return {"type": "custom_tool_call", "call_id": call_id, "name": made.tool.name, "input": made.given}
    return {"type": "function_call", "call_id": call_id, "name": made.tool.name, "arguments": made.given}


def _anthropic(answer: ScriptedAnswer, calls: list[_Made], _request: Object, number: int) -> Object:
    content: list[JSON] = []
    if "anthropic" in answer.unknown:
        content.append(answer.unknown["anthropic"])
    if answer.reasoning is not None:
        content.append({"type": "thinking", "thinking": answer.reasoning, "signature": SIGNATURE})
    if answer.text is not None:
        content.append(_half(answer.text) if answer.truncated and not calls else answer.text)
    for position, made in enumerate(calls):
        call = {"id": f"toolu_{number}_{position}", "name": made.tool.name, "input": _input(made, answer)}
        content.append({"type": "tool_use", **call})
    if answer.truncated:
        return {"content": content, "stop_reason": "max_tokens"}
    if answer.refusal is None:
        return {"content": content}
    details = {"type": "refusal", "category": None, "explanation": answer.refusal}
    return {"content": content, "stop_reason": "refusal", "stop_details": details}


def _gemini(answer: ScriptedAnswer, calls: list[_Made], request: Object, number: int) -> Object:
    parts: list[JSON] = []
    if "gemini" in answer.unknown:
        parts.append(answer.unknown["gemini"])
    if answer.reasoning is not None:
        parts.append({"text": answer.reasoning, "thought": True})
    if answer.text is not None:
        parts.append({"text": _half(answer.text) if answer.truncated and not calls else answer.text})
    whole = calls[:-1] if answer.truncated else calls  # a call never comes in pieces: one that was cut is not there
    for position, made in enumerate(whole):
        identity = f"call_{number}_{position}"
        parts.append(
            gemini.called_part(
                made.tool.name, _input(made, answer), identity, request.get("model"), is_first=not position
            )
        )
    ended: Object = {"finishReason": "MAX_TOKENS" if answer.truncated else "STOP"}
    if answer.refusal is not None:
        ended = {"finishReason": "SAFETY", "finishMessage": answer.refusal}
    content: Object = {"parts": parts, "role": "model"} if parts else {}
    return {"candidates": [{"content": content, **ended, "index": 0}]}


def _input(made: _Made, answer: ScriptedAnswer) -> Object:
    """Return the arguments of a call as Anthropic's and Google's APIs have them. Raises Mismatch for no object."""
    try:
        given = parse_json(made.given)
    except ValueError:
        given = None
    if isinstance(given, dict):
        return given
    if answer.truncated:
        return CutInput(made.given)
    raise Mismatch(f"it calls {made.tool.name} with arguments that are no object, which this API does not have")


_MAKERS: Mapping[str, Callable[[ScriptedAnswer, list[_Made], Object, int], Object]] = {
    CHAT: _chat,
    RESPONSES: _responses,
    ANTHROPIC: _anthropic,
    GEMINI: _gemini,
}


def _echo(request: Object) -> Object:
    """Return what a response repeats of its request. A function's `strict` is true where nothing was said."""
    echo = {name: request[name] for name in _ECHOED if request.get(name) is not None}
    tools = request.get("tools")
    if isinstance(tools, list):
        echo["tools"] = [
            {"parameters": None, **tool, "strict": tool.get("strict") is not False}
            if isinstance(tool, dict) and tool.get("type") == "function"
            else tool
            for tool in tools
        ]
    return echo
