"""Responses input: conversations as lists of items, with all that clients put into them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias

from conformance.base.values import JSON, copy_of, unpacked
from conformance.formats.responses.calls import call_item, is_function_call, is_function_result, result_item
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.item_extras import with_extras
from conformance.inputs.material import DATA, TOOL_NAMES, edges, fresh, table, text
from conformance.inputs.media import GIF, JPEG, PDF, PNG, WAV
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import LEVELS, MANY, WIDTHS

Item = dict[str, JSON]

# What a conversation is made of: only what Chat messages convert to, or what clients send beside it too.
PLAIN, RICH = "plain", "rich"
_MODES = weighted({PLAIN: 2, RICH: 5})
_LENGTHS = weighted({1: 4, 2: 6, 3: 6, 4: 4, 5: 2, 0: 1})
_STEPS = weighted({"user": 6, "turn": 8, "assistant": 3, "instruction": 2})
# The extras are dealt from tables of about 50 entries, in a run of 80 inputs.
_ONE_HAS_EXTRAS = weighted({True: 2, False: 1})
_FORMS = weighted({"list": 4, "object": 2, "instructions": 4, "string": 1})
_CALLS = weighted({1: 5, 2: 5, 3: 2})
_USER_FORMS = weighted(
    {"text": 6, "part": 2, "odd part": 2}
    | dict.fromkeys(("image behind", "image before", "image alone", "file", "image and file", "texts"), 1)
)
_ASSISTANT_FORMS = weighted(
    {"easy": 2, "full": 4, "bare": 1, "several": 2, "refusal": 1, "refusal beside": 1, "empty": 1}
)
_FOREIGN = weighted({"reasoning": 2, "hosted": 5, "custom": 1})
_USER_BETWEEN = DealtOptions((True, False))
_INSTRUCTIONS = edges(0)
_INSTRUCTORS = DealtOptions(("developer", "developer", "system"))
_ODD_ARGUMENTS = DealtOptions(("[]", "{", '{"a": 1', "null", '"{\\"a\\": 1}"'))

_QUESTIONS = DealtOptions(("What is the weather in Oslo?", "Sum up the file.", "And tomorrow?", "Go on.", "ok", ""))
_ANSWERS = ("Let me look.", "It is 4 °C in Oslo.", "I will read both files.", "Done.", "ok")
_IMAGES = (
    "https://example.org/cat.png", "https://example.org/a?b=c&d=%20", f"data:image/png;base64,{PNG}",
    f"data:image/jpeg;base64,{JPEG}",
)  # fmt: skip
_DETAILS = weighted({"absent": 3, "auto": 1, "low": 2, "high": 2})
_FILES = table(
    {"file_id": "file-6F2ksmvXxt4VdoqmHRw6kL"},
    {"filename": "report.pdf", "file_data": f"data:application/pdf;base64,{PDF}"},
    {"file_id": "file-abc", "filename": "größe.txt"},
)
_OUTPUTS = ("4 °C", '{"temperature": 4, "unit": "C"}', "", "Error: no such file", "null", "[]", "line\r\nline\n")
# Parts of outputs that are no text. Their addresses are in no user's message.
_ATTACHMENTS = table(
    {"type": "input_image", "image_url": "https://example.org/plot.png"},
    {"type": "input_image", "image_url": f"data:image/gif;base64,{GIF}", "detail": "low"},
    {"type": "input_image", "file_id": "file-chart"},
    {"type": "input_file", "filename": "table.csv", "file_data": "data:text/csv;base64,YSxi"},
    {"type": "input_file", "file_url": "https://example.org/table.csv", "filename": "table.csv"},
)
_REASONING = table(
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "reasoning", "id": "rs_2", "summary": [{"type": "summary_text", "text": "The user wants the weather."}]},
    {"type": "reasoning", "id": "rs_3", "summary": [], "encrypted_content": "gAAAAABo"},
    {
        "type": "reasoning",
        "id": "rs_4",
        "summary": [],
        "content": [{"type": "reasoning_text", "text": "First I look, then I answer."}],
    },
)
_HOSTED = table(
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "Oslo"}},
    {"type": "file_search_call", "id": "fs_1", "status": "completed", "queries": ["a"], "results": None},
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": PNG},
    {"type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1 + 1", "container_id": "c",
     "outputs": None},
    {"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "docs", "tools": []},
    {"type": "mcp_call", "id": "mcp_1", "server_label": "docs", "name": "ask", "arguments": "{}", "output": "42"},
    {"type": "computer_call", "id": "cu_1", "call_id": "call_cu", "action": {"type": "screenshot"},
     "pending_safety_checks": [], "status": "completed"},
    {"type": "item_reference", "id": "msg_123"},
)  # fmt: skip
_UNKNOWN = table(
    {"type": "telepathy_call", "id": "tp_1", "payload": {"default": 1}},
    {"type": "compaction_summary", "encrypted_content": "gAAAAABo"},
    {"type": "new_item", "content": "what it holds"},
)
_NO_ITEMS = table(None, 7, "text", True, [], {}, 0.5)
_BROKEN_ITEMS = table(
    call_item(name="search", arguments="{}"),
    call_item(call_id="call_nameless", arguments="{}"),
    result_item(output="nobody asked"),
    result_item(call_id="call_x", output=None),
    {"type": "message", "role": "nobody", "content": "hi"},
    {"type": "message", "role": "user"},
    {"type": "message", "role": "user", "content": None},
    {"role": "tool", "tool_call_id": "call_x", "content": "a Chat message"},
    {"type": 5},
    {"type": None},
    {"content": "hi"},
)
_ODD_PARTS = table(
    {"type": "input_image", "file_id": "file-picture", "detail": "auto"},
    {"type": "input_file", "file_url": "https://example.org/letter.pdf"},
)
_AUDIO: Item = {"type": "input_audio", "input_audio": {"data": WAV, "format": "wav"}}
_STATUSES = ("completed", "in_progress")


class _ItemsBuilder:
    """Items, as they are added."""

    def __init__(self, choices: Choices, mode: str) -> None:
        self.choices = choices
        self.mode = mode
        self.items: list[JSON] = []
        self._name = ""
        self._made = 0

    def user(self) -> None:
        """A user's message."""
        choices = self.choices
        words = self._text(_QUESTIONS)
        form = choices.pick(_USER_FORMS)
        if form == "text":
            self._message("user", words)
            return
        parts: list[JSON] = [{"type": "input_text", "text": words}]
        if form in ("image behind", "image and file"):
            parts.append(self._image())
        elif form in ("image before", "image alone"):
            parts.insert(0, self._image())
        if form in ("file", "image and file"):
            parts.append({"type": "input_file", **fresh(choices, _FILES)})
        if form in ("texts", "image and file"):
            parts.append({"type": "input_text", "text": self._text(_QUESTIONS)})
        if form == "odd part" and self.mode != PLAIN:
            parts.append(fresh(choices, _ODD_PARTS))
        self._message("user", parts[:1] if form == "image alone" else parts)

    def assistant(self) -> None:
        """An assistant's message: the easy form, or one as the API returned it."""
        choices = self.choices
        words = self._text(_ANSWERS) or "ok"
        form = choices.pick(_ASSISTANT_FORMS)
        if form == "easy":
            self._message("assistant", words)
            return
        parts: list[JSON] = [{"type": "output_text", "text": words, "annotations": []}]
        if form == "several":
            parts.append({"type": "output_text", "text": self._text(_ANSWERS)})
        elif form in ("refusal", "refusal beside"):
            refusal = {"type": "refusal", "refusal": "I cannot help with that."}
            parts = [refusal] if form == "refusal" else [*parts, refusal]
        elif form == "bare":
            del parts[0]["annotations"]
        elif form == "empty" and self.mode != PLAIN:
            parts[0]["text"] = ""
        item: Item = {"type": "message", "role": "assistant", "content": parts}
        if choices.one_in(2):
            item |= {"id": f"msg_{len(self.items)}", "status": "completed"}
        self.items.append(item)

    def instruction(self) -> None:
        """A system or developer item."""
        words = self._text(("Answer in one sentence.", "Speak Norwegian.", "Be kind."))
        content: JSON = [{"type": "input_text", "text": words}] if self.choices.one_in(3) else words
        self._message(self.choices.pick(_INSTRUCTORS), content)

    def turn(self) -> None:
        """Calls that belong together, and their outputs."""
        choices = self.choices
        rich = self.mode != PLAIN
        if rich and choices.one_in(3):
            self._numbered(_REASONING)
        if choices.one_in(3):
            self.assistant()
        ids = [self._id() for _ in range(choices.pick(_CALLS))]
        for number, call_id in enumerate(ids):
            if rich and number and choices.one_in(6):
                self._numbered(_REASONING)
            self._call(call_id)
        answered = list(ids)
        if choices.one_in(3):
            answered.reverse()
        if rich and choices.one_in(3):
            (self.user if choices.pick(_USER_BETWEEN) else self.instruction)()
        for number, call_id in enumerate(answered):
            if rich and number and choices.one_in(10):
                self.user()
            self.items.append(result_item(call_id=call_id, output=self._output()))

    def foreign(self) -> None:
        """Something that Chat has no form for."""
        choices = self.choices
        kind = choices.pick(_FOREIGN)
        if kind == "custom":
            call_id = f"call_custom_{len(self.items)}"
            called = {"call_id": call_id, "name": choices.pick(TOOL_NAMES), "input": self._text(_OUTPUTS)}
            self.items.append({"type": "custom_tool_call", **called})
            self.items.append({"type": "custom_tool_call_output", "call_id": call_id, "output": "ran"})
        elif kind == "reasoning":
            self._numbered(_REASONING)
            self.assistant()
        else:
            self._numbered(_HOSTED)

    def _numbered(self, items: DealtOptions[bytes]) -> None:
        """Add an item of a table, with an id of its own."""
        item = fresh(self.choices, items)
        self.items.append(item | {"id": f"{item['id']}{len(self.items)}"})

    def _message(self, role: str, content: JSON) -> None:
        item: Item = {"role": role, "content": content}
        self.items.append({"type": "message"} | item if self.choices.one_in(2) else item)

    def _call(self, call_id: str) -> None:
        choices = self.choices
        if not self._name or not choices.one_in(5):
            self._name = choices.pick(TOOL_NAMES)
        item: Item = call_item(call_id=call_id, name=self._name)
        item["arguments"] = self._arguments()
        if choices.one_in(2):
            item |= {"id": f"fc_{len(self.items)}", "status": choices.pick(_STATUSES)}
        self.items.append(item)

    def _arguments(self) -> str:
        choices = self.choices
        if choices.one_in(12):
            return ""  # as OpenAI's servers write a call without any
        value = {choices.pick(("query", "path", "größe", "arguments")): fresh(choices, DATA)}
        spaced = choices.one_in(2)
        return json.dumps(value, ensure_ascii=choices.one_in(2), separators=(", ", ": ") if spaced else (",", ":"))

    def _id(self) -> str:
        """A new id."""
        self._made += 1
        return f"{self.choices.pick(('call_', 'call_', 'toolu_', 'fc_'))}{self._made}"

    def _output(self) -> JSON:
        choices = self.choices
        if not choices.one_in(3):
            return self._text(_OUTPUTS)
        parts: list[JSON] = [{"type": "input_text", "text": self._text(_OUTPUTS) or "4 °C"}]
        if choices.one_in(3):
            parts.append({"type": "input_text", "text": self._text(_OUTPUTS) or "ok"})
        if self.mode != PLAIN and choices.one_in(2):
            attached = fresh(choices, _ATTACHMENTS)
            parts = [attached] if choices.one_in(3) else [*parts, attached] if choices.one_in(2) else [attached, *parts]
        return parts

    def _image(self) -> Item:
        part: Item = {"type": "input_image", "image_url": self.choices.pick(_IMAGES)}
        detail = self.choices.pick(_DETAILS)
        return part if detail == "absent" else part | {"detail": detail}

    def _text(self, usual: tuple[str, ...]) -> str:
        return text(self.choices) if self.choices.one_in(3) else self.choices.pick(usual)


