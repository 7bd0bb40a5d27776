"""Of a wrong answer its capability alone is wrong, and what other hosts have of their own is no defect."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from conformance.apis.emulator.api import ApiReply
from conformance.base.values import JSON
from conformance.running.scan.model import NOT_SHOWN, WRONG, HttpRequest
from tests.running.scan.servers import Alter, Server, in_bodies, in_events, outcomes, scanned

Object = dict[str, Any]


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
    for call in (call for call in _chat_calls(body) if "function" in call):
        call["function"]["arguments"] = json.loads(call["function"]["arguments"])


def _without_index(events: list[Any]) -> list[Any]:
    for event in events:
        for choice in event["choices"]:
            for call in choice["delta"].get("tool_calls", ()):
                del call["index"]
    return events


def _one_index(events: list[Any]) -> list[Any]:
    for event in events:
        for choice in event["choices"]:
            for call in choice["delta"].get("tool_calls", ()):
                call["index"] = 0
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
    ("one index for all calls", "chat", in_events(_one_index), {"parallel-calls"}),
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


def _thoughts_beside(body: Object) -> None:
    """xAI counts thoughts in the total alone."""
    if "choices" in body:
        body["usage"]["completion_tokens_details"]["reasoning_tokens"] = 900
        body["usage"]["total_tokens"] += 900


def _malformed(body: Object) -> None:
    """Gemini says that the model called wrongly, and gives no call."""
    for candidate in body.get("candidates", ()):
        if any("functionCall" in part for part in candidate["content"]["parts"]):
            candidate |= {"finishReason": "MALFORMED_FUNCTION_CALL", "content": {"role": "model", "parts": []}}


INNOCENT: list[tuple[str, str, Alter]] = [
    ("vLLM's members", "chat", in_bodies(_with_more)),
    ("vLLM's chunks", "chat", in_events(_chunks_of_vllm)),
    ("Ollama's chunks", "chat", in_events(_chunks_of_ollama)),
    ("llama.cpp's chunks", "chat", in_events(_chunks_of_llama)),
    ("OpenRouter's chunks", "chat", in_events(_chunks_of_openrouter)),
    ("xAI's usage", "chat", in_bodies(_thoughts_beside)),
    ("stop where a call is forced", "chat", _stop_where_forced),
]


@pytest.mark.parametrize(("api", "alter"), [entry[1:] for entry in INNOCENT], ids=[e[0] for e in INNOCENT])
def test_what_other_hosts_have_of_their_own_is_no_defect(api: str, alter: Alter) -> None:
    result = scanned(Server(alter), api)
    assert not result.defects, [f"{each.objection.capability}: {each.objection.message}" for each in result.defects]
    assert not outcomes(result, NOT_SHOWN)


def test_a_call_that_the_model_failed_at_is_not_the_servers_fault() -> None:
    result = scanned(Server(in_bodies(_malformed)), "gemini")
    assert not result.defects, [each.objection.message for each in result.defects]
    found = {each.capability: each for each in result.results}
    assert found["tool-choice"].about == 'the answer ended with "MALFORMED_FUNCTION_CALL"'
