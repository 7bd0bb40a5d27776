"""Google's API by the same scripts: over HTTP, and as its own client reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.gemini import ARRAY, GEMINI, SIGNATURE, SSE, completed, error_of
from conformance.apis.emulator.running import RunningApi, running_api
from conformance.apis.emulator.scripts import script_of
from conformance.apis.oracles import refusals_of
from tests.apis.emulator.asking import CITY, calls_in, request

Ask = Callable[..., Any]
WHOLE = "models/gemini-2.5-flash:generateContent"
STREAM = "models/gemini-2.5-flash:streamGenerateContent"
ONE_CALL = {"answers": [{"calls": [{}]}]}


@pytest.fixture(scope="module")
def running() -> Iterator[RunningApi]:
    with running_api("one-call") as api:
        yield api


def beta(api: RunningApi) -> str:
    return api.base_url.removesuffix("/v1") + "/v1beta/"


def answered(script: Any, *requests: dict[str, Any], stream: str | None = None) -> list[Any]:
    """The answers of a script, without HTTP: bodies, or lists of chunks."""
    local = ScriptedApi(script_of(script))
    replies = [local.answer(GEMINI, other, "key", stream) for other in requests]
    return [
        [json.loads(piece.partition(b"data: ")[2]) for piece in reply.pieces]
        if reply.content_type.startswith("text/event-stream")
        else json.loads(b"".join(reply.pieces))
        for reply in replies
    ]


def test_a_request_is_refused_in_the_form_and_the_words_of_the_api(running: RunningApi, ask: Ask) -> None:
    refused = {**request(GEMINI), "seed": 1}
    heard = ask(beta(running), WHOLE, refused, X_Goog_Api_Key="key", Authorization=None)
    message = 'Invalid JSON payload received. Unknown name "seed": Cannot find field.'
    error = {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}
    assert (heard.status, heard.headers["x-conformance-rule"], heard.json) == (400, "schema", error)
    assert ask(beta(running), f"{STREAM}?alt=sse", refused).json == error
    assert ask(beta(running), STREAM, refused).json == [error]


@pytest.mark.parametrize(
    ("address", "headers", "body", "method", "status", "word"),
    [
        (WHOLE, {"Authorization": None}, {}, "POST", 403, "PERMISSION_DENIED"),
        (WHOLE, {}, b"{", "POST", 400, "INVALID_ARGUMENT"),
        (WHOLE, {}, None, "GET", 405, "INVALID_ARGUMENT"),
        ("models/m:countTokens", {}, {}, "POST", 404, "NOT_FOUND"),
        ("models", {}, None, "GET", 404, "NOT_FOUND"),
        ("/v1/models/m:countTokens", {}, {}, "POST", 404, "NOT_FOUND"),
    ],
)
def test_what_is_wrong_before_a_request_is_read_has_the_same_form(
    running: RunningApi, ask: Ask, address: str, headers: Any, body: Any, method: str, status: int, word: str
) -> None:
    base_url = running.base_url.removesuffix("/v1") if address.startswith("/") else beta(running)
    heard = ask(base_url, address, body, method, **headers)
    assert (heard.status, heard.json["error"]["code"], heard.json["error"]["status"]) == (status, status, word)


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        (f"{WHOLE}?key=of-the-query", {"Authorization": None}),
        (WHOLE, {"Authorization": None, "X_Goog_Api_Key": "of-the-header"}),
        (WHOLE, {"Authorization": "Bearer of-vertex"}),
    ],
)
def test_a_key_is_in_the_query_or_in_a_header(running: RunningApi, ask: Ask, address: str, headers: Any) -> None:
    heard = ask(beta(running), address, request(GEMINI), **headers)
    assert (heard.status, [name for name, _given in calls_in(GEMINI, heard.json)]) == (200, ["look"])
    assert "of-the-query" not in running.requests[-1].path


def test_an_address_of_vertex_is_answered_too(running: RunningApi, ask: Ask) -> None:
    place = running.base_url.removesuffix("/v1") + "/v1beta1/projects/p/locations/l/publishers/google/"
    assert ask(place, WHOLE, request(GEMINI)).status == 200


@pytest.mark.parametrize(
    ("status", "error", "expected", "word"),
    [
        (529, {"message": "Overloaded", "type": "overloaded_error"}, 503, "UNAVAILABLE"),
        (429, {"message": "Slow down.", "code": "rate_limit_exceeded"}, 429, "RESOURCE_EXHAUSTED"),
        (400, {"message": "No.", "status": "FAILED_PRECONDITION"}, 400, "INVALID_ARGUMENT"),
        (500, {"message": "No.", "status": "UNAVAILABLE"}, 500, "UNAVAILABLE"),
    ],
)
def test_an_error_of_a_script_has_the_word_of_its_status(status: int, error: Any, expected: int, word: str) -> None:
    made = {"error": {"code": expected, "message": error["message"], "status": word}}
    assert error_of(status, {"error": error}, None) == (expected, made)


def test_a_stream_is_one_array_where_events_are_not_asked_for() -> None:
    (events,) = answered({"answers": [{"text": "Hello there."}]}, request(GEMINI), stream=SSE)
    (chunks,) = answered({"answers": [{"text": "Hello there."}]}, request(GEMINI), stream=ARRAY)
    assert events == chunks and len(chunks) == 4
    assert [refusals_of("gemini-response", chunk) for chunk in chunks] == [()] * 4
    cut = {"answers": [{"text": "Hello there.", "cut": {"how": "failed", "after": 1}}]}
    (broken,) = answered(cut, request(GEMINI), stream=ARRAY)
    assert (len(broken), broken[-1]["error"]["status"]) == (2, "UNAVAILABLE")
    cut["answers"][0]["cut"] = {"how": "failed", "after": 0}
    (at_once,) = answered(cut, request(GEMINI), stream=ARRAY)
    assert [list(chunk) for chunk in at_once] == [["error"]]


def test_a_request_with_what_only_the_address_says_is_refused() -> None:
    (refused,) = answered(ONE_CALL, request(GEMINI, stream=True))
    assert 'Unknown name "stream"' in refused["error"]["message"]


def test_a_choice_of_tools_is_kept() -> None:
    parallel = {"answers": [{"calls": [{}, {}]}]}
    named = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["wait"]}}
    (first,) = answered(parallel, request(GEMINI, toolConfig=named))
    assert [name for name, _given in calls_in(GEMINI, first)] == ["wait", "wait"]
    none = {"function_calling_config": {"mode": "none"}}
    (refused,) = answered(parallel, request(GEMINI, tool_config=none))
    assert refused["error"]["message"].endswith("the request offers none to call.")
    spelled = {"function_declarations": [{"name": "look", "parameters": {"type": "OBJECT", "properties": {}}}]}
    (second,) = answered(parallel, {**request(GEMINI), "tools": spelled})
    assert calls_in(GEMINI, second) == [("look", "{}"), ("look", "{}")]


def test_newer_models_sign_the_first_call_and_give_ids() -> None:
    script = {"answers": [{"calls": [{}, {}]}]}
    (older,) = answered(script, request(GEMINI, model="gemini-2.5-flash"))
    assert [list(part) for part in older["candidates"][0]["content"]["parts"]] == [["functionCall"], ["functionCall"]]
    (newer,) = answered(script, request(GEMINI, model="gemini-3-pro"))
    first, other = newer["candidates"][0]["content"]["parts"]
    assert (first["thoughtSignature"], "thoughtSignature" in other) == (SIGNATURE, False)
    assert [part["functionCall"]["id"] for part in (first, other)] == ["call_0_0", "call_0_1"]


def test_what_the_api_said_itself_it_takes_back() -> None:
    script = {
        "answers": [
            {"unknown": {"gemini": {"hologram": {}}}, "reasoning": "It knows.", "calls": [{}]},
            {"text": "Warm."},
        ]
    }
    (first,) = answered(script, request(GEMINI))
    content = first["candidates"][0]["content"]
    assert [next(iter(part)) for part in content["parts"]] == ["hologram", "text", "functionCall"]
    result = {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {"output": 3}}}]}
    back = {**request(GEMINI), "contents": [*request(GEMINI)["contents"], content, result]}
    _first, second = answered(script, request(GEMINI), back)
    assert second["candidates"][0]["content"]["parts"] == [{"text": "Warm."}]
    (other,) = answered({"answers": [{"text": "Hi."}]}, back)
    assert "hologram" in other["error"]["message"]


def test_a_call_that_was_cut_is_not_there() -> None:
    (cut,) = answered({"answers": [{"calls": [{}], "truncated": True}]}, request(GEMINI))
    assert cut["candidates"] == [{"content": {}, "finishReason": "MAX_TOKENS", "index": 0}]
    (refused,) = answered({"answers": [{"calls": [{"arguments": "no JSON"}]}]}, request(GEMINI))
    assert "with arguments that are no object" in refused["error"]["message"]


def test_an_answer_of_its_own_is_completed() -> None:
    own = [{"text": "Found."}, {"functionCall": {"name": "look", "args": {}}}]
    body = completed(own, 3, "m")
    assert body is not None
    assert (body["responseId"], body["modelVersion"]) == ("resp_3", "m")
    assert body["candidates"][0]["content"] == {"parts": own, "role": "model"}
    assert refusals_of("gemini-response", body) == ()
    blocked = completed({"promptFeedback": {"blockReason": "SAFETY"}}, 0, "m")
    assert blocked is not None and "candidates" not in blocked
    assert completed(7, 0, "m") is completed({"output": []}, 0, "m") is None
    (said,) = answered({"answers": [{"gemini": own[:1], "text": "Others."}]}, request(GEMINI))
    assert said["candidates"][0]["content"]["parts"] == own[:1]
    (chunks,) = answered({"answers": [{"gemini": {"candidates": []}}]}, request(GEMINI), stream=SSE)
    assert len(chunks) == 1


def test_the_apis_own_client_holds_a_whole_loop(running: RunningApi) -> None:
    genai = pytest.importorskip("google.genai")
    types, errors = genai.types, genai.errors
    options = types.HttpOptions(base_url=running.base_url.removesuffix("/v1"))
    declared = types.FunctionDeclaration(name="look", description="Looks.", parameters_json_schema=CITY)
    config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=[declared])])
    said = [types.Content(role="user", parts=[types.Part(text="Is it warm?")])]
    with genai.Client(api_key="loop", http_options=options) as client:
        asked: dict[str, Any] = {"model": "gemini-3-pro", "config": config}
        chunks = list(client.models.generate_content_stream(contents=said, **asked))
        parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts if part.function_call]
        (call,) = [part.function_call for part in parts]
        assert (chunks[-1].candidates[0].finish_reason, call.name, list(call.args)) == ("STOP", "look", ["city"])
        answer = types.FunctionResponse(id=call.id, name=call.name, response={"output": "3"})
        said += [types.Content(role="model", parts=parts)]
        back = [*said, types.Content(role="user", parts=[types.Part(function_response=answer)])]
        last = client.models.generate_content(contents=back, **asked)
        assert last.text == "That is all: the tool has answered."
        with pytest.raises(errors.ClientError, match="number of function response parts"):
            client.models.generate_content(contents=[*said, types.Content(role="user", parts=[{"text": "?"}])], **asked)


def test_the_apis_own_client_hears_of_an_overloaded_api() -> None:
    genai = pytest.importorskip("google.genai")
    script = {"answers": [{"http": 529}, {"text": "Hi.", "cut": {"how": "failed", "after": 1}}]}
    with running_api(script) as local:
        options = genai.types.HttpOptions(base_url=local.base_url.removesuffix("/v1"))
        with genai.Client(api_key="any", http_options=options) as client:
            for ask in (client.models.generate_content, client.models.generate_content_stream):
                with pytest.raises(genai.errors.ServerError, match="UNAVAILABLE"):
                    list(ask(model="gemini-2.5-flash", contents="Hello."))
        assert [seen.status for seen in local.requests] == [503, 200]