def make_input(choices: Choices) -> JSON:
    """A conversation as the Responses API takes it: a list of items, or an object with instructions beside it."""
    form, items = choices.pick(_FORMS), _conversation(choices, choices.pick(_LENGTHS)).items
    has_extras = form != "string" and (len(items) > 1 or choices.pick(_ONE_HAS_EXTRAS))
    return _input_of_form(choices, with_extras(choices, items, 100) if has_extras else items, form)


def _conversation(choices: Choices, length: int) -> _ItemsBuilder:
    conversation = _ItemsBuilder(choices, choices.pick(_MODES))
    for _ in range(length):
        getattr(conversation, choices.pick(_STEPS))()
        if conversation.mode == RICH and choices.one_in(2):
            conversation.foreign()
    return conversation


def _input_of_form(choices: Choices, items: list[JSON], form: str) -> JSON:
    if form == "list":
        return items
    given: Item = {"input": text(choices) if form == "string" else items}
    if form != "object":
        given["instructions"] = None if choices.one_in(4) else text(choices, _INSTRUCTIONS)
    return given


# By the name of a fault, what makes it. Each gets the items, among which a turn with calls is the last but one.
_Fault: TypeAlias = Callable[[Choices, list[JSON]], object]


def _insert(items: DealtOptions[bytes]) -> _Fault:
    return lambda choices, given: given.insert(choices.pick(range(len(given) + 1)), fresh(choices, items))


