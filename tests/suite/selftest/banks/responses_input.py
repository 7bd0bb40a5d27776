"""Converters of Chat messages to Responses input: broken ones, the documents' own listings, and sound ones."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import chat_messages_to_responses_input as reference
from conformance.reference import responses_input_to_chat_messages as way_back
from tests.suite.selftest.banks.bank import Bank, dying
from tests.suite.selftest.model import Convert

LOG = logging.getLogger("conformance.reference")

MESSAGES = "chat-messages-to-responses-input"
BACK = "responses-input-to-chat-messages"
BANK = Bank(MESSAGES)

Item = dict[str, Any]
as_parts = partial(reference, tool_turns="parts")
as_text = partial(reference, tool_turns="text")
inline_parts = partial(reference, inline_tools="parts")
in_input = partial(reference, system_placement="input")


def items(change: Callable[[Item], Any], convert: Convert = reference) -> Convert:
    """A converter with a change to each item of its result; None removes the item, a list replaces it."""

    def changed(messages: Any) -> Any:
        result = convert(messages)
        kept: list[Any] = []
        for item in result["input"]:
            made = change(item)
            kept += made if isinstance(made, list) else [made] if made is not None else []
        return result | {"input": kept}

    return changed


def parts(change: Callable[[str, Item], Any], convert: Convert = reference) -> Convert:
    """A converter with a change to each part of its messages, which gets the role."""

    def in_item(item: Item) -> Item:
        if "role" not in item:
            return item
        content = [made for part in item["content"] if (made := change(item["role"], part)) is not None]
        return item | {"content": content}

    return items(in_item, convert)


def texts(change: Callable[[str], str], convert: Convert = reference) -> Convert:
    """A converter with a change to each text part."""
    return parts(lambda role, part: part | {"text": change(part["text"])} if "text" in part else part, convert)


def of_type(kind: str, change: Callable[[Item], Any], convert: Convert = reference) -> Convert:
    """A converter with a change to each item of one type."""
    return items(lambda item: change(item) if item.get("type") == kind else item, convert)


def calls(change: Callable[[Item], Any], convert: Convert = reference) -> Convert:
    return of_type("function_call", change, convert)


def outputs(change: Callable[[Item], Any], convert: Convert = reference) -> Convert:
    return of_type("function_call_output", change, convert)


def source(change: Callable[[Item], Any], convert: Convert = reference) -> Convert:
    """A converter that sees a changed copy of each message; None takes the message away."""

    def changed(messages: Any) -> Any:
        if not isinstance(messages, list):
            return convert(messages)
        seen = [change(copy.deepcopy(m)) if isinstance(m, dict) else m for m in messages]
        return convert([message for message in seen if message is not None])

    return changed


def whole(change: Callable[[list[Item]], list[Item]], convert: Convert = reference) -> Convert:
    """A converter with a change to the list of its items."""

    def changed(messages: Any) -> Any:
        result = convert(messages)
        return result | {"input": change(result["input"])}

    return changed


def content_parts(message: Item) -> list[Any]:
    """The parts of a message's content, where it is a list."""
    content = message.get("content")
    return content if isinstance(content, list) else []


# S4's listing, followed literally: a message for each message, calls kept aside, results as tool_result parts.


class Transformer:
    """What the listing does, line by line."""

    def __init__(self) -> None:
        self.pending: list[Any] = []

    def transform(self, messages: Any) -> list[Item]:
        return [self._one(message) for message in messages]

    def _one(self, message: Item) -> Item:
        role = message["role"]
        if role == "tool":
            part = {
                "type": "tool_result",
                "tool_use_id": message.get("tool_call_id"),
                "content": message.get("content"),
            }
            return {"role": "user", "content": [part]}
        made: Item = {"role": role}
        content = message.get("content")
        if isinstance(content, str):
            made["content"] = [{"type": _text_type(role), "text": content}]
        elif isinstance(content, list):
            made["content"] = [self._part(part, role) for part in content]
        if message.get("tool_calls"):
            self.pending += message["tool_calls"]
        return made

    def _part(self, part: Item, role: str) -> Item:
        kind = part["type"]
        if kind == "text":
            return {"type": _text_type(role), "text": part["text"]}
        if kind == "image_url":
            image = "output_image" if role == "assistant" else "input_image"
            return {"type": image, "image_url": part["image_url"]["url"]}
        if kind == "tool_use":
            return {"type": "tool_use", "id": part["id"], "name": part["name"], "input": part["input"]}
        if kind == "tool_result":
            return {"type": "tool_result", "tool_use_id": part["tool_use_id"], "content": part["content"]}
        return part


