"""What Gemini's API refuses of a request, in its words."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from tests.formats.recorded import FOLDERS, REASON, accepted

ASKED = {"role": "user", "parts": [{"text": "q"}]}
CALLED = {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}
TOOL = {"functionDeclarations": [{"name": "f", "description": "d", "parameters": {"type": "ARRAY"}}]}
TOOL_OF_WORDS = {"functionDeclarations": [{"name": "f", "description": "d", "parameters": {"type": "string"}}]}
NUMBERED = {"type": 6, "properties": {"a": {"type": 5, "items": {"type": 1}}}}


def result(response: Any) -> dict[str, Any]:
    return {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": response}}]}


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"contents": []}, "* GenerateContentRequest.contents: contents is not specified"),
        (
            {"contents": [{"role": "user", "parts": []}]},
            "* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.",
        ),
        (
            {"contents": [ASKED, {"role": "model", "parts": [{"text": "a"}, {}]}]},
            "* GenerateContentRequest.contents[1].parts[1].data: required oneof field 'data' must have one "
            "initialized field",
        ),
        (
            {"contents": [ASKED, CALLED, {"role": "user", "parts": [{"functionResponse": {"response": {}}}]}]},
            "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.",
        ),
        (
            {"contents": [ASKED, CALLED, result([1])]},
            "Invalid JSON payload received. Unknown name \"response\" at 'contents[2].parts[0].function_response': "
            "Proto field is not repeating, cannot start list.",
        ),
        (
            {"contents": [ASKED], "messages": []},
            'Invalid JSON payload received. Unknown name "messages": Cannot find field.',
        ),
        (
            {"contents": [ASKED], "generationConfig": {"maxTokens": 9}},
            "Invalid JSON payload received. Unknown name \"maxTokens\" at 'generation_config': Cannot find field.",
        ),
        (
            {"contents": [ASKED], "tools": [TOOL]},
            "* GenerateContentRequest.tools[0].function_declarations[0].parameters.items: missing field.",
        ),
        (
            {"contents": [ASKED], "tools": [{"functionDeclarations": [{"name": "f", "parameters": {"$schema": "s"}}]}]},
            'Invalid JSON payload received. Unknown name "$schema" at '
            "'tools[0].function_declarations[0].parameters': Cannot find field.",
        ),
        (
            {"contents": [ASKED, CALLED, ASKED]},
            "Please ensure that the number of function response parts is equal to the number of function call parts of "
            "the function call turn.",
        ),
    ],
)
def test_a_refusal_has_the_words_of_the_api(request_: Any, message: str) -> None:
    assert message in [refusal.message for refusal in refusals_of("gemini-request", request_)]


def test_a_name_that_is_declared_twice_is_refused() -> None:
    declared = {"name": "f", "description": "d"}
    tools = [{"functionDeclarations": [declared]}, {"function_declarations": [declared]}]
    (refusal,) = refusals_of("gemini-request", {"contents": [ASKED], "tools": tools})
    assert (refusal.rule, refusal.at) == ("google-unique", "/tools/1/function_declarations/0/name")


@pytest.mark.parametrize(
    "members",
    [
        {"tools": [TOOL_OF_WORDS], "toolConfig": {"functionCallingConfig": {"mode": "any"}}},
        {"tools": [{"functionDeclarations": [{"name": "f", "description": "d", "parameters": NUMBERED}]}]},
        {"generationConfig": {"imageConfig": {}, "responseModalities": ["IMAGE"]}},
        {
            "model": "gemini-3-pro-image",
            "tools": [{"googleSearch": {}}],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": []}},
        },
    ],
    ids=["words-in-lower-case", "types-by-number", "settings-of-images", "hosted-tools-alone"],
)
def test_what_recorded_requests_have_is_taken(members: Any) -> None:
    assert not refusals_of("gemini-request", {"contents": [ASKED], **members})


def test_a_film_may_be_described_in_a_part_of_its_own() -> None:
    film = [{"fileData": {"fileUri": "a", "mimeType": "video/mp4"}}, {"videoMetadata": {"startOffset": "2s"}}]
    assert not refusals_of("gemini-request", {"contents": [{"role": "user", "parts": film}]})


def test_words_of_an_answer_may_be_numbers() -> None:
    counts = {"trafficType": 1, "promptTokensDetails": [{"modality": 1, "tokenCount": 9}]}
    answer = {"candidates": [{"content": {"parts": [{"text": "a"}]}, "finishReason": 2}], "usageMetadata": counts}
    assert not refusals_of("gemini-response", answer)


def test_a_number_that_no_type_has_is_refused() -> None:
    tools = [{"functionDeclarations": [{"name": "f", "description": "d", "parameters": {"type": 8}}]}]
    assert refusals_of("gemini-request", {"contents": [ASKED], "tools": tools})[0].rule == "schema"


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_nothing_that_gemini_accepted_is_refused() -> None:
    requests = accepted("gemini")
    refused = [(where, refusal) for where, value in requests for refusal in refusals_of("gemini-request", value)]
    assert refused == []
    assert len(requests) > 20
