"""chat-request-to-gemini-request."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import RequestError
from conformance.reference import anthropic_request_to_gemini_request as from_anthropic
from conformance.reference import chat_request_to_gemini_request as to_gemini
from conformance.reference import responses_request_to_gemini_request as from_responses

SCHEMA: Any = {
    "type": "object",
    "properties": {"a": {"type": "integer", "enum": [1, 2]}},
    "additionalProperties": False,
}
TOOL: Any = {"type": "function", "function": {"name": "f", "description": "d", "parameters": SCHEMA}}

CHOSEN: Any = {"type": "function", "function": {"name": "f"}}
ALLOWED: Any = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [CHOSEN]}}


def made(**members: Any) -> Any:
    return to_gemini({"model": "m", "messages": [{"role": "user", "content": "q"}], **members})


def test_the_body_has_neither_model_nor_stream() -> None:
    body = made(stream=True, stream_options={"include_usage": True})
    assert body == {"contents": [{"role": "user", "parts": [{"text": "q"}]}]}
    assert refusals_of("gemini-request", body) == ()


def test_the_configuration_has_other_names() -> None:
    body = made(temperature=0.5, top_p=0.9, seed=1, n=2, max_tokens=9, stop="END", logprobs=True, top_logprobs=2)
    assert body["generationConfig"] == {
        "temperature": 0.5, "topP": 0.9, "seed": 1, "candidateCount": 2, "responseLogprobs": True, "logprobs": 2,
        "maxOutputTokens": 9, "stopSequences": ["END"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("model", "effort", "thinking"),
    [
        ("m", "none", {"thinkingBudget": 0}), ("m", "high", {"thinkingLevel": "HIGH"}),
        ("m", "max", {"thinkingLevel": "XHIGH"}), ("gemini-2.5-flash", "low", {"thinkingBudget": 1024}),
        ("gemini-2.5-flash", "xhigh", {"thinkingBudget": 24576}),
    ],
)  # fmt: skip
def test_an_effort_is_a_level_or_a_number_of_tokens(model: str, effort: str, thinking: Any) -> None:
    assert made(model=model, reasoning_effort=effort)["generationConfig"]["thinkingConfig"] == thinking


def test_schemas_are_sent_as_they_are_or_in_the_dialect_of_openapi(caplog: pytest.LogCaptureFixture) -> None:
    assert made(tools=[TOOL])["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"] == SCHEMA
    body = to_gemini({"messages": [{"role": "user", "content": "q"}], "tools": [TOOL]}, schema="openapi")
    declaration = body["tools"][0]["functionDeclarations"][0]
    assert declaration["parameters"] == {"type": "OBJECT", "properties": {"a": {"type": "INTEGER"}}}
    assert "enum" in caplog.text
    assert "additionalProperties" in caplog.text


@pytest.mark.parametrize(
    ("choice", "calling"),
    [
        ("auto", {"mode": "AUTO"}), ("none", {"mode": "NONE"}), ("required", {"mode": "ANY"}),
        (CHOSEN, {"mode": "ANY", "allowedFunctionNames": ["f"]}),
        (ALLOWED, {"mode": "VALIDATED", "allowedFunctionNames": ["f"]}),
    ],
)  # fmt: skip
def test_a_choice_is_a_mode(choice: Any, calling: Any) -> None:
    body = made(tools=[TOOL], tool_choice=choice)
    assert body["toolConfig"] == {"functionCallingConfig": calling}
    assert refusals_of("gemini-request", body) == ()


def test_a_choice_of_a_tool_that_is_not_there_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    assert "toolConfig" not in made(tools=[TOOL], tool_choice={"type": "function", "function": {"name": "g"}})
    assert "tool_choice" in caplog.text


def test_a_form_of_the_answer_has_a_type_and_a_schema() -> None:
    format_ = {"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": "object"}, "strict": True}}
    assert made(response_format=format_)["generationConfig"] == {
        "responseMimeType": "application/json", "responseJsonSchema": {"type": "object"},
    }  # fmt: skip
    assert made(response_format={"type": "json_object"})["generationConfig"] == {"responseMimeType": "application/json"}
    assert "generationConfig" not in made(response_format={"type": "text"})


def test_what_has_no_place_is_reported_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    members = {"logit_bias": {"1": 1}, "verbosity": "low", "web_search_options": {"a": 1}}
    made(**members, user="u")
    assert "user" in caplog.text
    assert all(name in caplog.text for name in members)
    for name, value in members.items():
        with pytest.raises(RequestError, match=name):
            to_gemini({"messages": [{"role": "user", "content": "q"}], name: value}, unsupported_members="refuse")


@pytest.mark.parametrize("request_", [None, [], {"messages": "q"}, {"messages": []}])
def test_what_is_no_request_is_refused(request_: Any) -> None:
    with pytest.raises(RequestError):
        to_gemini(request_)


def test_an_answer_that_a_choice_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="legal answers"):
        to_gemini({"messages": []}, schema="xml")  # type: ignore[arg-type]


IMAGE: Any = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}


def test_results_of_anthropic_keep_their_images_and_their_failure() -> None:
    result = {"type": "tool_result", "tool_use_id": "t1", "is_error": True,
              "content": [{"type": "text", "text": "No."}, IMAGE]}  # fmt: skip
    called = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
    made = from_anthropic({"max_tokens": 9000, "top_k": 5, "thinking": {"type": "enabled", "budget_tokens": 2048},
                           "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [called]},
                                        {"role": "user", "content": [result]}]})  # fmt: skip
    (part,) = made["contents"][2]["parts"]
    assert part["functionResponse"]["response"] == {"error": "No."}
    assert part["functionResponse"]["parts"] == [{"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]
    config = {"maxOutputTokens": 9000, "topK": 5, "thinkingConfig": {"thinkingBudget": 2048}}
    assert made["generationConfig"] == config


def test_items_of_responses_become_contents() -> None:
    image = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo=", "detail": "auto"}
    items = [
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": "A"}, image]},
        {"role": "user", "content": [{"type": "input_file", "file_url": "https://example.org/a.pdf"}]},
    ]
    made = from_responses({"model": "m", "instructions": "s", "input": items, "metadata": {"a": "b"}, "store": False})
    assert made["systemInstruction"] == {"parts": [{"text": "s"}]}
    *_begin, call, output, file = made["contents"]
    assert call["parts"] == [{"functionCall": {"id": "c1", "name": "f", "args": {}}}]
    assert output["parts"][0]["functionResponse"]["parts"][0]["inlineData"]["mimeType"] == "image/png"
    assert file["parts"] == [{"fileData": {"mimeType": "application/pdf", "fileUri": "https://example.org/a.pdf"}}]
    assert made["labels"] == {"a": "b"}
    for broken in ({}, {"input": 7}, {"input": [7]}, {"input": "q", "previous_response_id": "resp_1"}):
        with pytest.raises(RequestError):
            from_responses(broken)
