"""Broken and sound converters of Responses output to one Chat assistant message (S4)."""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable
from typing import Any

from conformance.reference import responses_output_to_chat_message as reference
from tests.suite.selftest.banks.bank import Bank, number, quietly
from tests.suite.selftest.model import Convert

OPERATION = "responses-output-to-chat-message"
PLACEHOLDER = "[No response generated]"
KNOWN = ("message", "function_call", "custom_tool_call", "reasoning")
LOG = logging.getLogger(__name__)

Message = dict[str, Any]
Item = dict[str, Any]

BANK = Bank(OPERATION)

TEXT = ("OUT-1", "OUT-1a", "OUT-4", "OUT-5", "OUT-6", "OUT-7", "OUT-8", "OUT-9")
CALLS = ("OUT-2", "OUT-3", "OUT-9a")
KEPT = ("ALL-1", "ALL-2", "ALL-3", "ALL-4", "ALL-8", "API-1", "API-2")


def items_of(output: Any) -> list[Any]:
    """The items of a list or of a response object."""
    items = output.get("output") if isinstance(output, dict) else output
    return items if isinstance(items, list) else []


def with_items(output: Any, items: list[Any]) -> Any:
    """The same input with other items."""
    return output | {"output": items} if isinstance(output, dict) else items


def objects(output: Any, kind: str) -> list[Item]:
    """The items of one type."""
    return [item for item in items_of(output) if isinstance(item, dict) and item.get("type") == kind]


def parts(output: Any, kind: str) -> list[Item]:
    """The parts of messages that are of one type."""
    return [
        part
        for item in objects(output, "message")
        for part in content_of(item)
        if isinstance(part, dict) and part.get("type") == kind
    ]


def content_of(item: Item) -> list[Any]:
    """The parts of a message; none if its content is not a list."""
    content = item.get("content")
    return content if isinstance(content, list) else []


def texts(output: Any) -> list[str]:
    """The texts of a response."""
    return [part["text"] for part in parts(output, "output_text") if isinstance(part.get("text"), str)]


def result(change: Callable[[Message], Any]) -> Convert:
    """The reference, with a change to its message."""
    return lambda output: change(reference(output))


def result_of(change: Callable[[Message, Any], Any]) -> Convert:
    """The reference, with a change to its message that looks at a copy of the source too."""
    return lambda output: change(reference(output), copy.deepcopy(output))


def calls(change: Callable[[Message], Message]) -> Convert:
    """The reference, with a change to each of its function calls."""

    def changed(message: Message) -> Message:
        if "tool_calls" in message:
            message["tool_calls"] = [change(call) if "function" in call else call for call in message["tool_calls"]]
        return message

    return result(changed)


def arguments(change: Callable[[str], Any]) -> Convert:
    """The reference, with a change to the arguments of each function call."""
    return calls(
        lambda call: call | {"function": call["function"] | {"arguments": change(call["function"]["arguments"])}}
    )


def source(change: Callable[[list[Any]], list[Any]], convert: Convert = reference) -> Convert:
    """The reference, of other items than it was given."""
    return lambda output: (
        convert(with_items(output, change(copy.deepcopy(items_of(output))))) if items_of(output) else convert(output)
    )


def without_items(wanted: Callable[[Any], bool]) -> Callable[[list[Any]], list[Any]]:
    """Leave the items out for which `wanted` is false."""
    return lambda items: [item for item in items if wanted(item)]


def without_parts(kind: str) -> Callable[[list[Any]], list[Any]]:
    """Leave the parts of a type out."""

    def left(item: Any) -> Any:
        if isinstance(item, dict) and isinstance(item.get("content"), list):
            return item | {"content": [p for p in item["content"] if not isinstance(p, dict) or p.get("type") != kind]}
        return item

    return lambda items: list(map(left, items))


def is_known(item: Any) -> bool:
    """Whether the reference reads an item."""
    return not isinstance(item, dict) or item.get("type") in KNOWN


# S4's own listing, which keeps the last text alone, passes over refusals, and takes a list only.


