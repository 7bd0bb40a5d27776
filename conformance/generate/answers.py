"""Answers with tool calls: Responses API response objects, Chat Completions responses, and streams of the former."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeAlias

from conformance.generate import events
from conformance.generate.choices import LIMIT, Choices, Table, weighted
from conformance.generate.item_extras import ANSWERED, OUTPUTS, REFUSED, STREAMED, STREAMED_ANSWERS, Extra, outputs
from conformance.generate.material import (
    DATA,
    EDGES,
    LONGEST_NAME,
    PROPERTY_NAMES,
    TOOL_NAMES,
    edges,
    fresh,
    in_other_case,
    table,
    text,
)
from conformance.generate.operations import CHAT_CALLS, OUTPUT_CALLS, STREAM_CALLS, Inputs
from conformance.generate.shapes import LEVELS, MANY, WIDTHS
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
    '{"arguments":"{}","name":"other","type":"function_call"}',
    '{"none":null,"said":"None","text":"","object":{}}', '{"deep":{"deep":{"deep":[[[{"x":[0]}]]]}}}',
))  # fmt: skip

_BLANK = Table((" ", "\n\t "))

# Arguments that end too early, that are JSON and no object, and that are no JSON.
_CUT_OFF = Table((
    '{"city": "Par', '{"a": 1', '{"a": [1, 2', '{"a": {"b": 1}', "{", '{"a":', '{"a": 1,', '{"a": "b\\', '{"a": tru',
    '{"content": "first line\\nsecond',
))  # fmt: skip
_NO_OBJECTS = Table(("[]", '[{"a": 1}]', '"text"', '"{\\"a\\": 1}"', "true", "7"))
_NO_JSON = Table((
    "not json", "file_path=foo", "{'a': 1}", '{"a": 1,}', '{"a": NaN}', '{"a": Infinity}', '{"a": [-Infinity]}',
    '{"a": -1e999}', "{}{}", '{"a": 1}{"a": 1}', '{"a": 1} and more', '{"a": undefined}', '{"a": 01}',
    '{"a": "line\nend"}', '{"a" 1}', "{a: 1}", '{"a": 1 /* one */}', "<tool_call>",
))  # fmt: skip

_MADE = weighted({False: 10, True: 3})
_WITH_ID = weighted({True: 11, False: 1})

_OBJECTS = table({}, {"location": "Paris"}, {"a": {"b": [1, 1.0, "1"]}}, {"__proto__": 1})

_REASONING = table(
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "**Planning** the answer."}]},
    {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [],
        "content": [{"type": "reasoning_text", "text": "Not for anyone."}],
    },
    {"type": "reasoning", "id": "rs_1", "encrypted_content": "gAAAAABo", "summary": []},
)  # fmt: skip
_HOSTED = table(
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "weather"}},
    {"type": "file_search_call", "id": "fs_1", "status": "completed", "queries": ["rent"], "results": None},
    {"type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1+1", "container_id": "c_1",
     "outputs": None},
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "iVBORw0KGgo="},
    {"type": "mcp_call", "id": "mcp_1", "status": "completed", "server_label": "notes", "name": "search",
     "arguments": '{"q":"a"}', "output": "none", "error": None},
    {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_custom", "status": "completed", "name": "write_sql",
     "input": "SELECT 1"},
    {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_shell", "status": "completed",
     "action": {"type": "exec", "command": ["ls"], "env": {}}},
    {"type": "tool_search_call", "id": "ts_1", "call_id": "call_search", "status": "completed", "execution": "server",
     "arguments": {"paths": ["crm"]}},
)  # fmt: skip
_UNKNOWN_ITEM: Object = {
    "type": "an_item_of_next_year", "id": "ny_1", "status": "completed", "name": "search", "arguments": "{}",
}  # fmt: skip
_BROKEN_ITEMS = table(
    None, "text", 7, [], {}, {"type": 5}, ["function_call"],
    {"type": "function_call", "status": "completed", "call_id": 7, "name": "search", "arguments": "{}"},
    {"type": "function_call", "status": "completed", "call_id": "call_odd", "name": ["search"], "arguments": "{}"},
    {"type": "message", "role": "assistant", "content": [None, "text"]},
    {"type": "message", "role": "assistant", "content": {"text": "no list"}},
)  # fmt: skip

_CITATION = {
    "type": "url_citation", "url": "https://example.org/", "start_index": 0, "end_index": 1, "title": "A",
}  # fmt: skip
_REFUSALS = ("I can't help with that.", "Das kann ich nicht: es wäre verboten.", "No.\n\nAsk a doctor.")
_TOKENS = ((291, 23), (2**53 - 22, 23), (5, 2**53 + 1), (0, 0))
_USAGES = table(*(
    {"input_tokens": given, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": made,
     "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": given + made}
    for given, made in (*_TOKENS, (2**53 + 1, 0))
))  # fmt: skip
_CHAT_USAGES = table(
    *({"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}
      for given, made in (*_TOKENS, (2**53 + 1, 0))),
    {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10, "prompt_tokens_details": {"cached_tokens": 0},
     "completion_tokens_details": {"reasoning_tokens": 0}},
    None,
)  # fmt: skip

_OTHER_USAGES = table({"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10})

_COUNTS = weighted({2: 10, 1: 8, 3: 7, 4: 4, 0: 2, 5: 1})
_ENDS = weighted({"completed": 26, "incomplete": 4, "failed": 2})
# Refusals more often: each text comes in one way of splitting it.
_KINDS_OF_STREAMS = weighted({"several": 24, "refusal": 11, "calls": 1, "reasoning": 1})
_KINDS_OF_INCOMPLETE = weighted({"several": 5, "calls": 1})
_ENDS_BEFORE_CALLS = weighted({False: 2, True: 1})
_IS_CUT_OFF = weighted({False: 2, True: 1})
_RESPONSE_ENDS = weighted({"completed": 24, "incomplete": 8, "failed": 2, "cancelled": 1})
_KINDS_OF_ANSWERS = weighted({"several": 24, "refusal": 8, "calls": 1, "reasoning": 1})
_PARTS_OF_A_MESSAGE = Table((1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 0))
_REASONS = Table(("max_output_tokens", "content_filter", "max_output_tokens"))
ERRORS = table(
    {"code": "server_error", "message": "The model failed to generate a response."},
    {"code": "rate_limit_exceeded", "message": "Rate limit reached for this model."},
)

_CHAT_FINISHES = weighted({"stop": 6, "length": 3, "content_filter": 1})
_CHAT_FINISHES_OF_CALLS = weighted({"tool_calls": 4, "stop": 4, "length": 1})
_CHAT_CONTENTS = weighted({None: 3, "text": 16, "": 2})
_CHAT_COUNTS = weighted({2: 8, 1: 8, 3: 6, 4: 3, 0: 6, 5: 1})
_CHAT_OTHERS = weighted({False: 5, True: 1})
_CHAT_TEXTS, _CHAT_INPUTS = edges(4), edges(1)
_CHAT_REFUSALS = Table((*_REFUSALS, *EDGES))
_CUSTOM_NAMES = Table(("write_sql", "y", "0", "enum", "Match-All", LONGEST_NAME))
_CHAT_IDS = {kind: Table((*["call_{}b"] * 6, "toolu_{}", "call_{}_" + "c" * 33)) for kind in ("function", "custom")}
# What the last call has in common with the first one.
_TWINS = weighted({"nothing": 5, "its name": 2, "all but its id": 1, "all but case": 1})
_REFUSED = weighted({False: 3, True: 1})
# What few answers have: members of the choice, and of its message.
_CHAT_RARE = table(
    *[({}, {})] * 5, ({"logprobs": {"content": [], "refusal": None}}, {}), ({"logprobs": None}, {"annotations": []}),
    ({}, {"audio": None, "function_call": None}),
    ({}, {"annotations": [{"type": "url_citation", "url_citation": {
        "url": "https://example.org/", "start_index": 0, "end_index": 1, "title": "A"}}]}),
)  # fmt: skip

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


def _arguments(choices: Choices) -> str:
    return make_arguments(choices) if choices.pick(_MADE) else choices.pick(_ARGUMENTS)


def function_call(choices: Choices, number: int) -> Object:
    """A function_call item. number: one that no other item of the answer has."""
    call: Object = {"type": "function_call"}
    if choices.pick(_WITH_ID):
        call["id"] = f"fc_{number}a"
    call["status"] = "completed"
    call |= {"arguments": _arguments(choices), "call_id": f"call_{number}b", "name": choices.pick(TOOL_NAMES)}
    if choices.one_in(12):
        call["namespace"] = "crm"
    return call


def message(choices: Choices, number: int) -> Object:
    """A message item with text."""
    parts = [_part(choices) for _ in range(choices.pick(_PARTS_OF_A_MESSAGE))]
    return {"type": "message", "id": f"msg_{number}c", "role": "assistant", "status": "completed", "content": parts}


def _part(choices: Choices) -> Object:
    part: Object = {"type": "output_text", "text": "" if choices.one_in(12) else text(choices), "annotations": []}
    if part["text"] and choices.one_in(8):
        part["annotations"] = [dict(_CITATION)]
    return part if choices.one_in(4) else part | {"logprobs": []}


def _reasoning(choices: Choices, number: int) -> JSON:
    return fresh(choices, _REASONING) | {"id": f"rs_{number}d"}


def _hosted(choices: Choices, number: int) -> JSON:
    item = fresh(choices, _HOSTED)
    return item | {key: f"{item[key]}{number}" for key in ("id", "call_id") if key in item}


_ITEMS: Table[_Make] = weighted({function_call: 40, message: 17, _reasoning: 7, _hosted: 7})
_ITEMS_OF_A_REFUSAL: Table[_Make] = weighted({message: 2, _reasoning: 3})


def make_response(choices: Choices) -> JSON:
    """A Responses API response object: mostly completed, sometimes incomplete or failed."""
    end = choices.pick(_RESPONSE_ENDS)
    kinds = _KINDS_OF_INCOMPLETE if end == "incomplete" else _KINDS_OF_ANSWERS
    output = _answer(choices, kinds, (ANSWERED, OUTPUTS, OUTPUTS))
    return response_of(choices, _cut_short(choices, output) if end == "incomplete" else output, end)


def _answer(choices: Choices, kinds: Table[str], tables: tuple[Table[Extra], ...]) -> list[JSON]:
    """The items of an answer: one refusal without calls, or calls with the status that the API gives them.

    tables: what is dealt to an answer with items of several kinds.
    """
    kind = choices.pick(kinds)
    if kind == "reasoning":
        return [_reasoning(choices, 0)]
    if kind == "calls":
        return [function_call(choices, number) for number in range(choices.pick((1, 2, 3)))]
    if kind == "refusal":
        return [*_output(choices, _ITEMS_OF_A_REFUSAL), _refusal(choices)]
    items = outputs(choices, _output(choices, _ITEMS), 100, tables)
    return [item | {"status": "completed"} if item["type"] == "function_call" else item for item in items]


def _refusal(choices: Choices) -> Object:
    """A message that refuses, sometimes after text."""
    item: Object = choices.pick(REFUSED)(100)[0]
    return item | {"content": [_part(choices), *item["content"]]} if choices.one_in(3) else item


def _output(choices: Choices, kinds: Table[_Make]) -> list[JSON]:
    """The items of an answer; sometimes its last call has the name of its first one."""
    output = [choices.pick(kinds)(choices, number) for number in range(choices.pick(_COUNTS))]
    calls = [item for item in output if item["type"] == "function_call"]
    if len(calls) > 1 and choices.one_in(4):
        calls[-1]["name"] = calls[0]["name"]
    return output


def _cut_short(choices: Choices, output: list[JSON]) -> list[JSON]:
    """The items of an answer that ends early: before its calls, or sometimes in one."""
    others = [item for item in output if item["type"] != "function_call"]
    if choices.pick(_ENDS_BEFORE_CALLS):
        return others
    last = function_call(choices, 90)
    arguments = last["arguments"].rstrip()
    begun = arguments[: choices.pick(range(min(len(arguments), LIMIT)))]
    return output if choices.one_in(6) else [*output, last | {"status": "incomplete", "arguments": begun}]


def response_of(choices: Choices, output: list[JSON], status: str) -> Object:
    """A response with these items that ended with this status."""
    response: Object = {"id": "resp_1", "object": "response", "created_at": 1_760_000_000, "status": status}
    response |= {"error": fresh(choices, ERRORS) if status == "failed" else None, "incomplete_details": None}
    if status == "incomplete":
        response["incomplete_details"] = {"reason": choices.pick(_REASONS)}
    response |= {"model": "gpt-5", "output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    if status == "failed" or choices.one_in(6):
        return response | {"usage": None} if choices.one_in(2) else response
    return response | {"usage": fresh(choices, _USAGES)}


def make_chat_response(choices: Choices) -> JSON:
    """A Chat Completions response with text, a refusal, calls, or several of them."""
    content = choices.pick(_CHAT_CONTENTS)
    answer: Object = {"role": "assistant", "content": text(choices, _CHAT_TEXTS) if content == "text" else content}
    refused = choices.pick(_REFUSED)
    if refused:
        answer |= {"refusal": choices.pick(_CHAT_REFUSALS), "content": None}
    elif choices.one_in(2):
        answer["refusal"] = None
    count = 0 if refused else choices.pick(_CHAT_COUNTS)
    if count:
        answer["tool_calls"] = _chat_calls(choices, count)
    elif not choices.one_in(3):
        answer["tool_calls"] = [] if choices.one_in(2) else None
    finish = choices.pick(_CHAT_FINISHES_OF_CALLS if count else _CHAT_FINISHES)
    beside, inside = fresh(choices, _CHAT_RARE)
    found = [{"index": 0, "message": answer | inside, "finish_reason": finish} | beside]
    if choices.one_in(8):
        other = {"role": "assistant", "content": "another choice", "tool_calls": [_chat_call(choices, 90)]}
        found.append({"index": 1, "message": other, "finish_reason": "stop"})
    response: Object = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_760_000_000, "model": "gpt-4o"}
    response["choices"] = found
    return response if choices.one_in(6) else response | {"usage": fresh(choices, _CHAT_USAGES)}


def _chat_calls(choices: Choices, count: int) -> list[JSON]:
    """Calls; sometimes the last one resembles the first."""
    calls = [_chat_call(choices, number) for number in range(count)]
    functions = [call for call in calls if "function" in call]
    twin = choices.pick(_TWINS) if len(functions) > 1 else "nothing"
    if twin == "its name":
        functions[-1]["function"]["name"] = functions[0]["function"]["name"]
    elif twin == "all but its id":
        functions[-1]["function"] = dict(functions[0]["function"])
    elif twin == "all but case":
        name = functions[0]["function"]["name"]
        functions[-1]["function"]["name"] = in_other_case(name)
        functions[-1]["id"] = in_other_case(functions[0]["id"])
    return calls


def _chat_call(choices: Choices, number: int) -> Object:
    kind = "custom" if choices.pick(_CHAT_OTHERS) else "function"
    call: Object = {"id": choices.pick(_CHAT_IDS[kind]).format(number), "type": kind}
    if kind == "custom":
        return call | {"custom": {"name": choices.pick(_CUSTOM_NAMES), "input": text(choices, _CHAT_INPUTS)}}
    return call | {"function": {"name": choices.pick(TOOL_NAMES), "arguments": _arguments(choices)}}


def make_stream(choices: Choices) -> JSON:
    """The events of one response, as the API sends them."""
    is_cut_off = choices.pick(_IS_CUT_OFF)
    if is_cut_off:  # it could lose what is dealt, and its end
        end, output = "completed", outputs(choices, _output(choices, _ITEMS), 100, (STREAMED_ANSWERS,))
    else:
        end = choices.pick(events.ENDS)
        kinds = _KINDS_OF_INCOMPLETE if end == "incomplete" else _KINDS_OF_STREAMS
        output = _answer(choices, kinds, (STREAMED_ANSWERS, STREAMED, STREAMED))
    if end == "incomplete":
        output = _cut_short(choices, output)
    for number, item in enumerate(output):
        item["id"] = item.get("id") or f"fc_{number}s"  # events name the item
    status = end if end in ("completed", "incomplete", "failed") else "completed"
    stream = events.make_events(choices, response_of(choices, output, status), end, fresh(choices, ERRORS))
    return events.cut_off(choices, stream) if is_cut_off else stream


# Answers with one fault.

_Fault: TypeAlias = Callable[[Choices, Object], object]

# A fault of a completed response alone: others end before their calls do.
_IN_PROGRESS = "a call in progress"

_ARGUMENT_FAULTS: dict[str, _Fault] = {
    "arguments that are no JSON": lambda choices, holder: holder.update(arguments=choices.pick(_NO_JSON)),
    "arguments beyond a double": lambda _choices, holder: holder.update(arguments='{"a": 1e999}'),
    "arguments cut off": lambda choices, holder: holder.update(arguments=choices.pick(_CUT_OFF)),
    "arguments that are no object": lambda choices, holder: holder.update(arguments=choices.pick(_NO_OBJECTS)),
    "empty arguments": lambda _choices, holder: holder.update(arguments=""),
    "blank arguments": lambda choices, holder: holder.update(arguments=choices.pick(_BLANK)),
    "no arguments": lambda _choices, holder: holder.pop("arguments"),
    "null arguments": lambda _choices, holder: holder.update(arguments=None),
    "arguments as an object": lambda choices, holder: holder.update(arguments=fresh(choices, _OBJECTS)),
}
_CALL_FAULTS: dict[str, _Fault] = _ARGUMENT_FAULTS | {
    "no call_id": lambda _choices, call: call.pop("call_id"),
    "null call_id": lambda _choices, call: call.update(call_id=None),
    "empty call_id": lambda _choices, call: call.update(call_id=""),
    "no id at all": lambda _choices, call: [call.pop(key, None) for key in ("id", "call_id")],
    "no name": lambda _choices, call: call.pop("name"),
    "no status": lambda _choices, call: call.pop("status"),
    "null status": lambda _choices, call: call.update(status=None),
    _IN_PROGRESS: lambda _choices, call: call.update(status="in_progress"),
}
_RESPONSE_FAULTS: dict[str, _Fault] = {
    "an unknown item": lambda choices, response: _insert(choices, response, dict(_UNKNOWN_ITEM)),
    "a broken item": lambda choices, response: _insert(choices, response, fresh(choices, _BROKEN_ITEMS)),
    "text outside of a message": lambda choices, response: _insert(
        choices, response, {"type": "output_text", "text": text(choices)}
    ),
    "text without annotations": lambda choices, response: _insert(
        choices, response, message(choices, 40) | {"content": [{"type": "output_text", "text": text(choices)}]}
    ),
    "incomplete without a reason": lambda _choices, response: response.update(
        status="incomplete", error=None, incomplete_details=None
    ),
    "incomplete for an empty reason": lambda _choices, response: response.update(
        status="incomplete", error=None, incomplete_details={"reason": ""}
    ),
    "usage of the other API": lambda choices, response: response.update(usage=fresh(choices, _OTHER_USAGES)),
}
_CHAT_CALL_FAULTS: dict[str, _Fault] = {
    "no id": lambda _choices, call: call.pop("id"),
    "null id": lambda _choices, call: call.update(id=None),
    "empty id": lambda _choices, call: call.update(id=""),
    "no type": lambda _choices, call: call.pop("type"),
    "no name": lambda _choices, call: call["function"].pop("name"),
    "null function": lambda _choices, call: call.update(function=None),
}  # fmt: skip
_CHAT_FAULTS: dict[str, _Fault] = {
    "a null call": lambda _choices, choice: choice["message"]["tool_calls"].append(None),
    "null finish_reason": lambda _choices, choice: choice.update(finish_reason=None),
    "tool_calls without a call": lambda _choices, choice: choice.update(
        message=choice["message"] | {"tool_calls": []}, finish_reason="tool_calls"
    ),
}


def _names(*tables: Mapping[str, object], **often: int) -> Table[str]:
    """The names of faults, each once but for some."""
    return weighted({name: often.get(name.replace(" ", "_"), 1) for faults in tables for name in faults})


_FAULTS_OF_RESPONSES = _names(
    _CALL_FAULTS, _RESPONSE_FAULTS, arguments_that_are_no_JSON=6, arguments_cut_off=4, a_broken_item=6
)
_FAULTS_OF_CHATS = _names(
    _ARGUMENT_FAULTS, _CHAT_CALL_FAULTS, _CHAT_FAULTS, arguments_that_are_no_JSON=8, arguments_cut_off=4
)
# Without two, so that the forty malformed streams of a default run have all of them.
_RARE = ("arguments beyond a double", "arguments that are no object")
_FAULTS_OF_STREAMS = _names(
    {name: None for name in (*_CALL_FAULTS, "no item id") if name not in _RARE}, events.MANNERS, events_about_nothing=2
)


def _insert(choices: Choices, response: Object, item: JSON) -> None:
    response["output"].insert(choices.pick(range(len(response["output"]) + 1)), item)


def _with_call(choices: Choices) -> tuple[list[JSON], Object]:
    """The items of an answer with a message and a call that can be damaged, and that call."""
    call = function_call(choices, 30)
    call["id"] = "fc_30a"
    text_item = message(choices, 31)
    text_item["content"] = text_item["content"] or [{"type": "output_text", "text": text(choices), "annotations": []}]
    output = [text_item, call] if choices.one_in(2) else [call, text_item]
    return [*output, *_output(choices, _ITEMS)], call


def make_malformed_response(choices: Choices) -> tuple[str, JSON]:
    """A response with one fault, and the fault's name."""
    output, call = _with_call(choices)
    name, end = choices.pick(_FAULTS_OF_RESPONSES), choices.pick(_ENDS)
    response = response_of(choices, output, "completed" if name == _IN_PROGRESS else end)
    if name in _CALL_FAULTS:
        _CALL_FAULTS[name](choices, call)
    else:
        _RESPONSE_FAULTS[name](choices, response)
    return name, response


