"""A sound server works; of a wrong one exactly what is wrong is found; and nobody innocent is accused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from conformance.apis.emulator.api import ApiReply
from conformance.base.errors import UsageError
from conformance.base.values import JSON
from conformance.running.scan.capabilities import APIS, CAPABILITIES, CLIENTS
from conformance.running.scan.model import NOT_OFFERED, NOT_SHOWN, WORKS, WRONG, HttpRequest
from conformance.running.scan.run import addresses_of
from tests.running.scan.servers import (
    Alter,
    Server,
    in_bodies,
    in_events,
    in_requests,
    outcomes,
    scanned,
)

Object = dict[str, Any]


@pytest.mark.parametrize("api", APIS)
def test_all_of_a_sound_server_works(api: str) -> None:
    result = scanned(Server(), api)
    assert outcomes(result, WORKS) == {each.name for each in CAPABILITIES if api in each.apis}, result.results
    assert result.works and not result.defects
    assert {each.client for each in result.clients} == {each.name for each in CLIENTS if api in each.apis}
    assert all(each.outcome == WORKS and not each.misses for each in result.clients)


def _chat_calls(body: Object) -> list[Object]:
    return [call for choice in body.get("choices", ()) for call in choice["message"].get("tool_calls") or ()]


def _stop_for_calls(body: Object) -> None:
    for choice in body.get("choices", ()):
        if choice["message"].get("tool_calls"):
            choice["finish_reason"] = "stop"


def _stop_in_streams(events: list[Any]) -> list[Any]:
    for event in events:
        for choice in event["choices"]:
            if choice["finish_reason"] == "tool_calls":
                choice["finish_reason"] = "stop"
    return events


def _objects_for_arguments(body: Object) -> None:
    for call in _chat_calls(body):
        call["function"]["arguments"] = json.loads(call["function"]["arguments"])


def _without_index(events: list[Any]) -> list[Any]:
    for event in events:
        for choice in event["choices"]:
            for call in choice["delta"].get("tool_calls", ()):
                del call["index"]
    return events


def _one_id(body: Object) -> None:
    for call in _chat_calls(body):
        call["id"] = "call_1"


def _without_content(body: Object) -> None:
    for choice in body.get("choices", ()):
        if choice["message"].get("tool_calls"):
            del choice["message"]["content"]


def _unmarked(_request: HttpRequest, reply: ApiReply) -> ApiReply:
    return replace(reply, pieces=tuple(piece for piece in reply.pieces if b"[DONE]" not in piece))


def _errors_as_answers(_request: HttpRequest, reply: ApiReply) -> ApiReply:
    return replace(reply, status=200) if reply.status == 400 else reply


def _all_errors_as_answers(_request: HttpRequest, reply: ApiReply) -> ApiReply:
    return replace(reply, status=200) if reply.status >= 400 else reply


def _bare_errors(_request: HttpRequest, reply: ApiReply) -> ApiReply:
    if reply.status < 400:
        return reply
    return replace(reply, pieces=(json.dumps({"detail": "no"}).encode(),))


def _total(body: Object) -> None:
    body["usage"]["total_tokens"] += 1


def _cut_characters(events: list[Any]) -> list[Any]:
    for event in events:
        for choice in event["choices"]:
            if isinstance(choice["delta"].get("content"), str):
                said = choice["delta"]["content"]
                choice["delta"]["content"] = "".join("�" if ord(each) > 0xFFFF else each for each in said)
    return events


def _as_json(request: HttpRequest, reply: ApiReply) -> ApiReply:
    return replace(reply, content_type="application/json") if "event-stream" in reply.content_type else reply


def _end_unsaid(body: Object) -> None:
    for choice in body.get("choices", ()):
        choice["finish_reason"] = None


def _stopped_at_limit(body: Object) -> None:
    for choice in body.get("choices", ()):
        choice["finish_reason"] = "tool_calls" if choice["message"].get("tool_calls") else "stop"


def _parted(events: list[Any]) -> list[Any]:
    """Say how an Anthropic message ended before its last block has stopped."""
    last = max(at for at, event in enumerate(events) if event["type"] == "content_block_stop")
    said = next(at for at, event in enumerate(events) if event["type"] == "message_delta")
    events.insert(last, events.pop(said))
    return events


def _text_for_input(body: Object) -> None:
    for block in body.get("content", ()):
        if block["type"] == "tool_use":
            block["input"] = json.dumps(block["input"])


def _turn_ended(body: Object) -> None:
    if body.get("stop_reason") == "tool_use":
        body["stop_reason"] = "end_turn"


def _in_form_of_openai(_request: HttpRequest, reply: ApiReply) -> ApiReply:
    if reply.status < 400:
        return reply
    return replace(reply, pieces=(json.dumps({"error": {"message": "no"}}).encode(),))


def _without_end(body: Object) -> None:
    for candidate in body.get("candidates", ()):
        candidate.pop("finishReason", None)


def _without_ends(events: list[Any]) -> list[Any]:
    for event in events:
        _without_end(event)
    return events


def _text_for_args(body: Object) -> None:
    for candidate in body.get("candidates", ()):
        for part in candidate["content"].get("parts", ()):
            if "functionCall" in part:
                part["functionCall"]["args"] = json.dumps(part["functionCall"]["args"])


def _lost_delta(events: list[Any]) -> Iterable[JSON]:
    lost = next((at for at, each in enumerate(events) if each["type"] == "response.output_text.delta"), None)
    return [each for at, each in enumerate(events) if at != lost]


def _lost_argument(events: list[Any]) -> Iterable[JSON]:
    kind = "response.function_call_arguments.delta"
    lost = next((at for at, each in enumerate(events) if each["type"] == kind), None)
    return [each for at, each in enumerate(events) if at != lost]


def _unended(events: list[Any]) -> Iterable[JSON]:
    return [each for each in events if each["type"] != "response.completed"]


def _one_call_id(body: Object) -> None:
    for item in body.get("output", ()):
        if item["type"] == "function_call":
            item["call_id"] = "call_1"


WRONG_ANSWERS: list[tuple[str, str, Alter, set[str]]] = [
    ("stop for calls", "chat", in_bodies(_stop_for_calls), {"tools"}),
    ("stop for streamed calls", "chat", in_events(_stop_in_streams), {"streamed-tools"}),
    ("arguments are objects", "chat", in_bodies(_objects_for_arguments), {"tools"}),
    ("pieces without index", "chat", in_events(_without_index), {"streamed-tools"}),
    ("one id for all calls", "chat", in_bodies(_one_id), {"parallel-calls"}),
    ("no content beside calls", "chat", in_bodies(_without_content), {"tools"}),
    ("no mark of the end", "chat", _unmarked, {"streaming"}),
    ("200 for refusals", "chat", _errors_as_answers, {"errors"}),
    ("200 for all errors", "chat", _all_errors_as_answers, {"errors", "unknown-model", "wrong-key"}),
    ("errors without a message", "chat", _bare_errors, {"errors", "unknown-model", "wrong-key"}),
    ("total is no sum", "chat", in_bodies(_total), {"usage"}),
    ("characters are cut", "chat", in_events(_cut_characters), {"unicode"}),
    ("streams are JSON", "chat", _as_json, {"streaming"}),
    ("no end is said", "chat", in_bodies(_end_unsaid), {"text"}),
    ("stop at the limit", "chat", in_bodies(_stopped_at_limit), {"max-tokens"}),
    ("order of events", "anthropic", in_events(_parted), {"streaming"}),
    ("input is a text", "anthropic", in_bodies(_text_for_input), {"tools"}),
    ("end_turn for calls", "anthropic", in_bodies(_turn_ended), {"tools"}),
    ("another API's errors", "anthropic", _in_form_of_openai, {"errors", "unknown-model", "wrong-key"}),
    ("no finishReason", "gemini", in_bodies(_without_end), {"text"}),
    ("no finishReason in streams", "gemini", in_events(_without_ends), {"streaming"}),
    ("args are a text", "gemini", in_bodies(_text_for_args), {"tools"}),
    ("a delta is lost", "responses", in_events(_lost_delta), {"streaming"}),
    ("a piece of arguments is lost", "responses", in_events(_lost_argument), {"streamed-tools"}),
    ("no response.completed", "responses", in_events(_unended), {"streaming"}),
    ("one call_id for all calls", "responses", in_bodies(_one_call_id), {"parallel-calls"}),
]


@pytest.mark.parametrize(
    ("api", "alter", "wrong"), [entry[1:] for entry in WRONG_ANSWERS], ids=[e[0] for e in WRONG_ANSWERS]
)
def test_of_a_wrong_answer_its_capability_alone_is_wrong(api: str, alter: Alter, wrong: set[str]) -> None:
    result = scanned(Server(alter), api)
    said = [f"{each.objection.capability}: {each.objection.message}" for each in result.defects]
    assert outcomes(result, WRONG) == wrong, said
    assert not result.works
    assert all(each.objection.meets for each in result.defects), said


def _without(*names: str) -> Callable[[Object], object]:
    def change(body: Object) -> None:
        for name in names:
            body.pop(name, None)

    return change


def _without_config(*names: str) -> Callable[[Object], object]:
    def change(body: Object) -> None:
        for name in names:
            body.get("generationConfig", {}).pop(name, None)

    return change


def _choice_of_none(body: Object) -> None:
    if body.get("tool_choice") == "none":
        del body["tool_choice"]


def _forced(body: Object) -> None:
    if body.get("tool_choice") not in (None, "none", "auto"):
        body["messages"] = [{"role": "user", "content": "Hello."}]
        del body["tool_choice"]


IGNORED: list[tuple[str, str, Callable[[Object], object], set[str]]] = [
    ("usage in streams", "chat", _without("stream_options"), {"stream-usage"}),
    ("forced calls", "chat", _forced, {"tool-choice"}),
    ("no calls", "chat", _choice_of_none, {"no-tools"}),
    ("one call", "chat", _without("parallel_tool_calls"), {"single-call"}),
    ("schemas", "chat", _without("response_format"), {"json-schema", "json-object"}),
    ("stop sequences", "chat", _without("stop"), {"stop"}),
    ("limits", "chat", _without("max_tokens"), {"max-tokens"}),
    ("several answers", "chat", _without("n"), {"choices"}),
    ("log probabilities", "chat", _without("logprobs", "top_logprobs"), {"logprobs"}),
    ("formats", "responses", _without("text"), {"json-schema", "json-object"}),
    ("limits of responses", "responses", _without("max_output_tokens"), {"max-tokens"}),
    ("stop sequences of Anthropic's", "anthropic", _without("stop_sequences"), {"stop"}),
    ("schemas of Anthropic's", "anthropic", _without("output_config"), {"json-schema"}),
    ("stop sequences of Gemini's", "gemini", _without_config("stopSequences"), {"stop"}),
    ("several answers of Gemini's", "gemini", _without_config("candidateCount"), {"choices"}),
]


@pytest.mark.parametrize(("api", "change", "wrong"), [entry[1:] for entry in IGNORED], ids=[e[0] for e in IGNORED])
def test_what_is_taken_and_ignored_is_wrong(api: str, change: Callable[[Object], object], wrong: set[str]) -> None:
    result = scanned(in_requests(change)(Server()), api)
    assert outcomes(result, WRONG) == wrong, [each.objection.message for each in result.defects]


def _with_more(body: Object) -> None:
    """Add what vLLM's server has beside the API's members, and leave out what it lacks."""
    if "choices" not in body:
        return
    body |= {"service_tier": None, "prompt_logprobs": None, "kv_transfer_params": None, "system_fingerprint": None}
    body["usage"] |= {"prompt_tokens_details": None}
    body["usage"].pop("completion_tokens_details")
    for choice in body["choices"]:
        choice |= {"stop_reason": None, "token_ids": None}
        message = choice["message"]
        message |= {"reasoning_content": "The question is easy.", "annotations": None, "audio": None}
        message |= {"function_call": None, "tool_calls": message.get("tool_calls", [])}
        del message["refusal"]
        if message["tool_calls"]:
            message["content"] = ""


def _chunks_of_vllm(events: list[Any]) -> list[Any]:
    for event in events:
        event.pop("system_fingerprint", None)
        for choice in event["choices"]:
            choice |= {"stop_reason": None, "token_ids": None}
            choice["delta"].pop("refusal", None)
            choice["delta"]["reasoning_content"] = None
        if event.get("usage"):
            event["usage"].pop("completion_tokens_details", None)
    return events


def _chunks_of_ollama(events: list[Any]) -> list[Any]:
    """Give each piece the role, and a call in one piece, with the end in it too."""
    found: list[Any] = []
    calls: dict[int, Object] = {}
    for event in events:
        for choice in event["choices"]:
            pieces = choice["delta"].pop("tool_calls", None)
            for piece in pieces or ():
                held = calls.setdefault(piece["index"], {"function": {"arguments": ""}})
                text = held["function"]["arguments"] + piece["function"].get("arguments", "")
                held |= {**piece, "function": {**held["function"], **piece["function"], "arguments": text}}
            choice["delta"] |= {"role": "assistant", "content": choice["delta"].get("content") or ""}
            choice.pop("logprobs", None)
            if pieces is not None:
                continue
            if choice["finish_reason"] and calls:
                choice["delta"]["tool_calls"] = list(calls.values())
        event["system_fingerprint"] = "fp_ollama"
        found.append(event)
    return found


def _chunks_of_llama(events: list[Any]) -> list[Any]:
    """Add the timings that llama.cpp's server ends a stream with; it gives the arguments' first piece with the name."""
    events[-1]["timings"] = {"prompt_n": 1, "predicted_ms": 2.5}
    for event in events:
        if event.get("usage", 0) is None:
            del event["usage"]
    return events


def _chunks_of_openrouter(events: list[Any]) -> list[Any]:
    """Repeat the role in each piece, and the end in the chunk of the usage."""
    for event in events:
        event["provider"] = "Someone"
        for choice in event["choices"]:
            choice["delta"] |= {"role": "assistant"}
            choice["native_finish_reason"] = choice["finish_reason"]
    last = next((event for event in reversed(events) if event["choices"]), None)
    if last is not None and not events[-1]["choices"]:
        again = {**last["choices"][0], "delta": {"role": "assistant", "content": ""}}
        events[-1]["choices"] = [again]
    return events


def _stop_where_forced(request: HttpRequest, reply: ApiReply) -> ApiReply:
    """OpenAI's own API ends a forced call with stop."""
    body = request.body if isinstance(request.body, dict) else {}
    return in_bodies(_stop_for_calls)(request, reply) if body.get("tool_choice") not in (None, "auto") else reply


