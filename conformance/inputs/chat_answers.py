"""Answers of Chat Completions: text, a refusal, calls, or several of them."""

from __future__ import annotations

import json
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.formats.chat.calls import ENDED_BY_CALLS, calling, calls_member, old_call_member, written_calls
from conformance.formats.neighbours import CALL, CUSTOM_CALL, TEXT
from conformance.inputs.answers import REFUSALS, TOKENS
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
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import (
    FEW_EDGES,
    LONGEST_NAME,
    TOOL_NAMES,
    edges,
    fresh,
    in_other_case,
    table,
    text,
)
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import WIDTHS
from conformance.inputs.walks import contents

_CHAT_USAGES = table(
    *({"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}
      for given, made in (*TOKENS, (2**53 + 1, 0))),
    {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10, "prompt_tokens_details": {"cached_tokens": 0},
     "completion_tokens_details": {"reasoning_tokens": 0}},
    None,
)  # fmt: skip
_CHAT_FINISHES = weighted({"stop": 6, "length": 3, "content_filter": 1})
_CHAT_FINISHES_OF_CALLS = weighted({ENDED_BY_CALLS: 4, "stop": 4, "length": 1})
_CONTENTS: DealtOptions[str | None] = weighted({None: 3, "text": 16, "": 2})
# What there may be for a text, and the kinds of the calls behind it: functions, or each kind beside each other.
_Story: TypeAlias = tuple[DealtOptions[str | None], tuple[str, ...]]
_TEXT, _NO_TEXT = DealtOptions[str | None](("text",)), DealtOptions[str | None]((None, None, ""))
_CHAT_STORIES: DealtOptions[_Story] = DealtOptions((
    *((_CONTENTS, (CALL,) * count) for count in (0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5)),
    *[(_TEXT if TEXT in kinds else _NO_TEXT, tuple(kind for kind in kinds if kind != TEXT))
      for kinds in contents((TEXT, CALL, CUSTOM_CALL), 4, lambda before, kind: kind != TEXT or not before)] * 3,
    # Backends add thoughts before half of the answers.
    *[(DealtOptions[str | None]((None,)), (CUSTOM_CALL, CALL))] * 2,
))  # fmt: skip
_CHAT_COUNTS = weighted({2: 8, 1: 8, 3: 6, 4: 3, 0: 6, 5: 1})
_CHAT_OTHERS = weighted({False: 5, True: 1})
_CHAT_TEXTS, _CHAT_INPUTS = edges(0, own=FEW_EDGES), edges(0, own=FEW_EDGES)
_CHAT_REFUSALS = DealtOptions((*REFUSALS, *FEW_EDGES))
_DEALT_NAMES = DealtOptions(TOOL_NAMES)
_CUSTOM_NAMES = DealtOptions(("write_sql", "y", "0", "enum", "Match-All", LONGEST_NAME))
_CHAT_IDS = {
    kind: DealtOptions((*["call_{}b"] * 6, "toolu_{}", "call_{}_" + "c" * 33)) for kind in ("function", "custom")
}
# What the last call has in common with the first one.
_TWINS = weighted({"nothing": 4, "its name": 1, "all but its id": 2, "all but case": 2})
_DEALT_TWINS = weighted({"nothing": 3, "its name": 2, "all but its id": 2, "all but case": 2})
# What few answers have: members of the choice, and of its message.
_CHAT_RARE = table(
    *[({}, {})] * 5, ({"logprobs": {"content": [], "refusal": None}}, {}), ({"logprobs": None}, {"annotations": []}),
    ({}, {"audio": None, **old_call_member(None)}),
    ({}, {"annotations": [{"type": "url_citation", "url_citation": {
        "url": "https://example.org/a%20b?x=1&y=2", "start_index": 0, "end_index": 1, "title": "A"}}]}),
)  # fmt: skip
_NO_CHATS: tuple[JSON, ...] = (
    None, 7, "text", [], {}, {"choices": None}, {"choices": []}, {"choices": [None]}, {"choices": [{"message": None}]},
    {"choices": {"message": {}}}, {"error": {"message": "Overloaded.", "code": 529}},
)  # fmt: skip


_REFUSED = weighted({False: 3, True: 1})


def make_whole_chat(choices: Choices, refusals: DealtOptions[bool] = _REFUSED) -> JSON:
    """A response that is no stream's, with calls of both kinds in each order. refusals: how often it refuses."""
    if choices.pick(refusals):
        return _response(choices, {"role": "assistant", "content": None, "refusal": choices.pick(_CHAT_REFUSALS)}, ())
    texts, kinds = choices.pick(_CHAT_STORIES)
    answer: Object = {"role": "assistant", "content": _content(choices, texts)}
    return _response(choices, answer | ({"refusal": None} if choices.one_in(2) else {}), kinds)


def make_chat_response(choices: Choices, refusals: DealtOptions[bool] = _REFUSED) -> JSON:
    """A Chat Completions response with text, a refusal, calls, or several of them. refusals: how often it refuses."""
    refused = choices.pick(refusals)
    answer: Object = {"role": "assistant", "content": None if refused else _content(choices, _CONTENTS)}
    if refused:
        answer["refusal"] = choices.pick(_CHAT_REFUSALS)
    elif choices.one_in(2):
        answer["refusal"] = None
    return _response(choices, answer, () if refused else ("",) * choices.pick(_CHAT_COUNTS))


def _content(choices: Choices, contents: DealtOptions[str | None]) -> str | None:
    content = choices.pick(contents)
    return text(choices, _CHAT_TEXTS) if content == "text" else content


def _response(choices: Choices, answer: Object, kinds: tuple[str, ...]) -> JSON:
    """A response with a message. kinds: of its calls; "" for any kind."""
    if kinds:
        answer |= calls_member(_chat_calls(choices, kinds))
    elif not choices.one_in(3):
        answer |= calls_member([] if choices.one_in(2) else None)
    finish = choices.pick(_CHAT_FINISHES_OF_CALLS if kinds else _CHAT_FINISHES)
    beside, inside = fresh(choices, _CHAT_RARE)
    found = [{"index": 0, "message": answer | inside, "finish_reason": finish} | beside]
    if choices.one_in(8):
        other = {"role": "assistant", "content": "another choice", **calls_member([chat_call(choices, 90)])}
        found.append({"index": 1, "message": other, "finish_reason": "stop"})
    response: Object = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_760_000_000, "model": "gpt-4o"}
    response["choices"] = found
    return response if choices.one_in(6) else response | {"usage": fresh(choices, _CHAT_USAGES)}