def make_malformed_chat_response(choices: Choices) -> tuple[str, JSON]:
    """A Chat response with one fault, and the fault's name."""
    response, name = make_chat_response(choices), choices.pick(_FAULTS_OF_CHATS)
    choice = response["choices"][0]
    function = {"name": choices.pick(TOOL_NAMES), "arguments": _arguments(choices)}
    call: Object = {"id": "call_30b", "type": "function", "function": function}
    choice["message"]["tool_calls"] = [call, *(choice["message"].get("tool_calls") or ())]
    if name in _ARGUMENT_FAULTS:
        _ARGUMENT_FAULTS[name](choices, function)
    elif name in _CHAT_CALL_FAULTS:
        _CHAT_CALL_FAULTS[name](choices, call)
    else:
        _CHAT_FAULTS[name](choices, choice)
    return name, response


def make_malformed_stream(choices: Choices) -> tuple[str, JSON]:
    """A stream with one fault, or in one way in which servers differ from the API, and its name."""
    output, call = _with_call(choices)
    name, end = choices.pick(_FAULTS_OF_STREAMS), choices.pick(_ENDS)
    if name == _IN_PROGRESS:
        end = "completed"
    for number, item in enumerate(output):
        item.setdefault("id", f"fc_{number}s")
    response = response_of(choices, output, end)
    if name in _CALL_FAULTS:
        _CALL_FAULTS[name](choices, call)
    elif name == "no item id":
        del call["id"]
    manner = events.MANNERS.get(name, events.Manner())
    # Which events carry what shows in a stream that ends.
    end = "completed" if name in events.MANNERS else end
    return name, events.make_events(choices, response | _ended(end), end, {}, manner)


