"""What a Responses model puts out: messages, calls, reasoning, hosted calls, and malformed items."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.formats.model.conversation import MODEL
from conformance.formats.responses.calls import call_item
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.item_extras import OUTPUTS, OWN_TEXTS, journey, outputs
from conformance.inputs.material import TOOL_NAMES, fresh, table, text
from conformance.inputs.media import PNG
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import LEVELS, MANY, WIDTHS

Item: TypeAlias = dict[str, JSON]

LENGTHS = weighted({2: 8, 3: 8, 1: 6, 4: 6, 0: 1, 5: 3, 6: 2})
_IS_JOURNEY = weighted({False: 3, True: 2})
_BESIDE = weighted({1: 3, 2: 3, 3: 2, 0: 1})
_PARTS_OF_A_MESSAGE = weighted({1: 8, 2: 6, 3: 3, 0: 1})

_NAMES = DealtOptions(TOOL_NAMES)
_THOUGHTS = DealtOptions((
    "The user wants the weather, so the tool has to be called first.",
    "Two cities are named; each gets a call of its own.",
    "**Planning the answer**\n\nFirst the units, then the sum.",
    "Überlegung: erst rechnen, dann antworten. \U0001f914",
))  # fmt: skip
_REFUSALS = DealtOptions((
    "I can't help with that.",
    "I'm sorry, but I cannot share private data.",
    "Das kann ich nicht: es wäre verboten.",
    "No.\n\nAsk a doctor.",
    "",
))  # fmt: skip
_CALL_STATUSES = weighted({"completed": 14, "absent": 3, "incomplete": 2, "in_progress": 2})
_ENDS = weighted({"completed": 4, "incomplete": 3, "failed": 1, "cancelled": 1})
_DETAILS = table(
    *({"reason": reason} for reason in ("max_output_tokens", "content_filter", "max_messages", "steered", None)), {}
)

# Arguments as models write them: the text of an object, and texts of something else.
_ARGUMENTS = DealtOptions((
    '{"location":"NYC"}', "{}", '{"location": "New York", "unit": "celsius"}', '{"a":17,"b":23}', '{"city":"Größe"}',
    '{"city":"Gr\\u00f6\\u00dfe"}', '{"text":"line\\nend \\"quoted\\" \\\\ back"}', '{"n":1.0}', '{"b":1,"a":2}',
    '{"id":9007199254740993}', '{"limit":1e2,"low":-0.0}', '{ "spaced" : [ 1 , 2 ] }\n', '{"a":1,"a":2}',
    '{"nested":"{\\"a\\":1}"}', '{"emoji":"🙂","separator":"\u2028"}', '{"deep":{"deep":{"deep":[[[]]]}}}',
))  # fmt: skip
_NO_OBJECTS = DealtOptions(('{"location":"NY', "{'location': 'NYC'}", "null", "[1]", '"text"', "NaN"))

# The input of an inline call: the object itself.
_INPUTS = table(
    {"location": "NYC"}, {}, {"a": 17, "b": 23}, {"city": "Größe", "名前": "値"}, {"n": 1.0, "m": 1},
    {"id": 2**53 + 1}, {"low": -(2**63) - 1, "ratio": 0.1}, {"on": True, "off": False, "none": None},
    {"text": 'line\nend "quoted" \\ back'}, {"list": [1, 1.0, "1", True, None, [], {}]}, {"": {"__proto__": 1}},
    {"emoji": "🙂", "separator": "\u2028"}, {"json": '{"a":1}'}, {"b": 1, "a": 2}, {"tiny": 1e-7, "huge": 1e100},
)  # fmt: skip

# Ids are prefixes here; each item gets a number of its own.
_HOSTED = table(
    {"type": "web_search_call", "id": "ws", "status": "completed", "action": {"type": "search", "query": "weather"}},
    {"type": "file_search_call", "id": "fs", "status": "completed", "queries": ["rent"], "results": None},
    {"type": "code_interpreter_call", "id": "ci", "status": "completed", "code": "1+1", "container_id": "c_1",
     "outputs": [{"type": "logs", "logs": "2"}]},
    {"type": "image_generation_call", "id": "ig", "status": "completed", "result": PNG},
    {"type": "mcp_list_tools", "id": "mcpl", "server_label": "notes", "tools": []},
    {"type": "mcp_call", "id": "mcp", "server_label": "notes", "name": "search", "arguments": "{}", "output": "none",
     "error": None},
    {"type": "compaction", "id": "cmp", "encrypted_content": "gAAAAABo"},
)  # fmt: skip
_UNKNOWN_ITEMS = table(
    {"type": "an_item_of_next_year", "id": "ny", "payload": {"text": "not for the content"}},
    {"type": "an_item_of_next_year"},
)
_ACTIONS = table(
    {"type": "apply_patch_call", "id": "apc", "call_id": "call", "status": "completed",
     "operation": {"type": "create_file", "path": "hello.py", "diff": "+print('hello')\n"}},
    {"type": "local_shell_call", "id": "lsh", "call_id": "call", "status": "completed",
     "action": {"type": "exec", "command": ["ls", "-l"], "env": {}}},
    {"type": "shell_call", "id": "sh", "call_id": "call", "status": "completed",
     "action": {"commands": ["ls"], "timeout_ms": 1000}},
    {"type": "computer_call", "id": "cu", "call_id": "call", "status": "completed",
     "action": {"type": "screenshot"}, "pending_safety_checks": []},
    {"type": "mcp_approval_request", "id": "mcpr", "server_label": "notes", "name": "delete", "arguments": "{}"},
)  # fmt: skip
_OTHER_PARTS = table(
    {"type": "output_image", "image_url": "https://example.org/a.png"},
    {"type": "a_part_of_next_year", "value": 1},
    {"type": "reasoning_text", "text": "Thinking inside of the message, for nobody to read."},
    {"type": "text", "text": "text in the words of another API"},
)
_ANNOTATIONS = table(
    *[[]] * 3,
    [{"type": "url_citation", "url": "https://example.org/", "title": "A page", "start_index": 0, "end_index": 1}],
)

_NO_ITEMS = table(None, "text", 7, True, [], {}, {"type": None}, {"type": 5}, ["message"])
_BROKEN_MESSAGES = table(
    {"type": "message", "id": "msg_x", "role": "assistant", "content": "text and no parts"},
    {"type": "message", "role": "assistant", "content": {"type": "output_text", "text": "no list"}},
    {"type": "message", "role": "assistant", "content": [None, "text", 7, {"type": "output_text", "text": "here"}]},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text"}, {"type": "refusal"}, {}]},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": None}]},
    {"type": "message", "role": "assistant", "content": [{"type": "tool_use", "id": "toolu_x", "name": "search"}]},
    {"type": "message", "role": "assistant", "content": [{"type": "tool_use", "name": "search", "input": {}}]},
)
_OTHER_MESSAGES = table(
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "from somebody else"}]},
    {"role": "assistant", "content": [{"type": "output_text", "text": "a message without its type"}]},
)
_BROKEN_CALLS = table(
    call_item(id="fc_x", name="search", arguments="{}"),
    call_item(call_id=None, name="search", arguments="{}"),
    call_item(call_id="", name="search", arguments="{}"),
    call_item(call_id="call_x", arguments="{}"),
    call_item(call_id="call_x", name="search"),
    call_item(call_id="call_x", name="search", arguments=None),
    call_item(call_id="call_x", name="search", arguments={"q": "a"}),
    {"type": "custom_tool_call", "call_id": "call_x", "name": "grep"},
    {"type": "reasoning"},
    {"type": "reasoning", "summary": None, "content": "text"},
)  # fmt: skip

_NO_OUTPUTS: tuple[JSON, ...] = (
    None,
    7,
    "text",
    True,
    {},
    {"output": None},
    {"output": "text"},
    {"object": "response"},
    [None],
    [[]],
)


class _Numbers:
    """Ids that no other item of the response has, and names that some have too."""

    def __init__(self) -> None:
        self._count = count(1)
        self._name = ""

    def id(self, prefix: str) -> str:
        """Return the next one."""
        return f"{prefix}_{next(self._count)}a"

    def tool(self, choices: Choices) -> str:
        """Return the name of a tool, sometimes that of the call before."""
        if not self._name or not choices.one_in(5):
            self._name = choices.pick(_NAMES)
        return self._name


_Make: TypeAlias = Callable[[Choices, _Numbers], JSON]


def _message(choices: Choices, numbers: _Numbers) -> JSON:
    parts = [choices.pick(_PARTS)(choices, numbers) for _ in range(choices.pick(_PARTS_OF_A_MESSAGE))]
    message: Item = {"type": "message", "id": numbers.id("msg"), "role": "assistant", "status": "completed"}
    if choices.one_in(12):
        message["status"] = "incomplete"
    if choices.one_in(12):
        message["phase"] = "commentary"
    return message | {"content": parts}


def _text_part(choices: Choices, _numbers: _Numbers) -> JSON:
    said = "" if choices.one_in(12) else text(choices)
    return {"type": "output_text", "text": said, "annotations": fresh(choices, _ANNOTATIONS)}


def _refusal_part(choices: Choices, _numbers: _Numbers) -> JSON:
    return {"type": "refusal", "refusal": choices.pick(_REFUSALS)}


_PARTS = weighted({_text_part: 14, _refusal_part: 2})


def _function_call(choices: Choices, numbers: _Numbers) -> JSON:
    call: Item = call_item(id=numbers.id("fc"), call_id=numbers.id("call"))
    call |= {"name": numbers.tool(choices), "arguments": choices.pick(_ARGUMENTS)}
    status = choices.pick(_CALL_STATUSES)
    if status != "absent":
        call["status"] = status
    if choices.one_in(6):
        del call["id"]
    return dict(reversed(call.items())) if choices.one_in(8) else call


def _custom_call(choices: Choices, numbers: _Numbers) -> JSON:
    call: Item = {"type": "custom_tool_call", "id": numbers.id("ctc"), "call_id": numbers.id("call")}
    return call | {"name": numbers.tool(choices), "input": text(choices)}


def _reasoning(choices: Choices, numbers: _Numbers) -> JSON:
    item: Item = {"type": "reasoning", "id": numbers.id("rs"), "summary": []}
    if not choices.one_in(4):
        item["summary"] = [{"type": "summary_text", "text": choices.pick(_THOUGHTS)}]
    if choices.one_in(4):
        item["content"] = [{"type": "reasoning_text", "text": choices.pick(_THOUGHTS)}]
    if choices.one_in(4):
        item["encrypted_content"] = "gAAAAABpQ0Rf-encrypted-thoughts"
    return item


def _hosted_item(choices: Choices, numbers: _Numbers) -> JSON:
    return _with_own_ids(fresh(choices, _HOSTED), numbers)


def _action(choices: Choices, numbers: _Numbers) -> JSON:
    return _with_own_ids(fresh(choices, _ACTIONS), numbers)


def _with_own_ids(item: Item, numbers: _Numbers) -> Item:
    return item | {key: numbers.id(item[key]) for key in ("id", "call_id") if key in item}


_PLAIN: dict[_Make, int] = {_message: 30, _function_call: 22, _reasoning: 8}
_ALL: dict[_Make, int] = {**_PLAIN, _hosted_item: 6, _action: 4, _custom_call: 4}
_ONLY_THOUGHTS: dict[_Make, int] = {_reasoning: 1}
_MODES = weighted({weighted(_PLAIN): 2, weighted(_ALL): 7, weighted(_ONLY_THOUGHTS): 1})


def make_output(choices: Choices) -> JSON:
    """A list of output items, or a response object with one."""
    if choices.pick(_IS_JOURNEY):
        items = journey(choices, MODEL)
    else:
        items = outputs(choices, _items(choices, _Numbers()), 100, (OWN_TEXTS, OWN_TEXTS, OUTPUTS, OUTPUTS, OUTPUTS))
    return _response(choices, items) if choices.one_in(2) else items


def _items(choices: Choices, numbers: _Numbers, lengths: DealtOptions[int] = LENGTHS) -> list[JSON]:
    makers = choices.pick(_MODES)
    return [choices.pick(makers)(choices, numbers) for _ in range(choices.pick(lengths))]


# Items with a fault, by its name. Parts in the words of other APIs come in messages with text.


def _one_of(items: DealtOptions[bytes]) -> _Make:
    return lambda choices, _numbers: fresh(choices, items)


def _unknown(choices: Choices, numbers: _Numbers) -> JSON:
    return _with_own_ids(fresh(choices, _UNKNOWN_ITEMS), numbers)


def _with_part(choices: Choices, numbers: _Numbers, part: JSON) -> JSON:
    content = [_text_part(choices, numbers)] if choices.one_in(2) else []
    content.insert(choices.pick(range(len(content) + 1)), part)
    return _message(choices, numbers) | {"content": content}


def _inline_call(choices: Choices, numbers: _Numbers) -> JSON:
    use = {"type": "tool_use", "id": numbers.id("toolu"), "name": numbers.tool(choices)}
    return _with_part(choices, numbers, use | {"input": fresh(choices, _INPUTS)})


def _other_part(choices: Choices, numbers: _Numbers) -> JSON:
    return _with_part(choices, numbers, fresh(choices, _OTHER_PARTS))


def _without_annotations(choices: Choices, numbers: _Numbers) -> JSON:
    return _message(choices, numbers) | {"content": [{"type": "output_text", "text": text(choices)}]}


def _without_content(choices: Choices, numbers: _Numbers) -> JSON:
    message = _message(choices, numbers)
    del message["content"]
    return message | ({"content": None} if choices.pick(_IS_NULL) else {})


def _call_with_arguments(arguments: DealtOptions[str]) -> _Make:
    return lambda choices, numbers: _function_call(choices, numbers) | {"arguments": choices.pick(arguments)}


_IS_NULL = DealtOptions((True, False))
_FAULTY: dict[str, _Make] = {
    "no item at all": _one_of(_NO_ITEMS),
    "a broken message": _one_of(_BROKEN_MESSAGES),
    "a message without type or of the user": _one_of(_OTHER_MESSAGES),
    "a broken call": _one_of(_BROKEN_CALLS),
    "an unknown item": _unknown,
    "an inline call": _inline_call,
    "a part in the words of another API": _other_part,
    "text without annotations": _without_annotations,
    "a message without content": _without_content,
    "arguments that are no object": _call_with_arguments(_NO_OBJECTS),
    "empty arguments": _call_with_arguments(DealtOptions(("",))),
}
_FAULTS = weighted({
    "no item at all": 6, "a broken message": 6, "a message without type or of the user": 2, "a broken call": 4,
    "an inline call": 5, "a part in the words of another API": 4,
    "arguments that are no object": 6, "an unknown item": 2, "a message without content": 2,
    "text without annotations": 2, "empty arguments": 1,
})  # fmt: skip


def make_malformed_output(choices: Choices) -> tuple[str, JSON]:
    """An output with one fault, and the fault's name."""
    numbers, fault = _Numbers(), choices.pick(_FAULTS)
    items = _items(choices, numbers, _BESIDE)
    items.insert(choices.pick(range(len(items) + 1)), _FAULTY[fault](choices, numbers))
    return fault, _response(choices, items) if choices.one_in(4) else items


