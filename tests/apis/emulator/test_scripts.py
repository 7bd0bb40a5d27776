"""Every script is run, over all APIs, in JSON and as a stream; and what is wrong with a script is reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from conformance.apis.emulator import CHAT, GEMINI, RESPONSES
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.bodies import EMULATED
from conformance.apis.emulator.running import RunningApi, running_api
from conformance.apis.emulator.scripts import SCRIPTS, named_script, script_of
from conformance.apis.emulator.stream import PIECE
from conformance.apis.oracles import refusals_of
from conformance.base.errors import UsageError
from tests.apis.emulator.asking import calls_in, request, route, streaming, text_in

Ask = Callable[..., Any]
SCHEMA = json.loads((Path(__file__).parents[3] / "specs" / "script.schema.json").read_text("utf-8"))
KINDS = {
    CHAT: ("chat-response", "chat-chunk"),
    RESPONSES: ("responses-response", "responses-event"),
    ANTHROPIC: ("anthropic-response", "anthropic-event"),
    GEMINI: ("gemini-response", "gemini-response"),
}
FAILED = {ANTHROPIC: 529, GEMINI: 503}
DONE = "That is all: the tool has answered."
ENDED = {"response.completed", "response.incomplete", "message_stop"}


@pytest.fixture(scope="module", params=SCRIPTS)
def running(request: pytest.FixtureRequest) -> Iterator[tuple[str, RunningApi]]:
    with running_api(request.param) as api:
        yield request.param, api


def grown(item: dict[str, Any]) -> str:
    """What of an item comes in pieces."""
    parts = [*item.get("content", ()), *item.get("summary", ())]
    whole = item.get("arguments", "") + "".join(part.get("text", part.get("refusal")) for part in parts)
    assert isinstance(whole, str)
    return whole


def joined(api: str, events: list[Any]) -> dict[str, Any]:
    """The body that a whole stream amounts to."""
    if api == RESPONSES:
        assert [event["sequence_number"] for event in events] == list(range(len(events)))
        assert events[-1]["type"] in ENDED
        done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
        body: dict[str, Any] = events[-1]["response"]
        assert done == body["output"]
        for index, item in enumerate(done):
            pieces = [e["delta"] for e in events if e["type"].endswith(".delta") and e["output_index"] == index]
            assert "".join(pieces) == grown(item)
        return body
    if api == ANTHROPIC:
        return joined_blocks(events)
    if api == GEMINI:
        return joined_chunks(events)
    message: dict[str, Any] = {"tool_calls": []}
    for delta in (choice["delta"] for event in events for choice in event["choices"]):
        for call in delta.pop("tool_calls", []):
            if call["index"] == len(message["tool_calls"]):
                message["tool_calls"].append(call)
            else:
                message["tool_calls"][call["index"]]["function"]["arguments"] += call["function"]["arguments"]
        for key, value in delta.items():
            message[key] = message[key] + value if isinstance(message.get(key), str) else value
    calls = [{key: value for key, value in call.items() if key != "index"} for call in message.pop("tool_calls")]
    finish = events[-1]["choices"][0]["finish_reason"]
    return {"choices": [{"finish_reason": finish, "message": message | ({"tool_calls": calls} if calls else {})}]}


def joined_blocks(events: list[Any]) -> dict[str, Any]:
    """The message that the events of a whole stream amount to."""
    begun, *rest, delta, end = events
    assert (begun["type"], delta["type"], end) == ("message_start", "message_delta", {"type": "message_stop"})
    content: list[dict[str, Any]] = []
    written = ""
    for event in (item for item in rest if item["type"] != "ping"):
        assert event["index"] == len(content) - (event["type"] != "content_block_start")
        if event["type"] == "content_block_start":
            content.append(event["content_block"])
            written = ""
        elif event["type"] == "content_block_delta":
            (grown,) = event["delta"].items() - {("type", event["delta"]["type"])}
            written += grown[1] if grown[0] == "partial_json" else ""
            if grown[0] != "partial_json":
                content[-1] = {**content[-1], grown[0]: content[-1][grown[0]] + grown[1]}
        elif content[-1]["type"] == "tool_use":
            content[-1] = {**content[-1], "input": json_or_none(written.encode()) or {}}
    return {**begun["message"], **delta["delta"], "content": content}


def joined_chunks(events: list[Any]) -> dict[str, Any]:
    """The response that the chunks of a whole stream amount to."""
    parts: list[dict[str, Any]] = []
    for event in events:
        (candidate,) = event["candidates"]
        assert ("finishReason" in candidate) == (event is events[-1])
        for part in candidate["content"].get("parts", ()):
            if parts and "text" in part and "text" in parts[-1] and part.get("thought") == parts[-1].get("thought"):
                parts[-1] = {**part, "text": parts[-1]["text"] + part["text"]}
            elif part.get("text") != "":
                parts.append(part)
    return {**events[-1], "candidates": [{**candidate, "content": {"parts": parts, "role": "model"} if parts else {}}]}


def without_numbers(api: str, body: dict[str, Any]) -> Any:
    """What a body says, without ids."""
    if api == CHAT:
        return body["choices"][0]["finish_reason"], text_in(api, body), calls_in(api, body)
    if api == ANTHROPIC:
        blocks = [{key: value for key, value in block.items() if key != "id"} for block in body["content"]]
        return body["stop_reason"], body["stop_details"], blocks
    if api == GEMINI:
        return {key: value for key, value in body.items() if key != "responseId"}
    items = [{key: value for key, value in item.items() if key not in ("id", "call_id")} for item in body["output"]]
    return body["status"], body["incomplete_details"], items


@pytest.mark.parametrize("api", EMULATED)
def test_every_script_says_the_same_in_json_and_as_a_stream(
    running: tuple[str, RunningApi], ask: Ask, api: str
) -> None:
    name, local = running
    whole, piece = KINDS[api]
    for answer in SCRIPTS[name]["answers"]:
        plain = ask(local.base_url, route(api), request(api), Authorization="Bearer json")
        streamed = ask(local.base_url, *streaming(api), Authorization="Bearer stream")
        if "http" in answer:
            status = FAILED[GEMINI] if (api, answer["http"]) == (GEMINI, FAILED[ANTHROPIC]) else answer["http"]
            assert (plain.status, plain.json["error"]) == (status, streamed.json["error"])
            assert plain.json["error"]["message"] == answer["error"]["message"]
            assert api in (ANTHROPIC, GEMINI) or plain.json["error"].items() >= answer["error"].items()
            continue
        if "cut" in answer and answer["cut"]["how"] == "failed":
            assert (plain.status, streamed.status) == (FAILED.get(api, 500), 200)
            *_events, last = streamed.events
            assert "error" in (last.get("type"), *last)
            assert not any(event.get("type") in ENDED for event in streamed.events)
            continue
        if "cut" in answer:
            assert plain.whole == streamed.whole == (answer["cut"]["how"] == "ended")
            assert not json_or_none(plain.data)
            assert not any(event.get("type") in ENDED for event in streamed.events)
            assert len(streamed.events) > (0 if api == GEMINI else 2)  # of Gemini's a call is one chunk
            continue
        assert (plain.status, streamed.status) == (200, 200)
        assert streamed.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert without_numbers(api, joined(api, streamed.events)) == without_numbers(api, plain.json)
        if "unknown" not in answer:
            assert [refusals_of(whole, plain.json)] == [()]
            assert [refusals_of(piece, event) for event in streamed.events] == [()] * len(streamed.events)


def json_or_none(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def answers(script: Any, api: str, count: int) -> list[Any]:
    """The bodies of a script's answers, without HTTP."""
    local = ScriptedApi(named_script(script) if isinstance(script, str) else script_of(script))
    return [json.loads(b"".join(local.answer(api, request(api), "key").pieces)) for _ in range(count)]


