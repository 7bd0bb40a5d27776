"""What Chat Completions refuses in a request beyond its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.parameters import broken_chat_parameters
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.apis.oracles.tools import CHAT, broken_call_id, broken_name, broken_tools
from conformance.apis.oracles.words import bracketed
from conformance.base.values import JSON


def broken_form(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the fields of a request break, each by itself."""
    if not isinstance(request, dict):
        return
    messages = request.get("messages")
    if isinstance(messages, list):
        if not messages:
            yield BrokenApiRule("messages-empty", ("messages",))
        for index, message in enumerate(messages):
            if isinstance(message, dict):
                yield from _broken_message(message, ("messages", index))
    yield from broken_tools(request, CHAT)
    yield from broken_chat_parameters(request)
    yield from _broken_roles(request)


def _broken_roles(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    """Yield the messages whose role the request's model does not take."""
    limits, model = rule("role-for-model").limit("*"), request.get("model")
    if not isinstance(model, str) or not re.match(limits["models"], model):
        return
    messages = request.get("messages")
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, dict) and message.get("role") in limits["roles"]:
            yield BrokenApiRule("role-for-model", ("messages", index, "role"), {"role": message["role"]})


def _broken_message(message: dict[str, JSON], at: Path) -> Iterator[BrokenApiRule]:
    yield from _broken_calls(message, at)
    yield from broken_call_id(message.get("tool_call_id"), (*at, "tool_call_id"), CHAT)
    name, pattern = message.get("name"), rule("message-name").limit("*")
    if message.get("role") != "tool" and isinstance(name, str) and not re.fullmatch(pattern, name):
        yield BrokenApiRule("message-name", (*at, "name"), {"pattern": f"^{pattern}$"})
    yield from _broken_images(message, at)
    place = (*at, "content")
    if message.get("content") is None and _needs_content(message):
        yield BrokenApiRule("content-null", place, param=bracketed(place))
    elif message.get("content") == [] and _needs_content(message):
        yield BrokenApiRule("content-empty", place)


def _broken_calls(message: dict[str, JSON], at: Path) -> Iterator[BrokenApiRule]:
    calls = message.get("tool_calls")
    if message.get("role") != "assistant" or not isinstance(calls, list):
        return
    if not calls:
        yield BrokenApiRule("tool-calls-empty", (*at, "tool_calls"))
    most = rule("tool-calls-count").limit("*")
    if len(calls) > most:
        yield BrokenApiRule("tool-calls-count", (*at, "tool_calls"), {"most": most, "count": len(calls)})
    seen: list[JSON] = []
    for index, call in enumerate(calls):
        if not isinstance(call, dict):
            continue
        place = (*at, "tool_calls", index)
        function, call_id = call.get("function"), call.get("id")
        if isinstance(function, dict):
            yield from broken_name(function.get("name"), (*place, "function", "name"), CHAT)
        yield from broken_call_id(call_id, (*place, "id"), CHAT)
        if isinstance(call_id, str) and call_id in seen:
            yield BrokenApiRule("chat-call-twice", (*place, "id"), {"call": call_id})
        seen.append(call_id)


def _broken_images(message: dict[str, JSON], at: Path) -> Iterator[BrokenApiRule]:
    role, content = message.get("role"), message.get("content")
    if role in ("system", "developer", "tool") and isinstance(content, list):
        if any(isinstance(part, dict) and part.get("type") == "image_url" for part in content):
            # It says nothing of the part itself.
            yield BrokenApiRule("image-for-role", at, {"role": role}, below=True)


def _needs_content(message: dict[str, JSON]) -> bool:
    """Whether a message has nothing that takes the place of its content; that one lacks the key, the schema says."""
    if message.get("role") != "assistant":
        return "content" in message
    return all(message.get(key) is None for key in ("tool_calls", "function_call", "refusal", "audio"))


def broken_turns(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the order of messages breaks: calls without their answers, answers without a call."""
    messages = request.get("messages") if isinstance(request, dict) else None
    if not isinstance(messages, list):
        return
    open_calls: list[str] = []
    known: list[str] = []  # the calls that the messages just before answer
    answering = False
    for index, message in enumerate([*messages, None]):
        at: Path = ("messages", index)
        role = message.get("role") if isinstance(message, dict) else None
        if role == "tool" and isinstance(message, dict):
            call = message.get("tool_call_id")
            if not answering:
                yield BrokenApiRule("tool-message-orphan", (*at, "role"), param=bracketed((*at, "role")))
            elif call in open_calls:
                open_calls.remove(call)
            elif isinstance(call, str) and call not in known:
                place = (*at, "tool_call_id")
                yield BrokenApiRule("tool-call-id-unknown", place, {"call": call}, param=bracketed(place))
            continue
        if open_calls:
            # Where the conversation ends there is no further message: the last one there is bears the blame.
            blamed: Path = ("messages", min(index, len(messages) - 1), "role")
            asked = bracketed(("messages", index, "role"))
            yield BrokenApiRule("tool-calls-unanswered", blamed, {"calls": ", ".join(open_calls)}, param=asked)
        known = list(_call_ids(message))
        open_calls = list(dict.fromkeys(known))
        answering = bool(known)


def _call_ids(message: Any) -> Iterator[str]:
    calls = message.get("tool_calls") if isinstance(message, dict) and message.get("role") == "assistant" else None
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict) and isinstance(call.get("id"), str):
            yield call["id"]
