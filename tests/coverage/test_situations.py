"""The rows of what no single place shows: order, calls and results, streams, loops."""

from __future__ import annotations

import pytest

from tests.suite.coverage.situations import marks, rows

MESSAGES, STREAM, LOOP = "chat-messages-to-responses-input", "responses-stream-to-tool-calls", "tool-loop"


def call(id_, name="search", arguments="{}"):
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def turn(*calls):
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def result(id_, content="4"):
    return {"role": "tool", "tool_call_id": id_, "content": content}


USER = {"role": "user", "content": "Hi"}


@pytest.mark.parametrize(
    ("messages", "row"),
    [
        ([USER], "order: user last"),
        ([USER, USER], "order: user text/text before user text/text"),
        ([turn(call("a")), result("a"), USER], "order: tool result before user text/text"),
        ([turn(call("b"), call("a"))], "calls: ids out of order"),
        ([turn(call("a"), call("b"))], "calls: the same twice"),
        ([turn(call("a", "Get"), call("b", "get"))], "calls: names that differ in case"),
        ([turn(call("a"), call("b")), result("b"), result("a")], "calls: results in another order"),
        ([turn(call("a")), result("a"), turn(call("a")), result("a")], "calls: an id again in a later turn"),
        ([result("a")], "calls: a result without its call"),
    ],
)
def test_conversations(messages, row):
    assert row in set(rows(MESSAGES))
    assert row in set(marks(MESSAGES, messages))
    assert row not in set(marks(MESSAGES, [{"role": "system", "content": "Be brief."}, turn(call("a", "go", "[]"))]))


def delta(text, index=0):
    return {
        "type": "response.function_call_arguments.delta",
        "item_id": f"fc_{index}",
        "output_index": index,
        "delta": text,
    }


@pytest.mark.parametrize(
    ("events", "row"),
    [
        ([delta('{"a":"\\u00'), delta('e9"}')], "arguments: split inside an escape"),
        ([delta('{"a":"\\'), delta('n"}')], "arguments: split after a backslash"),
        ([delta('{"a":"\\ud83d'), delta('\\ude42"}')], "arguments: split inside an escaped surrogate pair"),
        ([delta('{"a":"\ud83d'), delta('\ude42"}')], "arguments: split between surrogates"),
        ([delta("{"), delta("")], "arguments: an empty piece"),
        ([delta('{"a":"b'), delta('\\nc"}')], "arguments: split before an escaped line end"),
        ([delta('{"a":"b\\n'), delta('c"}')], "arguments: split after an escaped line end"),
        ([delta('{"a":"b '), delta('c"}')], "arguments: split behind a blank inside a string"),
        ([delta('{"a": '), delta('"c"}')], "arguments: a blank at the end of a piece"),
        ([delta('{"a":'), delta(' "c"}')], "arguments: a blank at the start of a piece"),
        ([delta('{"a":'), delta('"007"}')], "arguments: one argument"),
        (
            [delta("{"), delta("{", 1), delta("}"), delta("}", 1)],
            "events: function_call_arguments between pieces of function_call_arguments",
        ),
        (
            [delta("{"), {"type": "response.output_text.delta", "item_id": "msg_1", "delta": "So"}, delta("}")],
            "events: output_text between pieces of function_call_arguments",
        ),
        (
            [{"type": "response.created"}, {"type": "response.refusal.delta"}, {"type": "response.failed"}],
            "events: fails after response.refusal.delta",
        ),
        ([delta("{}")], "events: breaks off after response.function_call_arguments.delta"),
        ([{"type": "response.created"}, {"type": "error", "error": {}}], "events: ends with error in an object"),
        (
            [{"type": "response.completed", "response": {"output": [{"type": "function_call"}]}}],
            "events: carried by completed",
        ),
        (
            [{"type": "response.created", "response": {"truncation": "disabled"}}],
            "events: what the request said in each response",
        ),
        ([delta("{") | {"obfuscation": "a"}], "events: noise in the deltas"),
        (
            [{"type": "response.output_text.delta", "item_id": "msg_1", "delta": "So", "logprobs": [{"token": "So"}]}],
            "events: log probabilities of the pieces",
        ),
        (
            [{"type": "response.output_item.done", "item": {"type": "message", "phase": "commentary"}}],
            "events: a text of a phase",
        ),
    ],
)
def test_streams(events, row):
    assert row in set(rows(STREAM))
    assert row in set(marks(STREAM, events))
    assert row not in set(marks(STREAM, [{"type": "response.created"}]))


