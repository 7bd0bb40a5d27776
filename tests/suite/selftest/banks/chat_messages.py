"""Broken converters of Responses input items to Chat messages."""

from __future__ import annotations

import copy
import itertools
import json
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from conformance.reference import ItemError
from conformance.reference import responses_input_to_chat_messages as reference
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.model import Convert

ITEMS = "responses-input-to-chat-messages"
Item = dict[str, Any]
Message = dict[str, Any]

BANK = Bank(ITEMS)


def items_of(given: Any) -> list[Any]:
    """The items of an input; none for what has not its shape."""
    items = given.get("input") if isinstance(given, dict) else given
    return items if isinstance(items, list) else []


def before(change: Callable[[list[Any]], list[Any]]) -> Convert:
    """The reference, with a change to a copy of the items before it sees them."""

    def convert(given: Any) -> Any:
        given = copy.deepcopy(given)
        if isinstance(given, dict) and isinstance(given.get("input"), list):
            return reference(given | {"input": change(given["input"])})
        return reference(change(given) if isinstance(given, list) else given)

    return convert


def after(change: Callable[[list[Message]], list[Message]]) -> Convert:
    """The reference, with a change to its messages."""
    return lambda given: change(reference(given))


def each(change: Callable[[Message], Message]) -> Convert:
    """The reference, with a change to each of its messages."""
    return after(lambda messages: [change(message) for message in messages])


def item(change: Callable[[Item], Any]) -> Convert:
    """The reference, with a change to each item that is an object; None leaves it out."""

    def changed(items: list[Any]) -> list[Any]:
        found = [change(item) if isinstance(item, dict) else item for item in items]
        return [new for old, new in zip(items, found, strict=True) if new is not None or old is None]

    return before(changed)


def of_type(kind: str, change: Callable[[Item], Any]) -> Convert:
    """The reference, with a change to each item of a type."""
    return item(lambda value: change(value) if value.get("type") == kind else value)


def text_of(message: Message) -> str:
    """All text of a message."""
    content = message.get("content")
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def with_ids(messages: list[Message], ids: Mapping[str, str]) -> list[Message]:
    """Give calls and their results other ids. ids: the new ones, by the old ones."""
    for message in messages:
        for tool_call in message.get("tool_calls", ()):
            tool_call["id"] = ids.get(tool_call["id"], tool_call["id"])
        if message["role"] == "tool":
            message["tool_call_id"] = ids.get(message["tool_call_id"], message["tool_call_id"])
    return messages


def calls(change: Callable[[Item], Item]) -> Convert:
    """The reference, with a change to each tool call."""

    def one(message: Message) -> Message:
        if "tool_calls" not in message:
            return message
        return message | {"tool_calls": [change(call) for call in message["tool_calls"]]}

    return each(one)


def arguments(change: Callable[[str], str]) -> Convert:
    """The reference, with a change to the arguments of each call of a function."""
    return calls(lambda call: call if "function" not in call else call | {"function": call["function"]
                 | {"arguments": change(call["function"]["arguments"])}})  # fmt: skip


def fails_on(broken: Callable[[Item], Any]) -> Convert:
    """The reference, which fails where the function does for one of the items."""

    def convert(given: Any) -> Any:
        for item in items_of(given):
            if isinstance(item, dict):
                broken(item)
        return reference(given)

    return convert


# INP-1, INP-1a: turns and their calls.


@BANK.mutant("INP-1", "API-2", innocent=("INP-1a", "INP-3", "INP-4", "INP-6", "INP-7"))
def a_message_for_each_call(given: Any) -> Any:
    """Each call is a separate message, in front of all results."""
    found: list[Message] = []
    for message in reference(given):
        own = message.get("tool_calls", [None])[1:]
        found.append(message | ({"tool_calls": message["tool_calls"][:1]} if own else {}))
        found += [{"role": "assistant", "content": None, "tool_calls": [call]} for call in own]
    return found


@BANK.mutant("INP-1", innocent=("INP-1a", "INP-2", "INP-3", "INP-4", "INP-6", "API-2"))
def text_apart_from_its_calls(given: Any) -> Any:
    """What the assistant says and what it calls are two messages."""
    found: list[Message] = []
    for message in reference(given):
        if message.get("tool_calls") and message["content"]:
            said = {key: value for key, value in message.items() if key != "tool_calls"}
            found += [said, {"role": "assistant", "content": None, "tool_calls": message["tool_calls"]}]
        else:
            found.append(message)
    return found


