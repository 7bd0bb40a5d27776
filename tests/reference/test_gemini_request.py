"""gemini-request-to-chat-request: what is reported or refused, and recorded requests."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import RequestError
from conformance.reference import gemini_request_to_anthropic_request as to_anthropic
from conformance.reference import gemini_request_to_chat_request as to_chat
from conformance.reference import gemini_request_to_responses_request as to_responses
from conformance.rules.contracts import load_specifications
from conformance.running.engine.result import FAIL
from tests.formats.recorded import FOLDERS, REASON, accepted
from tests.running.engine.certifying import certified, evidence_text

OPERATION = "gemini-request-to-chat-request"
ASKED: Any = {"role": "user", "parts": [{"text": "q"}]}
TOOL: Any = {"functionDeclarations": [{"name": "f", "description": "d"}]}
CHAT_TOOL: Any = {
    "type": "function",
    "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}},
}

# What a request has beside its contents, what the Chat request has of it, and the members that are reported.
MEMBERS: list[tuple[Any, Any, list[str]]] = [
    ({"generationConfig": {"temperature": 0.5, "topK": 5}}, {"temperature": 0.5}, ["generationConfig.topK"]),
    ({"generation_config": {"top_p": 0.9, "topK": None}}, {"top_p": 0.9}, []),
    ({"stream": True}, {"stream": True, "stream_options": {"include_usage": True}}, []),
    ({"generationConfig": {"stopSequences": list("ABCDE")}}, {"stop": list("ABCD")}, ["stopSequences"]),
    ({"tools": [], "safetySettings": [], "labels": {}}, {}, []),
    ({"tools": TOOL}, {"tools": [CHAT_TOOL]}, []),
    ({"tools": [{"googleSearch": {}}, TOOL]}, {"tools": [CHAT_TOOL]}, ["tools[0].googleSearch"]),
    ({"tools": [TOOL], "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f"]}}},
     {"tools": [CHAT_TOOL], "tool_choice": {"type": "function", "function": {"name": "f"}}}, []),
    ({"tools": [TOOL], "toolConfig": {"functionCallingConfig": {"mode": "VALIDATED"}}},
     {"tools": [CHAT_TOOL], "tool_choice": "auto"}, ["functionCallingConfig.mode"]),
    ({"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}}, {}, ["functionCallingConfig"]),
    ({"generationConfig": {"thinkingConfig": {"thinkingLevel": "LOW", "includeThoughts": True}}},
     {"reasoning_effort": "low"}, ["thinkingConfig.includeThoughts"]),
    ({"generationConfig": {"responseMimeType": "text/x.enum"}}, {}, ["generationConfig.responseMimeType"]),
    ({"generationConfig": {"responseMimeType": "application/json"}},
     {"response_format": {"type": "json_object"}}, []),
    ({"serviceTier": "flex"}, {"service_tier": "flex"}, []),
    ({"serviceTier": "standard", "cachedContent": "c"}, {}, ["serviceTier", "cachedContent"]),
]  # fmt: skip


@pytest.mark.parametrize(("given", "owed", "reported"), MEMBERS)
def test_members_have_their_place_or_a_report(
    given: Any, owed: Any, reported: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "conformance.reference"):
        made = to_chat({"model": "m", "contents": [ASKED], **given})
    assert made == {"model": "m", "messages": [{"role": "user", "content": "q"}], **owed}
    assert len(caplog.messages) == len(reported)
    assert all(any(name in message for message in caplog.messages) for name in reported)


@pytest.mark.parametrize(
    "given",
    [
        None, [], {}, {"contents": "q"}, {"contents": [7]}, {"contents": [{"role": "nobody", "parts": []}]},
        {"contents": [{"role": "user", "parts": [7]}]}, {"contents": [{"role": "user", "parts": []}]},
        {"contents": [ASKED], "tools": [7]}, {"contents": [ASKED], "tools": [{"functionDeclarations": [{}]}]},
        {"contents": [ASKED, {"role": "model", "parts": [{"functionCall": {"args": {}}}]}]},
        {"contents": [ASKED, {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}}}]}]},
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused(given: Any) -> None:
    with pytest.raises(RequestError):
        to_chat(given)


@pytest.mark.parametrize(
    ("budget", "effort"), [(-1, "low"), (0, "none"), (1, "low"), (5000, "medium"), (20000, "high")]
)
def test_a_budget_is_the_effort_that_it_reaches(budget: int, effort: str) -> None:
    config = {"thinkingConfig": {"thinkingBudget": budget}}
    made = to_chat({"contents": [ASKED], "generationConfig": config}, thinking_budget="effort")
    assert made["reasoning_effort"] == effort


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_what_the_reference_makes_of_recorded_requests_is_accepted() -> None:
    for where, value in accepted("gemini"):
        refused = refusals_of("chat-request", {"model": "m", **to_chat(value)})
        assert not [refusal for refusal in refused if refusal.rule != "json-word"], where


@pytest.mark.expensive("each recorded request is judged by every rule")
@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_no_rule_objects_to_what_the_reference_makes_of_recorded_requests() -> None:
    inputs = tuple(value for _where, value in accepted("gemini"))
    names = {OPERATION, *load_specifications().contracts[OPERATION].chain}
    assert names == {OPERATION}
    result = certified({OPERATION: to_chat}, OPERATION, max_examples=0, inputs={OPERATION: inputs}, only_inputs=True)
    failed = [entry.rule.id for entry in result.rules if entry.verdict == FAIL and entry.rule.level == "MUST"]
    assert failed == [], evidence_text(result, *failed)


def test_what_chat_has_no_place_for_arrives_where_the_target_has_one() -> None:
    image = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    result = {"functionResponse": {"id": "c1", "name": "f", "response": {"error": "No."}, "parts": [image]}}
    answered = {"role": "model", "parts": [{"functionCall": {"id": "c1", "name": "f"}}, {"text": "I look."}]}
    given = {"contents": [ASKED, answered, {"role": "user", "parts": [result]}], "generationConfig": {"topK": 5}}
    made = to_anthropic(given)
    assert [block["type"] for block in made["messages"][1]["content"]] == ["tool_use", "text"]
    (block,) = made["messages"][2]["content"]
    assert (block["is_error"], [each["type"] for each in block["content"]]) == (True, ["text", "image"])
    assert made["top_k"] == 5
    *_before, call, text, output = to_responses(given)["input"]
    assert (call["type"], text["content"][0]["text"], output["output"][0]["text"]) == (
        "function_call", "I look.", "Error: No."
    )  # fmt: skip
    assert output["output"][1]["type"] == "input_image"


@pytest.mark.parametrize(
    ("config", "beside", "thinking"),
    [
        ({"thinkingConfig": {"thinkingBudget": 2048}}, {}, {"type": "enabled", "budget_tokens": 2048}),
        ({"thinkingConfig": {"thinkingBudget": 0}}, {}, {"type": "disabled"}),
        ({"thinkingConfig": {"thinkingBudget": 100}}, {}, None),
        ({"thinkingConfig": {"thinkingBudget": 2048}, "temperature": 0.5}, {}, None),
        ({"thinkingConfig": {"thinkingBudget": 2048}, "maxOutputTokens": 2000}, {}, None),
        ({"thinkingConfig": {"thinkingBudget": 2048}},
         {"tools": [TOOL], "toolConfig": {"functionCallingConfig": {"mode": "ANY"}}}, None),
    ],
)  # fmt: skip
def test_a_budget_is_kept_where_anthropic_takes_it(
    config: Any, beside: Any, thinking: Any, caplog: pytest.LogCaptureFixture
) -> None:
    made = to_anthropic({"contents": [ASKED], "generationConfig": config, **beside})
    assert made.get("thinking") == thinking
    assert ("thinkingBudget" in caplog.text) is (thinking is None)
    assert refusals_of("anthropic-request", made | {"model": "claude-sonnet-4-0"}) == ()


def test_tools_that_are_not_allowed_are_left_out_toward_anthropic() -> None:
    tools = [{"functionDeclarations": [{"name": name} for name in "fgh"]}]
    calling = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f", "h"]}}
    made = to_anthropic({"contents": [ASKED], "tools": tools, "toolConfig": calling})
    assert ([tool["name"] for tool in made["tools"]], made["tool_choice"]) == (["f", "h"], {"type": "any"})
