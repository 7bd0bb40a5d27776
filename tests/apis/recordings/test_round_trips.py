"""Recorded requests through the reference, there and back: what both APIs can say is the same in each of the three.

Read are ../shared/recordings, and the folders that CONFORMANCE_RECORDINGS names, separated as in a PATH.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

from conformance.apis.oracles import accepts, refusals_of
from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.base.values import packed, unpacked
from conformance.reference import (
    chat_messages_to_responses_input,
    chat_request_to_responses_request,
    chat_tools_to_responses_tools,
    responses_input_to_chat_messages,
    responses_request_to_chat_request,
    responses_tools_to_chat_tools,
)
from tests.apis.recordings.said import BEYOND, Said, differences, said_in_chat, said_in_responses
from tests.apis.recordings.test_chat_streams import PRESENT

# Ids that the other API would not have given: Chat takes shorter ones. Beside that, Responses has no part for audio.
INHERITED = ("call-id-length",)
QUESTION = {"messages": [{"role": "user", "content": "Hello"}]}


class Way(NamedTuple):
    """An operation and the one that leads back. whole: makes a request of a value of either side."""

    there: Callable[[Any], Any]
    back: Callable[[Any], Any]
    whole: tuple[Callable[[Any], Any], Callable[[Any], Any]]
    read: tuple[Callable[[Any], Said], Callable[[Any], Said]] = (said_in_chat, said_in_responses)

    @property
    def reversed(self) -> Way:
        """The same in the other direction."""
        return Way(self.back, self.there, self.whole[::-1], self.read[::-1])


REQUESTS = Way(
    chat_request_to_responses_request, responses_request_to_chat_request, (lambda value: value, lambda value: value)
)


def without_tools(given: dict[str, Any]) -> dict[str, Any]:
    """Return an input without the items that offer tools, for which messages have no place."""
    items = given["input"]
    if isinstance(items, list):
        items = [item for item in items if item.get("type") != "additional_tools"]
    return {**given, "input": items}


MESSAGES = Way(
    chat_messages_to_responses_input,
    responses_input_to_chat_messages,
    (lambda value: {"messages": value}, without_tools),
)
# A document on tools takes none without a description.
TOOLS = Way(
    chat_tools_to_responses_tools,
    responses_tools_to_chat_tools,
    (
        lambda value: {
            **QUESTION,
            "tools": [
                element for element in value if element.get(element.get("type", "function"), element).get("description")
            ],
        },
        lambda value: {"input": "Hello", "tools": [element for element in value if element.get("description")]},
    ),
)
WAYS = {
    "chat-request-to-responses-request": REQUESTS,
    "responses-request-to-chat-request": REQUESTS.reversed,
    "chat-messages-to-responses-input": MESSAGES,
    "responses-input-to-chat-messages": MESSAGES.reversed,
    "chat-tools-to-responses-tools": TOOLS,
    "responses-tools-to-chat-tools": TOOLS.reversed,
}


@cache
def recorded() -> Mapping[str, list[tuple[Any, str]]]:
    """Return the recorded inputs of each operation, and where each was recorded."""
    found: dict[str, list[tuple[Any, str]]] = {operation: [] for operation in WAYS}
    for folder in PRESENT:
        harvested = harvest(read_folder(str(folder)).interactions)
        for operation in WAYS.keys() & harvested.inputs.keys():
            found[operation] += zip(harvested.inputs[operation], harvested.places[operation], strict=True)
    return found


def copied(value: Any) -> Any:
    return unpacked(packed(value) or b"N")


def lost(way: Way, given: Any) -> Iterator[str]:
    """Yield what becomes another thing on the way there, or on the way back."""
    made = way.there(copied(given))
    owed = way.read[0](way.whole[0](given))
    yield from (f"there: {difference}" for difference in differences(owed, way.read[1](way.whole[1](made))))
    if "messages" in given and given.get("model") is None:
        return  # Azure names the model in the path
    back = way.back(copied(made))
    yield from (f"back: {difference}" for difference in differences(owed, way.read[0](way.whole[0](back))))


@pytest.mark.skipif(not PRESENT, reason="there are no recordings")
def test_what_both_apis_can_say_survives_the_way_there_and_back() -> None:
    counted: Counter[str] = Counter()
    beyond: Counter[str] = Counter()
    found = []
    for operation, way in WAYS.items():
        for given, place in recorded()[operation]:
            counted[operation] += 1
            beyond[operation] += way.read[0](way.whole[0](given)).get("turns") == BEYOND
            found += [(place, loss) for loss in lost(way, given)]
    print(dict(counted), dict(beyond))
    assert found == []
    assert all(counted[operation] >= 8 for operation in WAYS)
    assert beyond.total() < counted.total() / 10


@pytest.mark.skipif(not PRESENT, reason="there are no recordings")
@pytest.mark.parametrize("operation", ["chat-request-to-responses-request", "responses-request-to-chat-request"])
def test_the_other_api_takes_what_becomes_of_a_request(operation: str) -> None:
    kinds = ("chat-request", "responses-request")
    source, target = kinds if operation.startswith("chat-") else kinds[::-1]
    refused = []
    for given, place in recorded()[operation]:
        if accepts(source, given):
            refusals = refusals_of(target, WAYS[operation].there(copied(given)))
            refused += [
                (place, refusal)
                for refusal in refusals
                if refusal.rule not in INHERITED and "input_audio" not in refusal.message
            ]
    assert refused == []


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("temperature", 0.2), ("max_output_tokens", 99), ("reasoning", {"effort": "low"}), ("tool_choice", "none"),
        ("tools", [{"type": "function", "name": "g"}]), ("include", []), ("instructions", "Be long."), ("store", True),
        ("text", {"format": {"type": "json_object"}}), ("input", "Bye"), ("stream", False), ("metadata", {}),
    ],
)  # fmt: skip
def test_the_comparison_sees_each_member(member: str, value: Any) -> None:
    given = {
        "model": "gpt-5", "input": "Hello", "instructions": "Be brief.", "temperature": 0.1, "max_output_tokens": 50,
        "reasoning": {"effort": "high"}, "tools": [{"type": "function", "name": "f", "strict": False}],
        "tool_choice": "required", "include": ["message.output_text.logprobs"], "store": value is not True,
        "text": {"format": {"type": "json_schema", "name": "n", "schema": {}}}, "stream": True, "metadata": {"a": "b"},
    }  # fmt: skip
    assert list(differences(said_in_responses(given), said_in_responses(given))) == []
    assert len(list(differences(said_in_responses(given), said_in_responses(given | {member: value})))) >= 1


def test_both_readers_say_the_same_of_the_same_request() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    item = {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"}
    image = "https://a.b/c.png"
    chat = {
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": image}}]},
            {"role": "assistant", "content": "I look.", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "content": "A cat."},
        ],
    }
    responses = {
        "instructions": "Be brief.",
        "input": [
            {"role": "user", "content": [{"type": "input_image", "image_url": image, "detail": "auto"}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
            item,
            {"type": "function_call_output", "call_id": "call_1", "output": "A cat."},
        ],
    }
    assert list(differences(said_in_chat(chat), said_in_responses(responses))) == []
    assert list(differences(said_in_chat(chat), said_in_responses(responses | {"input": [item]}))) != []