def _response(choices: Choices, items: list[JSON]) -> Item:
    response: Item = {"id": "resp_1", "object": "response", "created_at": 1760000000, "status": "completed"}
    response |= {"error": None, "incomplete_details": None, "model": "gpt-5", "output": items}
    response |= {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    end = choices.pick(_ENDS)
    if end == "incomplete":
        response |= {"status": "incomplete", "incomplete_details": fresh(choices, _DETAILS)}
    elif end == "failed":
        response |= {"status": "failed", "error": {"code": "server_error", "message": "The server had an error."}}
    elif end == "cancelled":
        # An answer need not have the members that say nothing.
        response = {key: value for key, value in response.items() if value is not None} | {"status": "cancelled"}
    return response


def _many() -> list[JSON]:
    """A message with more parts than a list has that is written by hand."""
    parts = [{"type": "output_text", "text": f"Number {number}.", "annotations": []} for number in range(MANY)]
    return [{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": parts}]


def _deep_and_wide() -> list[tuple[str, JSON]]:
    inner: JSON = "deep " * 200
    for level in range(LEVELS):
        inner = {"value": inner} if level % 2 else [inner]
    call = {"type": "tool_use", "id": "toolu_deep", "name": "search", "input": {"value": inner}}
    message = {"type": "message", "id": "msg_deep", "role": "assistant", "status": "completed"}
    inputs: list[tuple[str, JSON]] = [("deep-input", [message | {"content": [call]}]), ("many-parts", _many())]
    return [*inputs, *((f"wide-{width}", [_numbered(index) for index in range(width)]) for width in WIDTHS)]


def _numbered(index: int) -> Item:
    if index % 2:
        call = {"call_id": f"call_{index}", "name": "search", "arguments": f'{{"query":"{index}"}}'}
        return call_item(id=f"fc_{index}", **call, status="completed")
    part = {"type": "output_text", "text": f"Text number {index}. ", "annotations": []}
    return {"type": "message", "id": f"msg_{index}", "role": "assistant", "status": "completed", "content": [part]}


INPUTS = {"responses-output": Inputs(make_output, lambda: _NO_OUTPUTS, _deep_and_wide, make_malformed_output)}