@pytest.mark.parametrize("api", EMULATED)
@pytest.mark.parametrize(
    ("script", "calls", "text"),
    [
        ("text", [[]], "Hello. There is nothing to call."),
        ("one-call", [["look"], []], DONE),
        ("parallel-calls", [["look", "wait", "look"], []], DONE),
        ("rounds", [["look"], ["wait", "look"], ["wait"], []], DONE),
        ("refusal", [[]], "I'm sorry, I can't help with that."),
        ("reasoning", [["look"], []], DONE),
        ("unknown-item", [["look"], []], DONE),
    ],
)  # fmt: skip
def test_what_scripts_say(api: str, script: str, calls: list[list[str]], text: str) -> None:
    bodies = answers(script, api, len(calls))
    assert [[name for name, _ in calls_in(api, body)] for body in bodies] == calls
    assert text_in(api, bodies[-1]) == text


def test_what_is_of_one_api_only() -> None:
    reasoned, _ = answers("reasoning", RESPONSES, 2)
    assert [item["type"] for item in reasoned["output"]] == ["reasoning", "function_call"]
    (refused,) = answers("refusal", CHAT, 1)
    assert refused["choices"][0]["message"]["content"] is None
    unknown, _ = answers("unknown-item", CHAT, 2)
    assert unknown["choices"][0]["message"]["hologram"] == {"depth": 3}
    both, _ = answers("text-and-call", RESPONSES, 2)
    assert [item["type"] for item in both["output"]] == ["message", "function_call"]