def reversed_calls(message: Message) -> Message:
    """A message with its calls in reverse."""
    return message | {"tool_calls": message["tool_calls"][::-1]} if "tool_calls" in message else message


def text_gone_beside_calls(message: Message) -> Message:
    """A message without its text where it has calls."""
    return message | {"content": None} if message.get("tool_calls") else message


BANK.add("calls_in_reverse", each(reversed_calls), "INP-1", innocent=("INP-1a", "INP-2", "INP-3", "API-2"))
BANK.add(
    "text_lost_beside_calls", each(text_gone_beside_calls), "INP-3", "INP-4", innocent=("INP-1a", "INP-2", "API-2")
)
BANK.add(
    "id_of_the_item", of_type("function_call", lambda value: value | {"call_id": value.get("id") or value.get("call_id")}),
    *("INP-1a", "INP-2", "API-2"), innocent=("INP-3", "INP-6"),
)  # fmt: skip
BANK.add("arguments_encoded_twice", arguments(json.dumps), "INP-1a", innocent=("INP-1", "INP-2", "INP-3", "INP-4"))


def tidy(text: str) -> str:
    """JSON, written anew."""
    try:
        return json.dumps(json.loads(text))
    except ValueError:
        return "{}"


BANK.add("arguments_written_anew", arguments(tidy), "INP-1a", "ALL-4", innocent=("INP-1", "INP-2", "INP-3", "INP-4"))


@BANK.mutant("INP-1a", innocent=("INP-3", "INP-5", "INP-6"))
def equal_calls_are_one(given: Any) -> Any:
    """A call that was made before is a duplicate, and so is its output."""
    seen: set[str] = set()
    ids: set[str] = set()

    def first(item: Item) -> Any:
        if item.get("type") == "function_call":
            key = json.dumps([item.get("name"), item.get("arguments")])
            if key in seen:
                ids.add(item.get("call_id", ""))
                return None
            seen.add(key)
        return None if item.get("type") == "function_call_output" and item.get("call_id") in ids else item

    return item(first)(given)


@BANK.mutant("INP-4", innocent=("INP-1", "INP-1a", "INP-2", "INP-3", "INP-6", "API-2"))
def rounds_become_one(given: Any) -> Any:
    """Calls that follow a result at once join those before it."""
    found: list[Message] = []
    for message in reference(given):
        last = next((i for i in reversed(range(len(found))) if found[i]["role"] != "tool"), -1)
        known = {call["id"] for call in found[last].get("tool_calls", ())} if found else set()
        if message.get("tool_calls") and not message["content"] and known and last != len(found) - 1:
            if not known & {call["id"] for call in message["tool_calls"]}:
                found[last]["tool_calls"] += message["tool_calls"]
                continue
        found.append(message)
    return found


# INP-2: results.


@BANK.mutant("INP-2", "API-2", innocent=("INP-1", "INP-1a", "INP-3", "INP-6", "INP-7"))
def results_where_their_items_stand(given: Any) -> Any:
    """A message before the output is between the call and its result."""
    spoken: dict[str, list[int]] = {}
    waiting: list[str] = []
    for item in items_of(given):
        if isinstance(item, dict) and item.get("type") == "function_call" and isinstance(item.get("call_id"), str):
            waiting.append(item["call_id"])
        elif isinstance(item, dict) and item.get("role") == "user" and waiting:
            spoken.setdefault(waiting[-1], []).append(1)
        elif isinstance(item, dict) and item.get("type") == "function_call_output":
            waiting = [id_ for id_ in waiting if id_ != item.get("call_id")]
    found = reference(given)
    for index in range(len(found) - 1):
        first, second = found[index], found[index + 1]
        if first["role"] == "tool" and second["role"] == "user" and first["tool_call_id"] in spoken:
            found[index], found[index + 1] = second, first
    return found


@BANK.mutant("INP-2", innocent=("INP-1", "INP-1a", "INP-3", "INP-4", "API-2"))
def the_last_result_of_an_id(given: Any) -> Any:
    """Results are kept by id, and an id that is used again loses the first one."""
    messages = reference(given)
    last = {message["tool_call_id"]: message["content"] for message in messages if message["role"] == "tool"}
    return [m | {"content": last[m["tool_call_id"]]} if m["role"] == "tool" else m for m in messages]


