"""What a conversation of Chat messages can hold, each thing by a name, and which of them one holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.generate.schema_features import texts_of

ROLES = ("system", "developer", "user", "assistant", "tool")
DETAILS = ("absent", "low", "high", "auto")

WANTED = {
    *(f"{role} says a text" for role in ROLES),
    *(f"{role} says a list" for role in ROLES),
    *(f"{role} says an empty text" for role in ("user", "assistant", "tool")),
    *("a list of one text", "a list of several texts", "a name"),
    *("several leading system messages", "a later system message", "a later developer message"),
    *(f"image with detail {detail}" for detail in DETAILS),
    *("image by URL", "image by data", "image before text", "image of the assistant", "image in a result"),
    *("file by id", "file by data", "file by id with a name", "audio wav", "audio mp3"),
    *("part video_url", "part thinking", "part x_location"),
    *("refusal instead of text", "refusal beside text", "refusal as a part"),
    *("tool_calls null", "tool_calls empty"),
    *(f"{count} calls at once" for count in (1, 2, 3)),
    *(f"calls beside {content}" for content in ("null", "no content", "an empty text", "a text", "a list")),
    *(
        "calls of one name at once",
        "the same call twice at once",
        "a name in several turns",
        "a call without its result",
    ),
    *("an id that comes again", "an id of 40 characters", "a result without its call"),
    *("several results in a row", "results in another order", "calls in two turns in a row"),
    *(f"arguments {given}" for given in ("{}", "empty", "malformed", "null", "beyond 2**53", "not ASCII", "spaced")),
    *(
        f"result {given}"
        for given in ("empty", "like JSON", "null", "line end", "padded", "of one text", "of several texts")
    ),
    *("inline call", "inline call beside text", "several inline calls", "inline result", "inline result of texts"),
    *("inline result beside text", "inline id that comes again"),
    *(f"cache_control on {place}" for place in ("system", "user", "assistant", "tool")),
    *(f"cache_control on a {part} part" for part in ("text", "image_url", "file", "tool_use", "tool_result")),
    *("cache_control on a call", "cache_control on a part of a result", "cache_control on a part of an inline result"),
    *("cache_control in arguments", "cache_control in an inline input", "cache_control on an unknown part"),
    *("no object", "no role", "unknown role", "content null", "no content", "content of another kind", "an empty list"),
    *("a part that is none", "a broken call", "a result without an id", "role function", "one message", "many rounds"),
    *("not ASCII", "beyond the first plane", "quote", "control character", "line end", "U+2028", "combining mark"),
}


def seen(messages: list[Any]) -> Iterator[str]:
    """Yield what a conversation holds."""
    yield from texts_of(json.dumps(messages, ensure_ascii=False))
    sound = [message for message in messages if isinstance(message, dict)]
    if len(messages) == 1:
        yield "one message"
    if sum(message.get("role") == "user" for message in sound) > 2:
        yield "many rounds"
    if len(sound) < len(messages):
        yield "no object"
    for message in sound:
        yield from _of_message(message)
    yield from _of_order([message.get("role") for message in sound])
    yield from _of_ids(sound)


def _of_message(message: dict[str, Any]) -> Iterator[str]:
    role, content = message.get("role"), message.get("content", "absent")
    if role not in ROLES:
        yield "role function" if role == "function" else "unknown role" if isinstance(role, str) else "no role"
        return
    calls = message.get("tool_calls")
    if "tool_calls" in message and not calls:
        yield f"tool_calls {'null' if calls is None else 'empty'}"
    if "name" in message:
        yield "a name"
    if "cache_control" in message:
        yield f"cache_control on {role}"
    if "refusal" in message:
        yield "refusal instead of text" if content is None else "refusal beside text"
    if isinstance(calls, list) and calls:
        yield from _of_calls(calls)
        beside = {"absent": "no content", "": "an empty text"}.get(content) if isinstance(content, str) else None
        yield f"calls beside {beside or {str: 'a text', list: 'a list', type(None): 'null'}[type(content)]}"
    if content == "absent" and "tool_calls" not in message:
        yield "no content"
    elif content is None and role == "user":
        yield "content null"
    elif isinstance(content, list):
        yield from _of_list(role, content)
    elif isinstance(content, str):
        yield f"{role} says {'a text' if content else 'an empty text'}"
        if role == "tool":
            yield from _of_result(content)
    elif content is not None:
        yield "content of another kind"
    if role == "tool" and not isinstance(message.get("tool_call_id"), str):
        yield "a result without an id"


def _of_list(role: str, parts: list[Any]) -> Iterator[str]:
    yield f"{role} says a list" if parts else "an empty list"
    if any(not isinstance(part, dict) or "type" not in part for part in parts):
        yield "a part that is none"
        return
    kinds = [part["type"] for part in parts]
    texts = kinds.count("text")
    owner = "result" if role == "tool" else "a list"
    if texts == len(kinds) and texts:
        yield f"{owner} of {'one text' if texts == 1 else 'several texts'}"
    for part in parts:
        yield from _of_part(role, part)
    if ("image_url", "text") in pairwise(kinds):
        yield "image before text"
    if "tool_use" in kinds:
        yield "inline call beside text" if texts else "inline call"
        yield from ["several inline calls"] if kinds.count("tool_use") > 1 else []
    if "tool_result" in kinds:
        yield "inline result beside text" if texts else "inline result"


def _of_part(role: str, part: dict[str, Any]) -> Iterator[str]:
    kind = part["type"]
    known = kind in ("text", "image_url", "file", "input_audio", "refusal", "tool_use", "tool_result")
    if "cache_control" in part:
        yield f"cache_control on a {kind} part" if known else "cache_control on an unknown part"
        yield from ["cache_control on a part of a result"] if role == "tool" else []
    if not known:
        yield f"part {kind}"
    elif kind == "image_url" and isinstance(part.get("image_url"), dict):
        yield f"image with detail {part['image_url'].get('detail', 'absent')}"
        yield "image by data" if part["image_url"]["url"].startswith("data:") else "image by URL"
        yield from {"assistant": ["image of the assistant"], "tool": ["image in a result"]}.get(role, [])
    elif kind == "file":
        file = part["file"]
        yield (
            "file by data" if "file_data" in file else "file by id with a name" if "filename" in file else "file by id"
        )
    elif kind == "input_audio":
        yield f"audio {part['input_audio']['format']}"
    elif kind == "refusal":
        yield "refusal as a part"
    elif kind == "tool_use" and '"cache_control"' in json.dumps(part["input"]):
        yield "cache_control in an inline input"
    elif kind == "tool_result" and isinstance(part["content"], list):
        yield "inline result of texts"
        if any("cache_control" in inner for inner in part["content"]):
            yield "cache_control on a part of an inline result"


def _of_calls(calls: list[Any]) -> Iterator[str]:
    functions = [call.get("function") if isinstance(call, dict) else None for call in calls]
    sound = [one for one in functions if isinstance(one, dict) and isinstance(one.get("arguments"), str)]
    if len(sound) < len(calls) or any("id" not in call for call in calls) or any("name" not in one for one in sound):
        yield "a broken call"
        return
    yield f"{len(calls)} calls at once"
    names = [function["name"] for function in sound]
    if len(set(names)) < len(names):
        yield "calls of one name at once"
    if len({json.dumps(function) for function in sound}) < len(sound):
        yield "the same call twice at once"
    for call in calls:
        if "cache_control" in call:
            yield "cache_control on a call"
        if len(call["id"]) == 40:
            yield "an id of 40 characters"
        yield from arguments_of(call["function"]["arguments"])


def arguments_of(arguments: str) -> Iterator[str]:
    """Yield what is special in the text of a call's arguments."""
    if not arguments.strip():
        yield "arguments empty" if not arguments else "arguments blank"
        return
    try:
        value = json.loads(arguments)
    except ValueError:
        yield "arguments malformed"
        return
    if not isinstance(value, dict):
        yield "arguments null" if value is None else "arguments no object"
    elif not value:
        yield "arguments {}"
    if any(isinstance(v, int) and abs(v) > 2**53 for v in (value.values() if isinstance(value, dict) else ())):
        yield "arguments beyond 2**53"
    if not arguments.isascii() or "\\u" in arguments:
        yield "arguments not ASCII"
    if arguments != arguments.strip() or " :" in arguments or '": ' in arguments or "[ " in arguments:
        yield "arguments spaced"
    if '"cache_control"' in arguments:
        yield "cache_control in arguments"