def _ended(end: str) -> Object:
    return {"status": end, "error": None, "incomplete_details": None} if end == "completed" else {}


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
    around = {"created_at": 1_760_000_000, "model": "gpt-5", "parallel_tool_calls": True, "tool_choice": "auto"}
    return {"id": "resp_1", "object": "response", "status": "completed", **around, "tools": [], "output": output}


def _large_responses() -> list[tuple[str, JSON]]:
    deep = _plain_call(0) | {"arguments": _deep_arguments()}
    wide = [(f"wide-{width}", _plain_response([_plain_call(number) for number in range(width)])) for width in WIDTHS]
    parts = [{"type": "output_text", "text": f"Number {number}.", "annotations": []} for number in range(MANY)]
    many = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": parts}
    return [("deep-item", _plain_response([_deep_item(), deep])), ("many-parts", _plain_response([many])), *wide]


def _large_chats() -> list[tuple[str, JSON]]:
    def response(calls: list[JSON], **more: JSON) -> Object:
        answer = {"role": "assistant", "content": None, "tool_calls": calls}
        around = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_760_000_000, "model": "gpt-4o"}
        return {**around, "choices": [{"index": 0, "message": answer, "finish_reason": "tool_calls"}], **more}

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
    OUTPUT_CALLS: Inputs(
        make_response, lambda: (*_NO_RESPONSES, _NULL_AMONG_ITEMS), _large_responses, make_malformed_response
    ),
    CHAT_CALLS: Inputs(make_chat_response, lambda: _NO_CHATS, _large_chats, make_malformed_chat_response),
    STREAM_CALLS: Inputs(
        make_stream, lambda: (*_NO_STREAMS, _NULL_AMONG_PIECES), _large_streams, make_malformed_stream
    ),
}