def tool(change: Callable[[Message], Message]) -> Convert:
    """The reference, with a change to each tool message."""
    return each(lambda message: change(message) if message["role"] == "tool" else message)


BANK.add("results_stripped", tool(lambda m: m | {"content": m["content"].strip()}), "INP-2", "ALL-4",
         innocent=("INP-1", "INP-1a", "INP-3", "INP-4"))  # fmt: skip
BANK.add("results_are_users_messages", each(lambda m: {"role": "user", "content": m["content"]}
         if m["role"] == "tool" else m), "INP-2", "INP-4", "API-2", innocent=("INP-1", "INP-1a", "INP-3"))  # fmt: skip

# INP-3, INP-3a, INP-3b: what messages say.

BANK.add(
    "fails_on_an_assistants_string",
    fails_on(lambda value: [part["type"] for part in value["content"]] if value.get("role") == "assistant" else None),
    *("CONV-1",),
    innocent=("INP-3", "INP-6", "INP-7", "ALL-7"),
)


def last_text(message: Message) -> Message:
    """Of several texts the last."""
    if not isinstance(message.get("content"), list) or message["role"] == "tool":
        return message
    texts = [part for part in message["content"] if part["type"] == "text"]
    return message | {"content": [part for part in message["content"] if part["type"] != "text"] + texts[-1:]}


def parts(change: Callable[[Item], Any]) -> Convert:
    """The reference, with a change to each part; None leaves it out."""

    def one(message: Message) -> Message:
        if not isinstance(message.get("content"), list):
            return message
        return message | {"content": [new for part in message["content"] if (new := change(part)) is not None]}

    return each(one)


def of_part(kind: str, change: Callable[[Item], Any]) -> Convert:
    """The reference, with a change to the parts of one type."""
    return parts(lambda part: change(part) if part["type"] == kind else part)


BANK.add("only_the_last_text", each(last_text), "INP-3", "INP-6", innocent=("INP-1", "INP-2", "INP-3a", "API-2"))
BANK.add("detail_lost", of_part("image_url", lambda part: part | {"image_url": {"url": part["image_url"]["url"]}}),
         "INP-3", "INP-7", innocent=("INP-4", "API-1"))  # fmt: skip
BANK.add("image_url_is_a_string", of_part("image_url", lambda part: part | {"image_url": part["image_url"]["url"]}),
         "API-1", innocent=("INP-4",))  # fmt: skip
BANK.add("image_url_has_a_type", of_part("image_url", lambda part: part | {"image_url": part["image_url"] | {"mime": ""}}),
         "API-1", innocent=("INP-4",))  # fmt: skip
BANK.add("parts_as_they_were", of_part("text", lambda part: part | {"type": "input_text"}), "API-1",
         innocent=("INP-1", "INP-2", "INP-3", "INP-4", "INP-7"))  # fmt: skip
BANK.add("texts_normalised", each(lambda m: m | {"content": unicodedata.normalize("NFC", m["content"])}
         if isinstance(m["content"], str) else m), "INP-3", "ALL-4", innocent=("INP-1", "INP-1a", "INP-4"))  # fmt: skip
BANK.add("refusals_lost", item(lambda value: value | {"content": [part for part in value["content"]
         if part.get("type") != "refusal"]} if isinstance(value.get("content"), list) and value.get("type") != "reasoning"
         and value.get("role") == "assistant" else value), "INP-3a", innocent=("INP-1", "INP-2", "INP-3"))  # fmt: skip
BANK.add("files_left_out", of_part("file", lambda part: None), "INP-3b", innocent=("INP-1", "INP-2", "INP-3", "INP-6"))
BANK.add("assistant_is_a_user", each(lambda m: m | {"role": "user"} if m["role"] == "assistant" and "tool_calls" not in m
         else m), "INP-3", "INP-4", innocent=("INP-1", "INP-1a", "INP-2", "INP-6"))  # fmt: skip

# INP-4: the same messages.


@BANK.mutant("INP-4", innocent=("INP-1", "INP-1a", "INP-2", "INP-3", "INP-6", "API-1", "API-2"))
def a_message_for_each_part(given: Any) -> Any:
    """A user's parts become messages of their own."""
    found: list[Message] = []
    for message in reference(given):
        split = message["role"] == "user" and isinstance(message["content"], list)
        found += [message | {"content": [part]} for part in message["content"]] if split else [message]
    return found