INNOCENT: list[tuple[str, str, Alter]] = [
    ("vLLM's members", "chat", in_bodies(_with_more)),
    ("vLLM's chunks", "chat", in_events(_chunks_of_vllm)),
    ("Ollama's chunks", "chat", in_events(_chunks_of_ollama)),
    ("llama.cpp's chunks", "chat", in_events(_chunks_of_llama)),
    ("OpenRouter's chunks", "chat", in_events(_chunks_of_openrouter)),
    ("stop where a call is forced", "chat", _stop_where_forced),
]


@pytest.mark.parametrize(("api", "alter"), [entry[1:] for entry in INNOCENT], ids=[e[0] for e in INNOCENT])
def test_what_other_hosts_have_of_their_own_is_no_defect(api: str, alter: Alter) -> None:
    result = scanned(Server(alter), api)
    assert not result.defects, [f"{each.objection.capability}: {each.objection.message}" for each in result.defects]
    assert not outcomes(result, NOT_SHOWN)


def test_a_model_that_does_nothing_it_is_told_shows_little_and_is_accused_of_nothing() -> None:
    def dull(body: Object) -> None:
        """Forget what the model would do; what the server must do stays."""
        if body.get("tool_choice") in (None, "auto"):
            body.pop("tools", None)
        kept = [each for each in body.get("messages", ()) if each["role"] == "user"][:1]
        if kept and "response_format" not in body:
            body["messages"] = [{"role": "user", "content": "Hm."}]

    result = scanned(in_requests(dull)(Server()), "chat")
    assert not result.defects, [each.objection.message for each in result.defects]
    assert {"tools", "system", "turns", "images", "unicode", "parallel-calls"} <= outcomes(result, NOT_SHOWN)


