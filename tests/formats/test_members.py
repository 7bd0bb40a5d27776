"""The table of the members of requests: names, places and values that ask for nothing."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from conformance.apis.oracles import accepts
from conformance.formats.chat.read import SETTINGS as OF_CHAT
from conformance.formats.members import CHAT, MEMBERS, RESPONSES, alone, at, is_idle
from conformance.formats.model.request import Request
from conformance.formats.model.settings import SETTINGS
from conformance.formats.responses.read import SETTINGS as OF_RESPONSES

PLAIN = {CHAT: {"messages": [{"role": "user", "content": "Hello"}]}, RESPONSES: {"input": "Hello"}}
# An empty list of tools asks for nothing too, but Chat refuses it; and options are those of a stream.
REFUSED = {(CHAT, "tools"), (CHAT, "stream_options")}


def test_each_setting_is_one_of_the_model() -> None:
    fields = {field.name for field in dataclasses.fields(Request)}
    assert {member.setting for member in MEMBERS} <= {*SETTINGS, *fields}


@pytest.mark.parametrize(("format_", "places"), [(CHAT, OF_CHAT), (RESPONSES, OF_RESPONSES)])
def test_the_readers_of_the_model_read_each_setting_from_the_same_place(format_: str, places: Any) -> None:
    known = {(member.setting, member.at[format_]) for member in MEMBERS if format_ in member.at}
    # The model keeps all that is to be included under one name; here it is what asks for log probabilities.
    assert {(place.name, place.at) for place in places} - {("include", ("include",))} <= known


@pytest.mark.parametrize("format_", [CHAT, RESPONSES])
def test_no_member_is_there_twice(format_: str) -> None:
    places = [member.at[format_] for member in MEMBERS if format_ in member.at]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("format_", [CHAT, RESPONSES])
def test_the_api_takes_each_value_that_asks_for_nothing(format_: str) -> None:
    for member in MEMBERS:
        path = member.at.get(format_, ("tools",))
        for value in member.idle.get(format_, ()):
            members = {path[0]: {path[1]: value}} if len(path) > 1 else {path[0]: value}
            request = {"model": "gpt-5.1", **PLAIN[format_], **members}
            if path[0] in ("tool_choice", "parallel_tool_calls"):
                function = {"name": "look", "parameters": {"type": "object", "properties": {}}}
                request["tools"] = [
                    {"type": "function", "function": function}
                    if format_ == CHAT
                    else {"type": "function", "strict": False, **function}
                ]
            if path[0] == "function_call":
                request["functions"] = [{"name": "look"}]
            assert accepts(f"{format_}-request", request) or (format_, path[0]) in REFUSED, (path, value)


@pytest.mark.parametrize(
    ("format_", "name", "value"),
    [
        (CHAT, "n", 1), (CHAT, "n", 1.0), (CHAT, "store", False), (CHAT, "stop", []), (CHAT, "seed", None),
        (CHAT, "stream_options", {}), (CHAT, "stream_options", {"include_obfuscation": True, "include_usage": False}),
        (RESPONSES, "store", True), (RESPONSES, "text", {}), (RESPONSES, "text", {"format": {"type": "text"}}),
        (RESPONSES, "text", {"verbosity": None}), (RESPONSES, "reasoning", {"effort": None, "summary": None}),
        (RESPONSES, "instructions", ""),
    ],
)  # fmt: skip
def test_a_value_asks_for_nothing(format_: str, name: str, value: Any) -> None:
    assert is_idle(format_, (name,), value)


@pytest.mark.parametrize(
    ("format_", "name", "value"),
    [
        (CHAT, "n", True), (CHAT, "n", 2), (CHAT, "store", True), (CHAT, "stream", 0), (CHAT, "logprobs", 0),
        (CHAT, "stream_options", {"include_usage": True}), (CHAT, "stream_options", {"x": 1}), (CHAT, "x_vendor", 1),
        (RESPONSES, "store", False), (RESPONSES, "text", {"verbosity": "low"}), (RESPONSES, "reasoning", {"x": 1}),
        (RESPONSES, "n", 1),
    ],
)  # fmt: skip
def test_another_value_asks_for_something(format_: str, name: str, value: Any) -> None:
    assert not is_idle(format_, (name,), value)


def test_what_the_other_api_does_unasked_is_asked_for_all_the_same() -> None:
    usage = {"include_usage": True}
    assert is_idle(CHAT, ("stream_options",), usage, or_unasked=True)
    assert is_idle(CHAT, ("stream_options",), usage | {"include_obfuscation": None}, or_unasked=True)
    assert not is_idle(CHAT, ("stream_options",), usage | {"include_obfuscation": False}, or_unasked=True)


def test_what_one_format_alone_has() -> None:
    assert {"seed", "n", "logit_bias"} <= {element.at[CHAT][0] for element in alone(CHAT)}
    assert {"truncation", "background"} <= {element.at[RESPONSES][0] for element in alone(RESPONSES)}
    assert {"tools", "functions", "max_tokens", "store"}.isdisjoint(element.at[CHAT][0] for element in alone(CHAT))


def test_what_is_at_a_path() -> None:
    request: Any = {"text": {"verbosity": "low", "format": None}, "store": False}
    assert at(request, ("text", "verbosity")) == "low"
    assert at(request, ("store",)) is False
    assert not any(at(request, path) for path in (("text", "format"), ("text", "format", "type"), ("store", "x")))