@BANK.mutant("INP-4", innocent=("INP-1", "INP-1a", "INP-2", "INP-3", "INP-6", "API-1", "API-2"))
def neighbours_of_one_role_are_one(given: Any) -> Any:
    """Messages of the user that follow each other become one."""
    found: list[Message] = []
    for message in reference(given):
        if found and message["role"] == found[-1]["role"] == "user":
            content = [found[-1]["content"], message["content"]]
            listed = [c if isinstance(c, list) else [{"type": "text", "text": c}] for c in content]
            found[-1] = {"role": "user", "content": listed[0] + listed[1]}
        else:
            found.append(message)
    return found


BANK.add("the_first_is_repeated", after(lambda found: found[:1] + found if found and found[0]["role"] == "user"
         else found), "INP-4", innocent=("INP-1", "INP-1a", "INP-6"))  # fmt: skip


def quoted_instructions(message: Message) -> Message:
    """A template writes instructions as JSON."""
    if message["role"] not in ("system", "developer") or not isinstance(message["content"], str):
        return message
    return message | {"content": json.dumps(message["content"], ensure_ascii=False)}


BANK.add("instructions_in_quotes", each(quoted_instructions), "INP-6", innocent=("INP-1", "INP-2", "INP-3"))
BANK.add("instructions_twice", after(lambda found: found[:1] + found if found and found[0]["role"] == "system" else found),
         "INP-6", innocent=("INP-1", "INP-2"))  # fmt: skip
BANK.add("notes_without_images", after(lambda found: [m for m in found if "Attached by" not in json.dumps(m)]), "INP-7",
         innocent=("INP-1", "INP-1a", "INP-6"))  # fmt: skip


@BANK.mutant("INP-2", "API-2", innocent=("INP-3", "INP-5", "INP-6"), sets=("safe",))
def words_behind_a_call_stay_there(given: Any) -> Any:
    """Each item becomes a message where it stands: what the assistant said behind a call is before the result."""
    items = items_of(given)
    kinds = [item.get("type") or item.get("role") if isinstance(item, dict) else None for item in items]
    places = [
        at
        for at, item in enumerate(items[1:], 1)
        if kinds[at - 1] == "function_call" and isinstance(item, dict) and item.get("role") == "assistant"
    ]
    found = reference(given)
    for message in found if places else ():
        if message.get("tool_calls") and message.get("content"):
            said = {"role": "assistant", "content": message["content"]}
            at = found.index(message)
            return [*found[:at], message | {"content": None}, said, *found[at + 1 :]]
    return found


# INP-5: what Chat has no message for.

BANK.add("reasoning_needs_a_summary", fails_on(lambda value: value["summary"] if value.get("type") == "reasoning" else None),
         "INP-5", innocent=("INP-1", "INP-2", "INP-3", "INP-6"))  # fmt: skip


def custom_calls_left_out(given: Any) -> Any:
    """A custom tool has no place in Chat: its calls and what came of them are dropped."""
    kept = [
        item for item in items_of(given) if not (isinstance(item, dict) and str(item.get("type")).startswith("custom_"))
    ]
    if not isinstance(given, dict):
        return reference(kept if isinstance(given, list) else given)
    return reference({**given, "input": kept} if isinstance(given.get("input"), list) else given)


BANK.add("custom_calls_dropped_in_silence", custom_calls_left_out, "INP-5a", innocent=("INP-1", "INP-2", "INP-6"),
         sets=("safe",))  # fmt: skip


def without_parts(type_: str, lacking: str) -> Convert:
    """Drops the parts of a type that lack a member, before the converter sees them."""

    def changed(item: Item) -> Item:
        content = item.get("content")
        if not isinstance(content, list):
            return item
        kept = [part for part in content if not (isinstance(part, dict) and part.get("type") == type_
                                                 and lacking not in part)]  # fmt: skip
        return item | {"content": kept}

    return item(changed)


BANK.add("pictures_by_id_dropped_in_silence", without_parts("input_image", "image_url"), "INP-3c",
         innocent=("INP-1", "INP-2", "INP-6"), sets=("safe",))  # fmt: skip
BANK.add("files_by_address_dropped_in_silence",
         before(lambda items: [item if not isinstance(item, dict) or not isinstance(item.get("content"), list)
                               else item | {"content": [part for part in item["content"]
                                                       if not isinstance(part, dict) or "file_url" not in part]}
                               for item in items]),
         "INP-3c", innocent=("INP-1", "INP-2", "INP-6"), sets=("safe",))  # fmt: skip
