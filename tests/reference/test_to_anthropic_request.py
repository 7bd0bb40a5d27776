"""chat-request-to-anthropic-request and responses-request-to-anthropic-request."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.reference import RequestError, ToolError
from conformance.reference import anthropic_request_to_chat_request as back_to_chat
from conformance.reference import anthropic_request_to_responses_request as back_to_responses
from conformance.reference import chat_request_to_anthropic_request as from_chat
from conformance.reference import responses_request_to_anthropic_request as from_responses
from tests.formats.recorded import FOLDERS, REASON, REQUEST, recorded

Object = dict[str, Any]
FOLDER = Path(__file__).parents[2].parent / "shared" / "recordings"
ASKED = [{"role": "user", "content": "q"}]
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}
FUNCTION = {"name": "f", "description": "d", "parameters": SCHEMA}
TOOL = {"type": "function", "function": FUNCTION}
MADE = {"name": "f", "description": "d", "input_schema": SCHEMA}


def chat(**more: Any) -> Object:
    return {"model": "m", "messages": ASKED, "max_completion_tokens": 9, **more}


def responses(**more: Any) -> Object:
    return {"model": "m", "input": "q", "max_output_tokens": 90, **more}


def made(limit: int, **more: Any) -> Object:
    return {"model": "m", "messages": ASKED, "max_tokens": limit, **more}


# What a Chat request has beside its conversation, what the Anthropic request has of it, and what is reported.
MEMBERS: list[tuple[Object, Object, list[str]]] = [
    ({"n": 1, "seed": None, "stop": None, "logprobs": False, "stream_options": {"include_usage": True}}, {}, []),
    ({"seed": 1, "n": 2, "logit_bias": {"1": 2}, "x_vendor": 1}, {}, ["logit_bias", "n", "seed", "x_vendor"]),
    ({"temperature": 0.5, "top_p": 0.9, "stream": True}, {"temperature": 0.5, "top_p": 0.9, "stream": True}, []),
    ({"temperature": 1.7}, {"temperature": 1}, ["temperature is lowered from 1.7 to 1, the most that Anthropic takes"]),
    ({"stop": "END"}, {"stop_sequences": ["END"]}, []),
    ({"stop": ["\n", "END"]}, {"stop_sequences": ["END"]}, ["stop[0]"]),
    ({"user": "u"}, {"metadata": {"user_id": "u"}}, []),
    ({"safety_identifier": "s"}, {"metadata": {"user_id": "s"}}, []),
    ({"user": "u", "safety_identifier": "s"}, {"metadata": {"user_id": "u"}}, ["safety_identifier"]),
    ({"metadata": {"a": "b"}}, {}, ["metadata"]),
    ({"service_tier": "default"}, {"service_tier": "standard_only"}, []),
    ({"service_tier": "flex"}, {}, ["service_tier"]),
    ({"reasoning_effort": "high"}, {"output_config": {"effort": "high"}}, []),
    ({"reasoning_effort": "none"}, {"thinking": {"type": "disabled"}}, []),
    ({"reasoning_effort": "minimal"}, {"output_config": {"effort": "low"}}, ["reasoning_effort"]),
    ({"response_format": {"type": "text"}}, {}, []),
    ({"response_format": {"type": "json_object"}}, {}, ["response_format"]),
    ({"response_format": {"type": "json_schema", "json_schema": {"name": "x", "strict": True, "schema": SCHEMA}}},
     {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}, ["response_format.json_schema.name"]),
    ({"response_format": {"type": "json_schema", "json_schema": {"schema": {"type": "object", "properties": {}}}}},
     {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}, ["response_format.json_schema"]),
    ({"tools": [TOOL]}, {"tools": [MADE]}, []),
    ({"tools": [{"type": "function", "function": {"name": "f", "strict": True}}]},
     {"tools": [{"name": "f", "input_schema": SCHEMA, "strict": True}]}, ["tools[0]"]),
    ({"tools": [{"type": "function", "function": {**FUNCTION, "strict": True}}]},
     {"tools": [{**MADE, "strict": True}]}, []),
    ({"functions": [FUNCTION], "function_call": "auto"}, {"tools": [MADE], "tool_choice": {"type": "auto"}}, []),
    ({"functions": [FUNCTION], "function_call": "none"}, {"tools": [MADE], "tool_choice": {"type": "none"}}, []),
    ({"functions": [FUNCTION], "function_call": {"name": "f"}},
     {"tools": [MADE], "tool_choice": {"type": "tool", "name": "f"}}, []),
    ({"tools": [TOOL], "tool_choice": "required"}, {"tools": [MADE], "tool_choice": {"type": "any"}}, []),
    ({"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "f"}}},
     {"tools": [MADE], "tool_choice": {"type": "tool", "name": "f"}}, []),
    ({"tools": [TOOL], "parallel_tool_calls": False},
     {"tools": [MADE], "tool_choice": {"type": "auto", "disable_parallel_tool_use": True}}, []),
    ({"tools": [TOOL], "parallel_tool_calls": False, "tool_choice": "none"},
     {"tools": [MADE], "tool_choice": {"type": "none"}}, []),
    ({"parallel_tool_calls": False, "tool_choice": "auto"}, {}, []),
    ({"tools": [{"type": "custom", "custom": {"name": "x"}}], "tool_choice": "required"}, {},
     ["tools[0]", "tool_choice"]),
    ({"tools": [TOOL], "tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": []}}},
     {"tools": [MADE], "tool_choice": {"type": "any"}}, ["tool_choice"]),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected", "places"), MEMBERS, ids=[str(member[0])[:70] for member in MEMBERS])
def test_each_member_arrives_or_is_reported(given: Object, expected: Object, places: list[str], caplog: Any) -> None:
    got = from_chat(chat(**given))
    assert got == made(9, **expected)
    assert not refusals_of("anthropic-request", got)
    assert sorted(record.getMessage().partition(":")[0] for record in caplog.records) == sorted(places)


@pytest.mark.parametrize(
    ("model", "kept"),
    [
        ("claude-sonnet-4-0", {"temperature": 0.5, "top_p": 0.9}),
        ("claude-sonnet-4-6", {"temperature": 0.5, "top_p": 0.9}),
        ("claude-haiku-4-5-20251001", {"temperature": 0.5}),
        ("claude-opus-4-7", {}),
        ("claude-sonnet-5", {}),
    ],
)
def test_sampling_that_a_model_does_not_take_is_reported(model: str, kept: Object, caplog: Any) -> None:
    got = from_chat(chat(model=model, temperature=0.5, top_p=0.9))
    assert {key: got[key] for key in ("temperature", "top_p") if key in got} == kept
    assert len(caplog.records) == 2 - len(kept)
    assert not refusals_of("anthropic-request", got)


def test_choices_may_refuse() -> None:
    for more, choice in (
        ({"temperature": 1.7}, {"temperature_above_1": "refuse"}),
        ({"seed": 1}, {"unsupported_members": "refuse"}),
        ({"tools": [{"type": "custom", "custom": {"name": "x"}}]}, {"unsupported_members": "refuse"}),
    ):
        with pytest.raises(RequestError):
            from_chat(chat(**more), **choice)


def test_what_has_no_place_in_an_input_is_reported_by_its_path(caplog: Any) -> None:
    items = [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "custom_tool_call", "call_id": "b", "name": "g", "input": "ls"},
        {"type": "custom_tool_call_output", "call_id": "b", "output": "2"},
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        {"role": "user", "content": [{"type": "input_text", "text": "n"}]},
    ]  # fmt: skip
    from_responses(responses(input=items, instructions="A", reasoning={"effort": "low", "summary": "auto"}))
    places = sorted(record.getMessage().partition(": ")[0] for record in caplog.records)
    assert places == ["input[0]", "input[1]", "input[3]", "reasoning.summary"]


@pytest.mark.parametrize("name", ["previous_response_id", "conversation", "prompt"])
def test_what_the_api_keeps_is_no_part_of_the_request(name: str) -> None:
    with pytest.raises(RequestError, match=name):
        from_responses(responses(**{name: "x"}))


NO_REQUESTS: list[Any] = [
    None,
    7,
    {},
    {"messages": "q"},
    *(chat(messages=element) for element in ([], [7], [{"role": "robot"}], [{"role": "assistant", "tool_calls": [7]}])),
    *(chat(tools=element) for element in (7, [TOOL | {"function": {}}])),
]


@pytest.mark.parametrize("given", NO_REQUESTS)
def test_what_is_no_chat_request_is_an_error(given: Any) -> None:
    with pytest.raises((RequestError, ToolError)):
        from_chat(given)


@pytest.mark.parametrize("given", [None, {}, responses(input=7), responses(input=[7]), responses(reasoning=7),
                                   responses(input=[{"role": "robot", "content": "q"}])])  # fmt: skip
def test_what_is_no_responses_request_is_an_error(given: Any) -> None:
    with pytest.raises(RequestError):
        from_responses(given)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no ../shared/recordings")
def test_recorded_requests_convert_and_their_turns_alternate() -> None:
    inputs = harvest(read_folder(str(FOLDER)).interactions).inputs
    given = [from_chat(element) for element in inputs["chat-request-to-responses-request"]]
    given += [from_responses(element) for element in inputs["responses-request-to-chat-request"]]
    assert len(given) > 50
    for element in given:
        assert not refusals_of("anthropic-request", element)
        roles = [message["role"] for message in element["messages"]]
        assert all(role != later for role, later in pairwise(roles))
        assert back_to_chat(element)["messages"]


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_requests_are_accepted_there_and_back() -> None:
    given = [source for source in recorded("anthropic") if source.form == REQUEST]
    assert len(given) > 50
    for element in given:
        inherited = {refusal.rule for refusal in refusals_of("anthropic-request", element.value)}
        for again in (from_responses(back_to_responses(element.value)), from_chat(back_to_chat(element.value))):
            assert {refusal.rule for refusal in refusals_of("anthropic-request", again)} <= inherited - {"schema"}, (
                element.where
            )
