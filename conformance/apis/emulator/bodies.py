"""The bodies that a scripted API answers with: short forms, completed to what clients of the real one read.

An answer of a script is one of
- a string: the final text;
- for `responses` a list of output items, or a whole or partial body (an object);
- for `chat` a message (an object), or a body (an object with `choices`);
- for `anthropic` a list of blocks of content, or a body (an object with `content`);
- for `gemini` a list of parts, or a body (an object with `candidates` or `promptFeedback`);
- for all `{"http": STATUS, "error": {...} or text}`: an answer that is an error;
- for all `{"events": [...]}`: a stream of these events, whatever the request asks for.

Ids count the answers and the items, so the same script always gives the same bodies.
"""

from __future__ import annotations

import json
from typing import Any

from conformance.apis.emulator import anthropic, gemini
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.gemini import GEMINI
from conformance.base.values import JSON

CHAT, RESPONSES = "chat", "responses"
APIS = (RESPONSES, CHAT)
ROUTES = {CHAT: "/chat/completions", RESPONSES: "/responses", ANTHROPIC: anthropic.ROUTE, GEMINI: gemini.ROUTE}
EMULATED = (*APIS, ANTHROPIC, GEMINI)

Object = dict[str, Any]

_CREATED = 1_700_000_000
_USAGE = {"chat": ("prompt_tokens", "completion_tokens"), "responses": ("input_tokens", "output_tokens")}
_ITEM_IDS = {"message": "msg", "function_call": "fc", "reasoning": "rs", "custom_tool_call": "ctc"}


def refusal_of(answer: JSON) -> tuple[int, Object] | None:
    """Return the HTTP status and the body of a scripted error; None for an answer that is none."""
    if not isinstance(answer, dict) or type(answer.get("http")) is not int:
        return None
    error = answer.get("error")
    status = int(answer["http"]) if 400 <= answer["http"] <= 599 else 500
    kind = "invalid_request_error" if status < 500 else "server_error"
    if isinstance(error, dict):
        return status, {"error": {"message": f"error {status}", "type": kind, "param": None, "code": None, **error}}
    return status, error_body(error if isinstance(error, str) else f"error {status}", kind)


def error_body(
    message: str, kind: str = "invalid_request_error", param: str | None = None, code: str | None = None
) -> Object:
    """Return the body that the API gives an error."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def completed(api: str, answer: JSON, number: int, model: JSON = None) -> Object | None:
    """Return the full body of a script's answer; None for what is none of the forms, or is an error.

    number: which answer of the script it is, from 0. model: as the request named it.
    """
    if refusal_of(answer) is not None:
        return None
    if api == ANTHROPIC:
        return anthropic.completed(answer, number, model)
    if api == GEMINI:
        return gemini.completed(answer, number, model)
    return (_chat if api == CHAT else _responses)(answer, number, model)


def _responses(answer: JSON, number: int, model: JSON) -> Object | None:
    given: Object = {}
    if isinstance(answer, str):
        output: JSON = [answer]
    elif isinstance(answer, list):
        output = answer
    elif isinstance(answer, dict):
        given, output = answer, answer.get("output")
    else:
        return None
    if isinstance(output, list):
        output = [_item(item, f"{number}_{index}") for index, item in enumerate(output)]
    body: Object = {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": _CREATED,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "model": model,
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        **_usage(RESPONSES),
    }
    return {**body, **given, "output": output}


def _item(item: JSON, place: str) -> JSON:
    """Complete one output item; what is not an object and no text stays as it is."""
    if isinstance(item, str):
        item = {"type": "message", "content": item}
    if not isinstance(item, dict):
        return item
    kind = item.get("type")
    full: Object = {"id": f"{_ITEM_IDS.get(str(kind), 'item')}_{place}", "type": kind}
    if kind == "message":
        full |= {"status": "completed", "role": "assistant", "content": []}
    elif kind == "function_call":
        full |= {"status": "completed", "call_id": f"call_{place}", "arguments": "{}"}
    elif kind == "reasoning":
        full |= {"summary": []}
    full |= item
    if kind == "message":
        content = full["content"]
        content = [{"type": "output_text", "text": content}] if isinstance(content, str) else content
        full["content"] = list(map(_part, content)) if isinstance(content, list) else content
    elif kind == "function_call":
        full["arguments"] = _arguments(full["arguments"])
    return full


def _part(part: JSON) -> JSON:
    return {"annotations": [], **part} if isinstance(part, dict) and part.get("type") == "output_text" else part


def _chat(answer: JSON, number: int, model: JSON) -> Object | None:
    given: Object = {}
    if isinstance(answer, dict) and "choices" in answer:
        given = answer
        choices = answer["choices"]
    elif isinstance(answer, str | dict):
        choices = [{"message": {"content": answer} if isinstance(answer, str) else answer}]
    else:
        return None
    if isinstance(choices, list):
        choices = [_choice(choice, index, number) for index, choice in enumerate(choices)]
    body: Object = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": _CREATED,
        "model": model,
        "system_fingerprint": None,
        **_usage(CHAT),
    }
    return {**body, **given, "choices": choices}


def _choice(choice: JSON, index: int, number: int) -> JSON:
    if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
        return choice
    message = {"role": "assistant", "content": None, "refusal": None, **choice["message"]}
    calls = message.get("tool_calls")
    if isinstance(calls, list):
        message["tool_calls"] = [_call(call, f"{number}_{position}") for position, call in enumerate(calls)]
    finish = "tool_calls" if calls else "stop"
    return {"index": index, "logprobs": None, "finish_reason": finish, **choice, "message": message}


def _call(call: JSON, place: str) -> JSON:
    if not isinstance(call, dict):
        return call
    full = {"id": f"call_{place}", "type": "function", **call}
    if isinstance(full.get("function"), dict):
        function = {"arguments": "{}", **full["function"]}
        full["function"] = {**function, "arguments": _arguments(function["arguments"])}
    return full


def _arguments(value: JSON) -> JSON:
    """Write arguments that the script gives as an object in the API's form: as JSON text."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value


def _usage(api: str) -> Object:
    sent, received = _USAGE[api]
    usage: Object = {sent: 10, received: 10, "total_tokens": 20}
    if api == RESPONSES:
        usage |= {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    return {"usage": usage}
