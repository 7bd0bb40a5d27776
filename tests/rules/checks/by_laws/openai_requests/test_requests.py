"""Whole requests between the two APIs of OpenAI: what is charged to whom, and what stays free."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.apis.oracles import PROFILES
from conformance.base.observation import Outcome
from conformance.reference import chat_request_to_responses_request, responses_request_to_chat_request
from conformance.rules.checks.by_laws.openai_requests.view import OpenAIRequest
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import load_specifications

FLAT, NESTED = "chat-request-to-responses-request", "responses-request-to-chat-request"
REFERENCES = {FLAT: chat_request_to_responses_request, NESTED: responses_request_to_chat_request}
EMPTY = {"type": "object", "properties": {}}
TOOL = {"type": "function", "function": {"name": "ping", "description": "Pings.", "parameters": EMPTY}}
FLAT_TOOL = {"type": "function", "name": "ping", "description": "Pings.", "parameters": EMPTY}
GRAMMAR = {"type": "grammar", "grammar": {"syntax": "regex", "definition": "a+"}}
CUSTOM = {"type": "custom", "custom": {"name": "run", "description": "Runs.", "format": GRAMMAR}}
SOUND = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
SEARCH = {"type": "web_search", "search_context_size": "low"}
GROUP = {"type": "namespace", "name": "crm", "description": "Clients.", "tools": [{**FLAT_TOOL, "name": "find"}]}
OBJECT = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
CALLED = [
    {"role": "user", "content": "Hello"},
    {"type": "function_call", "call_id": "call_1", "name": "find", "arguments": "{}", "namespace": "crm"},
    {"type": "function_call_output", "call_id": "call_1", "output": "r"},
]


def chat(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], **more}


def responses(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-4o", "input": "Hello", **more}


def viewed(operation: str, given: Any, output: Any, *said: str) -> OpenAIRequest:
    diagnostics = tuple({"level": "warning", "message": utterance} for utterance in said)
    trial = Trial(operation=operation, input=given, outcome=Outcome(output=output, diagnostics=diagnostics))
    view = family(operation).view(trial)
    assert isinstance(view, OpenAIRequest)
    return view


def charged(operation: str, given: Any, output: Any, *said: str) -> dict[str, list[str]]:
    """Return the kinds of failures by the rules that are charged with them."""
    view, checks = viewed(operation, given, output, *said), family(operation).checks
    rules = {rule.id: rule.check for rule in load_specifications().contracts[operation].rules}
    found = {rule: checks[check](view) for rule, check in rules.items() if check in checks}
    return {
        rule: [utterance.kind for utterance in said] for rule, said in found.items() if isinstance(said, tuple) and said
    }


def changed(operation: str, given: Any, *said: str, **members: Any) -> dict[str, list[str]]:
    """Return what is charged where the reference's result has other members; None takes one away."""
    made = REFERENCES[operation](given)
    output = {key: value for key, value in (made | members).items() if key not in members or value is not None}
    return charged(operation, given, output, *said)


