"""What a schema refuses is reported by the branch that was meant, in the API's words."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.apis.oracles.explain import Undecided, complaints
from conformance.apis.oracles.pinned import form_validator, validator_of
from tests.apis.oracles.requests import USER, chat, flat, nested, responses
from tests.approved import Approved

_CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CALLING = {"role": "assistant", "tool_calls": [_CALL]}


NULLABLE = {"properties": {"a": {"type": ["STRING", "NULL"]}, "b": {"$ref": "#"}}}
FILE = {"role": "tool", "tool_call_id": "c", "content": [{"type": "file", "file": {}}]}
CUSTOM_CALL = {"type": "custom_tool_call", "call_id": "c", "name": "n", "input": ""}
CUSTOM_OUTPUT = {"type": "custom_tool_call_output", "call_id": "c", "output": "", "status": "completed"}
REFUSED: dict[str, tuple[str, Any]] = {
    "no object": ("chat-request", None),
    "no model": ("chat-request", {"messages": [USER]}),
    "content an object": ("chat-request", chat({"role": "user", "content": {"text": "hi"}})),
    "part a text": ("chat-request", chat({"role": "user", "content": ["hi"]})),
    "part without type": ("chat-request", chat(USER, {"role": "user", "content": [{"text": "hi"}]})),
    "part of the wrong role": ("chat-request", chat(USER, CALLING, FILE)),
    "unknown role": ("chat-request", chat({"role": "model", "content": "hi"})),
    "flat tool in Chat": ("chat-request", chat(tools=[flat()])),
    "nested tool in Responses": ("responses-request", responses(tools=[flat("a"), nested("b")])),
    "tool without type": ("responses-request", responses(tools=[{"name": "look", "parameters": {}}])),
    "role tool in Responses": ("responses-request", responses({"role": "tool", "tool_call_id": "c", "content": "1"})),
    "status where there is none": ("responses-request", responses(CUSTOM_CALL, CUSTOM_OUTPUT)),
    "unknown word": ("chat-request", chat(tools=[nested()], tool_choice="any")),
    "flat choice in Chat": ("chat-request", chat(tools=[nested()], tool_choice={"type": "function", "name": "look"})),
    "nested choice in Responses": (
        "responses-request",
        responses(tools=[flat()], tool_choice={"type": "function", "function": {"name": "look"}}),
    ),
    "wrong types": (
        "responses-request",
        responses({"type": "function_call", "call_id": 4, "name": "look", "arguments": {}}),
    ),
    "wrong types at the top": ("responses-request", responses(stream="yes", temperature="hot")),
    "anthropic's own kind": (
        "anthropic-tool",
        {"type": "web_search_20250305", "name": "web_search", "max_uses": "3", "extra": 1},
    ),
    "google": ("google-tool", {"name": "look", "parameters": NULLABLE}),
    "mcp": ("mcp-tool", {"name": "a", "inputSchema": {"properties": {}}}),
    "an answer": ("chat-response", {}),
}


def test_a_refusal_shows_each_mistake_once(approved: Approved) -> None:
    """Where an API was seen to refuse such a value, these are its own words, its place and its code."""
    texts = {
        name: "\n".join(
            f"{refusal.message}\n  {refusal.param} {refusal.code} at {refusal.at or '/'}"
            for refusal in refusals_of(*given)
        )
        for name, given in REFUSED.items()
    }
    approved.whole(Path(__file__).with_name("approved") / "explain.txt", texts)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("chat-request", chat({"role": "model", "content": "hi"})),
        ("chat-request", {**chat({"role": "model"}), "stream": True}),
        ("chat-request", {**chat(), "stream": "yes"}),
        ("chat-request", []),
        ("responses-request", responses({"role": "user", "content": [{"type": "text"}]})),
        ("responses-request", {**responses({"type": "function_call"}), "stream": None}),
        ("responses-request", responses({"type": "function", "id": "call_1"})),
        ("responses-request", responses({"type": "function", "role": "user"})),
        ("responses-event", {"type": "response.output_item.added", "item": {"type": "message"}}),
        ("responses-event", {"type": "no.such.event"}),
        ("responses-event", {"type": 5}),
        ("responses-event", {}),
    ],
)
def test_the_form_that_was_meant_explains_what_the_whole_union_does(kind: str, value: Any) -> None:
    found = complaints(form_validator(kind, value).iter_errors(value))
    assert found == complaints(validator_of(kind).iter_errors(value)) != []
    with suppress(Undecided):
        assert complaints(form_validator(kind, value, tagged=True).iter_errors(value)) == found


def test_the_branches_that_a_tag_names_explain_what_all_do() -> None:
    value = responses(
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": {}},
        {"role": "user", "content": [{"type": "input_text"}, {"type": "input_image", "detail": "all"}]},
    )
    found = complaints(form_validator("responses-request", value, tagged=True).iter_errors(value))
    assert found == complaints(form_validator("responses-request", value).iter_errors(value)) != []


def test_the_branches_of_a_tag_do_not_explain_a_value_that_means_none_of_them() -> None:
    value = responses({"type": "message", "role": "model", "content": "hi"})
    with pytest.raises(Undecided):
        complaints(form_validator("responses-request", value, tagged=True).iter_errors(value))
