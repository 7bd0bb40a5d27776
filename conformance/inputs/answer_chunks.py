"""Streams of Chat Completions: the chunks of one answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from conformance.base.values import JSON, copy_of
from conformance.formats.chat.calls import ENDED_BY_CALLS, calls_member, old_call, old_call_member, written_calls
from conformance.formats.chat.read import THOUGHTS
from conformance.inputs.answers import ERRORS
from conformance.inputs.arguments import Object, deep_arguments, deep_item
from conformance.inputs.chat_answers import (
    MALFORMED_ANSWERS,
    chat_call,
    make_chat_response,
    make_malformed_answer,
)
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.events import pieces
from conformance.inputs.host_chunks import (
    AZURES_FIRST,
    add_results,
    as_hosts_send,
    leave_choices_out,
    sound_of,
)
from conformance.inputs.material import fresh, table, text
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import WIDTHS

Delta: TypeAlias = Object

# What begins the first delta: the role alone, with an empty text, with the first piece, or nothing of it. Further
# choices have it.
_BEGINNINGS = weighted({"role": 3, "role and text": 3, "with the first piece": 4, "no role": 1})
# What later pieces of a call say again, as hosts do.
_AGAIN = weighted({"nothing": 6, "id and name": 2, "empty": 1, "null": 1})
_AGAIN_BY_TURNS = DealtOptions(("nothing", "id and name", "empty", "null"))
_ORDERS = weighted({"one after another": 4, "mixed": 3, "in one chunk": 2})
# Whether the first piece of a call comes in one delta with the last piece of the text.
_IS_BESIDE_A_TEXT = weighted({False: 3, True: 2})
# Where the usage is, and whether the host stamps each chunk: Groq, xAI and llama.cpp do.
_USAGES = weighted({
    ("at the end", False): 4, ("at the end", True): 1, ("in the last piece", False): 1, ("in the last piece", True): 1,
    ("so far", True): 1,
})  # fmt: skip
ENDS = weighted({"finished": 7, "by turns": 1, "broken off": 2, "error": 2})
_IS_SPOKEN = weighted({False: 24, True: 1})
# Refusals more often: each text comes in one way of cutting it.
REFUSALS, NO_REFUSAL = weighted({False: 3, True: 2}), DealtOptions((False,))
_IS_FINISHED_WITH_A_PIECE = DealtOptions((False, False, True))
# Thoughts, which hosts send under two names, come first.
_TEXTS = ("reasoning_content", "reasoning", "content", "refusal")
_EXTRAS = table(*[{}] * 5, {"obfuscation": "a1B2"}, {"system_fingerprint": None}, {"service_tier": "default"})
# The pieces after which a stream ends early.
_LAST = ("role", "content", "refusal", "call", "arguments", "input")
_LAST_OF = {"broken off": DealtOptions(_LAST), "error": DealtOptions(_LAST)}
_KINDS = {"arguments": "function", "input": "custom"}  # of calls, by what of them grows


def make_chat_stream(choices: Choices) -> JSON:
    """The chunks of one answer, as hosts send them."""
    if choices.pick(_IS_SPOKEN):
        return spoken_chunks(choices, make_chat_response(choices.apart(), NO_REFUSAL))
    end = choices.pick(ENDS)
    # A stream that breaks off could lose what is dealt, and calls by turns replace others.
    dealt = choices if end == "finished" else choices.apart()
    response = make_chat_response(dealt, REFUSALS if end == "finished" else NO_REFUSAL)
    last = with_pieces(choices, response, end)
    return ended(choices, chunks_of(dealt, response, by_turns=end == "by turns"), end, last)


def spoken_chunks(choices: Choices, response: JSON) -> list[JSON]:
    """The chunks of an answer that is spoken, with what is around a response, and mostly with its usage."""
    around = {key: response[key] for key in _AROUND if key in response} | {"object": "chat.completion.chunk"}
    usage = response.get("usage")
    return as_hosts_send(choices, [*sound_of(around), *([{**around, "choices": [], "usage": usage}] if usage else [])])


def with_pieces(choices: Choices, response: JSON, end: str) -> str:
    """Give an answer what its stream needs: all that grows by turns, or what comes last. Return what comes last."""
    choice = response["choices"][0]
    message = choice["message"]
    if end == "by turns":
        message["content"] = message.get("content") or f"So {text(choices)}"
        kinds = (*_KINDS.values(), *_KINDS.values())
        message |= calls_member([chat_call(choices, number, kind) for number, kind in enumerate(kinds)])
        choice["finish_reason"] = ENDED_BY_CALLS
    if end not in _LAST_OF:
        return ""
    last = choices.pick(_LAST_OF[end])
    if last == "content":
        message["content"] = message.get("content") or f"So {text(choices)}"
    elif last == "refusal":
        message |= {"refusal": "I can't help with that.", "content": None, **calls_member(None)}
        choice["finish_reason"] = "stop"
    elif last != "role":
        call = chat_call(choices.apart(), 90, _KINDS.get(last, "function"))
        if last == "input":
            call["custom"]["input"] = call["custom"]["input"] or "select 1"
        message |= calls_member([*written_calls(message), call])
    return last


def ended(choices: Choices, chunks: list[JSON], end: str, last: str) -> list[JSON]:
    """The chunks of a stream that is finished, broken off, or ended by an error. last: the piece before; "" for any."""
    if end not in _LAST_OF:
        return as_hosts_send(choices, chunks)
    whole = next(
        number for number, chunk in enumerate(chunks) if any(choice["finish_reason"] for choice in chunk["choices"])
    )
    begun = [number for number, chunk in enumerate(chunks[: whole + 1]) if chunk["choices"]]
    places = [number for number in begun if last in _pieces_in(chunks[number]["choices"][0])] or begun
    chunks = chunks[: choices.pick(places[:98]) + 1]
    _end_at(chunks[-1]["choices"][0], last)
    return as_hosts_send(choices, chunks if end == "broken off" else [*chunks, {"error": fresh(choices, ERRORS)}])


def _pieces_in(choice: JSON) -> Iterator[str]:
    """Yield what the pieces of the first choice are."""
    delta = {} if choice["index"] else choice["delta"]
    yield from (key for key in ("content", "refusal") if delta.get(key))
    for piece in written_calls(delta):
        yield from (key for key, kind in _KINDS.items() if (piece.get(kind) or {}).get(key))
        yield "call" if piece.get("id") else ""
    if "role" in delta:
        yield "role"


def _end_at(choice: JSON, last: str) -> None:
    """Let a piece end nothing, and leave nothing in it behind the role or the beginning of a call that comes last."""
    choice["finish_reason"], delta = None, choice["delta"]
    if last == "role":
        choice["delta"] = {"role": "assistant", "content": None if delta.get("content") is None else ""}
    for piece in written_calls(delta) if last == "call" else ():
        for key, kind in _KINDS.items():
            if kind in piece:
                piece[kind][key] = ""


_AROUND = ("id", "created", "model", "service_tier", "system_fingerprint")


def chunks_of(choices: Choices, response: JSON, *, by_turns: bool = False) -> list[JSON]:
    """The chunks of a Chat response, as one of the hosts sends them.

    by_turns: a piece of its text, then one of each call, and again.
    """
    around = {key: response[key] for key in _AROUND if key in response} | {"object": "chat.completion.chunk"}
    around |= fresh(choices, _EXTRAS)
    usage, (place, is_stamped) = response.get("usage"), choices.pick(_USAGES)
    chunks: list[JSON] = []
    for choice in response["choices"]:
        chunks += [{**around, "choices": [element]} for element in _of_choice(choices, choice, by_turns)]
    if usage is not None and place == "at the end":
        chunks = [{**chunk, "usage": None} for chunk in chunks] + [{**around, "choices": [], "usage": usage}]
    elif usage is not None and place == "in the last piece":
        chunks[-1]["usage"] = usage
    elif usage is not None:
        chunks = [{**chunk, "usage": {**usage, "total_tokens": number}} for number, chunk in enumerate(chunks)]
        chunks[-1]["usage"] = usage
    if is_stamped and isinstance(begun := around.get("created"), int):
        chunks = [{**chunk, "created": begun + number} for number, chunk in enumerate(chunks)]
    made = [AZURES_FIRST, *chunks] if choices.one_in(6) else chunks
    copied: list[JSON] = copy_of(made)  # a chunk must share nothing with another one
    return copied


def _of_choice(choices: Choices, choice: JSON, by_turns: bool) -> list[JSON]:
    """The deltas of one choice, and its end."""
    message = choice["message"]
    calls = written_calls(message)
    deltas = _turns(choices, message, calls) if by_turns else _text_deltas(choices, message)
    rest = {key: message[key] for key in ("annotations", "audio") if message.get(key)}
    deltas += [rest] if rest else []
    called = [] if by_turns else _call_deltas(choices, calls)
    if called and deltas and "content" in deltas[-1] and choices.pick(_IS_BESIDE_A_TEXT):
        called[0] = deltas.pop() | called[0]
    deltas += called
    if old := old_call(message):
        deltas += _old_call_deltas(choices, old)
    beginning = choices.pick(_BEGINNINGS)
    if beginning == "with the first piece" and deltas:
        deltas[0] = {"role": "assistant", "content": None} | deltas[0]
    elif beginning != "no role" or choice["index"]:
        content = "" if beginning == "role and text" else None
        deltas.insert(0, {"role": "assistant", "content": content, "refusal": None})
    if choices.one_in(6):
        deltas = [{"role": "assistant"} | delta for delta in deltas]
    logprobs = {"logprobs": choice["logprobs"]} if "logprobs" in choice else {}
    index = {"index": choice["index"]}
    made = [{**index, "delta": delta, "finish_reason": None, **logprobs} for delta in deltas]
    with_a_piece = choices.pick(_IS_FINISHED_WITH_A_PIECE)
    if made and with_a_piece:
        made[-1]["finish_reason"] = choice["finish_reason"]
    else:
        made.append({**index, "delta": {}, "finish_reason": choice["finish_reason"]})
    return made


def _turns(choices: Choices, message: JSON, calls: list[JSON]) -> list[Delta]:
    """The pieces of the text and of the calls by turns; thoughts come first."""
    thoughts = _text_deltas(choices, {key: message.get(key) for key in THOUGHTS})
    again = choices.pick(_AGAIN_BY_TURNS)
    said: list[Delta] = [{"content": piece} for piece in pieces(choices, "content", message["content"], 1)]
    called: list[list[Delta]] = [
        [calls_member([piece]) for piece in _story(choices, number, call, again, 1)]
        for number, call in enumerate(calls)
    ]
    return [*thoughts, *(delta for turn in zip_longest(said, *called) for delta in turn if delta is not None)]


def _text_deltas(choices: Choices, message: JSON) -> list[Delta]:
    texts = [(key, message[key]) for key in _TEXTS if message.get(key) is not None]
    return [{key: piece} for key, said in texts for piece in pieces(choices, key, said)]


def _old_call_deltas(choices: Choices, call: JSON) -> list[Delta]:
    """The pieces of a call in the form that tools replaced."""
    first, *later = pieces(choices, "old call", call["arguments"])
    return [
        old_call_member(element) for element in (call | {"arguments": first}, *({"arguments": name} for name in later))
    ]


def _call_deltas(choices: Choices, calls: list[JSON]) -> list[Delta]:
    again = choices.pick(_AGAIN)
    stories = [_story(choices, number, call, again) for number, call in enumerate(calls)]
    order = choices.pick(_ORDERS)
    if order == "in one chunk":
        rounds = max(map(len, stories), default=0)
        return [calls_member([story[at] for story in stories if at < len(story)]) for at in range(rounds)]
    if order == "mixed":
        firsts = [story.pop(0) for story in stories]
        left = [story for story in stories if story]
        mixed = []
        while left:
            story = choices.pick(left[:98])
            mixed.append(story.pop(0))
            left = [values for values in left if values]
        return [calls_member([piece]) for piece in (*firsts, *mixed)]
    return [calls_member([piece]) for story in stories for piece in story]


def _story(choices: Choices, number: int, call: JSON, again: str, cuts: int = 0) -> list[Object]:
    """The pieces of one call, with some cuts at least. What is no call, or has no text of arguments, comes as it is."""
    holder = next((key for key in ("function", "custom") if isinstance(call, dict) and call.get(key)), None)
    inner = call[holder] if holder else {}
    growing = "input" if holder == "custom" else "arguments"
    if not isinstance(inner.get(growing), str):
        return [{"index": number, **call} if isinstance(call, dict) else call]
    cut = pieces(choices, growing, inner[growing], cuts)
    if choices.one_in(2):
        cut.insert(0, "")
    first = {"index": number, **call, holder: inner | {growing: cut[0]}}
    known = {key: call[key] for key in ("id", "type") if key in call} if again == "id and name" else {}
    name = {"name": inner["name"]} if again == "id and name" and "name" in inner else {}
    if again in ("empty", "null"):
        nothing = "" if again == "empty" else None
        known, name = {"id": nothing}, {"name": nothing}
    return [first, *({"index": number, **known, holder: {**name, growing: piece}} for piece in cut[1:])]


# Ways in which a stream is damaged, or in which hosts differ so far that the types refuse it.
_STREAM_FAULTS = (
    "no index", "a null chunk", "a null piece", "a null choice", "a second finish_reason", "a piece behind the end",
    "calls that begin at 1", "another id", "another name", "chunks without choices", "results without a delta",
)  # fmt: skip
_FAULTS = DealtOptions((*MALFORMED_ANSWERS, *_STREAM_FAULTS))


def make_malformed_chat_stream(choices: Choices) -> tuple[str, JSON]:
    """A Chat stream with one fault, and the fault's name."""
    name = choices.pick(_FAULTS)
    if name in MALFORMED_ANSWERS:
        return name, chunks_of(choices, make_malformed_answer(choices, name))
    response = make_chat_response(choices)
    response["choices"] = response["choices"][:1]
    message = response["choices"][0]["message"]
    message["refusal"] = None
    function = {"name": "look", "arguments": '{"at":"sky"}'}
    first = {"id": "call_30b", "type": "function", "function": function}
    message |= calls_member([first, *written_calls(message)])
    chunks = chunks_of(choices, response)
    if name == "chunks without choices":
        leave_choices_out(chunks)
    elif name == "results without a delta":
        add_results(chunks)
    else:
        _damage(name, chunks)
    return name, chunks


