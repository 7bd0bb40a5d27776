"""There and back: what the laws about whole requests object to, and what they leave free."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.reference import chat_request_to_responses_request, responses_request_to_chat_request
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks import flat_requests_sound, requests_sound
from tests.suite.selftest.model import Convert, Sound

CHAT, RESPONSES = "chat-request-to-responses-request", "responses-request-to-chat-request"
LAWS = {CHAT: "C2R-14", RESPONSES: "R2C-15"}
SOUND = {CHAT: requests_sound.SOUND, RESPONSES: flat_requests_sound.SOUND}
REFERENCES: dict[str, Convert] = {
    CHAT: chat_request_to_responses_request,
    RESPONSES: responses_request_to_chat_request,
}
SEARCHES = "gpt-5-search-api"  # other models take no web_search_options
EMPTY = {"type": "object", "properties": {}}
TOOLS = [{"type": "function", "function": {"name": "f", "description": "Does.", "parameters": EMPTY}}]
NAMED = {"type": "function", "function": {"name": "f"}}


def objections(operation: str, given: Any, there: Any, back: Any) -> list[str]:
    trial = Trial(operation=operation, input=given, outcome=Outcome(output=there), chained=Outcome(output=back))
    own = family(operation)
    return [element.message for element in own.checks["same-request-after-the-way-back"](own.view(trial)) or ()]


@pytest.mark.parametrize("operation", LAWS)
def test_sound_converters_of_both_directions_keep_the_law_in_any_pair(operation: str) -> None:
    (other,) = set(LAWS) - {operation}
    cases = [case for case in load_specifications().contracts[operation].cases if LAWS[operation] in case.rules]
    pairs = [(element, way_back) for element in SOUND[operation] for way_back in SOUND[other]]
    found = [(pair.name, way_back.name, case.id, *law(operation, pair, way_back, case.input))
             for pair, way_back in pairs for case in cases]  # fmt: skip
    assert len(found) > 400
    assert [finding for finding in found if len(finding) > 3] == []


def law(operation: str, sound: Sound, way_back: Sound, given: Any) -> list[str]:
    there = sound.function(copy.deepcopy(given))
    return objections(operation, given, there, way_back.function(copy.deepcopy(there)))


@pytest.mark.parametrize(
    ("members", "change", "objection"),
    [
        ({"temperature": 0.5}, {"temperature": 0.7}, "temperature: sent 0.5, came back 0.7"),
        ({"max_completion_tokens": 50}, {"max_completion_tokens": None},
         "max_completion_tokens: sent 50, nothing came back"),
        ({"max_completion_tokens": 50}, {"max_completion_tokens": None, "max_tokens": 50}, None),
        ({"reasoning_effort": "high"}, {"reasoning_effort": "low"}, 'reasoning_effort: sent "high", came back "low"'),
        ({"store": True}, {"store": None}, None),
        ({"user": "ann"}, {"user": None}, None),
        ({"user": "ann"}, {"user": "4f8a0c1d9b3e77aa"}, None),
        ({"user": "ann"}, {"user": "bob"}, 'user: sent "ann", came back "bob"'),
        ({"store": False}, {"store": True}, "store: sent false, came back true"),
        ({"store": True, "metadata": {"a": "b"}}, {"metadata": None}, None),
        ({"store": True, "metadata": {"a": "b"}}, {"metadata": {}}, 'metadata: sent {"a": "b"}, came back {}'),
        ({"logprobs": True}, {"logprobs": None}, "logprobs: sent true, nothing came back"),
        ({"response_format": {"type": "json_object"}}, {"response_format": None},
         'response_format: sent ["object", null], nothing came back'),
        ({"tools": TOOLS, "tool_choice": NAMED}, {"tool_choice": "required"},
         'tool_choice: sent ["required", ["f"]], came back ["required", null]'),
        ({"tools": TOOLS, "tool_choice": NAMED}, {"tools": None, "tool_choice": None}, None),
        ({"tools": TOOLS, "parallel_tool_calls": False}, {"parallel_tool_calls": None},
         "parallel_tool_calls: sent false, nothing came back"),
        ({"model": SEARCHES, "web_search_options": {"search_context_size": "low"}}, {"web_search_options": None}, None),
        ({"model": SEARCHES, "web_search_options": {"search_context_size": "low"}}, {"web_search_options": {}},
         'web_search: sent {"search_context_size": "low"}, came back {}'),
        ({"verbosity": "medium"}, {"verbosity": None}, None),
        ({"prompt_cache_options": {}}, {}, None),
    ],
)  # fmt: skip
def test_what_comes_back_of_a_chat_request(members: Any, change: Any, objection: str | None) -> None:
    given = {"model": "gpt-5", "messages": [{"role": "user", "content": "Answer in JSON."}], **members}
    there = chat_request_to_responses_request(given)
    back = responses_request_to_chat_request(there) | change
    assert objections(CHAT, given, there, back) == ([objection] if objection else [])


@pytest.mark.parametrize(
    ("members", "change", "objection"),
    [
        ({"store": False}, {"store": None}, "store: sent false, nothing came back"),
        ({"store": True}, {"store": None}, None),
        ({"store": True, "metadata": {"a": "b"}}, {"metadata": None}, 'metadata: sent {"a": "b"}, nothing came back'),
        ({"service_tier": "flex"}, {"service_tier": None}, 'service_tier: sent "flex", nothing came back'),
        ({"service_tier": "ultrafast"}, {}, None),
        ({"text": {"format": {"type": "json_object"}}}, {"text": {}},
         'text.format: sent ["object", null], nothing came back'),
        ({"max_output_tokens": 50}, {"max_output_tokens": 60}, "max_output_tokens: sent 50, came back 60"),
    ],
)  # fmt: skip
def test_what_comes_back_of_a_responses_request(members: Any, change: Any, objection: str | None) -> None:
    given = {"model": "gpt-5", "input": "Answer in JSON.", **members}
    there = responses_request_to_chat_request(given)
    back = chat_request_to_responses_request(there) | change
    assert objections(RESPONSES, given, there, back) == ([objection] if objection else [])


@pytest.mark.parametrize("operation", LAWS)
def test_what_is_lost_on_the_way_there_is_the_matter_of_other_rules(operation: str) -> None:
    given = {"model": "gpt-5", "messages": [], "input": "Hello", "service_tier": "flex"}
    assert objections(operation, given, {"model": "gpt-5"}, {"model": "gpt-5"}) == []
