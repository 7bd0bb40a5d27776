"""anthropic-request-to-chat-request and anthropic-request-to-responses-request: what is reported or refused."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import RequestError
from conformance.reference import anthropic_request_to_chat_request as to_chat
from conformance.reference import anthropic_request_to_responses_request as to_responses
from tests.formats.recorded import FOLDERS, REASON, REQUEST, recorded

Object = dict[str, Any]
ASKED = [{"role": "user", "content": "q"}]
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
TOOL = {"name": "f", "description": "d", "input_schema": SCHEMA}
CHAT_TOOL = {"type": "function", "function": {"name": "f", "description": "d", "parameters": SCHEMA}}


def request(**more: Any) -> Object:
    return {"model": "m", "max_tokens": 90, "messages": ASKED, **more}


def chat(**more: Any) -> Object:
    return {"model": "m", "max_completion_tokens": 90, "messages": ASKED, **more}


# What a request has beside its conversation, what the Chat request has of it, and the members that are reported.
MEMBERS: list[tuple[Object, Object, list[str]]] = [
    ({"temperature": 0.5, "top_p": 0.9}, {"temperature": 0.5, "top_p": 0.9}, []),
    ({"stream": True}, {"stream": True, "stream_options": {"include_usage": True}}, []),
    ({"stop_sequences": ["X"]}, {"stop": ["X"]}, []),
    ({"stop_sequences": list("ABCDE")}, {"stop": list("ABCD")}, ["stop_sequences"]),
    ({"metadata": {"user_id": "u"}}, {"user": "u"}, []),
    ({"metadata": {"user_id": "u", "x": 1}}, {"user": "u"}, ["metadata.x"]),
    ({"service_tier": "auto", "speed": "standard"}, {}, []),
    ({"service_tier": "standard_only"}, {}, ["service_tier"]),
    ({"top_k": 5, "container": "c", "mcp_servers": [{}]}, {}, ["top_k", "container", "mcp_servers"]),
    ({"mcp_servers": [], "context_management": None}, {}, []),
    ({"tools": []}, {}, []),
    ({"tools": [TOOL]}, {"tools": [CHAT_TOOL]}, []),
    ({"tools": [{**TOOL, "type": "custom", "strict": True}]},
     {"tools": [{"type": "function", "function": {**CHAT_TOOL["function"], "strict": True}}]}, []),  # type: ignore[dict-item]
    ({"tools": [{"name": "f", "input_schema": {"type": "object"}, "defer_loading": True, "cache_control": {"x": 1}}]},
     {"tools": [{"type": "function",
                 "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]},
     ["tools[0].defer_loading", "tools[0].cache_control"]),
    ({"tools": [TOOL], "tool_choice": {"type": "any", "disable_parallel_tool_use": True}},
     {"tools": [CHAT_TOOL], "tool_choice": "required", "parallel_tool_calls": False}, []),
    ({"tools": [TOOL], "tool_choice": {"type": "none"}}, {"tools": [CHAT_TOOL], "tool_choice": "none"}, []),
    ({"tools": [TOOL], "tool_choice": {"type": "tool", "name": "f"}},
     {"tools": [CHAT_TOOL], "tool_choice": {"type": "function", "function": {"name": "f"}}}, []),
    ({"tools": [{"type": "web_search_20250305", "name": "web_search"}], "tool_choice": {"type": "any"}}, {},
     ["tools[0]", "tool_choice"]),
    ({"tools": [TOOL, {"type": "bash_20250124", "name": "bash"}], "tool_choice": {"type": "tool", "name": "bash"}},
     {"tools": [CHAT_TOOL]}, ["tools[1]", "tool_choice"]),
    ({"thinking": {"type": "disabled"}}, {}, []),
    ({"thinking": {"type": "enabled", "budget_tokens": 2000}}, {}, ["thinking.type", "thinking.budget_tokens"]),
    ({"output_config": {"effort": "xhigh", "task_budget": {"x": 1}}}, {"reasoning_effort": "xhigh"},
     ["output_config.task_budget"]),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected", "places"), MEMBERS, ids=[str(member[0])[:70] for member in MEMBERS])
def test_each_member_arrives_or_is_reported(given: Object, expected: Object, places: list[str], caplog: Any) -> None:
    assert to_chat(request(**given)) == chat(**expected)
    assert sorted(record.getMessage().partition(":")[0] for record in caplog.records) == sorted(places)


def test_a_format_of_the_answer_is_strict_where_openai_takes_it(caplog: Any) -> None:
    format_ = {"type": "json_schema", "schema": SCHEMA}
    made = to_chat(request(output_config={"format": format_}))
    assert made["response_format"]["json_schema"] == {"name": "answer", "strict": True, "schema": SCHEMA}
    assert to_chat(request(output_format=format_)) == made
    assert not caplog.records
    optional = {"type": "json_schema", "schema": {**SCHEMA, "required": []}}
    made = to_chat(request(output_config={"format": optional}))
    assert made["response_format"]["json_schema"]["strict"] is False
    assert "output_config.format" in caplog.text


def test_strict_tools_with_optional_properties_are_not_strict_for_openai(caplog: Any) -> None:
    made = to_chat(request(tools=[{**TOOL, "strict": True, "input_schema": {**SCHEMA, "required": []}}]))
    assert made["tools"][0]["function"]["strict"] is False
    assert "tools[0].strict" in caplog.text


def test_what_has_no_place_may_be_refused() -> None:
    for more in ({"top_k": 5}, {"stop_sequences": list("ABCDE")}, {"tools": [{"type": "web_search_20250305"}]}):
        with pytest.raises(RequestError):
            to_chat(request(**more), unsupported_members="refuse")


@pytest.mark.parametrize("name, value", [("container", {"id": None, "skills": []}), ("cache_control", {"type": "x"})])
def test_what_asks_for_nothing_and_marks_of_caches_are_never_refused(name: str, value: Object) -> None:
    assert name not in to_chat(request(**{name: value}), unsupported_members="refuse")


def test_responses_has_no_stops_and_no_small_limits(caplog: Any) -> None:
    got = to_responses(request(max_tokens=9, stop_sequences=["X"], stream=True, system="s"))
    assert got == {
        "model": "m",
        "instructions": "s",
        "input": [{"role": "user", "content": [{"type": "input_text", "text": "q"}]}],
        "max_output_tokens": 16,
        "stream": True,
        "store": False,
    }
    assert [record.getMessage().split()[0] for record in caplog.records] == ["stop_sequences:", "max_tokens"]
    with pytest.raises(RequestError, match="max_tokens"):
        to_responses(request(max_tokens=9), small_limits="refuse")


@pytest.mark.parametrize("given", [None, 7, {}, {"messages": "q"}, {"messages": ["q"]}, request(tools=[7]),
                                   request(tools=[{"name": "f"}]), request(metadata=7)])  # fmt: skip
def test_what_is_no_request_is_an_error(given: Any) -> None:
    for convert in (to_chat, to_responses):
        with pytest.raises(RequestError):
            convert(given)


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_requests_convert_and_are_accepted() -> None:
    given = [source for source in recorded("anthropic") if source.form == REQUEST]
    assert len(given) > 50
    for element in given:
        assert not list(refusals_of("chat-request", to_chat(element.value))), element.where
        assert not list(refusals_of("responses-request", to_responses(element.value))), element.where


def test_a_user_whose_id_is_too_long_is_another_one_for_each() -> None:
    request = {"model": "m", "max_tokens": 99, "messages": [{"role": "user", "content": "q"}]}
    users = ["u" * 64, "u" * 65, "u" * 66]
    made = [to_chat({**request, "metadata": {"user_id": user}})["user"] for user in users]
    assert made[0] == users[0]
    assert [len(user) for user in made[1:]] == [64, 64]
    assert len(set(made)) == 3