def _damage(name: str, chunks: list[JSON]) -> None:
    ends = [chunk for chunk in chunks if chunk["choices"] and chunk["choices"][0]["finish_reason"]]
    around = {key: value for key, value in ends[0].items() if key != "usage"}
    found = [piece for chunk in chunks for choice in chunk["choices"] for piece in written_calls(choice["delta"])]
    of_first = [piece for piece in found if piece["index"] == 0]
    if name == "no index":
        for piece in found:
            del piece["index"]
    elif name == "calls that begin at 1":
        for piece in found:
            piece["index"] += 1
    elif name in ("a null chunk", "a null piece", "a null choice"):
        delta: Object = calls_member([None])
        choice: JSON = None if name == "a null choice" else {"index": 0, "delta": delta, "finish_reason": None}
        chunks.insert(1, None if name == "a null chunk" else {**around, "choices": [choice]})
    elif name == "a second finish_reason":
        finish = "length" if ends[0]["choices"][0]["finish_reason"] == "stop" else "stop"
        chunks.append({**around, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    elif name == "a piece behind the end":
        chunks.append({**around, "choices": [{"index": 0, "delta": {"content": "."}, "finish_reason": None}]})
    else:
        given = {"id": "call_other"} if name == "another id" else {}
        function = {"name": "other", "arguments": ""} if name == "another name" else {"arguments": ""}
        delta = calls_member([{"index": of_first[0]["index"], **given, "function": function}])
        chunks.insert(
            chunks.index(ends[0]), {**around, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        )


_NO_STREAMS: tuple[JSON, ...] = (
    None, 7, "text", {}, True, [None], ["data: {}"], [[]], {"choices": []}, [{"choices": 3}], [{"choices": [None]}],
    [{"choices": [{"index": 0, "delta": {"content": {"text": "a"}, **calls_member("look")}, "finish_reason": "stop"}]}],
    [{"choices": [{"index": 0, "delta": calls_member([None, 7]), "finish_reason": ENDED_BY_CALLS}]}],
)  # fmt: skip


def _large_streams() -> list[tuple[str, JSON]]:
    def chunk(delta: Object, finish: str | None = None, **more: JSON) -> Object:
        around = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_760_000_000, "model": "gpt-4o"}
        return {**around, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}

    def call(number: int, arguments: str) -> list[JSON]:
        function = {"name": "search", "arguments": arguments[:4]}
        first = {"index": number, "id": f"call_{number}", "type": "function", "function": function}
        return [
            chunk(calls_member([first])),
            chunk(calls_member([{"index": number, "function": {"arguments": arguments[4:]}}])),
        ]

    def wide(width: int) -> list[JSON]:
        return [element for number in range(width // 2) for element in call(number, json.dumps({"number": number}))]

    end = chunk({}, ENDED_BY_CALLS)
    deep = [chunk({"role": "assistant"}, extra=deep_item()), *call(0, deep_arguments()), end]
    return [("deep-extra", deep), *((f"wide-{width}", [*wide(width), end]) for width in WIDTHS)]


INPUTS = {"chat-stream": Inputs(make_chat_stream, lambda: _NO_STREAMS, _large_streams, make_malformed_chat_stream)}