BANK.add("references_dropped_in_silence", item(lambda value: None if value.get("type") == "item_reference" else value),
         "INP-5b", innocent=("INP-1", "INP-2", "INP-6"), sets=("safe",))  # fmt: skip


def became(kind: Callable[[Item], bool], role: str, content: Callable[[Item], Any]) -> Convert:
    """A converter that makes a message of some items, in front of what the reference makes of the rest."""

    def convert(given: Any) -> Any:
        found = [item for item in items_of(given) if isinstance(item, dict) and kind(item)]
        return [*({"role": role, "content": content(finding)} for finding in found), *reference(given)]

    return convert


def is_reasoning(item: Item) -> bool:
    """Whether an item is reasoning."""
    return item.get("type") == "reasoning"


BANK.add("pictures_cut", of_part("image_url", lambda part: part | {"image_url": {**part["image_url"], "url":
         part["image_url"]["url"][:-4]}}), "INP-5", "INP-3", examples=20)  # fmt: skip
BANK.add("reasoning_is_null_content", became(is_reasoning, "assistant", lambda _one: None), "INP-5", "API-2",
         innocent=("INP-3", "INP-6", "INP-7"))  # fmt: skip
BANK.add("reasoning_is_the_users", became(is_reasoning, "user", str), "INP-5", innocent=("INP-1", "INP-2", "INP-3"))
BANK.add("reasoning_is_said", became(is_reasoning, "assistant", str), "INP-5", innocent=("INP-2", "INP-3", "API-2"))
BANK.add(
    "other_items_are_the_users",
    became(
        lambda value: str(value.get("type")).endswith(("_search_call", "_item", "telepathy_call", "memo")), "user", str
    ),
    *("INP-5",),
    innocent=("INP-1", "INP-2", "INP-3"),
)
BANK.add(
    "custom_calls_without_their_input",
    calls(lambda call: call | {"custom": call["custom"] | {"input": ""}} if "custom" in call else call),
    *("INP-5",),
    innocent=("INP-1", "INP-1a", "INP-2", "INP-4", "API-1", "API-2"),
    examples=100,
)
BANK.add(
    "fails_on_other_items_without_a_word",
    fails_on(lambda value: value["role"] if value.get("type") not in ("function_call", "function_call_output", "reasoning")
             else None),
    *("INP-5",),
    innocent=("INP-1", "INP-2", "INP-3", "INP-6", "INP-7"),
)  # fmt: skip


@BANK.mutant("INP-5", innocent=("INP-1", "INP-2", "INP-3"))
def unknown_items_now_and_then(given: Any) -> Any:
    """Refuses an item of unknown type where it has a payload, and leaves others out."""
    for item in items_of(given):
        if isinstance(item, dict) and item.get("type") == "telepathy_call" and "payload" in item:
            raise ItemError("telepathy_call: unknown")
    return reference(given)


# INP-6: instructions.

INSTRUCTING = ("system", "developer")
BANK.add("instructions_dropped", lambda given: reference(given["input"] if isinstance(given, dict) and "input" in given
         else given), "INP-6", innocent=("INP-1", "INP-2", "INP-3", "INP-4", "INP-5"))  # fmt: skip
BANK.add("developer_dropped", after(lambda found: [m for m in found if m["role"] != "developer"]), "INP-6",
         innocent=("INP-1", "INP-2", "INP-3", "INP-4"))  # fmt: skip
BANK.add("developer_is_the_user", each(lambda m: m | {"role": "user"} if m["role"] == "developer" else m), "INP-6",
         innocent=("INP-1", "INP-1a", "INP-3"))  # fmt: skip
BANK.add("front_in_reverse", after(lambda found: [m for m in found[::-1] if m["role"] in INSTRUCTING]
         + [m for m in found if m["role"] not in INSTRUCTING]), "INP-6", innocent=("INP-1", "INP-3", "INP-4"))  # fmt: skip

# INP-7, INP-7a: outputs that are lists.


def output(change: Callable[[list[Any]], Any]) -> Convert:
    """The reference, with a change to each output that is a list."""
    return item(
        lambda value: value | {"output": change(value["output"])} if isinstance(value.get("output"), list) else value
    )


def is_text(part: Any) -> bool:
    """Whether a part of an output is a text."""
    return part["type"] in ("input_text", "output_text")