@BANK.mutant(
    *("OUT-1", "OUT-1a", "OUT-7", "OUT-8a", "OUT-9", "OUT-9a"),
    innocent=("OUT-2", "OUT-3", "OUT-3a", "OUT-4", "OUT-5", "OUT-6", "OUT-8", *KEPT),
)
def s4_listing(output: Any) -> Message:
    """What the document's listing does: it assigns where it would have to append."""
    message: Message = {"role": "assistant", "content": None, "tool_calls": []}
    if not isinstance(output, list):
        raise TypeError("output is not iterable")
    for item in output:
        kind = item.get("type")
        if kind == "message" and isinstance(item.get("content"), list):
            for part in item["content"]:
                _listed_part(part, message)
        elif kind == "function_call":
            inner = {"name": item.get("name"), "arguments": item.get("arguments")}
            message["tool_calls"].append({"id": item.get("call_id"), "type": "function", "function": inner})
    if not message["tool_calls"]:
        del message["tool_calls"]
    if message["content"] is None and "tool_calls" not in message:
        message["content"] = PLACEHOLDER
    return message


def _listed_part(part: Any, message: Message) -> None:
    if part.get("type") == "output_text":
        message["content"] = part.get("text")
    elif part.get("type") == "tool_use":
        written = json.dumps(part.get("input"), ensure_ascii=False, separators=(",", ":"))
        inner = {"name": part.get("name"), "arguments": written}
        message["tool_calls"].append({"id": part.get("id"), "type": "function", "function": inner})


# OUT-1 and OUT-1a: text.


def _with_texts(choose: Callable[[list[str]], str]) -> Convert:
    """The reference, with a content that is made of the texts."""
    return result_of(lambda message, output: message | ({"content": choose(texts(output))} if texts(output) else {}))


_OTHERS = (*CALLS, *TEXT[2:], *KEPT)
BANK.add("last_text_wins", _with_texts(lambda found: found[-1]), "OUT-1", innocent=(*CALLS, *TEXT[2:-1], *KEPT))
BANK.add("texts_backwards", _with_texts(lambda found: "".join(reversed(found))), "OUT-1", innocent=_OTHERS)
BANK.add("joined_by_a_space", _with_texts(" ".join), "OUT-1",
         innocent=(*CALLS, "OUT-4", *TEXT[4:], *KEPT))  # fmt: skip
BANK.add(
    "joined_in_two_ways",
    _with_texts(lambda found: ("\n" if len(found) > 2 else "").join(filter(None, found))),
    *("OUT-1",),
    innocent=_OTHERS,
)
BANK.add("of_another_role", result(lambda message: message | {"role": "model"}), "OUT-1", "API-1", innocent=CALLS)


def _cites(message: Message, output: Any) -> Message:
    cited = [part for part in parts(output, "output_text") if part.get("annotations")]
    return message | {"content": message["content"] + " [1]"} if cited and message["content"] else message


BANK.add("writes_citations_into_the_text", result_of(_cites), "OUT-1", innocent=_OTHERS)


@BANK.mutant("OUT-1a", innocent=("OUT-1", "OUT-2", "OUT-3", "OUT-6", "OUT-7", "OUT-8", "ALL-7"))
def takes_lists_only(output: Any) -> Message:
    """A response object is refused."""
    if not isinstance(output, list):
        raise TypeError("output must be a list")
    return reference(output)


BANK.add("sees_nothing_in_an_object", lambda output: reference(output if isinstance(output, list) else []), "OUT-1a")


# OUT-2: function calls.


def _renamed(key: Callable[[Item], Any]) -> Convert:
    def changed(items: list[Any]) -> list[Any]:
        return [
            item | {"call_id": key(item)} if isinstance(item, dict) and item.get("type") == "function_call" else item
            for item in items
        ]

    return source(changed)


def _reparsed(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return text


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=number, parse_float=number)
    except ValueError:
        return text


_OF_CALLS = (*TEXT, "ALL-1", "ALL-2", "ALL-8")
BANK.add(
    "id_of_the_item",
    _renamed(lambda item: item.get("id") or item.get("call_id")),
    "OUT-2",
    innocent=(*_OF_CALLS, *KEPT),
)
BANK.add(
    "id_of_both",
    _renamed(lambda item: f"{item.get('call_id')}|{item.get('id')}"),
    *("OUT-2",),
    innocent=("OUT-1", "OUT-3", "OUT-5", "ALL-4", "API-1"),
)
BANK.add("arguments_rewritten", arguments(_reparsed), "OUT-2", innocent=(*_OF_CALLS, "OUT-3", "API-1"))
BANK.add("arguments_decoded", arguments(_decoded), "OUT-2", "OUT-3", "API-1", innocent=TEXT)

# OUT-3: inline calls.