@pytest.mark.parametrize(
    ("given", "members", "found"),
    [
        (chat(temperature=0.5), {"temperature": None}, {"C2R-3": ["setting-lost"]}),
        (chat(temperature=0.5), {"temperature": 0.7}, {"C2R-3": ["setting-changed"]}),
        (chat(temperature=0.5), {"temperature": 0.50000000001}, {"ALL-3": ["number-changed"]}),
        (chat(user="ada"), {"user": None}, {"C2R-3": ["user-not-named"]}),
        (chat(user="ada"), {"user": "4f8a0c1d9b3e77aa"}, {"C2R-3": ["user-not-named"]}),
        (chat(user="ada"), {"user": "bob"}, {"C2R-3": ["setting-changed"]}),
        (chat(max_tokens=500), {"max_output_tokens": None}, {"C2R-4": ["setting-lost"]}),
        (chat(max_tokens=500), {"max_output_tokens": 50}, {"C2R-4": ["setting-changed"]}),
        (chat(max_tokens=1), {}, {"C2R-4": ["silent"]}),
        (chat(model="gpt-5", reasoning_effort="high"), {"reasoning": None}, {"C2R-5": ["setting-lost"]}),
        (chat(logprobs=True), {"include": None}, {"C2R-8": ["setting-lost"]}),
        (chat(logprobs=True, top_logprobs=3), {"top_logprobs": None}, {"C2R-8": ["setting-lost"]}),
        (chat(store=False), {"store": None}, {"C2R-10": ["store-changed"]}),
        (chat(), {"store": True}, {"C2R-10": ["store-invented"]}),
        (chat(), {"temperature": 0.5}, {"C2R-13": ["setting-added"]}),
        (chat(), {"zz_new": 1}, {"API-1": ["refused: schema"], "C2R-13": ["invented"]}),
        (chat(stop=["END"]), {}, {"C2R-11": ["silent"]}),
        (chat(tools=[TOOL], tool_choice="required"), {"tool_choice": None}, {"C2R-7": ["choice-lost"]}),
        (chat(tools=[TOOL], tool_choice="required"), {"tools": None, "tool_choice": None}, {"C2R-2": ["tool-lost"]}),
        (chat(tools=[TOOL], parallel_tool_calls=False), {"parallel_tool_calls": None}, {"C2R-3": ["parallel-lost"]}),
        (chat(tools=[TOOL, CUSTOM]), {"tools": []}, {"C2R-2": ["tool-lost"], "C2R-11a": ["silent"]}),
    ],
)  # fmt: skip
def test_whom_a_lost_or_changed_member_is_charged_to(given: Any, members: Any, found: Any) -> None:
    assert changed(FLAT, given) == {} or not members
    assert changed(FLAT, given, **members) == found


@pytest.mark.parametrize(
    ("member", "value", "found"),
    [
        ("description", "Walks.", {"C2R-2": ["custom-changed"]}),
        ("format", {"type": "text"}, {"C2R-2": ["custom-changed"]}),
        ("format", {"type": "grammar", "syntax": "regex", "definition": "b+"}, {"C2R-2": ["custom-changed"]}),
    ],
)
def test_a_custom_tool_keeps_what_it_is_for_and_what_it_takes(member: str, value: Any, found: Any) -> None:
    given = chat(tools=[CUSTOM])
    (made,) = REFERENCES[FLAT](given)["tools"]
    assert changed(FLAT, given, tools=[made]) == {}
    assert changed(FLAT, given, tools=[made | {member: value}]) == found
    assert changed(FLAT, given, "run: its grammar has no form", tools=[FLAT_TOOL | {"name": "run"}]) != {"C2R-2": []}


def test_tools_of_both_kinds_keep_their_order() -> None:
    given = chat(tools=[TOOL, CUSTOM])
    made = REFERENCES[FLAT](given)["tools"]
    assert changed(FLAT, given, tools=made[::-1]) == {"C2R-2": ["reordered"]}


@pytest.mark.parametrize(("strict", "found"), [({"strict": False}, {"C2R-6"}), ({"strict": None}, set()), ({}, set())])
def test_a_format_that_says_that_it_is_not_strict_does_not_become_strict(strict: Any, found: Any) -> None:
    given = chat(response_format={"type": "json_schema", "json_schema": {"name": "x", "schema": OBJECT, **strict}})
    format_ = REFERENCES[FLAT](given)["text"]["format"]
    assert set(changed(FLAT, given, text={"format": format_ | {"strict": True}})) == found


def test_a_schema_may_be_written_otherwise_but_takes_and_says_the_same() -> None:
    tool = {**TOOL["function"], "parameters": {"type": "object", "properties": {"a": {"type": "string"}}}}  # type: ignore[dict-item]
    given = chat(tools=[{"type": "function", "function": tool}])
    (made,) = REFERENCES[FLAT](given)["tools"]

    def found(**member: Any) -> Any:
        parameters = {"type": "object", "properties": {"a": {"type": "string"} | member}}
        return changed(FLAT, given, tools=[made | {"parameters": parameters}])

    assert found(zz_new=1) == {"C2R-2a": ["schema-changed"]}
    assert found(title="A") == {"C2R-2a": ["schema-changed"]}
    assert found(maxLength=3) == {"C2R-2": ["tool-changed"], "C2R-2a": ["schema-changed"]}
    assert found(default="x") == {"C2R-2": ["tool-changed"], "C2R-2a": ["schema-changed"]}


