"""The standing of conversations: Chat Completions messages, and Responses input items.

A fragment is judged inside the smallest complete conversation around it: the calls before the results with which it
begins, and the results after the calls with which it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from operator import itemgetter

from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.requests import is_excused
from conformance.apis.input_validity.rules import (
    Path,
    arguments_reasons,
    as_list,
    as_object,
    not_empty,
    required_text,
    unique,
)
from conformance.apis.oracles import findings_of
from conformance.base.values import JSON
from conformance.formats.chat.read import FORMAT, SPEAKERS, read_listed_calls
from conformance.formats.chat.write import write_messages
from conformance.formats.cursor import Pen
from conformance.formats.facts import word
from conformance.formats.model.conversation import FUNCTION, MODEL, NULL, Arguments, Call, Turn
from conformance.formats.parts import has_bad_base64
from conformance.formats.responses.calls import call_type, result_type

_URL = ("https://", "http://", "data:")  # in small letters or capitals


def messages(value: JSON, *, complete: bool = False) -> Iterator[Reason]:
    """Yield why a list is not one of Chat messages. complete: it may not be a fragment of a conversation."""
    if not isinstance(value, list):
        yield reason("type", "not a list of messages")
        return
    before, after = ([], []) if complete else (_calls_before(value), _results_after(value))
    yield from _findings("chat-request", "messages", before, value, after)
    for index, message in enumerate(value):
        if isinstance(message, dict):
            yield from _message(message, index)


def chat_request(request: dict[str, JSON]) -> Iterator[Reason]:
    """Yield why an object is not a Chat request, its tools left out."""
    # Optional members may be null: recorded requests with null were answered with 200.
    given = {key: value for key, value in request.items() if value is not None or key in ("model", "messages")}
    for found in findings_of("chat-request", given):
        if not found.at.startswith("/tools") and not is_excused(found, given):
            yield Reason(at=found.at, message=found.message, rule=found.rule)
    for index, message in enumerate(as_list(given.get("messages"))):
        if isinstance(message, dict):
            yield from below(("messages",), _message(message, index))


def _findings(kind: str, key: str, before: list[JSON], value: list[JSON], after: list[JSON]) -> Iterator[Reason]:
    """Yield what the API refuses of a list inside its completed request, with places in the list alone."""
    whole = {"model": "gpt-5", key: [*before, *value, *after]}
    for found in findings_of(kind, whole):
        if is_excused(found, whole):
            continue
        _key, *rest = found.at.split("/")[1:]
        if rest:
            rest[0] = str(min(max(int(rest[0]) - len(before), 0), max(len(value) - 1, 0)))
        at = "".join("/" + step for step in rest)
        yield Reason(at=at, message=found.message, rule=found.rule)


def _role(message: JSON) -> JSON:
    return as_object(message).get("role")


def _chat_calls(message: JSON) -> list[str]:
    is_said = SPEAKERS.get(word(message, "role") or "") == MODEL
    return [call.id for call in read_listed_calls(message) if call.id is not None] if is_said else []


def _results_at_start(value: list[JSON]) -> list[str]:
    results = takewhile(lambda message: _role(message) == "tool", value)
    ids = (result.get("tool_call_id") for result in results)
    return [id_ for id_ in ids if isinstance(id_, str)]


def _calls_before(value: list[JSON]) -> list[JSON]:
    ids = dict.fromkeys(_results_at_start(value))
    calls = tuple(Call(id=id_, name="get_weather", arguments=Arguments(text="{}")) for id_ in ids)
    return write_messages(Turn(speaker=MODEL, says=calls, form=NULL), Pen(FORMAT)) if calls else []


def _results_after(value: list[JSON]) -> list[JSON]:
    results = list(takewhile(lambda message: _role(message) == "tool", reversed(value)))
    if len(results) == len(value):
        return []
    answered = {word(result, "tool_call_id") for result in results}
    unanswered = (id_ for id_ in _chat_calls(value[-1 - len(results)]) if id_ not in answered)
    return [{"role": "tool", "tool_call_id": id_, "content": "17"} for id_ in dict.fromkeys(unanswered)]


def _message(message: dict[str, JSON], index: int) -> Iterator[Reason]:
    if message.get("role") == "tool":
        yield from not_empty(message.get("tool_call_id"), "tool_call_id", index, "tool_call_id")
    yield from not_empty(message.get("name"), "name", index, "name")
    for position, part in enumerate(as_list(message.get("content"))):
        yield from _part(as_object(part), (index, "content", position))
    yield from chat_calls(read_listed_calls(message, (index,)))


def chat_calls(calls: Sequence[Call]) -> Iterator[Reason]:
    """Yield what the schema does not say of the calls of a Chat message."""
    for call in calls:
        at = call.at[0]
        yield from not_empty(call.id, "id", *at, "id")
        yield from not_empty(call.name, "name", *at, call.kind, "name")
        if call.kind == FUNCTION:
            yield from arguments_reasons(call.arguments.text, *at, FUNCTION, "arguments")
    yield from unique(((call.id, (*call.at[0], "id")) for call in calls), "id of a call")


def _part(part: dict[str, JSON], at: Path) -> Iterator[Reason]:
    if part.get("type") == "image_url":
        yield from _url(as_object(part.get("image_url")).get("url"), *at, "image_url", "url")
    elif part.get("type") == "file":
        yield from _file(as_object(part.get("file")), (*at, "file"), ("file_data", "file_id"))
    elif part.get("type") == "input_image":
        if part.get("file_id") is None:
            yield from _url(part.get("image_url"), *at, "image_url")
    elif part.get("type") == "input_file":
        yield from _file(part, at, ("file_data", "file_id", "file_url"))
    elif part.get("type") == "input_audio":
        audio = as_object(part.get("input_audio"))
        yield from not_empty(audio.get("data"), "audio", *at, "input_audio", "data")


def _url(url: JSON, *at: str | int) -> Iterator[Reason]:
    if not isinstance(url, str) or not url[:8].lower().startswith(_URL):
        yield reason("url", "the image is neither a web address nor a data URL", *at)
        return
    if has_bad_base64(url):
        yield reason("base64", "the data of the image is not base64", *at)


def _file(file: dict[str, JSON], at: Path, sources: tuple[str, ...]) -> Iterator[Reason]:
    if not any(isinstance(file.get(key), str) and file[key] for key in sources):
        yield reason("file", f"the file has none of {', '.join(sources)}", *at)


def responses_input(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not the input of a Responses request: its items, or `{input, instructions?}`."""
    if isinstance(value, dict):
        for key in value.keys() - {"input", "instructions"}:
            yield reason("schema", f"unknown member {key!r}", key)
        if not isinstance(value.get("instructions"), str | None):
            yield reason("schema", "the instructions are not a text", "instructions")
        if isinstance(value.get("input"), str):
            return
        yield from (replace(item, at=f"/input{item.at}") for item in items(value.get("input")))
    else:
        yield from items(value)