def test_tokens_run_out() -> None:
    (chat,) = answers("truncated-arguments", CHAT, 1)
    assert chat["choices"][0]["finish_reason"] == "length"
    assert calls_in(CHAT, chat) == [("look", '{"city"')]
    (body,) = answers("truncated-arguments", RESPONSES, 1)
    assert (body["status"], body["incomplete_details"]) == ("incomplete", {"reason": "max_output_tokens"})
    assert (body["output"][-1]["status"], calls_in(RESPONSES, body)) == ("incomplete", [("look", '{"city"')])
    (text,) = answers("truncated-text", CHAT, 1)
    assert text["choices"][0]["message"]["content"] == "One, two, three, four, "


def test_a_rate_limit_says_when_to_come_again(ask: Ask) -> None:
    with running_api("rate-limit") as local:
        heard = ask(local.base_url, route(CHAT), request(CHAT))
        assert (heard.status, heard.headers["retry-after-ms"]) == (429, "1")
        assert heard.json["error"]["code"] == "rate_limit_exceeded"


@pytest.mark.parametrize(("after", "kept"), [(0, 0), (3, 3), (1000, 6)])
@pytest.mark.parametrize("how", ["dropped", "ended"])
def test_where_a_stream_is_cut(ask: Ask, caplog: pytest.LogCaptureFixture, how: str, after: int, kept: int) -> None:
    script = {"answers": [{"text": "warm", "cut": {"how": how, "after": after}}]}
    with running_api(script) as local:
        heard = ask(local.base_url, route(RESPONSES), request(RESPONSES, stream=True))
    whole = kept if kept < 6 else 8  # all but the last one
    assert (len(heard.events), heard.whole) == (whole, how == "ended")
    assert heard.data.endswith(b"\n\n") or how == "dropped" or after == 0
    assert caplog.text == ""  # nobody needs to be reported


@pytest.mark.parametrize("length", range(PIECE * 2 + 2))
def test_no_text_is_lost_in_a_stream(length: int) -> None:
    text = "größer als je"[:length]
    local = ScriptedApi(script_of({"answers": [{"text": text}]}))
    pieces = local.answer(RESPONSES, request(RESPONSES, stream=True), "key").pieces
    assert text_in(RESPONSES, joined(RESPONSES, [json.loads(p.partition(b"data: ")[2]) for p in pieces])) == (
        text or None
    )


def test_a_chat_stream_has_its_usage_where_it_was_asked_for(ask: Ask) -> None:
    with running_api("one-call") as local:
        asked = request(CHAT, stream=True, stream_options={"include_usage": True})
        *chunks, last = ask(local.base_url, route(CHAT), asked).events
        assert [chunk["usage"] for chunk in chunks] == [None] * len(chunks)
        assert (last["choices"], last["usage"]["total_tokens"]) == ([], 20)
        without = ask(local.base_url, route(CHAT), request(CHAT, stream=True)).events
        assert not any("usage" in chunk for chunk in without)
        first = chunks[0]["choices"][0]["delta"]
        assert first == {"role": "assistant", "content": None, "refusal": None}
        assert not any(len(choice["delta"].get("tool_calls", [])) > 1 for c in chunks for choice in c["choices"])