def _text_type(role: str) -> str:
    return "output_text" if role == "assistant" else "input_text"


BANK.add(
    "s4_listing",
    lambda messages: Transformer().transform(messages),
    *("MSG-2", "MSG-7", "MSG-9", "MSG-11", "MSG-12", "MSG-16", "MSG-16a", "MSG-20"),
    innocent=("MSG-1", "MSG-3", "MSG-3a", "MSG-5", "MSG-10", "MSG-13", "MSG-15", "ALL-4", "ALL-7"),
    note="calls lost, detail lost, cache_control kept where parts are handed on",
)


# S3's listing, followed literally: results and calls as texts, and any list of calls is one.


def s3_message(message: Item) -> Item:
    """What the listing makes of one message; how other messages look, the document says in words."""
    role, content = message["role"], message.get("content")
    if role == "tool":
        identity = message.get("tool_call_id")
        reported = "Array" if isinstance(content, list) else content or ""
        text = f"Tool result for {'unknown' if identity is None else identity}: {reported}"
        return {"role": "user", "content": [{"type": "input_text", "text": text}]}
    if role == "assistant" and message.get("tool_calls") is not None:
        names = [call["function"].get("name", "unknown") for call in message["tool_calls"]]
        text = ", ".join(f"Called function: {name}" for name in names)
        return {"role": role, "content": [{"type": "output_text", "text": text}]}
    made = reference([message], system_placement="input", inline_tools="parts")["input"]
    return made[0] if made else {"role": role, "content": [{"type": _text_type(role), "text": ""}]}


BANK.add(
    "s3_listing",
    lambda messages: [s3_message(message) for message in messages],
    *("MSG-6", "MSG-8", "MSG-12", "MSG-12a", "MSG-19"),
    innocent=("MSG-1", "MSG-2", "MSG-9", "MSG-10", "MSG-11", "MSG-13", "MSG-15", "ALL-7"),
    note="an empty list of calls replaces the text, a list of texts becomes the word Array",
)

# MSG-1, MSG-2: texts and images.

BANK.add(
    "everything_is_input_text",
    parts(lambda role, part: part | {"type": "input_text"} if part["type"] == "output_text" else part),
    *("MSG-1", "MSG-2", "API-2"),
    innocent=("MSG-12", "MSG-13", "MSG-4", "MSG-7", "API-1"),
)
BANK.add(
    "one_text_is_a_string",
    items(lambda item: item | {"content": item["content"][0]["text"]}
          if len(item.get("content", ())) == 1 and "text" in item["content"][0] else item),
    *("MSG-1", "MSG-11"),
    innocent=("MSG-12", "MSG-13", "API-1", "API-2"),
)  # fmt: skip
BANK.add("detail_lost", parts(lambda role, part: {k: v for k, v in part.items() if k != "detail"}), "MSG-2",
         innocent=("MSG-1", "MSG-12", "API-1"))  # fmt: skip
BANK.add("images_behind_texts", items(lambda i: i | {"content": sorted(i["content"], key=lambda p: "image" in p["type"])}
         if "role" in i else i), "MSG-2", innocent=("MSG-12", "MSG-13"))  # fmt: skip
BANK.add("a_message_for_each_part", items(lambda i: [i | {"content": [part]} for part in i["content"]]
         if i.get("role") == "user" else i), "MSG-2", innocent=("MSG-1", "MSG-12", "MSG-13"))  # fmt: skip
BANK.add("user_content_left_in_chat_form", lambda messages: reference(messages) | {"input": [
    dict(m) if m["role"] == "user" else item for m, item in zip(messages, reference(messages)["input"], strict=True)]}
    if [m["role"] for m in messages] == [item.get("role") for item in reference(messages)["input"]]
    else reference(messages), "MSG-2", "API-1", innocent=("MSG-13",))  # fmt: skip