def _inline(change: Callable[[Message, Any], Message]) -> Convert:
    """The reference, with a change to the calls that come from tool_use parts; it sees their input."""

    def changed(message: Message, output: Any) -> Message:
        inputs = {part.get("id"): part.get("input") for part in parts(output, "tool_use")}
        if "tool_calls" in message:
            message["tool_calls"] = [
                change(call, inputs[call["id"]]) if call["id"] in inputs else call for call in message["tool_calls"]
            ]
        return message

    return result_of(changed)


def _written(write: Callable[[Any], Any]) -> Convert:
    return _inline(lambda call, value: call | {"function": call["function"] | {"arguments": write(value)}})


def _floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _floats(member) for key, member in value.items()}
    if isinstance(value, list):
        return list(map(_floats, value))
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _calls_last(message: Message, output: Any) -> Message:
    inline = {part.get("id") for part in parts(output, "tool_use")}
    if "tool_calls" in message:
        message["tool_calls"].sort(key=lambda call: call["id"] in inline)
    return message


_OF_INLINE = (*TEXT, "OUT-2", "OUT-9a", "ALL-1", "ALL-2", "ALL-8")
BANK.add("no_inline_calls", source(without_parts("tool_use")), "OUT-3", innocent=(*_OF_INLINE, "API-1"))
BANK.add("inline_input_by_repr", _written(repr), "OUT-3", innocent=(*_OF_INLINE, "API-1"))
BANK.add("inline_input_as_object", _written(lambda value: value), "OUT-3", "API-1", innocent=_OF_INLINE)
BANK.add("inline_calls_last", result_of(_calls_last), "OUT-3", innocent=(*_OF_INLINE, *KEPT))
BANK.add("escaped_to_ascii", _written(json.dumps), "OUT-3a", innocent=(*_OF_INLINE, "OUT-3", "ALL-3", "ALL-4", "API-1"))
BANK.add(
    "inline_numbers_as_doubles",
    _written(lambda value: json.dumps(_floats(value), ensure_ascii=False)),
    *("ALL-3", "OUT-3"),
    innocent=(*_OF_INLINE, "ALL-4"),
)

# OUT-4: reasoning.


def thoughts(output: Any) -> str:
    """What the reasoning items say."""
    return "\n".join(
        part["text"]
        for item in objects(output, "reasoning")
        for key in ("summary", "content")
        for part in (item[key] if isinstance(item.get(key), list) else ())
    )


def _thinks_aloud(message: Message, output: Any) -> Message:
    if not thoughts(output).strip():
        return message
    said = message["content"] if message["content"] not in (None, PLACEHOLDER) else ""
    return message | {"content": f"<think>{thoughts(output)}</think>{said}"}


BANK.add("thinks_aloud", result_of(_thinks_aloud), "OUT-4", innocent=("OUT-1", *CALLS, *TEXT[3:], *KEPT))

# OUT-5 and OUT-6: the content of a message without text.


def _beside_calls(content: Any) -> Convert:
    return result(
        lambda message: (
            message | ({"content": content} if "tool_calls" in message and message["content"] is None else {})
        )
    )


def _of_nothing(answer: Callable[[Any], Any]) -> Convert:
    def changed(message: Message, output: Any) -> Message:
        nothing = message["content"] is None and "tool_calls" not in message and "refusal" not in message
        return message | {"content": answer(output)} if nothing else message

    return result_of(changed)


BANK.add(
    "always_a_list_of_calls",
    result(lambda message: {"tool_calls": [], **message}),
    "OUT-5",
    "API-2",
    innocent=(*CALLS, *TEXT[:3]),
)
BANK.add("empty_text_beside_calls", _beside_calls(""), "OUT-5", innocent=("OUT-1", *CALLS, *TEXT[4:], *KEPT))
BANK.add("placeholder_beside_calls", _beside_calls(PLACEHOLDER), "OUT-5", innocent=("OUT-1", *CALLS, "OUT-6", *KEPT))
BANK.add(
    "empty_text_is_nothing",
    result(lambda message: message | ({"content": PLACEHOLDER} if message["content"] == "" else {})),
    *("OUT-5",),
    innocent=("OUT-1", *CALLS, "OUT-7", *KEPT),
)
BANK.add(
    "nothing_in_two_ways",
    _of_nothing(lambda output: None if items_of(output) else PLACEHOLDER),
    *("OUT-6",),
    innocent=("OUT-1", *CALLS, "OUT-5", "OUT-7", "OUT-8"),
)
BANK.add("nothing_is_empty_text", _of_nothing(lambda _output: ""), "OUT-6", innocent=("OUT-1", *CALLS, "OUT-5", *KEPT))
BANK.add(
    "placeholder_beside_a_refusal",
    result(
        lambda message: (
            message
            | (
                {"content": PLACEHOLDER}
                if message.get("refusal") and not message["content"] and "tool_calls" not in message
                else {}
            )
        )
    ),
    *("OUT-6",),
    innocent=("OUT-1", *CALLS, "OUT-5", "OUT-7", "OUT-9", *KEPT),
)

