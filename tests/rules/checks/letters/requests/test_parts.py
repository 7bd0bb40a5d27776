"""The parts of a request: which rules of their operations count, and where their failures are."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.reference import chat_request_to_responses_request as reference
from conformance.reference import responses_request_to_chat_request as to_chat
from conformance.rules.checks.findings import OK
from conformance.rules.checks.letters.requests.api import whole_request_refusals
from conformance.rules.checks.letters.requests.from_chat import ChatRequest
from conformance.rules.checks.letters.requests.from_responses import ResponsesRequest
from conformance.rules.checks.letters.requests.only_to_chat import details_reported
from conformance.rules.checks.letters.requests.parts import (
    DOCUMENTS,
    REPORTED,
    SAFE,
    is_of_others,
    named_in,
    rules_of_parts,
)
from conformance.rules.checks.letters.requests.rules import (
    answer_format,
    exact,
    messages_as_part,
    nothing_added,
    same_members,
    token_limit,
    tool_choice,
    tools_as_part,
)
from conformance.rules.checks.letters.requests.tool_choice import ChoiceForm, chat_choice, responses_choice
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import load_specifications

WAY_BACK = "responses-request-to-chat-request"
REQUEST = "chat-request-to-responses-request"
# What a request has rules of its own for, and what needs further calls.
ELSEWHERE = {
    "pure", "round-trip", "converts", "result-is-json", "same-again", "text-exact", "api-schema", "api-rules",
    "neighbours-do-not-matter", "other-types-reported", "input-kept", "left-out-reported", "members-accounted",
    "same-again-after-the-way-back", "as-declared", "audio-kept",
}  # fmt: skip
TOOL = {"type": "function", "function": {"name": "ping", "description": "Pings.", "parameters": {"type": "object"}}}


def viewed(given: Any, output: Any, *diagnostics: Any) -> ChatRequest:
    return ChatRequest(Trial(operation=REQUEST, input=given, outcome=Outcome(output=output, diagnostics=diagnostics)))


def request(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], **more}


@pytest.mark.parametrize("operation", rules_of_parts(SAFE))
def test_every_must_rule_of_safe_counts(operation: str) -> None:
    rules = load_specifications().contracts[operation].rules
    safe = {rule.check: rule.id for rule in rules if rule.level == "MUST" and "safe" in rule.sets}
    assert rules_of_parts(SAFE)[operation] == {check: rule for check, rule in safe.items() if check not in ELSEWHERE}


@pytest.mark.parametrize("kind", [SAFE, DOCUMENTS, REPORTED])
def test_every_rule_has_its_check(kind: str) -> None:
    for operation, checks in rules_of_parts(kind).items():
        rules = {rule.id: rule.check for rule in load_specifications().contracts[operation].rules}
        assert {rule: rules[rule] for rule in checks.values()} == {rule: check for check, rule in checks.items()}


def test_a_failure_names_the_rule_and_the_place_in_the_request() -> None:
    given = request(tools=[TOOL])
    output = reference(given)
    output["tools"][0]["name"] = "pong"
    (failure, *_others) = tools_as_part(viewed(given, output)) or ()
    assert failure.at.startswith("/output/tools/")
    assert failure.of_rule.endswith(" of chat-tools-to-responses-tools")
    assert failure.about.startswith(failure.of_rule.partition(" ")[0])
    assert messages_as_part(viewed(given, output)) == ()


def test_a_web_search_is_no_tool_of_the_source() -> None:
    given = request(tools=[TOOL], web_search_options={})
    output = reference(given)
    output["tools"].reverse()
    view = viewed(given, output)
    assert (view.search, tools_as_part(view)) == (0, ())
    assert view.tools is not None
    assert view.tools.at("/output/0/name") == "/output/tools/1/name"


def test_what_is_missing_has_a_place_in_the_result() -> None:
    given = request(tools=[TOOL], functions=[{"name": "trace"}])
    (failure, *_others) = tools_as_part(viewed(given, reference(request()))) or ()
    assert failure.at == "/output/tools/-"


def test_a_changed_number_is_the_matter_of_exact_numbers() -> None:
    given = request(temperature=0.5)
    assert same_members(viewed(given, reference(given) | {"temperature": 0.50000000001})) == ()
    assert same_members(viewed(given, reference(given) | {"temperature": 0.7})) != ()


def test_what_goes_with_the_tools_goes_where_all_are_left_out() -> None:
    given = request(tools=[{"type": "custom", "custom": {"name": "run"}}], parallel_tool_calls=False)
    kept = reference(given)
    alone = {key: value for key, value in kept.items() if key != "parallel_tool_calls"}
    assert same_members(viewed(given, {key: value for key, value in alone.items() if key != "tools"})) == OK
    assert same_members(viewed(given, alone)) != OK


def test_an_empty_stop_sequence_may_be_refused_and_may_go() -> None:
    given = request(stop="")
    assert viewed(given, None).may_refuse
    assert viewed(given, None).alone == ()
    assert not viewed(request(stop=[]), None).may_refuse


def test_an_empty_list_of_modalities_may_be_refused_and_may_go() -> None:
    given = request(modalities=[])
    assert viewed(given, None).may_refuse
    assert viewed(given, None).alone == ()
    assert not viewed(request(modalities=["text"]), None).may_refuse


def test_a_format_in_the_wrong_place_is_not_invented() -> None:
    given = request(response_format={"type": "json_object"})
    assert nothing_added(viewed(given, reference(given) | {"text": {"type": "json_object"}})) == OK
    assert nothing_added(viewed(request(), reference(request()) | {"text": {"type": "json_object"}})) != OK


def test_a_dialect_that_is_lost_does_not_make_its_keywords_refused() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
              "properties": {"a": {"type": "array", "items": [{"type": "string"}]}}}  # fmt: skip
    given = request(
        tools=[{"type": "function", "function": {"name": "ping", "description": "A.", "parameters": schema}}]
    )
    output = reference(given)
    assert whole_request_refusals(viewed(given, output)) == []
    del output["tools"][0]["parameters"]["$schema"]
    assert whole_request_refusals(viewed(given, output)) == []
    output["tools"][0]["parameters"]["properties"]["a"]["items"] = "string"
    assert whole_request_refusals(viewed(given, output)) != []


def test_a_dialect_is_put_back_into_no_tool_without_a_name() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}
    given = request(tools=[{"type": "function", "function": {"name": "ping", "parameters": schema}}, TOOL])
    output = reference(given)
    del output["tools"][0]["parameters"]["$schema"]
    output["tools"][1]["name"] = ["ping"]
    assert whole_request_refusals(viewed(given, output)) != []


@pytest.mark.parametrize(
    "members",
    [{"stream": True, "stream_options": {"include_obfuscation": True}}, {"prompt_cache_options": {}}, {"top_p": 1}],
)
def test_what_both_apis_do_anyway_may_go(members: Any) -> None:
    given = request(**members)
    output = {key: value for key, value in reference(given).items() if key not in members or key == "stream"}
    assert same_members(viewed(given, output)) == OK


@pytest.mark.parametrize("text", [{"verbosity": "low"}, {"format": {"type": "text"}}])
def test_a_format_that_nobody_asked_for_is_invented(text: Any) -> None:
    given = {"model": "gpt-5", "input": "Hello", "text": text}
    output = to_chat(given)
    view = ResponsesRequest(Trial(operation=WAY_BACK, input=given, outcome=Outcome(output=output)))
    assert nothing_added(view) == OK
    added = output | {"response_format": {"type": "json_object"}}
    found = nothing_added(ResponsesRequest(Trial(operation=WAY_BACK, input=given, outcome=Outcome(output=added))))
    assert isinstance(found, tuple)
    (failure,) = found
    assert failure.at == "/output/response_format"


def test_a_raised_limit_is_named_by_its_report() -> None:
    given = request(max_tokens=1)
    assert token_limit(viewed(given, reference(given), {"level": "warning", "message": "seed is left out"})) != OK
    assert token_limit(viewed(given, reference(given), {"level": "warning", "message": "max_tokens is raised"})) == OK


def test_what_is_sent_all_the_same_is_not_left_out() -> None:
    given = {
        "model": "gpt-5",
        "input": "Hello",
        "reasoning": {"effort": "low", "summary": "auto"},
        "include": ["reasoning.encrypted_content"],
    }
    outcome = Outcome(output={"model": "gpt-5", "messages": [], "reasoning": {"summary": "auto"}}, diagnostics=())
    view = ResponsesRequest(Trial(operation=WAY_BACK, input=given, outcome=outcome))
    found = details_reported(view)
    assert isinstance(found, tuple)
    assert [failure.message for failure in found] == ["include.reasoning.encrypted_content is dropped without a report"]


@pytest.mark.parametrize(
    ("chat", "responses", "read"),
    [
        ("auto", "auto", ChoiceForm(mode="auto")),
        ({"type": "function", "function": {"name": "a"}}, {"type": "function", "name": "a"},
         ChoiceForm(mode="required", names=(("function", "a"),))),
        ({"type": "allowed_tools", "allowed_tools": {
            "mode": "auto", "tools": [{"type": "custom", "custom": {"name": "a"}}]}},
         {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "custom", "name": "a"}]},
         ChoiceForm(mode="auto", names=(("custom", "a"),))),
    ],
)  # fmt: skip
def test_a_choice_is_read_the_same_in_both_forms(chat: Any, responses: Any, read: ChoiceForm) -> None:
    assert chat_choice(chat) == responses_choice(responses) == read
    if isinstance(chat, dict):
        assert responses_choice(chat) is None


def test_a_report_names_whole_words() -> None:
    assert named_in(("n is not supported",), "n")
    assert not named_in(("seed is not supported",), "n")
    assert named_in(("UserWarning: OpenAI Responses API does not support stop_sequences, ignored",), "stop")
    assert named_in(("unsupported setting: frequencyPenalty",), "frequency_penalty")
    assert named_in(("Stripped 'tool_config' (value: {'max_calls': 3})",), "max_tool_calls")
    assert is_of_others({"level": "warning", "message": "seed is left out"})
    assert not is_of_others({"level": "warning", "message": "seed and input_audio are left out"})


def test_what_the_input_says_is_there_although_the_api_keeps_what_was_said_before() -> None:
    given = {"model": "m", "input": "And tomorrow?", "previous_response_id": "resp_1"}

    def charged(*messages: Any) -> list[str]:
        outcome = Outcome(output={"model": "m", "messages": list(messages)}, diagnostics=())
        view = ResponsesRequest(Trial(operation=WAY_BACK, input=given, outcome=outcome))
        return [message.kind for message in messages_as_part(view) or ()] + [
            whole_request_refusal.rule for whole_request_refusal in whole_request_refusals(view) or ()
        ]

    asked = {"role": "user", "content": "And tomorrow?"}
    assert charged(asked) == []
    assert charged({"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}, asked) == []
    assert charged({"role": "user", "content": "Hi"}) == ["text-changed"]
    assert charged(asked, {}) == ["schema"]
    view = ResponsesRequest(
        Trial(operation=WAY_BACK, input=given, outcome=Outcome(output={"model": "m", "messages": [asked, {}]}))
    )
    assert [whole_request_refusal.path[:2] for whole_request_refusal in whole_request_refusals(view) or ()] == [
        ("messages", 1)
    ]


@pytest.mark.parametrize(("said", "kinds"), [({"strict": False}, ["became-strict"]), ({"strict": None}, []), ({}, [])])
def test_a_format_that_says_that_it_is_not_strict_does_not_become_strict(said: Any, kinds: list[str]) -> None:
    schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    format_ = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema, **said}}
    given = request(response_format=format_)
    output = reference(given)
    output["text"]["format"]["strict"] = True
    assert [element.kind for element in answer_format(viewed(given, output)) or ()] == kinds


@pytest.mark.parametrize(("limit", "is_right"), [(20, True), (99, True), (50, False), (None, False)])
@pytest.mark.parametrize("names", [("max_tokens", "max_completion_tokens"), ("max_completion_tokens", "max_tokens")])
def test_of_two_limits_which_the_api_refuses_together_either_may_be_taken(
    names: tuple[str, str], limit: int | None, is_right: bool
) -> None:
    given = request(**dict(zip(names, (20, 99), strict=True)))
    made = reference(request()) | ({} if limit is None else {"max_output_tokens": limit})
    assert (token_limit(viewed(given, made)) == OK) is is_right


def test_a_choice_whose_tools_did_not_arrive_need_not_be_reported_where_the_target_has_such_choices() -> None:
    given = request(tools=[TOOL], tool_choice="required")
    output = {key: value for key, value in reference(given).items() if key not in ("tools", "tool_choice")}
    assert tool_choice(viewed(given, output)) == ()


def test_a_member_that_is_lost_has_no_text_that_must_be_exact() -> None:
    given = request(temperature=0.5, user="u_1")
    output = {key: value for key, value in reference(given).items() if key != "temperature"}
    found = exact(viewed(given, output))
    assert found is not None
    assert 0.5 not in found.values
    assert found.changes == ()