def chunk(finish=None, **delta):
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def piece(index, arguments, **more):
    return {"index": index, "function": {"arguments": arguments, **more}}


def called(*pieces):
    return chunk(tool_calls=list(pieces))


@pytest.mark.parametrize(
    ("chunks", "row"),
    [
        ([called(piece(0, "{")), chunk(content="So"), called(piece(0, "}"))], "content between pieces of arguments"),
        ([called(piece(0, "{"), piece(1, "{")), called(piece(0, "}"))], "arguments between pieces of arguments"),
        ([chunk(role="assistant")], "breaks off after the role"),
        ([chunk(content="So"), called(piece(0, "", name="look"))], "breaks off after the beginning of a call"),
        ([chunk(content="So"), {"error": {"message": "Overloaded."}}], "an error after content"),
        ([chunk() | {"created": 1}, chunk("stop") | {"created": 2}], "a time of its own in each"),
        ([chunk() | {"obfuscation": "a"}, chunk("stop") | {"obfuscation": "b"}], "noise of its own in each"),
        ([chunk(), chunk("stop") | {"usage": {"latency_checkpoint": {}}}], "times in the usage"),
        ([chunk(), chunk("stop") | {"x_groq": {"usage": {}}}], "counts in a member of a host"),
        ([chunk(), {"usage": {"total_tokens": 1}}], "usage without choices"),
        ([chunk(), {"choices": None}], "null choices"),
        (
            [chunk(), {"choices": [{"index": 0, "content_filter_results": {"hate": {}}}]}],
            "results of a filter without a delta",
        ),
        ([chunk(audio={"expires_at": 1})], "sound without a finish_reason"),
    ],
)
def test_chat_streams(chunks, row):
    operation = "chat-stream-to-tool-calls"
    assert f"chunks: {row}" in set(rows(operation))
    assert f"chunks: {row}" in set(marks(operation, chunks))
    whole = [chunk(content="So"), called(piece(0, "{}"))]
    assert f"chunks: {row}" not in set(marks(operation, [*whole, chunk("tool_calls")]))


def loop(*script, results=None, **more):
    tools = [{"name": "search"}]
    return {"api": "chat", "max_rounds": 3, "tools": tools, "results": results or {}, "script": list(script), **more}


def calling(*calls):
    return {
        "content": None,
        "tool_calls": [{"id": i, "function": {"name": "search", "arguments": a}} for i, a in calls],
    }


@pytest.mark.parametrize(
    ("given", "row"),
    [
        (loop("Hi."), "chat: no round with calls"),
        (loop(calling(("a", {})), "Hi.", results={"search": 0}), "chat: result: 0"),
        (loop(calling(("a", {})), calling(("a", {})), "Hi."), "chat: an id again in a later round"),
        (loop(calling(("a", {"x": None})), "Hi."), "chat: arguments: argument: null"),
        (loop(calling(("a", "{}")), "Hi."), "chat: arguments as a text"),
        (loop(calling(("a", {})), calling(("b", {})), max_rounds=1), "chat: more rounds than the limit"),
        (loop({"http": 500}, "Hi."), "chat: an error of the server"),
        (loop(""), "chat: no text as the answer"),
        (loop(calling(("a", {})) | {"content": "So"}, "Hi."), "chat: a text before a call"),
    ],
)
def test_loops(given, row):
    assert row in set(rows(LOOP))
    assert row in set(marks(LOOP, given))
    assert row not in set(marks(LOOP, loop(calling(("c", {"a": 1}), ("b", {"a": 1})), "Done.")))