def _chat_calls(choices: Choices, kinds: tuple[str, ...]) -> list[JSON]:
    """Calls; sometimes the last one resembles the first."""
    calls = [chat_call(choices, number, kind and _WORDS[kind]) for number, kind in enumerate(kinds)]
    functions = [call for call in calls if "function" in call]
    twin = choices.pick(_DEALT_TWINS if kinds[0] else _TWINS) if len(functions) > 1 else "nothing"
    if twin == "its name":
        functions[-1]["function"]["name"] = functions[0]["function"]["name"]
    elif twin == "all but its id":
        functions[-1]["function"] = dict(functions[0]["function"])
    elif twin == "all but case":
        name = functions[0]["function"]["name"]
        functions[-1]["function"]["name"] = in_other_case(name)
        functions[-1]["id"] = in_other_case(functions[0]["id"])
    return calls


_WORDS = {CALL: "function", CUSTOM_CALL: "custom"}


def chat_call(choices: Choices, number: int, kind: str = "") -> Object:
    """A call. number: one that no other call of the answer has. kind: function or custom; "" for any."""
    is_dealt = kind != ""
    kind = kind or ("custom" if choices.pick(_CHAT_OTHERS) else "function")
    call: Object = {"id": choices.pick(_CHAT_IDS[kind]).format(number), "type": kind}
    if kind == "custom":
        return call | {"custom": {"name": choices.pick(_CUSTOM_NAMES), "input": text(choices, _CHAT_INPUTS)}}
    name = choices.pick(_DEALT_NAMES if is_dealt else TOOL_NAMES)
    arguments = dealt_arguments(choices) if is_dealt else arguments_text(choices)
    return call | {"function": {"name": name, "arguments": arguments}}