def _last(items: list[JSON], is_wanted: Callable[[JSON], bool]) -> Item:
    found: list[Item] = [item for item in items if is_wanted(item)]
    return found[-1]


def _call_again(_choices: Choices, items: list[JSON]) -> None:
    call, output = _last(items, is_function_call), _last(items, is_function_result)
    again = copy_of([call, output | {"call_id": call["call_id"]}])
    items += [again[0] | {"id": "fc_again"}, again[1]]


def _without_output(_choices: Choices, items: list[JSON]) -> None:
    items.remove(_last(items, is_function_result))
    items.append({"role": "user", "content": "Go on."})


def _without_call(_choices: Choices, items: list[JSON]) -> None:
    # A reference could be one to the call.
    items[:] = [item for item in items if item.get("type") != "item_reference"]
    items.append(result_item(call_id="call_orphan", output="late"))


def _output_text(choices: Choices, items: list[JSON]) -> None:
    _last(items, is_function_result)["output"] = [{"type": "output_text", "text": choices.pick(_OUTPUTS)}]


_FAULTS: dict[str, _Fault] = {
    "no item at all": _insert(_NO_ITEMS),
    "a broken item": _insert(_BROKEN_ITEMS),
    "an unknown item": _insert(_UNKNOWN),
    "arguments that are no object": lambda choices, items: _last(items, is_function_call).update(
        arguments=choices.pick(_ODD_ARGUMENTS)
    ),
    "a call_id of an earlier turn": _call_again,
    "a call without its output": _without_output,
    "an output without its call": _without_call,
    "an output part of the model": _output_text,
    "audio": lambda _choices, items: items.append({"role": "user", "content": [copy_of(_AUDIO)]}),
}
_FAULT_NAMES = weighted(
    dict.fromkeys(_FAULTS, 2)
    | {"no item at all": 7, "a broken item": 11, "an unknown item": 3, "arguments that are no object": 7}
)


