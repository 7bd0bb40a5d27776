"""The bodies of the scan's requests, in each API's form: one request of the model, written by its format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI, RESPONSES, addressed
from conformance.base.values import JSON
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import (
    CUSTOM,
    IMAGE,
    MODEL,
    SYSTEM,
    TEXT,
    USER,
    Call,
    Conversation,
    Media,
    Text,
    Turn,
)
from conformance.formats.model.request import AnswerFormat, Request, Schema, Setting, Tool, ToolChoice
from conformance.formats.whole_requests import REQUESTS
from conformance.running.scan.model import Exchanged, HttpRequest

Object = dict[str, Any]

WEATHER: Final = Tool(
    name="get_weather",
    description="Returns the weather in a city.",
    schema=Schema(
        value={
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "The name of the city."},
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            },
            "required": ["city", "unit"],
            "additionalProperties": False,
        }
    ),
)
TIME: Final = Tool(
    name="get_time",
    description="Returns the time in a city.",
    schema=Schema(
        value={
            "type": "object",
            "properties": {"city": {"type": "string", "description": "The name of the city."}},
            "required": ["city"],
            "additionalProperties": False,
        }
    ),
)
PATCH: Final = Tool(kind=CUSTOM, name="apply_patch", description="Applies a patch, which is its input as plain text.")
SCHEMA: Final[JSON] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "year": {"type": "integer"},
        "kind": {"type": "string", "enum": ["town", "city", "village"]},
        "rivers": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["name", "year", "kind", "rivers"],
    "additionalProperties": False,
}
# 64 times 64 points, all red.
RED: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBA"
    "QEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """How this server wants its requests. newer_limit: whether Chat's limit is max_completion_tokens."""

    model: str
    limit: int
    newer_limit: bool = False


def user(text: str) -> Turn:
    """Return what the user says."""
    return Turn(speaker=USER, says=(Text(value=text),), form=TEXT)


def model(text: str) -> Turn:
    """Return what the model said."""
    return Turn(speaker=MODEL, says=(Text(value=text),), form=TEXT)


def looked_at(text: str) -> Turn:
    """Return a question of the user about the image."""
    return Turn(speaker=USER, says=(Text(value=text), Media(kind=IMAGE, media_type="image/png", data=RED)))


def asking(
    *turns: Turn,
    system: str | None = None,
    tools: Sequence[Tool] = (),
    choice: ToolChoice | None = None,
    form: AnswerFormat | None = None,
    **settings: JSON,
) -> Request:
    """Return a request. settings: by the names of `formats.model.settings`; limit replaces the scan's."""
    said = turns
    if system is not None:
        said = (Turn(speaker=SYSTEM, says=(Text(value=system),), form=TEXT, is_apart=True), *turns)
    return Request(
        conversation=Conversation(turns=said),
        tools=tuple(tools) or None,
        choice=choice,
        format=form,
        settings=tuple(Setting(name=name, value=value) for name, value in settings.items()),
    )


def named(tool: Tool) -> tuple[tuple[str, str], ...]:
    """Return a tool as a choice names it."""
    return ((tool.kind, str(tool.name)),)


def body_of(api: str, request: Request, ways: Ways) -> Object:
    """Write a request as an API's body. Gemini's has its model and whether it streams, which its address says."""
    own = {setting.name for setting in request.settings}
    given = [Setting(name="model", value=ways.model)]
    given += [Setting(name="limit", value=ways.limit)] if "limit" not in own else []
    if api == RESPONSES and "store" not in own:
        # OpenAI's API takes its reasoning back only where it was kept, or sealed.
        given.append(Setting(name="store", value=bool(request.tools)))
    if api == GEMINI and request.choice is not None and request.choice.names is not None:
        names = tuple(("", name) for _kind, name in request.choice.names)
        request = replace(request, choice=replace(request.choice, names=names))
    body = REQUESTS[f"{api}-request"].write(replace(request, settings=(*given, *request.settings)))
    assert isinstance(body, dict)
    if api == CHAT and not ways.newer_limit and "max_completion_tokens" in body:
        body["max_tokens"] = body.pop("max_completion_tokens")
    return body


def http_of(api: str, body: Object) -> HttpRequest:
    """Return the HTTP request of a body."""
    route, sent = addressed(api, body)
    return HttpRequest(api=api, route=route, body=sent)


def calls_of(answer: Answer | None) -> list[Call]:
    """Return the calls of the first answer."""
    candidates = answer.candidates[:1] if answer is not None else ()
    return [said for each in candidates for turn in each.turns for said in turn.says if isinstance(said, Call)]


def text_of(answer: Answer | None) -> str:
    """Return the text of the first answer, without thoughts."""
    candidates = answer.candidates[:1] if answer is not None else ()
    return "".join(
        said.value for each in candidates for turn in each.turns for said in turn.says if isinstance(said, Text)
    )


def continued(before: Exchanged, results: Iterable[tuple[Call, JSON, bool]]) -> Object:
    """Return the body that goes on from a whole answer, which is sent back as it came.

    results: of its calls, each with whether the tool failed.
    """
    body: Object = {key: value for key, value in before.body.items() if key not in ("tool_choice", "toolConfig")}
    value: Any = before.value
    made = list(results)
    if before.api == CHAT:
        said = {key: member for key, member in value["choices"][0]["message"].items() if member is not None}
        body["messages"] = [*body["messages"], {"content": None, **said}]
        for call, result, _failed in made:
            body["messages"].append({"role": "tool", "tool_call_id": call.id, "content": _written(result)})
    elif before.api == RESPONSES:
        items = body["input"] if isinstance(body["input"], list) else [{"role": "user", "content": body["input"]}]
        outputs = [
            {"type": "function_call_output", "call_id": call.id, "output": _written(result)}
            for call, result, _failed in made
        ]
        body["input"] = [*items, *value["output"], *outputs]
    elif before.api == ANTHROPIC:
        blocks = [
            {"type": "tool_result", "tool_use_id": call.id, "content": _written(result)}
            | ({"is_error": True} if failed else {})
            for call, result, failed in made
        ]
        said = {"role": "assistant", "content": value["content"]}
        body["messages"] = [*body["messages"], said, {"role": "user", "content": blocks}]
    else:
        parts: list[JSON] = []
        for call, result, failed in made:
            response: Object = {"error": result} if failed else {"output": result}
            named_call = {"name": call.name, **({"id": call.id} if call.id else {})}
            parts.append({"functionResponse": {**named_call, "response": response}})
        content = value["candidates"][0]["content"]
        body["contents"] = [*body["contents"], {"role": "model", **content}, {"role": "user", "parts": parts}]
        model_ = before.request.route.removeprefix("/models/").partition(":")[0]
        body["model"] = model_
    return body


def _written(result: JSON) -> str:
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