# MSG-3: inline parts, and others.

INLINE = ("tool_use", "tool_result")


def _without(*kinds: str) -> Callable[[Item], Any]:
    def change(message: Item) -> Any:
        content = content_parts(message)
        kept = [part for part in content if not isinstance(part, dict) or part.get("type") not in kinds]
        return message if len(kept) == len(content) else message | {"content": kept} if kept else None

    return change


BANK.add("inline_results_dropped", source(_without("tool_result")), "MSG-3", "MSG-12", "API-2",
         innocent=("MSG-1", "MSG-4", "MSG-13"))  # fmt: skip
BANK.add("inline_calls_items_results_parts", items(lambda i: {"role": "user", "content": [{"type": "tool_result",
         "tool_use_id": i["call_id"], "content": i["output"]}]}
         if str(i.get("call_id")).startswith("toolu") and "output" in i else i), "MSG-3", innocent=("MSG-12", "MSG-13"),
         note="two answers to one choice")  # fmt: skip
BANK.add("unknown_parts_dropped", source(_without("video_url", "thinking", "x_location")), "MSG-3a",
         innocent=("MSG-2", "MSG-12"))  # fmt: skip
BANK.add("inline_input_escaped", calls(lambda i: i | {"arguments": json.dumps(json.loads(i["arguments"]))}
         if str(i["call_id"]).startswith("toolu") else i), "ALL-4a", innocent=("MSG-3", "ALL-3"))  # fmt: skip

# MSG-4, MSG-19: results as items.

BANK.add("result_wrapped_in_an_answer", outputs(lambda i: i | {"output": [{"type": "output_text", "text": i["output"]}]}
         if isinstance(i["output"], str) else i), "MSG-4", innocent=("MSG-7", "MSG-19"))  # fmt: skip
BANK.add("result_list_as_repr", source(lambda m: m | {"content": str(m["content"])}
         if m.get("role") == "tool" and content_parts(m) else m), "MSG-4", "MSG-19", innocent=("MSG-7",))  # fmt: skip
BANK.add("result_list_left_in_chat_form", outputs(lambda i: i | {"output": [p | {"type": "text"} if "text" in p
         else p for p in i["output"]]} if isinstance(i["output"], list) else i), "MSG-4", "MSG-19", "API-1", innocent=("MSG-12",))  # fmt: skip
BANK.add("images_of_results_dropped", outputs(lambda i: i | {"output": [p for p in i["output"]
         if p.get("type") != "input_image"]} if isinstance(i["output"], list) else i), "MSG-4", "MSG-12",
         innocent=("MSG-7", "MSG-2"))  # fmt: skip
BANK.add("tool_messages_left", lambda messages: whole(lambda made: [
    {"role": "tool", "tool_call_id": i["call_id"], "content": i["output"]} if "output" in i else i for i in made])(
    messages), "MSG-4", "API-1", innocent=("MSG-7", "MSG-1"))  # fmt: skip
BANK.add("lists_as_texts", source(lambda m: {"role": "user", "content": f"Tool result for {m['tool_call_id']}: "
         + "".join(p.get("text", "") for p in m["content"])} if m.get("role") == "tool" and content_parts(m)
         and "tool_call_id" in m and all(isinstance(p, dict) for p in m["content"]) else m), "MSG-4",
         innocent=("MSG-7", "MSG-1"), note="two answers to one choice")  # fmt: skip

BANK.add("results_are_ok", outputs(lambda i: i | {"output": "ok"} if isinstance(i["output"], str) else i), "MSG-12",
         innocent=("MSG-7", "MSG-14", "API-2"), sets=("safe",))  # fmt: skip

# MSG-5, MSG-6, MSG-8, MSG-12a: results as parts, results and calls as text.


@BANK.mutant("MSG-5", innocent=("MSG-7", "MSG-12", "MSG-13", "MSG-14"))
def two_share_a_message(messages: Any) -> Any:
    """Results are grouped two by two: the third has a separate message."""

    def halved(item: Item) -> Any:
        content = item.get("content", ())
        if len(content) < 3 or content[0]["type"] != "tool_result":
            return item
        return [item | {"content": content[:2]}, item | {"content": content[2:]}]

    return items(halved, as_parts)(messages)