def make_malformed_input(choices: Choices) -> tuple[str, JSON]:
    """A conversation with one fault, and the fault's name."""
    fault = choices.pick(_FAULT_NAMES)
    conversation = _conversation(choices, choices.pick((1, 2)))
    conversation.turn()
    conversation.user()
    _FAULTS[fault](choices, conversation.items)
    return fault, _input_of_form(choices, conversation.items, choices.pick(("list", "object")))


# Nothing that holds items, or that holds none. A string is no such thing: the API takes one.
_WRONG_SHAPES = table(
    None, 7, True, {}, {"input": None}, {"input": 7}, {"instructions": "Be kind."}, {"items": []}, [None], [7, "text"]
)


def _wrong_shapes() -> list[JSON]:
    return [unpacked(entry) for entry in _WRONG_SHAPES]


def _many() -> list[JSON]:
    """Messages with more parts than a list has that is written by hand."""
    texts = [f"Number {number}." for number in range(MANY)]
    said: list[JSON] = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
    asked: list[JSON] = [{"type": "input_text", "text": text} for text in texts]
    return [{"role": "user", "content": asked}, {"type": "message", "role": "assistant", "content": said}]


def _deep_and_wide() -> list[tuple[str, JSON]]:
    inputs: list[tuple[str, JSON]] = []
    nested: JSON = "the bottom"
    for _ in range(LEVELS):
        nested = {"value": [nested]}
    said = {"type": "output_text", "text": "Found it.", "annotations": [{"type": "file_path", "about": nested}]}
    inputs.append(("deep-annotations", [{"type": "message", "role": "assistant", "content": [said]}]))
    reasoning = {"type": "reasoning", "summary": [], "vendor": nested}
    inputs.append(
        ("deep-reasoning", [{"role": "user", "content": "hi"}, reasoning, {"role": "assistant", "content": "ho"}])
    )
    inputs.append(("many-parts", _many()))
    for width in WIDTHS:
        items: list[JSON] = []
        for index in range(0, width, 4):
            call_id = f"call_{index}"
            items.append({"role": "user", "content": f"Look up {index}."})
            call = {"call_id": call_id, "name": "look_up", "arguments": json.dumps({"number": index})}
            items.append(call_item(**call))
            items.append(result_item(call_id=call_id, output=str(index)))
            items.append({"type": "message", "role": "assistant", "content": f"It is {index}."})
        inputs.append((f"wide-{width}", items))
    return inputs


INPUTS = {"responses-input": Inputs(make_input, _wrong_shapes, _deep_and_wide, make_malformed_input)}