# OUT-4a, OUT-7a and OUT-10a: members of a Chat message that other APIs and SDKs add.
BANK.add(
    "no_reasoning_as_text", result(lambda message: message | {"reasoning_content": "None"}), "OUT-4a", innocent=_OTHERS
)
BANK.add("annotations_as_text", result(lambda message: message | {"annotations": "[]"}), "OUT-10a", innocent=_OTHERS)


def _cited(change: Callable[[Item], Item]) -> Convert:
    """Adds the citations as annotations. change: of each."""

    def added(message: Message, output: Any) -> Message:
        found = [annotation for part in parts(output, "output_text") for annotation in part.get("annotations") or ()]
        return message | {"annotations": [change(finding) for finding in found if isinstance(finding, dict)]}

    return result_of(added)


BANK.add(
    "citations_without_title", _cited(lambda value: value | {"title": value.get("url")}), "OUT-10a", innocent=_OTHERS
)
BANK.add("citations_to_the_host", _cited(lambda value: value | {"url": str(value.get("url")).rpartition("/")[0]}), "OUT-10a",
         innocent=("OUT-1", *CALLS))  # fmt: skip
BANK.add("citations_from_one", _cited(lambda value: value | {"start_index": value.get("start_index", 0) + 1}), "OUT-10a",
         innocent=_OTHERS)  # fmt: skip

# OUT-7 and OUT-9: refusals.


def _without(message: Message, key: str) -> Message:
    return {name: value for name, value in message.items() if name != key}


_OF_REFUSALS = ("OUT-1", "OUT-1a", *CALLS, "OUT-4", "OUT-5", "OUT-8", "ALL-4", "ALL-8", "API-1")
BANK.add(
    "refusals_lost",
    result(lambda message: _without(message, "refusal")),
    "OUT-7",
    "OUT-9",
    "API-2",
    innocent=_OF_REFUSALS,
)

# OUT-8 and OUT-9a: what the converter does not know.


@BANK.mutant("OUT-8", innocent=("OUT-1", "OUT-2", "OUT-3", "OUT-4", "OUT-5", "OUT-7", "OUT-9"))
def fails_on_unknown_items(output: Any) -> Message:
    """An item of another type is an error."""
    for item in items_of(output):
        if not is_known(item):
            raise ValueError(f"unknown item type: {item['type']}")
    return reference(output)


def _until_unknown(items: list[Any]) -> list[Any]:
    first = next((index for index, item in enumerate(items) if not is_known(item)), len(items))
    return items[:first]


BANK.add("stops_at_unknown_items", source(_until_unknown), "OUT-8", innocent=("OUT-4",))
BANK.add(
    "unknown_items_in_silence",
    quietly(source(without_items(is_known))),
    *("OUT-8a",),
    innocent=(*TEXT, *CALLS[:2], *KEPT),
)


def _is_custom(item: Any) -> bool:
    return isinstance(item, dict) and item.get("type") == "custom_tool_call"


def _reporting_others(convert: Convert) -> Convert:
    """A converter that reports something else, and nothing that it loses."""
    silent = quietly(convert)

    def converted(response: Any) -> Any:
        LOG.warning("metadata are left out")
        return silent(response)

    return converted


BANK.add(
    "custom_calls_lost_beside_another_report",
    _reporting_others(source(without_items(lambda item: not _is_custom(item)))),
    *("OUT-9a",),
    innocent=(*TEXT, *CALLS[:2]),
)


@BANK.mutant("OUT-9a", innocent=(*TEXT, *CALLS[:2]), sets=("safe",))
def custom_calls_as_functions_with_raw_input(response: Any) -> Any:
    """A custom call becomes a function call whose arguments are the input, which is no JSON."""
    made = reference(response)
    for call in made.get("tool_calls") or ():
        if call["type"] == "custom":
            inner = call.pop("custom")
            call |= {"type": "function", "function": {"name": inner["name"], "arguments": inner["input"]}}
    return made


BANKS = (BANK,)