BANK.add("results_as_parts", as_parts, "API-1", "API-2",
         innocent=("MSG-5", "MSG-7"), note="what the document asks for is advice here")  # fmt: skip
BANK.add("other_words", texts(lambda t: t.replace("Tool result for ", "Result of "), as_text), "MSG-6",
         innocent=("MSG-1", "MSG-8"), choices={"tool-turns": "text"})  # fmt: skip
BANK.add("calls_joined_by_and", texts(lambda t: t.replace(", Called", " and Called"), as_text), "MSG-8",
         innocent=("MSG-1", "MSG-6"))  # fmt: skip
BANK.add("text_beside_calls_dropped", source(lambda m: m | {"content": None} if m.get("tool_calls") else m, as_text),
         "MSG-12a", innocent=("MSG-12", "MSG-8", "MSG-1"))  # fmt: skip

# MSG-7, MSG-20: calls as items.

BANK.add("calls_skipped", source(lambda m: None if m.get("tool_calls") else m), "MSG-7", "MSG-12", "MSG-20", "API-2",
         innocent=("MSG-4", "MSG-13"))  # fmt: skip


def _decoded(change: Callable[[Any], Any]) -> Callable[[Item], Item]:
    def changed(item: Item) -> Item:
        try:
            return item | {"arguments": change(json.loads(item["arguments"]))}
        except ValueError:
            return item

    return changed


BANK.add(
    "arguments_written_again", calls(_decoded(json.dumps)), "MSG-7", "ALL-4", innocent=("MSG-12", "ALL-3", "API-1")
)
BANK.add("arguments_through_doubles", calls(_decoded(lambda value: json.dumps(json.loads(
    json.dumps(value), parse_int=float)))), "ALL-3", "MSG-7", innocent=("MSG-12",))  # fmt: skip


def _calls_first(made: list[Item]) -> list[Item]:
    result: list[Item] = []
    for item in made:
        if item.get("type") == "function_call" and result and result[-1].get("role") == "assistant":
            result.insert(len(result) - 1, item)
        else:
            result.append(item)
    return result


BANK.add("calls_before_text", whole(_calls_first), "MSG-7", innocent=("MSG-12", "MSG-4", "API-1"))
_EMPTY = {"role": "assistant", "content": [{"type": "output_text", "text": ""}]}


@BANK.mutant("MSG-7", "MSG-20", innocent=("MSG-12", "MSG-13", "API-1"))
def empty_text_beside_calls(messages: Any) -> Any:
    """A message with an empty text is before the calls of a turn without text."""
    made: list[Item] = []
    for item in reference(messages)["input"]:
        if item.get("type") == "function_call" and (not made or made[-1].get("role") == "user"):
            made.append(dict(_EMPTY))
        made.append(item)
    return reference(messages) | {"input": made}


# MSG-9: cache_control.


def _stripped(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _stripped(member) for key, member in value.items() if key != "cache_control"}
    return [_stripped(member) for member in value] if isinstance(value, list) else value


def _plain_arguments(item: Item) -> Item:
    return _decoded(lambda value: json.dumps(_stripped(value)))(item) if "cache_control" in item["arguments"] else item


@BANK.mutant("MSG-9", "API-1", innocent=("MSG-12", "MSG-13", "MSG-1"))
def cache_control_kept_on_messages(messages: Any) -> Any:
    """The last message of the result keeps what the last message of the input has."""
    result = reference(messages)
    for message, item in zip(messages, result["input"], strict=False):
        if "cache_control" in message:
            item["cache_control"] = message["cache_control"]
    return result


BANK.add("cached_parts_dropped", source(lambda m: m | {"content": kept} if (kept := [p for p in content_parts(m)
         if not isinstance(p, dict) or "cache_control" not in p]) else m), "MSG-9", "MSG-12",
         innocent=("MSG-1", "MSG-13"))  # fmt: skip
