"""Each contrast removes its feature and nothing else, and what remains is still a real input."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.apis.emulator.stream import chat_chunks
from conformance.apis.input_validity import REAL, standing_of
from conformance.base.values import ABSENT
from conformance.formats.chat.chunks import joined
from conformance.inputs.contrasts import CONTRASTS
from conformance.rules.contracts import load_specifications

TEXT = {"type": "text", "text": "a"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
USED_AGAIN = [
    {"role": "user", "content": "Hi"},
    {"role": "assistant", "content": "Wait.", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "Rainy."},
    {"role": "assistant", "content": "Again.", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "Sunny."},
]
SCHEMA: Any = {
    "type": "object",
    "properties": {"$ref": {"type": "string"}, "b/c": {"$ref": "#/properties/$ref"}},
    "required": ["$ref"],
    "dependentRequired": {"b/c": ["$ref"]},
    "$defs": {"D": {"properties": {"e": {"$ref": "#/properties/b~1c"}}}},
}
CALLED = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "f",
    "arguments": "{}",
    "status": "completed",
}


def message(part: Any, role: str = "user") -> Any:
    return [{"role": role, "content": [part]}]


def response(*items: Any) -> Any:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "gpt-5",
        "status": "completed",
        "output": [*items],
    }


SAID = {"type": "message_delta"}
REMOVED: list[tuple[str, Any, Any]] = [
    ("described-tools", {"name": "a", "inputSchema": {}}, {"description": "Does what its name says."}),
    (
        "described-tools",
        {"name": "a", "description": "", "inputSchema": {}},
        {"description": "Does what its name says."},
    ),
    ("complete-functions", [{"type": "function", "name": "a"}], None),
    ("no-cache-control", message(TEXT | {"cache_control": {}}), message(TEXT)),
    ("files-as-text", message({"type": "file", "file": {"file_id": "f"}}), message({"type": "text", "text": "Hi"})),
    ("item-images-as-text", message({"type": "input_image"}), message({"type": "input_text", "text": "Hi"})),
    ("no-refusals-or-developers", [{"role": "developer", "content": "a"}], [{"role": "system", "content": "a"}]),
    (
        "results-as-text",
        [{"role": "tool", "tool_call_id": "a", "content": [TEXT, TEXT]}],
        [{"role": "tool", "tool_call_id": "a", "content": "aa"}],
    ),
    ("turns-with-text", [{"role": "assistant", "content": None}], [{"role": "assistant", "content": "Hi"}]),
    ("known-items", [CALLED, {"type": "web_search_call"}], [CALLED]),
    ("no-instructions", {"instructions": "a", "input": []}, {"input": []}),
    ("output-alone", response(CALLED), [CALLED]),
    ("no-reasoning", [{"type": "reasoning", "summary": []}], []),
    ("functions-for-custom-tools", [{"type": "custom_tool_call", "call_id": "a", "name": "b", "input": "c"}], None),
    ("object-arguments", response(CALLED | {"arguments": "[1]"}), response(CALLED)),
    ("one-call", response(CALLED, CALLED | {"call_id": "call_2"}), response(CALLED)),
    ("completed", response() | {"status": "incomplete", "error": {}}, response() | {"error": None}),
    ("valid-schemas", [{"name": "a", "parameters": {"type": 5}}], None),
    ("no-references", {"name": "a", "parameters": {"not": {"$ref": "#"}}}, {"name": "a", "parameters": {"not": {}}}),
    ("with-tools", {"messages": []}, None),
    ("small", [[1] * 60], [[1] * 10]),
    ("small", [{"choices": [n]} for n in range(60)], [{"choices": [n]} for n in (*range(10), 59)]),
    ("small", {"chunks": [{"choices": []}] * 60}, {"chunks": [{"choices": []}] * 11}),
    ("small", [{}] * 60 + [{"type": "message_stop"}], [{}] * 11 + [{"type": "message_stop"}]),
    ("small", [{}] * 60 + [SAID, SAID, {"type": "message_stop"}], [{}] * 10 + [SAID, SAID, {"type": "message_stop"}]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "removed"), REMOVED, ids=[name for name, _given, _removed in REMOVED])
def test_a_contrast_removes_its_feature_once_and_leaves_the_input_alone(name: str, given: Any, removed: Any) -> None:
    before = copy.deepcopy(given)
    found = CONTRASTS[name].of(given)
    assert given == before
    assert found is not ABSENT
    if removed is not None:
        assert found == (before | removed if isinstance(removed, dict) and isinstance(given, dict) and "name" in given
                         and name == "described-tools" else removed)  # fmt: skip
    assert CONTRASTS[name].of(found) is ABSENT


@pytest.mark.parametrize(
    "name", sorted(set(CONTRASTS) - {"turns-with-text", "with-text", "canonical-events", "not-cut"})
)
def test_an_input_without_the_feature_has_no_contrast(name: str) -> None:
    assert CONTRASTS[name].of([{"role": "user", "content": "Hi"}]) is ABSENT


def test_a_schema_is_cut_to_a_valid_one_at_every_level() -> None:
    for levels in range(30, 60):
        schema: Any = {"type": "string"}
        for _level in range(levels):
            schema = {"anyOf": [{"type": "array", "items": schema}]}
        tool = {"name": "a", "inputSchema": {"type": "object", "properties": {"b": schema}}}
        assert standing_of("mcp-tool-to-chat-tool", CONTRASTS["small"].of(tool)).kind == REAL


def test_calls_that_share_an_id_get_ids_of_their_own_and_keep_their_results() -> None:
    first, called, result, again, last = CONTRASTS["unique-ids"].of(USED_AGAIN)
    assert [called["tool_calls"][0]["id"], result["tool_call_id"]] == ["call_1", "call_1"]
    assert [again["tool_calls"][0]["id"], last["tool_call_id"]] == ["call_2", "call_2"]
    assert first == USED_AGAIN[0]


def test_properties_get_plain_names_wherever_a_keyword_refers_to_them() -> None:
    tool = CONTRASTS["plain-property-names"].of({"name": "a", "inputSchema": SCHEMA})
    schema = tool["inputSchema"]
    assert schema["properties"].keys() == {"field_1", "field_2"}
    assert schema["required"] == ["field_1"]
    assert schema["dependentRequired"] == {"field_2": ["field_1"]}
    assert schema["properties"]["field_2"] == {"$ref": "#/properties/field_1"}
    assert schema["$defs"]["D"]["properties"]["field_3"] == {"$ref": "#/properties/field_2"}


@pytest.mark.parametrize("arguments", ["", "[]"])
def test_the_end_of_a_completed_answer_is_not_the_cause_of_what_its_arguments_do(arguments: str) -> None:
    given = response(CALLED | {"arguments": arguments})
    assert CONTRASTS["completed"].of(given) is ABSENT
    half = CALLED | {"arguments": '{"a": "'}
    cut = given | {"status": "incomplete", "output": [half]}
    assert CONTRASTS["completed"].of(cut) == response(CALLED)


def test_a_stream_that_was_cut_off_becomes_one_that_is_completed() -> None:
    added = {"type": "response.output_item.added", "output_index": 0, "item": CALLED | {"arguments": ""}}
    done = {"type": "response.output_item.done", "output_index": 0, "item": CALLED}
    created = {"type": "response.created", "response": response() | {"status": "in_progress"}}
    assert CONTRASTS["completed"].of([created, added, done]) is ABSENT
    events = CONTRASTS["not-cut"].of([created, added, done])
    assert [event["type"] for event in events] == [
        "response.created", "response.in_progress", "response.output_item.added",
        "response.function_call_arguments.delta", "response.function_call_arguments.done",
        "response.output_item.done", "response.completed",
    ]  # fmt: skip
    assert events[-1]["response"]["output"] == [CALLED]
    assert CONTRASTS["not-cut"].of(events) is ABSENT


def anthropic_stream(*pieces: str) -> list[Any]:
    """Two calls, of which the second one is open."""
    head = {"type": "message", "id": "msg_1", "role": "assistant", "model": "claude-opus-5", "content": [],
            "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 1}}  # fmt: skip
    events: list[Any] = [{"type": "message_start", "message": head}]
    for index, piece in enumerate(pieces):
        block = {"type": "tool_use", "id": f"toolu_{index}", "name": "f", "input": {}}
        delta = {"type": "input_json_delta", "partial_json": piece}
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    return events


def test_an_anthropic_stream_that_broke_off_becomes_a_whole_one_without_half_a_call() -> None:
    broken = anthropic_stream('{"a": 1}', '{"b": ')[:-1]
    whole = CONTRASTS["not-cut"].of(broken)
    assert whole[-1] == {"type": "message_stop"}
    grown = [event["delta"] for event in whole if event["type"] == "content_block_delta"]
    assert [delta["partial_json"] for delta in grown] == ['{"a": 1}', "{}"]
    assert standing_of("anthropic-stream-to-chat-stream", whole).kind == REAL
    failed = [*broken, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}]
    assert CONTRASTS["completed"].of(failed) == whole
    assert CONTRASTS["not-cut"].of(failed) is ABSENT and CONTRASTS["not-cut"].of(whole) is ABSENT


def test_an_anthropic_message_and_its_stream_are_left_with_one_call() -> None:
    calls = [{"type": "tool_use", "id": f"t{number}", "name": "f", "input": {}} for number in range(3)]
    text = {"type": "text", "text": "Hi"}
    message = {"type": "message", "role": "assistant", "content": [*calls, text], "stop_reason": "tool_use"}
    assert CONTRASTS["one-call"].of(message)["content"] == [calls[0], text]
    whole = CONTRASTS["not-cut"].of(anthropic_stream("{}", "{}"))
    starts = [element for element in CONTRASTS["one-call"].of(whole) if element["type"] == "content_block_start"]
    assert [start["content_block"]["id"] for start in starts] == ["toolu_0"]
    assert CONTRASTS["canonical-events"].of(whole) is ABSENT


def test_a_chat_stream_with_chunks_of_hosts_is_not_put_into_the_usual_order() -> None:
    said = [
        {"index": 0, "delta": {"content": piece}, "finish_reason": end} for piece, end in (("a", None), ("b", "stop"))
    ]
    chunks = [{"choices": [said[0]], "x": 1}, {"choices": [said[1]]}]
    assert CONTRASTS["canonical-events"].of(chunks) is not ABSENT
    for more in ({"usage": None}, {"choices": [{"index": 0}]}):
        assert CONTRASTS["canonical-events"].of([*chunks, more]) is ABSENT


def test_every_contrast_of_a_rule_exists_and_is_real_for_a_case_of_that_rule() -> None:
    specifications = load_specifications()
    for contract in specifications.contracts.values():
        for rule in contract.rules:
            if rule.contrast is None:
                continue
            assert rule.contrast in CONTRASTS, rule.id
            inputs = [case.input for case in contract.cases if rule.id in case.rules or rule.id in ("ALL-6", "REF-1")]
            real = [input_ for input_ in inputs if standing_of(contract.operation, input_).kind == REAL]
            removed = [element for element in map(CONTRASTS[rule.contrast].of, real) if element is not ABSENT]
            assert not removed or any(standing_of(contract.operation, element).kind == REAL for element in removed), (
                rule.id
            )


def answer(finish: str, *calls: Any, **message: Any) -> Any:
    choice = {"index": 0, "message": {"role": "assistant", "content": None, **message}, "finish_reason": finish}
    if calls:
        choice["message"]["tool_calls"] = [*calls]
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5", "choices": [choice]}


EXCHANGED: list[tuple[str, Any, Any]] = [
    ("object-arguments", answer("stop", CALL | {"function": {"name": "f", "arguments": "[1]"}}),
     answer("stop", CALL | {"function": {"name": "f", "arguments": "{}"}})),
    ("one-call", answer("stop", CALL, CALL | {"id": "call_2"}), answer("stop", CALL)),
    ("completed", answer("length", content="Hi"), answer("stop", content="Hi")),
    ("text-for-refusal", answer("stop", refusal="No."), answer("stop", content="Hi", refusal=None)),
    ("no-reasoning", answer("stop", content="Hi", reasoning="Hm.", reasoning_content="Hm."),
     answer("stop", content="Hi")),
    ("no-citations", answer("stop", content="Hi", annotations=[{"type": "url_citation"}]),
     answer("stop", content="Hi")),
    ("functions-for-custom-tools",
     answer("stop", {"id": "call_1", "type": "custom", "custom": {"name": "run", "input": "ls"}}),
     answer("stop", CALL | {"function": {"name": "run", "arguments": '{"input": "ls"}'}})),
    ("one-choice", answer("stop", content="Hi") | {"choices": [
        *answer("stop", content="Hi")["choices"],
        {"index": 1, "message": {"role": "assistant", "content": "Ho"}, "finish_reason": "stop"}]},
     answer("stop", content="Hi")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "removed"), EXCHANGED, ids=[element[0] for element in EXCHANGED])
def test_a_contrast_of_answers_changes_the_answer_of_an_exchange_alone(name: str, given: Any, removed: Any) -> None:
    tools = [{"type": "custom", "name": "run", "custom": {"input": "ls"}}]
    said = [CALLED | {"arguments": "[1]"}, {"type": "message", "refusal": "No.", "annotations": []}]
    request = {"model": "gpt-5", "input": said, "reasoning": {"effort": "low"}, "tools": tools}
    found = CONTRASTS[name].of({"request": request, "response": given})
    assert found == {"request": request, "response": removed}
    chunks = {"request": request, "chunks": chat_chunks(given, usage=False)}
    streamed = CONTRASTS[name].of(chunks)
    assert streamed["request"] == request
    assert joined(streamed["chunks"])["choices"] == joined(chat_chunks(removed, usage=False))["choices"]
    assert CONTRASTS[name].of(found) is CONTRASTS[name].of(streamed) is ABSENT


def streamed(finish: str = "stop", **said: Any) -> Any:
    """Return the chunks of a Chat answer, with what the writing of them anew leaves out."""
    message = {"role": "assistant", "content": None, "refusal": None, **said}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    first, *rest = chat_chunks(body, usage=False)
    return [{**first, "obfuscation": "x"}, *rest]


HALF = {**CALL, "function": {"name": "get_weather", "arguments": '{"a'}}
PATCH = {"id": "call_1", "type": "custom", "custom": {"name": "apply_patch", "input": "*** Begin"}}
WITH_FEATURE: dict[str, Any] = {
    "object-arguments": streamed(tool_calls=[HALF]),
    "one-call": streamed(tool_calls=[CALL, {**CALL, "id": "call_2"}]),
    "named-calls": streamed(tool_calls=[{**CALL, "id": ""}]),
    "text-for-refusal": streamed(refusal="No."),
    "completed": streamed("length", content="Hi."),
    "functions-for-custom-tools": {"chunks": streamed(tool_calls=[PATCH])},
}


@pytest.mark.parametrize("name", [name for name, contrast in CONTRASTS.items() if contrast.anew is not None])
def test_what_is_written_anew_differs_by_the_feature_alone(name: str) -> None:
    contrast, given = CONTRASTS[name], WITH_FEATURE[name]
    control, without = contrast.control(given), contrast.of(given)
    assert ABSENT not in (control, without)
    assert control != given
    assert contrast.of(control) == without  # type: ignore[arg-type]


def test_a_stream_that_did_not_end_well_is_not_written_anew() -> None:
    chunks = streamed(content="Hi.")
    assert CONTRASTS["completed"].control(chunks[:-1]) is ABSENT
    assert CONTRASTS["completed"].control([*chunks, {"error": {"message": "Overloaded"}}]) is ABSENT