def test_what_a_server_refuses_is_not_offered_and_said_in_its_words() -> None:
    def refuse(request: HttpRequest, reply: ApiReply) -> ApiReply:
        if isinstance(request.body, dict) and "tools" in request.body:
            said = {"error": {"message": "this model does not support tools", "type": "invalid_request_error"}}
            return replace(reply, status=400, content_type="application/json", pieces=(json.dumps(said).encode(),))
        return reply

    result = scanned(Server(refuse), "chat")
    assert not result.defects
    found = {each.capability: each for each in result.results}
    assert found["tools"].outcome == NOT_OFFERED and "does not support tools" in found["tools"].about
    assert found["tool-results"].outcome == NOT_SHOWN
    by_client = {each.client: each for each in result.clients}
    assert [each.capability for each in by_client["opencode"].lacks] == ["streamed-tools"]
    assert by_client["openai-sdk"].outcome == WORKS


def test_a_client_decides_by_what_it_needs() -> None:
    server = Server(in_bodies(_total))
    assert scanned(server, "chat", clients=("opencode",)).works
    assert not scanned(Server(_unmarked), "chat", clients=("opencode",)).works
    assert not scanned(server, "chat", clients=("codex",)).works


def test_a_failing_server_is_wrong_and_a_busy_one_is_not() -> None:
    def failing(status: int) -> Alter:
        def alter(request: HttpRequest, reply: ApiReply) -> ApiReply:
            body = request.body if isinstance(request.body, dict) else {}
            said = json.dumps({"error": {"message": "Oops.", "type": "server_error"}}).encode()
            asked = "stop" in body
            return replace(reply, status=status, pieces=(said,), content_type="application/json") if asked else reply

        return alter

    assert outcomes(scanned(Server(failing(500)), "chat"), WRONG) == {"stop"}
    busy = scanned(Server(failing(429)), "chat")
    assert not busy.defects and "stop" in outcomes(busy, NOT_SHOWN)