BANK.add("lists_printed", output(str), "INP-7", innocent=("INP-1", "INP-1a", "INP-3", "INP-4", "INP-6"))
BANK.add("images_of_outputs_dropped", output(lambda found: "\n".join(part["text"] for part in found if is_text(part))),
         "INP-7", innocent=("INP-1", "INP-2", "INP-3", "INP-4", "API-2"))  # fmt: skip
BANK.add("output_text_not_read", output(lambda found: [part for part in found if part["type"] != "output_text"]),
         "INP-7", innocent=("INP-1", "INP-2", "INP-3"))  # fmt: skip
BANK.add("fails_on_a_file_id", fails_on(lambda value: [part["image_url"] for part in value["output"]
         if part["type"] == "input_image"] if isinstance(value.get("output"), list) else None), "INP-7")  # fmt: skip


@BANK.mutant("INP-7", innocent=("INP-1", "INP-2", "INP-3", "INP-4", "API-1", "API-2"))
def only_the_last_results_images(given: Any) -> Any:
    """Of several results of a turn that have images, only those of the last one are moved."""

    def last(message: Message) -> Message:
        if message["role"] != "user" or not isinstance(message["content"], list):
            return message
        starts = [i for i, part in enumerate(message["content"]) if part.get("text", "").startswith("Attached by the")]
        return message | {"content": message["content"][starts[-1] :]} if starts else message

    return [last(message) for message in reference(given)]


@BANK.mutant("INP-7", innocent=("INP-1", "INP-2", "INP-3", "API-2"))
def texts_of_lists_as_parts(given: Any) -> Any:
    """The content of a tool message is the list of the texts, and empty where there are none."""
    lists = {item.get("call_id"): item["output"] for item in items_of(given)
             if isinstance(item, dict) and isinstance(item.get("output"), list)}  # fmt: skip
    found = []
    for message in reference(given):
        if message["role"] == "tool" and message["tool_call_id"] in lists and "attached" in message["content"]:
            texts = [part["text"] for part in lists[message["tool_call_id"]] if is_text(part)]
            message |= {"content": [{"type": "text", "text": text} for text in texts]}
        found.append(message)
    return [m for m in found if not (m["role"] == "user" and "Attached by" in text_of(m))]


@BANK.mutant("API-2", innocent=("INP-1", "INP-2", "INP-3", "INP-7"))
def images_stay_in_tool_messages(given: Any) -> Any:
    """The content for the next user message is in the tool message."""
    found: list[Message] = []
    for message in reference(given):
        if message["role"] == "user" and "Attached by" in text_of(message):
            for part in message["content"]:
                if part["type"] == "text":
                    id_ = part["text"].removeprefix("Attached by the tool call ").removesuffix(":")
                    home = next(m for m in reversed(found) if m.get("tool_call_id") == id_)
                    home["content"] = [{"type": "text", "text": home["content"].rsplit("\n[", 1)[0]}]
                else:
                    home["content"].append(part)
        else:
            found.append(message)
    return found


BANK.add("lists_for_strings", tool(lambda m: m | {"content": [{"type": "text", "text": m["content"]}]}), "INP-7a",
         innocent=("INP-1", "INP-2", "INP-4", "INP-7", "API-1", "API-2"))  # fmt: skip

# What holds for every operation.

_calls = itertools.count()
BANK.add("numbers_its_messages", each(lambda m: m | {"name": f"message_{next(_calls)}"}), "ALL-2",
         innocent=("INP-1", "INP-3", "INP-4", "ALL-8"))  # fmt: skip


@BANK.mutant("ALL-8", innocent=("INP-1", "INP-2", "INP-3", "INP-4", "ALL-2"))
def takes_from_its_input(given: Any) -> Any:
    """Empties the parts of the caller's own messages."""
    found = reference(given)
    for item in items_of(given):
        if isinstance(item, dict) and isinstance(item.get("content"), list) and item.get("role") == "assistant":
            for part in item["content"]:
                part.setdefault("annotations", [])
            item.setdefault("status", "completed")
    return found


BANK.add("only_so_many_messages", after(lambda found: found[:400]), "ALL-6", innocent=("INP-1", "INP-6"))


@BANK.mutant("ALL-7", innocent=("INP-1", "INP-2", "INP-3", "INP-4", "INP-6"))
def words_of_what_is_no_item(given: Any) -> Any:
    """An entry that is not an item becomes a user message."""
    found = [{"role": "user", "content": str(item)} for item in items_of(given) if not isinstance(item, dict)]
    return reference(given) + found


BANKS = (BANK,)