def responses_request(request: dict[str, JSON]) -> Iterator[Reason]:
    """Yield why an object is not a Responses request, its tools left out."""
    given = {key: value for key, value in request.items() if value is not None}
    for name in ("model", "input"):  # without them only what the API keeps makes a request of it
        if name not in given:
            yield reason("schema", f"no {name}", name)
    parts = {key: given[key] for key in ("input", "instructions") if key in given}
    if "input" in parts:
        yield from responses_input(parts)
    members = given | {"input": [{"role": "user", "content": "Answer in JSON."}]}
    for found in findings_of("responses-request", members):
        if not found.at.startswith(("/tools", "/input", "/instructions")) and not is_excused(found, members):
            yield Reason(at=found.at, message=found.message, rule=found.rule)


def items(value: JSON) -> Iterator[Reason]:
    """Yield why a list is not one of Responses input items."""
    if not isinstance(value, list):
        yield reason("type", "not a list of items")
        return
    yield from _findings(
        "responses-request", "input", _items_before(value), list(map(_echoed, value)), _items_after(value)
    )
    for index, item in enumerate(map(as_object, value)):
        yield from item_reasons(item, index)
        if call_type(word(item)):
            yield from required_text(item.get("call_id"), "call_id", index, "call_id")
    yield from unique_items(value)


def _echoed(item: JSON) -> JSON:
    """Return a reasoning item without its null members, which clients send back as they got them."""
    if as_object(item).get("type") != "reasoning":
        return item
    return {key: member for key, member in item.items() if member is not None}


def item_reasons(item: dict[str, JSON], *at: str | int) -> Iterator[Reason]:
    """Yield what the schema does not say of one item, in a request or in a response."""
    yield from not_empty(item.get("id"), "id", *at, "id")
    if result_type(word(item)):
        yield from not_empty(item.get("call_id"), "call_id", *at, "call_id")
        yield from not_empty(item.get("name"), "name", *at, "name")
        yield from arguments_reasons(item.get("arguments"), *at, "arguments")
    for key in ("content", "output"):
        for position, part in enumerate(as_list(item.get(key))):
            yield from _part(as_object(part), (*at, key, position))


def unique_items(value: list[JSON], *path: str | int) -> Iterator[Reason]:
    """Yield a reason for each id, and each call_id of a call, that occurs twice."""
    entries = [(as_object(item), (*path, index)) for index, item in enumerate(value)]
    ids = ((item.get("id"), (*at, "id")) for item, at in entries if item.get("type") != "item_reference")
    yield from unique(ids, "id of an item")
    calls = ((item.get("call_id"), (*at, "call_id")) for item, at in entries if result_type(word(item)))
    yield from unique(calls, "call_id of a call")


def _items_before(value: list[JSON]) -> list[JSON]:
    results = takewhile(itemgetter(1), ((item, call_type(word(item))) for item in value))
    return [_call(kind, item["call_id"]) for item, kind in results if kind and isinstance(item.get("call_id"), str)]


def _call(kind: str, call_id: str) -> JSON:
    call = {"type": kind, "call_id": call_id, "name": "get_weather"}
    return call | ({"input": "now"} if kind == "custom_tool_call" else {"arguments": "{}"})


def _items_after(value: list[JSON]) -> list[JSON]:
    last = takewhile(_is_of_tools, reversed(value))
    answered = set()
    after: list[JSON] = []
    for item in last:
        kind, call_id = item["type"], word(item, "call_id")
        if answers := call_type(kind):
            answered.add((answers, call_id))
        elif kind == "reasoning" and item is value[-1]:
            after.append({"role": "assistant", "content": "17"})
        elif (result := result_type(kind)) and call_id is not None and (kind, call_id) not in answered:
            after.append({"type": result, "call_id": call_id, "output": "17"})
    return after


def _is_of_tools(item: JSON) -> bool:
    """Whether an item is a call, a result or what the model thought beside them."""
    kind = word(item)
    return kind == "reasoning" or call_type(kind) is not None or result_type(kind) is not None