def test_a_server_of_one_model_may_answer_to_any_name() -> None:
    def rename(body: Object) -> None:
        body["model"] = "only" if "model" in body else None

    result = scanned(in_requests(rename)(Server(models=("only",))), "chat")
    assert not result.defects
    assert "unknown-model" in outcomes(result, NOT_OFFERED)


def test_a_model_that_wants_the_newer_limit_gets_it() -> None:
    server = Server(
        lambda request, reply: (
            replace(
                reply, status=400, content_type="application/json",
                pieces=(b'{"error": {"message": "Use \'max_completion_tokens\' instead.", "type": "x"}}',),
            )
            if isinstance(request.body, dict) and "max_tokens" in request.body
            else reply
        )
    )  # fmt: skip
    result = scanned(server, "chat")
    assert not result.defects
    assert sum("max_tokens" in request.body for request in server.requests if isinstance(request.body, dict)) == 1


def test_what_refuses_the_key_is_not_scanned() -> None:
    def refuse(request: HttpRequest, reply: ApiReply) -> ApiReply:
        said = b'{"error": {"message": "Incorrect API key", "type": "x"}}'
        return replace(reply, status=401, pieces=(said,), content_type="application/json")

    with pytest.raises(UsageError, match="refuses the key: 401: Incorrect API key"):
        scanned(Server(refuse), "chat", model="one")


def test_what_offers_no_api_is_named() -> None:
    def absent(_request: HttpRequest, reply: ApiReply) -> ApiReply:
        return replace(reply, status=404, pieces=(b"404 page not found",), content_type="text/plain")

    with pytest.raises(UsageError, match="offers none of the APIs"):
        scanned(Server(absent))


@pytest.mark.parametrize(
    ("url", "api", "found"),
    [
        ("http://h:1/v1", "chat", ["http://h:1/v1"]),
        ("http://h:1/", "chat", ["http://h:1/v1", "http://h:1"]),
        ("http://h:1/v1", "gemini", ["http://h:1/v1beta", "http://h:1/v1"]),
        ("http://h:1/api/v1/", "anthropic", ["http://h:1/api/v1"]),
    ],
)
def test_an_api_is_looked_for_where_its_clients_look(url: str, api: str, found: list[str]) -> None:
    assert addresses_of(url, api) == found