OWN: Any = {
    "title": "everything that a script can say of its own",
    "answers": [
        {"calls": [{"tool": "wait", "arguments": {"größe": 1}}, {"tool": "look", "arguments": "no JSON"}]},
        {
            "responses": [{"type": "web_search_call", "id": "ws_1"}, {"type": "message", "content": "Found."}],
            "chat": {"content": "Looked."},
        },
        {
            "responses": {"status": "failed", "error": {"code": "server_error", "message": "Oh."}, "output": []},
            "text": "T",
        },
    ],
}


def test_ones_own_script(ask: Ask) -> None:
    called, found, failed = answers(OWN, RESPONSES, 3)
    assert calls_in(RESPONSES, called) == [("wait", '{"größe":1}'), ("look", "no JSON")]
    assert [item["type"] for item in found["output"]] == ["web_search_call", "message"]
    assert (failed["status"], failed["error"]["message"]) == ("failed", "Oh.")
    _, looked, text = answers(OWN, CHAT, 3)
    assert (text_in(CHAT, looked), text_in(CHAT, text)) == ("Looked.", "T")
    with running_api({"answers": OWN["answers"][2:]}) as local:
        events = ask(local.base_url, route(RESPONSES), request(RESPONSES, stream=True)).events
        assert [event["type"] for event in events] == ["response.created", "response.in_progress", "response.failed"]


def test_custom_tools_take_text(ask: Ask) -> None:
    local = ScriptedApi(named_script("one-call"))
    asked = request(CHAT, tools=[{"type": "custom", "custom": {"name": "run"}}])
    (choice,) = json.loads(local.answer(CHAT, asked, "key").pieces[0])["choices"]
    (call,) = choice["message"]["tool_calls"]
    assert (call["type"], call["custom"]) == ("custom", {"name": "run", "input": "text"})
    with running_api("one-call") as running:
        asked = request(RESPONSES, tools=[{"type": "custom", "name": "run"}], stream=True)
        events = ask(running.base_url, route(RESPONSES), asked).events
    assert [refusals_of("responses-event", event) for event in events] == [()] * len(events)
    assert events[-1]["response"]["output"][0].items() >= {"type": "custom_tool_call", "input": "text"}.items()


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_with_a_name_are_written_as_the_schema_says(name: str) -> None:
    jsonschema_rs.validator_for(SCHEMA).validate(SCRIPTS[name])
    script = named_script(name)
    assert script.title
    assert script.answers


@pytest.mark.parametrize(
    ("document", "reported"),
    [
        ([], 'mine, the whole script: [] is not of type "object". The form of a script is in specs/'),
        ({}, 'mine, the whole script: "answers" is a required property.'),
        ({"answers": []}, "mine, /answers: [] has less than 1 item."),
        ({"answers": [{"txt": "a"}]}, "mine, /answers/0: Additional properties are not allowed ('txt' was"),
        ({"answers": [{"text": "a"}, {"truncated": True}]}, "mine, /answers/1: it says nothing. Give it one of text,"),
        ({"answers": [{"http": 429, "text": "a"}]}, "mine, /answers/0: an error is nothing else besides."),
        ({"answers": [{"http": 200}]}, "mine, /answers/0/http: 200 is less than the minimum of 400."),
        ({"answers": [{"text": "a", "cut": {"how": "off"}}]}, "mine, /answers/0/cut/how:"),
        ({"answers": [{"chat": {"choices": [7]}}]}, 'mine, /answers/0/chat/choices/0: 7 is not of type "object".'),
    ],
)  # fmt: skip
def test_what_is_no_script(document: Any, reported: str) -> None:
    with pytest.raises(UsageError) as caught:
        script_of(document, "mine")
    assert reported in str(caught.value)


def test_a_script_that_is_not_there() -> None:
    with pytest.raises(UsageError, match=r"No script is called 'one-cal'. Did you mean one-call\?"):
        named_script("one-cal")