BANK.add("cache_control_gone_from_data", calls(_plain_arguments), "MSG-9", "MSG-7", innocent=("MSG-12", "MSG-18"))

# MSG-10: system messages.


BANK.add("system_as_user", items(lambda i: i | {"role": "user"} if i.get("role") == "system" else i, in_input),
         "MSG-10", innocent=("MSG-12", "MSG-1", "API-1"))  # fmt: skip
BANK.add("system_lists_stay", lambda messages: reference(messages) if not any(
    isinstance(m, dict) and m.get("role") == "system" and content_parts(m) for m in messages) else in_input(messages),
    "MSG-10", innocent=("MSG-1", "MSG-12"), note="two answers to one choice")  # fmt: skip
BANK.add(
    "system_texts_joined_by_a_line_end",
    lambda messages: (
        result | {"instructions": result["instructions"].replace("\n\n", "\n")}
        if "instructions" in (result := reference(messages))
        else result
    ),
    "MSG-10b",
)
BANK.add("system_in_the_input", in_input, "MSG-10a", innocent=("MSG-10", "MSG-12"), note="advice")

# MSG-11 to MSG-14.

BANK.add("empty_user_dropped", source(lambda m: None if m.get("role") == "user" and m.get("content") == "" else m),
         "MSG-11", innocent=("MSG-12", "MSG-13", "MSG-1"))  # fmt: skip
BANK.add("last_message_twice", whole(lambda made: made + made[-1:]), "MSG-12", innocent=("MSG-13", "MSG-1"))
BANK.add("reversed", whole(lambda made: made[::-1]), "MSG-13", innocent=("MSG-12", "MSG-1", "MSG-14"))
BANK.add("ids_cut", items(lambda i: i | {"call_id": i["call_id"][:8]} if "call_id" in i else i), "MSG-14", "MSG-18",
         innocent=("MSG-1", "MSG-13"))  # fmt: skip


@BANK.mutant("MSG-14", "MSG-18", "API-2", innocent=("MSG-12", "MSG-13", "MSG-1"))
def results_get_new_ids(messages: Any) -> Any:
    """Each output has a new id: one id became two."""
    return outputs(lambda i: i | {"call_id": "out_" + i["call_id"]})(messages)


# MSG-15, ALL-2.


@BANK.mutant("MSG-15", innocent=("MSG-1", "MSG-9", "MSG-12"))
def strips_in_place(messages: Any) -> Any:
    """cache_control is taken from the caller's own messages."""
    for message in messages if isinstance(messages, list) else ():
        if isinstance(message, dict):
            message.pop("cache_control", None)
    return reference(messages)


_said: list[Item] = []


@BANK.mutant("ALL-2", "MSG-15", "MSG-12", innocent=("ALL-1",))
def remembers_calls(messages: Any) -> Any:
    """Calls are kept aside for all conversions, and added to the next one."""
    result = reference(messages)
    kept = list(_said)
    _said[:] = [item for item in result["input"] if item.get("type") == "function_call"][:1]
    return result | {"input": result["input"] + kept}


# MSG-16 to MSG-18, API.

BANK.add("developer_skipped", source(lambda m: None if m.get("role") == "developer" else m), "MSG-16", "MSG-12",
         innocent=("MSG-13",))  # fmt: skip
BANK.add("refusal_lost", source(lambda m: {k: v for k, v in m.items() if k != "refusal"}), "MSG-16", "MSG-20",
         innocent=("MSG-12", "MSG-1"))  # fmt: skip
BANK.add("file_left_in_chat_form", parts(lambda role, p: {"type": "file", "file": {k: v for k, v in p.items()
         if k != "type"}} if p["type"] == "input_file" else p), "MSG-16a", "API-1", innocent=("MSG-12",))  # fmt: skip