@pytest.mark.parametrize(
    ("parts", "said", "found"),
    [
        ([SOUND, SOUND], (), {}),
        ([SOUND], (), {"C2R-11a": ["audio-lost"]}),
        ([SOUND], ("audio is left out",), {}),
        ([], ("audio is left out",), {}),
        ([SOUND, {**SOUND, "input_audio": {"data": "UklGRx==", "format": "wav"}}], (), {"C2R-11a": ["audio-changed"]}),
    ],
)
def test_a_sound_is_kept_as_it_is_or_reported(parts: Any, said: Any, found: Any) -> None:
    text = {"type": "input_text", "text": "Hello"}
    given = chat(messages=[{"role": "user", "content": [{"type": "text", "text": "Hello"}, SOUND, SOUND]}])
    made = [{"role": "user", "content": [text, *parts]}]
    assert {
        rule: kinds for rule, kinds in changed(FLAT, given, *said, input=made).items() if "API" not in rule
    } == found


@pytest.mark.parametrize(
    ("given", "members", "found"),
    [
        (responses(max_output_tokens=50), {"max_completion_tokens": None}, {"R2C-4": ["setting-lost"]}),
        (responses(max_output_tokens=50), {"max_tokens": 50}, {"R2C-4": ["limit-twice"]}),
        (responses(top_logprobs=3), {"top_logprobs": None}, {}),
        (responses(top_logprobs=3), {"top_logprobs": 3, "logprobs": None}, {"R2C-8": ["top-logprobs-alone"]}),
        (responses(store=True, metadata={"a": "b"}), {"metadata": None}, {"R2C-10a": ["silent"]}),
        (responses(store=True, metadata={"a": "b"}), {"store": None}, {"R2C-10b": ["not-stored"]}),
        (responses(truncation="auto"), {}, {"R2C-11": ["silent"]}),
        (responses(reasoning={"summary": "auto"}), {}, {"R2C-11b": ["silent"]}),
        (responses(tools=[FLAT_TOOL], tool_choice={"type": "function", "name": "ping"}), {"tool_choice": "required"},
         {"R2C-7": ["choice-changed"]}),
        (responses(input=CALLED, tools=[GROUP]), {}, {}),
    ],
)  # fmt: skip
def test_whom_a_lost_or_changed_member_of_chat_is_charged_to(given: Any, members: Any, found: Any) -> None:
    own = {rule: kinds for rule, kinds in changed(NESTED, given, **members).items() if "API" not in rule}
    assert own == found


def test_a_call_has_the_name_under_which_its_tool_is_offered() -> None:
    given = responses(input=CALLED, tools=[GROUP])
    made = REFERENCES[NESTED](given)
    for name, found in (("crm__find", {}), ("find", {"R2C-16": ["another-name"]}), ("seek", {"R2C-1", "R2C-16"})):
        made["messages"][1]["tool_calls"][0]["function"]["name"] = name
        own = charged(NESTED, given, made)
        assert (set(own) if isinstance(found, set) else own) == found


def test_a_search_is_the_same_search() -> None:
    given = responses(model="gpt-4o-search-preview", tools=[SEARCH])
    assert changed(NESTED, given, web_search_options={"search_context_size": "low"}) == {}
    assert changed(NESTED, given, web_search_options={}) == {"R2C-9": ["search-changed"]}


@pytest.mark.parametrize("name", ["file_search", "my_file_search"])
def test_a_hosted_tool_is_no_function(name: str) -> None:
    given = responses(tools=[{"type": "file_search", "vector_store_ids": ["vs_1"]}])
    made = [{"type": "function", "function": {"name": name, "parameters": EMPTY}}]
    own = changed(NESTED, given, "the tool file_search is left out", tools=made)
    assert own == {"R2C-2": ["passed"]}


