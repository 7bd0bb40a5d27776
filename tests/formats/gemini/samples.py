"""Values of Gemini that no recording shows, or all of a kind together: by the documents and the SDK's types."""

from __future__ import annotations

from typing import Any

PNG = {"mimeType": "image/png", "data": "iVBORw0KGgo="}
SCHEMA = {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}


def call(name: str, args: Any = None, **members: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": args or {}, **members}}


def result(name: str, response: Any, **members: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": response, **members}}


USER = [
    {"text": "Read these."},
    {"inlineData": PNG, "mediaResolution": {"level": "MEDIA_RESOLUTION_LOW", "numTokens": 9}},
    {"inlineData": {"mimeType": "audio/wav", "data": "UklGRg==", "displayName": "n"}},
    {"inlineData": {"mimeType": "application/pdf", "data": "JVBERi0="}},
    {"fileData": {"mimeType": "video/mp4", "fileUri": "gs://b/a.mp4"}, "videoMetadata": {"fps": 1.0}},
    {"fileData": {"fileUri": "https://example.com/a"}},
]
MODEL = [
    {"text": "h", "thought": True, "thoughtSignature": "S"},
    {"thought": True, "thoughtSignature": "S"},
    {"text": "a", "thoughtSignature": "S"},
    {"text": "", "thoughtSignature": "S"},
    {"executableCode": {"code": "1", "language": "PYTHON", "id": "1"}, "thoughtSignature": "S"},
    {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1", "id": "1"}},
    {"toolCall": {"id": "2", "toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["q"]}}},
    {"toolResponse": {"id": "2", "toolType": "GOOGLE_SEARCH_WEB", "response": {}}},
    {**call("f", {"n": 9007199254740993}, id="i"), "thoughtSignature": "S"},
    call("f"),
    {"functionCall": {"name": "g"}},
    {"inlineData": PNG, "thought": True},
]
RESULTS = [
    result("f", {"output": "t"}, id="i"),
    result("f", {"error": "e"}, scheduling="WHEN_IDLE"),
    result(
        "g", {"a": [1, None]}, parts=[{"inlineData": PNG}, {"fileData": {"fileUri": "gs://b/c", "mimeType": "a/b"}}]
    ),
]
REQUESTS: dict[str, dict[str, Any]] = {
    "a tool alone": {
        "contents": [{"role": "user", "parts": [{"text": "q"}]}],
        "tools": {"functionDeclarations": [{"name": "f", "parameters": {"type": "OBJECT"}}]},
    },
    "everything": {
        "systemInstruction": {"role": "user", "parts": [{"text": "A"}, {"text": "B"}]},
        "contents": [
            {"role": "user", "parts": USER},
            {"role": "model", "parts": MODEL},
            {"role": "user", "parts": RESULTS},
            {"role": "function", "parts": RESULTS[:1]},
            {"parts": [{"text": "who?"}]},
        ],
        "tools": [
            {
                "functionDeclarations": [
                    {"name": "f", "description": "", "parameters": SCHEMA, "behavior": "BLOCKING"},
                    {"name": "g", "parametersJsonSchema": {"type": "object"}, "responseJsonSchema": {"type": "object"}},
                ]
            },
            {"googleSearch": {}},
            {"codeExecution": {}, "urlContext": {}},
        ],
        "toolConfig": {
            "functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f", "g"]},
            "includeServerSideToolInvocations": True,
        },
        "generationConfig": {
            "maxOutputTokens": 99,
            "temperature": 0.5,
            "topP": 0.5,
            "topK": 5,
            "stopSequences": ["X"],
            "seed": 1,
            "frequencyPenalty": 0.5,
            "presencePenalty": 0.5,
            "candidateCount": 2,
            "responseLogprobs": True,
            "logprobs": 2,
            "responseMimeType": "application/json",
            "responseSchema": SCHEMA,
            "responseModalities": ["TEXT", "IMAGE"],
            "mediaResolution": "MEDIA_RESOLUTION_LOW",
            "speechConfig": {"voiceConfig": {"prebuiltVoiceConfig": {"voiceName": "Kore"}}},
            "thinkingConfig": {"includeThoughts": True, "thinkingBudget": 9, "thinkingLevel": "HIGH"},
            "audioTimestamp": True,
        },
        "safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}],
        "cachedContent": "cachedContents/c",
        "labels": {"team": "t"},
        "serviceTier": "flex",
        "store": False,
    },
    "snake_case": {
        "system_instruction": {"parts": [{"text": "s"}]},
        "contents": [{"role": "user", "parts": [{"inline_data": {"mime_type": "image/png", "data": "iVBORw0KGgo="}}]}],
        "tools": [{"function_declarations": [{"name": "f", "parameters_json_schema": {"type": "object"}}]}],
        "tool_config": {"function_calling_config": {"mode": "validated"}},
        "generation_config": {
            "max_output_tokens": 9, "response_mime_type": "application/json",
            "response_json_schema": {"type": "object"}, "thinking_config": {"thinking_level": "low"},
        },
    },
    "a plain answer": {
        "contents": [], "systemInstruction": "s", "generationConfig": {"responseMimeType": "text/plain"},
        "toolConfig": {"functionCallingConfig": {"mode": "NONE"}}, "tools": [],
    },
    "another type of answer": {"contents": [], "generationConfig": {"responseMimeType": "text/x.enum"}},
}  # fmt: skip
USAGE = {
    "promptTokenCount": 20,
    "toolUsePromptTokenCount": 5,
    "candidatesTokenCount": 198,
    "thoughtsTokenCount": 405,
    "cachedContentTokenCount": 3,
    "totalTokenCount": 628,
    "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 20}],
    "trafficType": "ON_DEMAND",
    "serviceTier": "standard",
}
GROUNDING = {
    "groundingChunks": [
        {"web": {"uri": "https://example.com", "title": "P", "domain": "example.com"}},
        {"retrievedContext": {"uri": "gs://b/c", "title": "F", "text": "x", "pageNumber": 3, "fileSearchStore": "s"}},
        {"maps": {"uri": "https://maps.example.com", "title": "M", "placeId": "p"}},
        {"image": {"sourceUri": "https://example.com", "imageUri": "https://example.com/a.png", "title": "I"}},
        {"later": {"uri": "u"}},
    ],
    "groundingSupports": [
        {
            "groundingChunkIndices": [0, 2], "confidenceScores": [0.5, 0.5],
            "segment": {"startIndex": 1, "endIndex": 4, "partIndex": 2, "text": "b"},
        },
        {"groundingChunkIndices": [1], "segment": {"endIndex": 3}},
        {"groundingChunkIndices": [9], "segment": {}},
    ],
    "webSearchQueries": ["q"],
    "searchEntryPoint": {"renderedContent": "<a>"},
}  # fmt: skip
LOGPROBS = {
    "chosenCandidates": [{"token": "a", "logProbability": -0.5, "tokenId": 7}, {"token": "b", "logProbability": 0}],
    "topCandidates": [{"candidates": [{"token": "a", "logProbability": -0.5}]}, {"candidates": []}],
    "logProbabilitySum": -0.5,
}


def candidate(*parts: dict[str, Any], reason: Any = "STOP", **members: Any) -> dict[str, Any]:
    return {"content": {"role": "model", "parts": list(parts)}, "finishReason": reason, "index": 0, **members}


def answer(*candidates: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"candidates": list(candidates), "usageMetadata": USAGE, "modelVersion": "m", "responseId": "r", **members}


RECITED = {"citations": [{"startIndex": 1, "endIndex": 2, "uri": "u", "title": "t", "license": "mit"}]}
RATINGS = [{"category": "HARM_CATEGORY_HARASSMENT", "probability": "HIGH", "blocked": True}]
ANSWERS: dict[str, dict[str, Any]] = {
    "everything": answer(
        candidate(
            *MODEL, groundingMetadata=GROUNDING, citationMetadata=RECITED, logprobsResult=LOGPROBS, avgLogprobs=-0.25,
            safetyRatings=RATINGS, finishMessage="M", urlContextMetadata={"urlMetadata": []},
        ),
        createTime="2026-01-01T00:00:00Z",
    ),
    "several candidates": answer(
        candidate({"text": "a"}), candidate({"text": "b"}, index=1, reason="MAX_TOKENS"),
        candidate(call("f"), index=2, reason="UNEXPECTED_TOOL_CALL"),
    ),
    "a blocked request": {
        "promptFeedback": {
            "blockReason": "PROHIBITED_CONTENT", "blockReasonMessage": "W", "safetyRatings": RATINGS,
        },
        "usageMetadata": {"promptTokenCount": 9, "totalTokenCount": 9}, "modelVersion": "m",
    },
    "filtered": answer({"content": {}, "finishReason": "SAFETY", "index": 0, "safetyRatings": RATINGS}),
    "a number for a reason": answer(candidate({"text": "a"}, reason=1)),
    "to be continued": answer(candidate({"text": "a"}, reason="CONTINUATION", continuationToken="T")),
    "an unknown end": answer(candidate({"text": "a"}, reason="STROLLED_OFF")),
    "thoughts alone": answer(
        {"finishReason": "MAX_TOKENS", "content": {"role": "model"}},
        usageMetadata={"promptTokenCount": 5, "thoughtsTokenCount": 7, "totalTokenCount": 12},
    ),
    "sound": answer(candidate({"inlineData": {"mimeType": "audio/L16;rate=24000", "data": "AAAA"}})),
    "an error": {"error": {"code": 429, "message": "M", "status": "RESOURCE_EXHAUSTED", "details": [{"@type": "t"}]}},
}  # fmt: skip


def chunk(*parts: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Return one response of a stream, which has not ended."""
    return {
        "candidates": [{"content": {"role": "model", "parts": list(parts)}, "index": 0, **members}],
        "responseId": "r",
    }


def more(*pieces: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"functionCall": {"partialArgs": list(pieces), **members}}


END = {"candidates": [candidate({"text": ""})], "usageMetadata": USAGE, "responseId": "r"}
ERROR = {"error": {"code": 503, "message": "M", "status": "UNAVAILABLE"}}
STREAMS: dict[str, list[Any]] = {
    "texts, thoughts and calls": [
        chunk({"text": "h", "thought": True}),
        chunk({"text": "m", "thought": True, "thoughtSignature": "S"}),
        chunk({"text": "a"}),
        chunk({"text": "b"}, {"text": "c"}),
        chunk(call("f", {"a": 1})),
        chunk(call("f", {"a": 2}, id="i"), {"text": "d"}),
        END,
    ],
    "log probabilities": [
        chunk({"text": "a"}, logprobsResult={"chosenCandidates": [{"token": "a", "logProbability": -1}]}),
        chunk({"text": "b"}, logprobsResult={"chosenCandidates": [{"token": "b", "logProbability": -2}]}),
        END,
    ],
    "a call in pieces": [
        chunk({"functionCall": {"name": "f", "willContinue": True}, "thoughtSignature": "S"}),
        chunk(more({"jsonPath": "$.a", "stringValue": "x", "willContinue": True}, willContinue=True)),
        chunk(
            more({"jsonPath": "$.a", "stringValue": "y"}, {"jsonPath": "$.b[1].c", "numberValue": 2}, willContinue=True)
        ),
        chunk(more({"jsonPath": "$['d']", "boolValue": True}, {"jsonPath": "$.e", "nullValue": "NULL_VALUE"})),
        chunk({"functionCall": {"name": "g", "args": {}}}),
        END,
    ],
    "several candidates": [
        chunk({"text": "a"}),
        {"candidates": [{"index": 1, "content": {"parts": [{"text": "b"}]}, "finishReason": "STOP"}]},
        chunk({"text": "c"}, finishReason="STOP"),
    ],
    "a blocked request": [{"promptFeedback": {"blockReason": "SAFETY"}, "responseId": "r"}],
    "an error in the middle": [chunk({"text": "a"}), ERROR],
    "filtered in the middle": [chunk({"text": "a"}), {"candidates": [{"finishReason": "SAFETY", "index": 0}]}],
}