def _with_half_of_the_audio(role: str, part: Item) -> Item:
    audio = part.get("input_audio")
    if not isinstance(audio, dict) or not isinstance(audio.get("data"), str):
        return part
    return part | {"input_audio": audio | {"data": audio["data"][: len(audio["data"]) // 2]}}


BANK.add("audio_dropped", source(_without("input_audio")), "MSG-16b", innocent=("MSG-12", "MSG-2"), examples=100)

BANK.add("audio_cut", parts(_with_half_of_the_audio), "MSG-16b", innocent=("MSG-12",), examples=100)


def _reporting_others(convert: Convert) -> Convert:
    """A converter that reports something else, whatever it loses."""

    def converted(messages: Any) -> Any:
        LOG.warning("temperature is not supported")
        return convert(messages)

    return converted


def _without_custom_calls(messages: Any) -> Any:
    called = [call for m in messages for call in (m.get("tool_calls") or () if isinstance(m, dict) else ())]
    custom = {call.get("id") for call in called if isinstance(call, dict) and call.get("type") == "custom"}
    kept = [m for m in messages if not (isinstance(m, dict) and m.get("tool_call_id") in custom)]
    return [
        m | {"tool_calls": [call for call in m["tool_calls"] if call.get("id") not in custom]}
        if isinstance(m, dict) and m.get("tool_calls")
        else m
        for m in kept
    ]


BANK.add("audio_dropped_beside_another_report", _reporting_others(source(_without("input_audio"))), "MSG-16b",
         innocent=("MSG-12", "MSG-2"), examples=100)  # fmt: skip
BANK.add("custom_calls_dropped_beside_another_report", _reporting_others(lambda messages: reference(
         _without_custom_calls(messages) if isinstance(messages, list) else messages)), "MSG-22",
         innocent=("MSG-12", "MSG-2"))  # fmt: skip


@BANK.mutant("MSG-17", "MSG-12", innocent=("MSG-1", "MSG-18"))
def results_by_id(messages: Any) -> Any:
    """Results are kept by id: the last of two wins."""
    result = reference(messages)
    last = {item["call_id"]: item for item in result["input"] if "output" in item}
    return result | {"input": [i for i in result["input"] if "output" not in i or last[i["call_id"]] is i]}


BANK.add(
    "call_id_as_item_id", calls(lambda i: i | {"id": i["call_id"]}), "MSG-18", "API-2",
    innocent=("MSG-7", "MSG-14", "API-1"),
)  # fmt: skip

# What every operation keeps.

BANK.add("texts_trimmed", texts(str.strip), "ALL-4", "MSG-1", "MSG-2", innocent=("MSG-13", "API-1"))
BANK.add("tuples", items(lambda i: i | {"content": tuple(i["content"])} if "content" in i else i), "ALL-1")


@BANK.mutant("ALL-6", innocent=("MSG-1", "MSG-4", "MSG-7"))
def at_most_500(messages: Any) -> Any:
    """A long conversation is refused."""
    if isinstance(messages, list) and len(messages) > 500:
        raise ValueError("too many messages")
    return reference(messages)


BANK.add("dies_of_null", dying(reference, lambda messages: not isinstance(messages, list)), "ALL-7",
         innocent=("MSG-1", "MSG-12"), mortal=True)  # fmt: skip


def _loses_text(given: Any) -> Any:
    return [m | {"content": None} if m.get("tool_calls") else m for m in way_back(given)]


BANK.add("way_back_loses_text", reference, "LAW-2", others={BACK: _loses_text}, innocent=("MSG-12", "MSG-13"))


def _back(change: Callable[[Item], Item]) -> dict[str, Convert]:
    """The way back, with each message changed."""
    return {BACK: lambda given: [change(message) for message in way_back(given)]}


def _without_detail(message: Item) -> Item:
    for part in content_parts(message):
        if part.get("type") == "image_url":
            part["image_url"].pop("detail", None)
    return message


BANK.add(
    "way_back_empties_results",
    reference,
    "LAW-2",
    others=_back(lambda m: m | {"content": ""} if m["role"] == "tool" else m),
)
BANK.add("way_back_loses_details", reference, "LAW-2", others=_back(_without_detail))
BANK.add(
    "way_back_gives_new_ids",
    reference,
    "LAW-2",
    others=_back(lambda m: m | {"tool_call_id": "call_0"} if m["role"] == "tool" else m),
)
BANK.add("way_back_loses_results", reference, "LAW-2",
         others={BACK: lambda given: [m for m in way_back(given) if m["role"] != "tool"]})  # fmt: skip

BANKS = (BANK,)