def test_what_was_said_before_may_be_there_where_the_api_keeps_it() -> None:
    given = responses(input="And tomorrow?", previous_response_id="resp_1")
    said = "previous_response_id is left out"
    asked, before = {"role": "user", "content": "And tomorrow?"}, {"role": "user", "content": "Hi"}

    def found(*messages: Any, said: str = "") -> Any:
        return charged(NESTED, given, {"model": "gpt-4o", "messages": list(messages)}, *([said] if said else []))

    assert found(asked) == {"R2C-14": ["silent"]}
    assert found(asked, said=said) == {}
    assert found(before, {"role": "assistant", "content": "Hello."}, asked) == {}
    assert "R2C-1" in found(before, said=said)


@pytest.mark.parametrize(
    ("members", "may_fail"),
    [
        ({}, False), ({"n": 1}, False), ({"n": 2}, True), ({"modalities": []}, True), ({"modalities": ["text"]}, False),
        ({"stop": ["END"]}, True), ({"max_tokens": 1}, True), ({"tools": [TOOL]}, False), ({"tools": [CUSTOM]}, True),
        ({"stream": True, "stream_options": {"include_usage": True}}, False),
        ({"response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema": OBJECT}}}, False),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "pong"}}}, True),
        ({"temperature": "warm"}, True),
    ],
)  # fmt: skip
def test_what_a_sound_converter_may_refuse(members: Any, may_fail: bool) -> None:
    assert viewed(FLAT, chat(**members), None).may_fail is may_fail


def test_of_a_broken_member_nothing_is_said_and_of_the_others_all_is() -> None:
    given = chat(temperature="warm", top_p=0.5)
    view = viewed(FLAT, given, None)
    assert view.broken == {"temperature"}
    made = REFERENCES[FLAT](chat(top_p=0.5))
    assert charged(FLAT, given, made) == {}
    assert charged(FLAT, given, {key: value for key, value in made.items() if key != "top_p"}) == {
        "C2R-3": ["setting-lost"]
    }


def test_a_dialect_that_is_lost_does_not_make_its_keywords_refused() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
              "properties": {"a": {"type": "array", "items": [{"type": "string"}]}}}  # fmt: skip
    given = chat(tools=[{"type": "function", "function": {"name": "ping", "description": "A.", "parameters": schema}}])
    (made,) = REFERENCES[FLAT](given)["tools"]
    bare = {key: value for key, value in schema.items() if key != "$schema"}
    assert "API-2" not in changed(FLAT, given, tools=[made | {"parameters": bare}])
    bare |= {"properties": {"a": {"type": "array", "items": "string"}}}
    assert "API-2" in changed(FLAT, given, tools=[made | {"parameters": bare}])


def test_two_results_that_ask_for_other_settings_differ() -> None:
    given = chat(temperature=0.5)
    made = REFERENCES[FLAT](given)
    essences = [
        viewed(FLAT, given, element).essence() for element in (made, made | {"temperature": 0.7}, made | {"top_p": 1})
    ]
    assert essences[0] != essences[1] and essences[0] == essences[2]


def test_arguments_that_are_no_object_stay_as_they_are_or_the_call_fails() -> None:
    called = [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "ping", "arguments": "[1]"}},
        ]},
        {"role": "tool", "tool_call_id": "a", "content": "pong"},
    ]  # fmt: skip
    given = chat(messages=called)
    made = REFERENCES[FLAT](given)
    assert charged(FLAT, given, made) == {}
    assert set(charged(FLAT, given, {**made, "input": [
        {**item, "arguments": "{}"} if item.get("type") == "function_call" else item for item in made["input"]
    ]})) == {"C2R-1"}  # fmt: skip
    assert viewed(FLAT, given, made).may_fail


@pytest.mark.parametrize("profile", PROFILES)
def test_what_another_host_takes_beyond_the_api_is_not_owed_to_it(profile: str) -> None:
    """`compatible` takes any tier, and the API's Chat has no such one."""
    given = responses(service_tier="ultrafast")
    found = viewed(NESTED, given, responses_request_to_chat_request(given), "service_tier is dropped")
    view = family(NESTED).view(replace(found.trial, profile=profile))
    charges = family(NESTED).checks
    rules = [rule for rule in load_specifications().contracts[NESTED].rules if rule.check in charges]
    judged = {rule.id: charges[rule.check](view) for rule in rules}
    assert {rule: said for rule, said in judged.items() if isinstance(said, tuple) and said} == {}