_CHAT_CALL_FAULTS: dict[str, Fault] = {
    "no id": lambda _choices, call: call.pop("id"),
    "null id": lambda _choices, call: call.update(id=None),
    "empty id": lambda _choices, call: call.update(id=""),
    "no type": lambda _choices, call: call.pop("type"),
    "no name": lambda _choices, call: call["function"].pop("name"),
    "null function": lambda _choices, call: call.update(function=None),
}  # fmt: skip
_CHAT_FAULTS: dict[str, Fault] = {
    "a null call": lambda _choices, choice: choice["message"].update(
        calls_member([*written_calls(choice["message"]), None])
    ),
    "null finish_reason": lambda _choices, choice: choice.update(finish_reason=None),
    "a list of calls without a call": lambda _choices, choice: choice.update(
        message=choice["message"] | calls_member([]), finish_reason=ENDED_BY_CALLS
    ),
}
_FAULTS_OF_CHATS = fault_names(
    ARGUMENT_FAULTS, _CHAT_CALL_FAULTS, _CHAT_FAULTS, arguments_that_are_no_JSON=8, arguments_cut_off=4
)


def make_malformed_chat_response(choices: Choices) -> tuple[str, JSON]:
    """A Chat response with one fault, and the fault's name."""
    response = make_chat_response(choices)
    name = choices.pick(_FAULTS_OF_CHATS)
    return name, _damaged(choices, response, name)


# The faults that a response whose chunks are sent has too: without a finish_reason it is a stream that breaks off.
MALFORMED_ANSWERS = tuple(
    name
    for name in dict.fromkeys(_FAULTS_OF_CHATS)
    if name not in ("null finish_reason", "a null call", "null function")
)


def make_malformed_answer(choices: Choices, name: str) -> JSON:
    """A Chat response of one choice, with one of MALFORMED_ANSWERS."""
    response = make_chat_response(choices)
    response["choices"] = response["choices"][:1]
    return _damaged(choices, response, name)


def _damaged(choices: Choices, response: JSON, name: str) -> JSON:
    choice = response["choices"][0]
    function = {"name": choices.pick(TOOL_NAMES), "arguments": arguments_text(choices)}
    call: Object = {"id": "call_30b", "type": "function", "function": function}
    choice["message"] |= calls_member([call, *written_calls(choice["message"])])
    if name in ARGUMENT_FAULTS:
        ARGUMENT_FAULTS[name](choices, function)
    elif name in _CHAT_CALL_FAULTS:
        _CHAT_CALL_FAULTS[name](choices, call)
    else:
        _CHAT_FAULTS[name](choices, choice)
    return response


def _large_chats() -> list[tuple[str, JSON]]:
    def response(calls: list[JSON], **more: JSON) -> Object:
        answer = calling(calls)
        around = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_760_000_000, "model": "gpt-4o"}
        return {**around, "choices": [{"index": 0, "message": answer, "finish_reason": ENDED_BY_CALLS}], **more}

    def call(number: int, arguments: str) -> Object:
        return {"id": f"call_{number}", "type": "function", "function": {"name": "search", "arguments": arguments}}

    wide = [
        (f"wide-{width}", response([call(number, json.dumps({"number": number})) for number in range(width)]))
        for width in WIDTHS
    ]
    return [("deep-extra", response([call(0, deep_arguments())], extra=deep_item())), *wide]


INPUTS = {"chat-response": Inputs(make_whole_chat, lambda: _NO_CHATS, _large_chats, make_malformed_chat_response)}
