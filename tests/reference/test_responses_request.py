"""Responses requests to Chat requests: what has no place is named or refused."""

import logging

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference.chat_request import RequestError
from conformance.reference.responses_request import responses_request_to_chat_request

EMPTY = {"type": "object", "properties": {}}
TOOL = {"type": "function", "name": "search", "description": "Searches.", "strict": False, "parameters": EMPTY}
NESTED = {"type": "function", "function": {key: value for key, value in TOOL.items() if key != "type"}}


def converted(answers=(), **members):
    result = responses_request_to_chat_request({"model": "gpt-5", "input": "Hi", **members}, **dict(answers))
    assert not refusals_of("chat-request", result, "openai")
    return {key: value for key, value in result.items() if key not in ("model", "messages")}


def test_choices_are_nested_and_go_with_their_tools(caplog):
    choice = {"type": "function", "name": "search"}
    nested = {"type": "function", "function": {"name": "search"}}
    assert converted(tools=[TOOL], tool_choice=choice) == {"tools": [NESTED], "tool_choice": nested}
    allowed = {"type": "allowed_tools", "mode": "auto", "tools": [choice, {"type": "file_search"}]}
    assert converted(tools=[TOOL], tool_choice=allowed)["tool_choice"] == {
        "type": "allowed_tools",
        "allowed_tools": {"mode": "auto", "tools": [nested]},
    }
    with caplog.at_level(logging.WARNING):
        hosted = {"type": "file_search", "vector_store_ids": ["vs_1"]}
        assert converted(tools=[hosted], tool_choice="required", parallel_tool_calls=False) == {}
    assert "tool_choice" in caplog.text
    assert "parallel_tool_calls" in caplog.text


def test_a_web_search_has_its_place_beside_the_tools_for_models_that_search(caplog):
    place = {"type": "approximate", "city": "Bonn"}
    search = {"type": "web_search", "search_context_size": "low", "user_location": place}
    located = {"type": "approximate", "approximate": {"city": "Bonn"}}
    options = {"web_search_options": {"search_context_size": "low", "user_location": located}}
    assert converted(model="gpt-5-search-api", tools=[search]) == options
    assert not caplog.records
    assert converted(tools=[search]) == {}
    assert "web_search" in caplog.text


@pytest.mark.parametrize("name", ["previous_response_id", "conversation", "prompt"])
def test_what_the_api_keeps_is_refused(name):
    with pytest.raises(RequestError, match=name):
        converted(**{name: "resp_1"})


def test_what_has_no_counterpart_is_named_or_refused(caplog):
    with caplog.at_level(logging.WARNING):
        assert (
            converted(truncation="auto", include=["reasoning.encrypted_content"], reasoning={"summary": "auto"}) == {}
        )
    assert all(word in caplog.text for word in ("truncation", "reasoning.encrypted_content", "reasoning.summary"))
    with pytest.raises(RequestError, match="truncation"):
        converted({"unsupported_members": "refuse"}, truncation="auto")
    with pytest.raises(RequestError, match="model"):
        responses_request_to_chat_request({"input": "Hi"})
