"""Answers with tool calls: Responses API response objects, Chat Completions responses, and streams of the former."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias

from conformance.generate import events
from conformance.generate.choices import Choices, Table, weighted
from conformance.generate.material import DATA, PROPERTY_NAMES, TOOL_NAMES, fresh, table, text
from conformance.generate.operations import CHAT_CALLS, OUTPUT_CALLS, STREAM_CALLS, Inputs
from conformance.generate.shapes import LEVELS, WIDTHS
from conformance.values import JSON

Object: TypeAlias = dict[str, JSON]
# Makes one item, of an answer in which no other has its number.
_Make: TypeAlias = Callable[[Choices, int], JSON]

# Arguments as models write them: texts of objects.
_ARGUMENTS = Table((
    '{"location":"Paris, France"}', "{}", '{"message":"test","count":1}', '{"query": "weather", "units": null}',
    '{"a":17,"b":23}', ' {"spaced" : [ 1 , 2 ] }\n', '{\n  "path": "/tmp/a",\n  "lines": [1, 2, 3]\n}',
    '{"city":"Gr\\u00f6\\u00dfe"}', '{"city":"Größe 名前"}', '{"emoji":"\\ud83d\\ude42🙂","line":"\u2028"}',
    '{"text":"line\\nend \\"quoted\\" \\\\ back\\tslash \\/"}', '{"p":"12345","q":"true","r":"null","s":"1.0"}',
    '{"data":"{\\"message\\":\\"hello\\"}"}', '{"todos":"[1, 2]"}', '{"n":1.0,"m":1,"low":-0.0,"tiny":1e-7}',
    '{"id":9007199254740993}', '{"id":-9223372036854775809,"big":123456789012345678901234567890}', '{"limit":1E+2}',
    '{"NaN":"NaN","Infinity":"Infinity"}', '{"":{"__proto__":{"constructor":0}}}', '{"b":1,"a":{"d":[],"c":{}}}',
    '{"raw":"file_path=foo"}', '{"html":"<b>&amp;</b></script>"}', '{"on":true,"off":false,"none":null}',
    '{"arguments":"{}","name":"other","type":"function_call"}', '{"deep":{"deep":{"deep":[[[{"x":[0]}]]]}}}',
))  # fmt: skip

BLANK = Table(("", "", " ", "\n\t "))

# What is no JSON object, or ends too early.
MALFORMED = Table((
    '{"city": "Par', '{"a": 1', '{"a": [1, 2', '{"a": {"b": 1}', "{", '{"a":', '{"a": 1,', '{"a": "b\\', '{"a": tru',
    '{"content": "first line\\nsecond', "not json", "file_path=foo", "{'a': 1}", '{"a": 1,}', '{"a": NaN}',
    '{"a": Infinity}', '{"a": [-Infinity]}', '{"a": 1e999}', '{"a": -1e999}', "[]", '[{"a": 1}]', '"text"',
    '"{\\"a\\": 1}"', "true", "7", "{}{}", '{"a": 1}{"a": 1}', '{"a": 1} and more', '{"a": undefined}', '{"a": 01}',
    '{"a": "line\nend"}', '{"a" 1}', "{a: 1}", '{"a": 1 /* one */}', "<tool_call>",
))  # fmt: skip

_OBJECTS = table({}, {"location": "Paris"}, {"a": {"b": [1, 1.0, "1"]}}, {"__proto__": 1})
_ARGUMENT_KINDS = weighted({"valid": 40, "made": 12, "malformed": 30, "blank": 8, "absent": 3, "null": 3, "object": 3})

_STATUSES = weighted({"completed": 86, "in_progress": 4, "incomplete": 4, "absent": 4, "null": 2})
_IDS = weighted({"both": 40, "no-id": 4, "no-call-id": 3, "null-call-id": 1, "empty-call-id": 2, "neither": 2})

_REASONING = table(
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "**Planning** the answer."}]},
    {"type": "reasoning", "id": "rs_1", "content": [{"type": "reasoning_text", "text": "Not for anyone."}]},
    {"type": "reasoning", "id": "rs_1", "encrypted_content": "gAAAAABo", "summary": []},
)
_HOSTED = table(
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "weather"}},
    {"type": "file_search_call", "id": "fs_1", "status": "completed", "queries": ["rent"], "results": None},
    {"type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1+1", "container_id": "c_1"},
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "iVBORw0KGgo="},
    {"type": "mcp_call", "id": "mcp_1", "status": "completed", "server_label": "notes", "name": "search",
     "arguments": '{"q":"a"}', "output": "none", "error": None},
    {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_custom", "status": "completed", "name": "write_sql",
     "input": "SELECT 1"},
    {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_shell", "status": "completed",
     "action": {"type": "exec", "command": ["ls"], "env": {}}},
    {"type": "tool_search_call", "id": "ts_1", "call_id": "call_search", "status": "completed", "arguments": {"q": 1}},
    {"type": "an_item_of_next_year", "id": "ny_1", "status": "completed", "name": "search", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "call_1", "output": "seventeen", "status": "completed"},
)  # fmt: skip
_BROKEN_ITEMS = table(
    None, "text", 7, [], {}, {"type": 5}, ["function_call"],
    {"type": "function_call", "status": "completed", "call_id": 7, "name": "search", "arguments": "{}"},
    {"type": "function_call", "status": "completed", "call_id": "call_odd", "name": ["search"], "arguments": "{}"},
    {"type": "message", "role": "assistant", "content": [None, "text"]},
    {"type": "message", "role": "assistant", "content": {"text": "no list"}},
)  # fmt: skip

_REFUSALS = ("I can't help with that.", "Das kann ich nicht: es wäre verboten.", "No.\n\nAsk a doctor.")
_USAGES = table(
    {"input_tokens": 291, "output_tokens": 23, "total_tokens": 314},
    {"input_tokens": 291, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 23,
     "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 314},
    {"prompt_tokens": 82, "completion_tokens": 17, "total_tokens": 99},
    {"input_tokens": 1.0, "total_tokens": 2**53 + 1},
)  # fmt: skip

_COUNTS = weighted({2: 10, 1: 8, 3: 7, 4: 4, 0: 2, 5: 1})
_ENDS = weighted({"completed": 26, "incomplete": 4, "failed": 2})
_NAMED = weighted({True: 30, False: 1})
_PARTS = weighted({"text": 8, "refusal": 1})
_PARTS_OF_A_MESSAGE = Table((1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 0))
_REASONS = Table(("max_output_tokens", "content_filter", "max_output_tokens", ""))
ERRORS = table(
    {"code": "server_error", "message": "The model failed to generate a response."},
    {"code": "rate_limit_exceeded", "message": "Rate limit reached for this model."},
)

_CHAT_FINISHES = weighted({"stop": 6, "tool_calls": 4, "length": 3, "content_filter": 1, None: 1, "function_call": 1})
_CHAT_CONTENTS = weighted({None: 3, "text": 8, "": 2})
_CHAT_COUNTS = weighted({2: 8, 1: 8, 3: 6, 4: 3, 0: 6, 5: 1})
_CHAT_IDS = weighted({"own": 60, "null": 2, "empty": 2, "none": 2})
_CHAT_OTHERS = weighted({False: 24, True: 1})
_CHAT_CUSTOM = table(
    {"id": "call_custom", "type": "custom", "custom": {"name": "write_sql", "input": "SELECT 1"}},
    {"id": "call_odd", "type": "function", "function": None},
    None,
)

_NO_RESPONSES: tuple[JSON, ...] = (None, 7, "text", True, [], {}, {"output": None}, {"output": "text"}, {"output": {}})
_NO_CHATS: tuple[JSON, ...] = (
    None, 7, "text", [], {}, {"choices": None}, {"choices": []}, {"choices": [None]}, {"choices": [{"message": None}]},
    {"choices": {"message": {}}}, {"error": {"message": "Overloaded.", "code": 529}},
)  # fmt: skip
_NO_STREAMS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], ["data: {}"], [[]])

# Something the API does not define: a conversion may fail on it, and must not damage its neighbours.
_CALL: Object = {
    "type": "function_call", "id": "fc_1", "call_id": "call_1", "status": "completed", "name": "search",
    "arguments": '{"q":1}',
}  # fmt: skip
_NULL_AMONG_ITEMS: JSON = {"status": "completed", "output": [None, _CALL]}
_NULL_AMONG_PIECES: JSON = [
    {"type": "response.output_item.added", "output_index": 0, "item": _CALL | {"arguments": ""}},
    {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": None},
    {"type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": '{"q":1}'},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1, "content_index": 0, "delta": None},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1, "content_index": 0, "delta": "Done."},
    {"type": "response.completed", "response": {"status": "completed", "output": []}},
]


# Parts of an answer.


def make_arguments(choices: Choices) -> JSON:
    """The text of an object as a model writes it."""
    value = {choices.pick(PROPERTY_NAMES): _value(choices) for _ in range(choices.pick((1, 2, 3)))}
    separators, ascii_only = choices.pick((((",", ":"), False), ((", ", ": "), True), ((",", ": "), False)))
    return json.dumps(value, ensure_ascii=ascii_only, separators=separators)


def _value(choices: Choices) -> JSON:
    return text(choices) if choices.one_in(3) else fresh(choices, DATA)


def _with_arguments(choices: Choices, call: Object) -> Object:
    kind = choices.pick(_ARGUMENT_KINDS)
    if kind == "absent":
        return call
    arguments: JSON = None
    if kind == "object":
        arguments = fresh(choices, _OBJECTS)
    elif kind == "made":
        arguments = make_arguments(choices)
    elif kind != "null":
        arguments = choices.pick({"valid": _ARGUMENTS, "blank": BLANK, "malformed": MALFORMED}[kind])
    return call | {"arguments": arguments}


def function_call(choices: Choices, number: int) -> Object:
    """A function_call item. number: one that no other item of the answer has."""
    ids = choices.pick(_IDS)
    call: Object = {"type": "function_call"}
    if ids in ("both", "no-call-id", "null-call-id", "empty-call-id"):
        call["id"] = f"fc_{number}a"
    status = choices.pick(_STATUSES)
    if status != "absent":
        call["status"] = None if status == "null" else status
    call = _with_arguments(choices, call)
    if ids in ("both", "no-id"):
        call["call_id"] = f"call_{number}b"
    elif ids in ("null-call-id", "empty-call-id"):
        call["call_id"] = None if ids == "null-call-id" else ""
    if choices.pick(_NAMED):
        call["name"] = choices.pick(TOOL_NAMES)
    if choices.one_in(12):
        call["namespace"] = "crm"
    return call


def message(choices: Choices, number: int) -> Object:
    """A message item with text, a refusal, or both."""
    parts = [_part(choices) for _ in range(choices.pick(_PARTS_OF_A_MESSAGE))]
    return {"type": "message", "id": f"msg_{number}c", "role": "assistant", "status": "completed", "content": parts}


def _part(choices: Choices) -> Object:
    if choices.pick(_PARTS) == "refusal":
        return {"type": "refusal", "refusal": choices.pick(_REFUSALS)}
    part: Object = {"type": "output_text", "text": "" if choices.one_in(12) else text(choices)}
    return part if choices.one_in(4) else part | {"annotations": [], "logprobs": []}


def _text_item(choices: Choices, _number: int) -> JSON:
    return {"type": "output_text", "text": text(choices)}


def _reasoning(choices: Choices, number: int) -> JSON:
    return fresh(choices, _REASONING) | {"id": f"rs_{number}d"}


def _hosted(choices: Choices, number: int) -> JSON:
    item = fresh(choices, _HOSTED)
    return item | {"id": f"{item['id']}{number}"} if "id" in item else item


def _broken(choices: Choices, _number: int) -> JSON:
    return fresh(choices, _BROKEN_ITEMS)


_ITEMS: Table[_Make] = weighted({function_call: 40, message: 20, _text_item: 5, _reasoning: 8, _hosted: 8, _broken: 2})
# Of an item without an id no event can speak, and nobody puts broken ones into a stream.
_STREAMED: Table[_Make] = weighted({function_call: 40, message: 20, _reasoning: 6, _hosted: 5})


def make_response(choices: Choices) -> JSON:
    """A Responses API response object: mostly completed, sometimes incomplete or failed."""
    output = _output(choices, _ITEMS)
    end = choices.pick(_ENDS)
    if end == "incomplete" and choices.one_in(3):
        output = [item for item in output if not isinstance(item, dict) or item.get("type") != "function_call"]
    return _response(choices, output, end)


def _output(choices: Choices, makers: Table[_Make]) -> list[JSON]:
    """The items of an answer; sometimes its last call has the name of its first one."""
    output = [choices.pick(makers)(choices, number) for number in range(choices.pick(_COUNTS))]
    calls = [item for item in output if isinstance(item, dict) and item.get("type") == "function_call"]
    if len(calls) > 1 and isinstance(calls[0].get("name"), str) and choices.one_in(4):
        calls[-1]["name"] = calls[0]["name"]
    return output


def _response(choices: Choices, output: list[JSON], status: str) -> Object:
    response: Object = {"id": "resp_1", "object": "response", "status": status}
    if status == "failed":
        response["error"] = fresh(choices, ERRORS)
    elif choices.one_in(2):
        response["error"] = None
    if status == "incomplete":
        reason = choices.pick(_REASONS)
        response["incomplete_details"] = {"reason": reason} if reason else None
    elif choices.one_in(2):
        response["incomplete_details"] = None
    response["output"] = output
    if choices.one_in(2):
        response["parallel_tool_calls"] = True
    if not choices.one_in(4):
        response["usage"] = fresh(choices, _USAGES)
    return response


def make_chat_response(choices: Choices) -> JSON:
    """A Chat Completions response with text, a refusal, calls, or several of them."""
    content = choices.pick(_CHAT_CONTENTS)
    answer: Object = {"role": "assistant", "content": text(choices) if content == "text" else content}
    if choices.one_in(8):
        answer |= {"refusal": choices.pick(_REFUSALS), "content": None}
    elif choices.one_in(2):
        answer["refusal"] = None
    count = choices.pick(_CHAT_COUNTS)
    if count:
        answer["tool_calls"] = _chat_calls(choices, count)
    elif not choices.one_in(3):
        answer["tool_calls"] = [] if choices.one_in(2) else None
    finish = choices.pick(_CHAT_FINISHES)
    found = [{"index": 0, "message": answer, "finish_reason": finish}]
    if choices.one_in(8):
        other = {"role": "assistant", "content": "another choice", "tool_calls": [_chat_call(choices, 90)]}
        found.append({"index": 1, "message": other, "finish_reason": "stop"})
    response: Object = {"id": "chatcmpl-1", "object": "chat.completion", "choices": found}
    return response if choices.one_in(4) else response | {"usage": fresh(choices, _USAGES)}


def _chat_calls(choices: Choices, count: int) -> list[JSON]:
    """Calls; sometimes the last one has the name of the first."""
    calls = [_chat_call(choices, number) for number in range(count)]
    functions = [call["function"] for call in calls if call and call.get("function")]
    if len(functions) > 1 and "name" in functions[0] and choices.one_in(4):
        functions[-1]["name"] = functions[0]["name"]
    return calls


def _chat_call(choices: Choices, number: int) -> JSON:
    if choices.pick(_CHAT_OTHERS):
        return fresh(choices, _CHAT_CUSTOM)
    function = _with_arguments(choices, {"name": choices.pick(TOOL_NAMES)})
    if not choices.pick(_NAMED):
        del function["name"]
    call: Object = {"id": f"call_{number}b", "type": "function", "function": function}
    identity = choices.pick(_CHAT_IDS)
    if identity == "none":
        del call["id"]
    elif identity != "own":
        call["id"] = None if identity == "null" else ""
    if choices.one_in(12):
        del call["type"]
    return call


def make_stream(choices: Choices) -> JSON:
    """The events of one response: in any order that the API may send, with any of its carriers, sometimes cut."""
    output = _output(choices, _STREAMED)
    end = choices.pick(events.ENDS)
    # What the response says of itself agrees with how the stream ends.
    status = end if end in ("completed", "incomplete", "failed") else "completed"
    response = _response(choices, output, status)
    return events.make_events(choices, response, end, fresh(choices, ERRORS))


# Deep and wide answers.


def _deep_arguments() -> str:
    return '{"a":' * LEVELS + "1" + "}" * LEVELS


def _deep_item() -> Object:
    value: JSON = "bottom"
    for _level in range(LEVELS):
        value = {"inner": value}
    return {"type": "an_item_of_next_year", "id": "ny_1", "payload": value}


def _plain_call(number: int) -> Object:
    call = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "status": "completed"}
    return call | {"name": "search", "arguments": json.dumps({"number": number})}


def _plain_response(output: list[JSON]) -> Object:
    return {"id": "resp_1", "object": "response", "status": "completed", "output": output}


def _large_responses() -> list[tuple[str, JSON]]:
    deep = _plain_call(0) | {"arguments": _deep_arguments()}
    wide = [(f"wide-{width}", _plain_response([_plain_call(number) for number in range(width)])) for width in WIDTHS]
    return [("deep-item", _plain_response([_deep_item(), deep])), *wide]


def _large_chats() -> list[tuple[str, JSON]]:
    def response(calls: list[JSON], **more: JSON) -> Object:
        answer = {"role": "assistant", "content": None, "tool_calls": calls}
        return {"choices": [{"index": 0, "message": answer, "finish_reason": "tool_calls"}], **more}

    def call(number: int, arguments: str) -> Object:
        return {"id": f"call_{number}", "type": "function", "function": {"name": "search", "arguments": arguments}}

    wide = [
        (f"wide-{width}", response([call(number, json.dumps({"number": number})) for number in range(width)]))
        for width in WIDTHS
    ]
    return [("deep-extra", response([call(0, _deep_arguments())], extra=_deep_item())), *wide]


def _large_streams() -> list[tuple[str, JSON]]:
    def wide(width: int) -> list[JSON]:
        calls = [_plain_call(number) for number in range(width // 5)]
        stream = [event for index, call in enumerate(calls) for event in events.plain_call(call, index)]
        return [*stream, {"type": "response.completed", "response": _plain_response(calls)}]

    deep = _plain_call(0) | {"arguments": _deep_arguments()}
    ended = {"type": "response.completed", "response": _plain_response([_deep_item(), deep])}
    return [("deep-item", [ended]), *((f"wide-{width}", wide(width)) for width in WIDTHS)]


INPUTS = {
    OUTPUT_CALLS: Inputs(make_response, lambda: (*_NO_RESPONSES, _NULL_AMONG_ITEMS), _large_responses),
    CHAT_CALLS: Inputs(make_chat_response, lambda: _NO_CHATS, _large_chats),
    STREAM_CALLS: Inputs(make_stream, lambda: (*_NO_STREAMS, _NULL_AMONG_PIECES), _large_streams),
}
