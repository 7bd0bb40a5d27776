"""Every member of the types of Google's SDK is read, or listed with a reason why it is not."""

from __future__ import annotations

import ast
import re

import pytest

from conformance.formats.gemini.read import read_answer, read_request
from tests.formats.gemini.unread import UNREAD
from tests.formats.members import Place, asked, wrong
from tests.formats.sdk_types import Sampler, Scope, Type, folder_of, scope_of, type_of

# The body of a request: the SDK has no type of its own for it, but a function that writes these members.
BODY = {
    "contents": "list[Content]", "system_instruction": "Content", "tools": "list[Tool]", "tool_config": "ToolConfig",
    "generation_config": "GenerationConfig", "safety_settings": "list[SafetySetting]", "cached_content": "str",
    "labels": "dict[str, str]", "service_tier": "str", "store": "bool", "model_armor_config": "ModelArmorConfig",
    "continuation_token": "bytes", "output_config": "GenerationOutputConfig",
}  # fmt: skip


def camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


ENDED, MEDIA = {"finishReason": "STOP"}, {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}
SAMPLER = Sampler(camel, {
    "Part.thought": {"text": "x"},
    "Part.thought_signature": {"text": "x"},
    "Part.media_resolution": MEDIA,
    "FunctionResponsePart.media_resolution": MEDIA,
    "Blob.mime_type": {"data": "AAAA"}, "Blob.display_name": {"data": "AAAA"},
    "FunctionResponseBlob.mime_type": {"data": "AAAA"}, "FunctionResponseBlob.display_name": {"data": "AAAA"},
    "FileData.mime_type": {"fileUri": "x"}, "FileData.display_name": {"fileUri": "x"},
    "FunctionResponseFileData.mime_type": {"fileUri": "x"}, "FunctionResponseFileData.display_name": {"fileUri": "x"},
    "FunctionCallingConfig.allowed_function_names": {"mode": "ANY"},
    "Candidate.finish_message": ENDED,
    "GenerateContentResponsePromptFeedback.block_reason_message": {"blockReason": "SAFETY"},
    "GroundingMetadata.grounding_supports": {"groundingChunks": [{}, {}]},
    "LogprobsResult.top_candidates": {"chosenCandidates": [{}]},
}, {
    "Part": {"text": "x"}, "Content.role": "user",
    "GenerationConfig.response_mime_type": "application/json",
    "GenerationConfig.response_json_schema": {"type": "object"},
    "FunctionDeclaration.parameters_json_schema": {"type": "object"},
})  # fmt: skip


@pytest.fixture(scope="module")
def types() -> Scope:
    try:
        return scope_of([folder_of("google.genai") / "types.py"])
    except LookupError:
        pytest.skip("the package google-genai is not installed")


def test_the_body_of_a_request_has_the_members_that_the_sdk_writes() -> None:
    try:
        written = (folder_of("google.genai") / "models.py").read_text("utf-8")
    except LookupError:
        pytest.skip("the package google-genai is not installed")
    begin = written.index("def _GenerateContentConfig_to_vertex")
    body = written[begin : written.index("\ndef ", begin + 1)]
    found = set(re.findall(r"setv\(\s*parent_object,\s*\['(\w+)'\]", body))
    assert found <= {camel(name) for name in BODY}
    assert len(found) > 5


@pytest.mark.expensive("reads every member of the published types")
def test_every_member_is_read_or_has_a_reason(types: Scope) -> None:
    request = Type("Request", {name: ast.parse(value, mode="eval").body for name, value in BODY.items()}, types)
    members = [
        *asked(Place(request), lambda value: (read_request(value),), SAMPLER),
        *asked(Place(type_of("GenerateContentResponse", types)), lambda value: (read_answer(value),), SAMPLER),
    ]
    print(len(set(members)), sum(member.is_left for member in set(members)))
    assert wrong(members, UNREAD) == []
    assert len(set(members)) > 150
