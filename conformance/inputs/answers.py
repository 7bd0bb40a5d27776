"""Answers of the Responses API: response objects with messages, calls and other items."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.formats.neighbours import ANSWER
from conformance.formats.responses.calls import call_item, is_function_call
from conformance.inputs.arguments import (
    ARGUMENT_FAULTS,
    Fault,
    Object,
    arguments_text,
    dealt_arguments,
    deep_arguments,
    deep_item,
    fault_names,
)
from conformance.inputs.choices import LIMIT, Choices, DealtOptions, weighted
from conformance.inputs.item_extras import ANSWERED, OUTPUTS, REFUSED, Extra, journey, outputs
from conformance.inputs.material import TOOL_NAMES, fresh, table, text
from conformance.inputs.media import PNG
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import MANY, WIDTHS

# Makes one item, of an answer in which no other has its number.
_Make: TypeAlias = Callable[[Choices, int], JSON]
_DEALT_NAMES = DealtOptions(TOOL_NAMES)
_WITH_ID = weighted({True: 11, False: 1})
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
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {
        "type": "search", "query": "weather", "queries": ["weather"],
        "sources": [{"type": "url", "url": "https://example.org/"}, {"type": "api", "name": "oai-weather"}]}},
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {
        "type": "open_page", "url": "https://example.org/"}},
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {
        "type": "find_in_page", "url": "https://example.org/", "pattern": "rain"}},
    {"type": "file_search_call", "id": "fs_1", "status": "completed", "queries": ["rent"], "results": [
        {"attributes": {}, "file_id": "file-1", "filename": "rent.txt", "score": 0.9, "text": "850",
         "vector_store_id": "vs_1"}]},
    {"type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1+1", "container_id": "c_1",
     "outputs": [{"type": "logs", "logs": "2"}]},
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": PNG, "background": "opaque",
     "output_format": "png", "quality": "high", "revised_prompt": "A grey pixel.", "size": "1024x1024"},
    {"type": "mcp_call", "id": "mcp_1", "status": "completed", "server_label": "notes", "name": "search",
     "arguments": '{"q":"a"}', "output": "none", "error": None, "approval_request_id": None},
    {"type": "mcp_call", "id": "mcp_1", "status": "failed", "server_label": "notes", "name": "search",
     "arguments": '{"q":"a"}', "output": None, "approval_request_id": None,
     "error": {"type": "http_error", "code": 502, "message": "Bad gateway"}},
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
    call_item(status="completed", call_id=7, name="search", arguments="{}"),
    call_item(status="completed", call_id="call_odd", name=["search"], arguments="{}"),
    {"type": "message", "role": "assistant", "content": [None, "text"]},
    {"type": "message", "role": "assistant", "content": {"text": "no list"}},
)  # fmt: skip
_CITATION = {
    "type": "url_citation", "url": "https://example.org/", "start_index": 0, "end_index": 1, "title": "A",
}  # fmt: skip
REFUSALS = ("I can't help with that.", "Das kann ich nicht: es wäre verboten.", "No.\n\nAsk a doctor.")
TOKENS = ((291, 23), (2**53 - 22, 23), (5, 2**53 + 1), (0, 0))
_USAGES = table(*(
    {"input_tokens": given, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": made,
     "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": given + made}
    for given, made in (*TOKENS, (2**53 + 1, 0))
))  # fmt: skip
_OTHER_USAGES = table({"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10})
IS_JOURNEY = weighted({False: 3, True: 2})
_COUNTS = weighted({2: 10, 1: 8, 3: 7, 4: 4, 0: 2, 5: 1})
ENDS = weighted({"completed": 26, "incomplete": 4, "failed": 2})
KINDS_OF_INCOMPLETE = weighted({"several": 5, "calls": 1})
_ENDS_BEFORE_CALLS = weighted({False: 2, True: 1})
_MORE = weighted({3: 10, 2: 8, 4: 7, 1: 4, 0: 2, 5: 1})  # where some answers have no such items
_RESPONSE_ENDS = weighted({"completed": 28, "incomplete": 5, "failed": 2, "cancelled": 1})
_ENDS_OF_JOURNEYS = weighted({"completed": 7, "incomplete": 4, "failed": 1})
_RARE = (ANSWERED, ANSWERED, *[OUTPUTS] * 5)
_KINDS_OF_ANSWERS = weighted({"several": 24, "refusal": 13, "calls": 1, "reasoning": 1})
_PARTS_OF_A_MESSAGE = DealtOptions((1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 0))
_REASONS = DealtOptions(("max_output_tokens", "content_filter", "max_output_tokens"))
ERRORS = table(
    {"code": "server_error", "message": "The model failed to generate a response."},
    {"code": "rate_limit_exceeded", "message": "Rate limit reached for this model."},
)
_NO_RESPONSES: tuple[JSON, ...] = (None, 7, "text", True, [], {}, {"output": None}, {"output": "text"}, {"output": {}})
# What the API repeats of the request in each response, and says of itself; few servers of the same API do.
_REPEATED: Object = {
    "background": False, "billing": {"payer": "developer"}, "frequency_penalty": 0.0, "instructions": None,
    "max_output_tokens": None, "max_tool_calls": None, "metadata": {}, "moderation": None, "presence_penalty": 0.0,
    "previous_response_id": None, "prompt_cache_key": None, "prompt_cache_retention": None,
    "reasoning": {"effort": None, "summary": None}, "safety_identifier": None, "service_tier": "default", "store": True,
    "temperature": 1.0, "text": {"format": {"type": "text"}, "verbosity": "medium"}, "top_logprobs": 0, "top_p": 1.0,
    "truncation": "disabled", "user": None,
}  # fmt: skip
_TOOLS: list[JSON] = [
    {"type": "function", "name": "search", "description": "Searches notes.", "strict": True, "parameters": {
        "type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"], "additionalProperties": False}},
    {"type": "web_search", "search_context_size": "medium", "filters": None, "user_location": None},
]  # fmt: skip
_BY_KIND: Object = {"image_tokens": 0, "text_tokens": 0}
_COUNTED: Object = {
    "input_tokens": 0, "input_tokens_details": _BY_KIND, "output_tokens": 0, "output_tokens_details": _BY_KIND,
    "total_tokens": 0,
}  # fmt: skip
_OF_A_RESPONSE = table(
    {}, {}, _REPEATED,
    _REPEATED | {
        "instructions": "Be brief.", "max_output_tokens": 4096, "max_tool_calls": 8, "previous_response_id": "resp_0",
        "prompt_cache_key": "notes", "prompt_cache_retention": "24h", "safety_identifier": "u-4711", "store": False,
        "reasoning": {"effort": "medium", "summary": "auto", "context": "auto", "mode": "standard"},
        "temperature": 0.2, "top_p": 0.98, "truncation": "auto", "completed_at": 1_760_000_009, "tools": _TOOLS,
        "tool_usage": {"image_gen": _COUNTED, "web_search": {"num_requests": 0}}, "user": "u-4711",
        "text": {"verbosity": "low", "format": {
            "type": "json_schema", "name": "answer", "description": None, "strict": True, "schema": {}}},
    },
)  # fmt: skip
# Something the API does not define: a conversion may fail on it, and must not damage its neighbours.
ONE_CALL: Object = call_item(id="fc_1", call_id="call_1", status="completed", name="search", arguments='{"q":1}')
_NULL_AMONG_ITEMS: JSON = {"status": "completed", "output": [None, ONE_CALL]}


def function_call(choices: Choices, number: int) -> Object:
    """A function_call item. number: one that no other item of the answer has."""
    return _call(choices, number, TOOL_NAMES, arguments_text)


def _dealt_call(choices: Choices, number: int) -> Object:
    """The same, with a name and arguments that are dealt."""
    return _call(choices, number, _DEALT_NAMES, dealt_arguments)


def _call(choices: Choices, number: int, names: Sequence[str], arguments: Callable[[Choices], str]) -> Object:
    call: Object = call_item()
    if choices.pick(_WITH_ID):
        call["id"] = f"fc_{number}a"
    call["status"] = "completed"
    call |= {"arguments": arguments(choices), "call_id": f"call_{number}b", "name": choices.pick(names)}
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


def _hosted_item(choices: Choices, number: int) -> JSON:
    item = fresh(choices, _HOSTED)
    return item | {key: f"{item[key]}{number}" for key in ("id", "call_id") if key in item}


ITEMS: DealtOptions[_Make] = weighted({function_call: 40, message: 17, _reasoning: 7, _hosted_item: 7})
_DEALT_ITEMS: DealtOptions[_Make] = weighted({_dealt_call: 40, message: 17, _reasoning: 7, _hosted_item: 7})
_ITEMS_OF_A_REFUSAL: DealtOptions[_Make] = weighted({message: 2, _reasoning: 3})


def make_response(choices: Choices) -> JSON:
    """A Responses API response object: mostly completed, sometimes incomplete or failed."""
    return make_journey(choices) if choices.pick(IS_JOURNEY) else make_drawn(choices)


def make_journey(choices: Choices) -> Object:
    """A response whose items are beside each other in a way of their own."""
    return response_of(choices, journey(choices, ANSWER), choices.pick(_ENDS_OF_JOURNEYS))


def make_drawn(choices: Choices) -> Object:
    """A response with items that are drawn one by one."""
    end = choices.pick(_RESPONSE_ENDS)
    if end == "incomplete":  # what is cut off gets nothing rare: it could be lost
        output = answer_items(choices, KINDS_OF_INCOMPLETE, (ANSWERED,), _DEALT_ITEMS, _MORE)
        return response_of(choices, cut_short(choices, output), end)
    return response_of(choices, answer_items(choices, _KINDS_OF_ANSWERS, _RARE, _DEALT_ITEMS, _MORE), end)


def answer_items(
    choices: Choices,
    kinds: DealtOptions[str],
    tables: tuple[DealtOptions[Extra], ...],
    makers: DealtOptions[_Make] = ITEMS,
    counts: DealtOptions[int] = _COUNTS,
    refused: DealtOptions[Extra] = REFUSED,
) -> list[JSON]:
    """The items of an answer: one refusal without calls, or calls with the status that the API gives them.

    tables: what is dealt to an answer with items of several kinds. makers: what makes these items. counts: how many
    there are. refused: the messages that refuse.
    """
    kind = choices.pick(kinds)
    if kind == "reasoning":
        return [_reasoning(choices, 0)]
    if kind == "calls":
        return [function_call(choices, number) for number in range(choices.pick((1, 2, 3)))]
    if kind == "refusal":
        return [*output_items(choices, _ITEMS_OF_A_REFUSAL), _refusal(choices, refused)]
    items = outputs(choices, output_items(choices, makers, counts), 100, tables)
    return [item | {"status": "completed"} if is_function_call(item) else item for item in items]


def _refusal(choices: Choices, refused: DealtOptions[Extra]) -> Object:
    """A message that refuses, sometimes after text."""
    item: Object = choices.pick(refused)(100)[0]
    return item | {"content": [_part(choices), *item["content"]]} if choices.one_in(3) else item


def output_items(choices: Choices, kinds: DealtOptions[_Make], counts: DealtOptions[int] = _COUNTS) -> list[JSON]:
    """The items of an answer; sometimes its last call has the name of its first one."""
    output = [choices.pick(kinds)(choices, number) for number in range(choices.pick(counts))]
    calls = [item for item in output if is_function_call(item)]
    if len(calls) > 1 and choices.one_in(4):
        calls[-1]["name"] = calls[0]["name"]
    return output


def cut_short(choices: Choices, output: list[JSON]) -> list[JSON]:
    """The items of an answer that ends early: before its calls, or sometimes in one."""
    others = [item for item in output if not is_function_call(item)]
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
    response |= fresh(choices, _OF_A_RESPONSE)
    if status == "failed" or choices.one_in(6):
        return response | {"usage": None} if choices.one_in(2) else response
    return response | {"usage": fresh(choices, _USAGES)}


# A fault of a completed response alone: others end before their calls do.
IN_PROGRESS = "a call in progress"
CALL_FAULTS: dict[str, Fault] = ARGUMENT_FAULTS | {
    "no call_id": lambda _choices, call: call.pop("call_id"),
    "null call_id": lambda _choices, call: call.update(call_id=None),
    "empty call_id": lambda _choices, call: call.update(call_id=""),
    "no id at all": lambda _choices, call: [call.pop(key, None) for key in ("id", "call_id")],
    "no name": lambda _choices, call: call.pop("name"),
    "no status": lambda _choices, call: call.pop("status"),
    "null status": lambda _choices, call: call.update(status=None),
    IN_PROGRESS: lambda _choices, call: call.update(status="in_progress"),
}
_RESPONSE_FAULTS: dict[str, Fault] = {
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
_FAULTS_OF_RESPONSES = fault_names(
    CALL_FAULTS, _RESPONSE_FAULTS, arguments_that_are_no_JSON=6, arguments_cut_off=4, a_broken_item=6
)


def _insert(choices: Choices, response: Object, item: JSON) -> None:
    response["output"].insert(choices.pick(range(len(response["output"]) + 1)), item)


def with_call(choices: Choices) -> tuple[list[JSON], Object]:
    """The items of an answer with a message and a call that can be damaged, and that call."""
    call = function_call(choices, 30)
    call["id"] = "fc_30a"
    text_item = message(choices, 31)
    text_item["content"] = text_item["content"] or [{"type": "output_text", "text": text(choices), "annotations": []}]
    output = [text_item, call] if choices.one_in(2) else [call, text_item]
    return [*output, *output_items(choices, ITEMS)], call


def make_malformed_response(choices: Choices) -> tuple[str, JSON]:
    """A response with one fault, and the fault's name."""
    output, call = with_call(choices)
    name, end = choices.pick(_FAULTS_OF_RESPONSES), choices.pick(ENDS)
    response = response_of(choices, output, "completed" if name == IN_PROGRESS else end)
    if name in CALL_FAULTS:
        CALL_FAULTS[name](choices, call)
    else:
        _RESPONSE_FAULTS[name](choices, response)
    return name, response


def plain_call(number: int) -> Object:
    """A function_call item of which many can be told apart."""
    call = call_item(id=f"fc_{number}", call_id=f"call_{number}", status="completed")
    return call | {"name": "search", "arguments": json.dumps({"number": number})}


def plain_response(output: list[JSON]) -> Object:
    """A completed response with these items."""
    around = {"created_at": 1_760_000_000, "model": "gpt-5", "parallel_tool_calls": True, "tool_choice": "auto"}
    return {"id": "resp_1", "object": "response", "status": "completed", **around, "tools": [], "output": output}


def _large_responses() -> list[tuple[str, JSON]]:
    deep = plain_call(0) | {"arguments": deep_arguments()}
    wide = [(f"wide-{width}", plain_response([plain_call(number) for number in range(width)])) for width in WIDTHS]
    parts = [{"type": "output_text", "text": f"Number {number}.", "annotations": []} for number in range(MANY)]
    many = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": parts}
    return [("deep-item", plain_response([deep_item(), deep])), ("many-parts", plain_response([many])), *wide]


INPUTS = {
    "responses-response": Inputs(
        make_response, lambda: (*_NO_RESPONSES, _NULL_AMONG_ITEMS), _large_responses, make_malformed_response
    )
}