def _of_result(content: str) -> Iterator[str]:
    if not content:
        yield "result empty"
    elif content == "null":
        yield "result null"
    elif content[0] in "{[":
        yield "result like JSON"
    if "\n" in content:
        yield "result line end"
    if content != content.strip():
        yield "result padded"


def _of_order(roles: list[Any]) -> Iterator[str]:
    first = next((index for index, role in enumerate(roles) if role not in ("system", "developer")), len(roles))
    if roles[:first].count("system") > 1:
        yield "several leading system messages"
    for role in ("system", "developer"):
        if role in roles[first:]:
            yield f"a later {role} message"
    if ("tool", "tool") in pairwise(roles):
        yield "several results in a row"


def _of_ids(messages: list[dict[str, Any]]) -> Iterator[str]:
    turns, named = [], []
    uses: list[str] = []
    for message in messages:
        content = message.get("content")
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") == "tool_use":
                uses.append(part["id"])
        calls = message.get("tool_calls")
        if isinstance(calls, list) and all(isinstance(call, dict) and "id" in call for call in calls):
            turns.append([call["id"] for call in calls])
            named.append({call["function"]["name"] for call in calls if "name" in call.get("function", {})})
    if len(set(uses)) < len(uses):
        yield "inline id that comes again"
    ids = [one for turn in turns for one in turn]
    if len(set(ids)) < len(ids):
        yield "an id that comes again"
    if any(one & other for one in named for other in named if one is not other):
        yield "a name in several turns"
    answered = [message.get("tool_call_id") for message in messages if message.get("role") == "tool"]
    if any(isinstance(one, str) and one not in ids for one in answered):
        yield "a result without its call"
    if any(one not in answered for one in ids):
        yield "a call without its result"
    known = [one for one in answered if one in ids]
    if known != sorted(known, key=ids.index):
        yield "results in another order"
    spoken = [message.get("role") for message in messages]
    if any(a == "tool" and b == "assistant" and m.get("tool_calls") for (a, b), m in
           zip(pairwise(spoken), messages[1:], strict=True)):  # fmt: skip
        yield "calls in two turns in a row"
