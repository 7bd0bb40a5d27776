"""Answers of Chat backends with all that the Responses API has a place for: thoughts, citations, details, a tier."""

from __future__ import annotations

from collections.abc import Callable

from conformance.base.values import JSON
from conformance.formats.chat.calls import calls_member, drop_calls, old_call_member, written_calls
from conformance.inputs.answer_chunks import chunks_of, spoken_chunks
from conformance.inputs.arguments import Object, arguments_text
from conformance.inputs.chat_answers import make_chat_response
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import TOOL_NAMES, edges, fresh, table, text
from conformance.inputs.media import WAV

_THOUGHTS, _ODD_THOUGHTS = weighted({"none": 5, "reasoning_content": 3, "reasoning": 2}), edges(5, empty=False)
_ALONE = DealtOptions(("", "reasoning_content", "", "reasoning"))  # of an answer that neither refuses nor calls
_IDS = DealtOptions(
    ("chatcmpl-1", "chatcmpl-9f2e", "gen-17", "0b5c1f5e-6b0e-4c3c-9a55-6d1c2a3b4c5d", "msg_1", "resp_1")
)
_MODELS = DealtOptions(("gpt-4o-2024-08-06", "deepseek-reasoner", "qwen3:8b", "accounts/acme/models/größe"))
_CREATED = DealtOptions((1_760_000_000, 1_760_000_001, 1_700_000_000))
_TIERS = DealtOptions(("default", "auto", "flex", "scale", "priority", "fast", "ultrafast", "on_demand", None))
_FINGERPRINTS = DealtOptions(("fp_44709d6fcb", None))
# Counts, and their details: how much was read from a cache and written to it, and how much was thought.
_COUNTS = DealtOptions(((90, 7), (2006, 300), (5, 2**53 + 1), (2**53 + 1, 1), (0, 0)))
_READ = table(
    {"prompt_tokens_details": {"cached_tokens": 64}}, {"prompt_tokens_details": {"cached_tokens": 2**53 + 1}},
    {"prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0, "cache_write_tokens": 12}},
    {"prompt_tokens_details": {"cached_tokens": None, "cache_write_tokens": 0}},
    {"prompt_tokens_details": {"cached_tokens": 3, "cache_write_tokens": None}},
    {"prompt_tokens_details": {"cache_write_tokens": 2**53 + 1}}, {"prompt_tokens_details": None}, {},
)  # fmt: skip
_THOUGHT = table(
    {"completion_tokens_details": {"reasoning_tokens": 256, "audio_tokens": 0, "accepted_prediction_tokens": 3,
                                   "rejected_prediction_tokens": 1}},
    {"completion_tokens_details": {"reasoning_tokens": 2**53 + 1}}, {"completion_tokens_details": None},
    {"completion_tokens_details": {"reasoning_tokens": 0}}, {"completion_tokens_details": {"reasoning_tokens": None}},
    {"completion_tokens_details": {"audio_tokens": 0}}, {},
)  # fmt: skip
_CITED = DealtOptions((
    (("https://example.org/a", "A", 0),),
    (("https://example.org/a", "A", 0), ("https://example.org/b%20c?x=1&y=2", "B – ü", 1)),
    (("https://example.org/a", "A", 0), ("https://example.org/a", "", 0)),
))  # fmt: skip
# In pieces of one character, and in pieces that end inside of what must be read at once.
_ODD_ARGUMENTS = DealtOptions((
    '{"content":"' + "A text in many pieces. " * 50 + '"}',
    '{"said":"None","none":"","\\ud83d\\ude42":"\\"🙂\\" \\u00f6\\\\","low":-0.0,"whole":1.0,"tiny":1e-7,"on":true,'
    '"list":[],\n"object":{},"json":"{\\"a\\":1}","id":123456789012345678901234567890}',
))  # fmt: skip
_EARLY = DealtOptions(("length", "length", "content_filter"))
_IS_LEFT_OUT = DealtOptions((True, False))
_UNASKED = weighted({"several choices": 1, "an old call": 2, "sound": 1})
_FINISHES_OF_OLD_CALLS = DealtOptions(("function_call", "function_call", "stop"))  # the end has the call's name
_BEFORE_A_REFUSAL = DealtOptions(("", "So far.", "A part of it.\n"))


def _with_thoughts(choices: Choices, response: Object) -> None:
    message = _message(response)
    alone = "" if message.get("refusal") or written_calls(message) else choices.pick(_ALONE)
    if alone:
        message["content"] = None
    member = alone or choices.pick(_THOUGHTS)
    if member != "none":
        # Its beginning is in no other text: what is thought must be told from what is said.
        message[member] = f"Thinking aloud: {text(choices, _ODD_THOUGHTS)}"


def _with_citations(choices: Choices, response: Object) -> None:
    message = _message(response)
    end = len(message.get("content") or "")
    if end:
        message["annotations"] = [
            {"type": "url_citation", "url_citation": {
                "url": url, "title": title, "start_index": min(start, end - 1), "end_index": end}}
            for url, title, start in choices.pick(_CITED)
        ]  # fmt: skip


def _with_text_before_a_refusal(choices: Choices, response: Object) -> None:
    message = _message(response)
    if message.get("refusal"):
        message["content"] = choices.pick(_BEFORE_A_REFUSAL)


def _with_logprobs(_choices: Choices, response: Object) -> None:
    said = _message(response).get("content")
    if said:
        response["choices"][0]["logprobs"] = {"content": _tokens([*said[:3], said[3:]]), "refusal": None}


def _tokens(parts: list[str]) -> list[JSON]:
    return [
        {"token": part, "logprob": -0.25 * number, "bytes": _bytes(part),
         "top_logprobs": [{"token": part, "logprob": -0.25 * number, "bytes": None}] if number % 2 else []}
        for number, part in enumerate(parts) if part
    ]  # fmt: skip


def _bytes(part: str) -> list[int] | None:
    """Return the bytes of a token; None for one that ends inside a character."""
    try:
        return list(part.encode())
    except UnicodeEncodeError:
        return None


def _with_usage(choices: Choices, response: Object) -> None:
    given, made = choices.pick(_COUNTS)
    counts = {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}
    response["usage"] = counts | fresh(choices, _READ) | fresh(choices, _THOUGHT)


def _with_names(choices: Choices, response: Object) -> None:
    """Give what hosts other than the API have."""
    response |= {"id": choices.pick(_IDS), "model": choices.pick(_MODELS), "created": choices.pick(_CREATED)}


def _with_tier(choices: Choices, response: Object) -> None:
    response |= {"service_tier": choices.pick(_TIERS), "system_fingerprint": choices.pick(_FINGERPRINTS)}


def make_unasked(choices: Choices) -> tuple[str, JSON]:
    """A response with what no Responses request asks for, which has no `n`, `functions` or `modalities`, and its name.

    Several choices, a call in the form that tools replaced, or sound.
    """
    name = choices.pick(_UNASKED)
    response: Object = make_chat_response(choices, DealtOptions((False,)))
    message = _message(response)
    if name == "several choices":
        other = {"role": "assistant", "content": "another choice"}
        response["choices"] = [response["choices"][0], {"index": 1, "message": other, "finish_reason": "stop"}]
        return name, response
    response["choices"] = [{**response["choices"][0], "finish_reason": "stop"}]
    drop_calls(message)
    if name == "sound":
        message["audio"] = {"id": "audio_1", "data": WAV, "expires_at": 1_760_003_600, "transcript": "Spoken."}
        response["choices"][0]["logprobs"] = {"content": [], "refusal": None}
    else:
        message |= old_call_member({"name": choices.pick(TOOL_NAMES), "arguments": arguments_text(choices)})
        response["choices"][0]["finish_reason"] = choices.pick(_FINISHES_OF_OLD_CALLS)
    return name, response


def make_unasked_stream(choices: Choices) -> tuple[str, JSON]:
    """The same in chunks. A spoken answer ends without a finish_reason."""
    name, response = make_unasked(choices)
    return name, (spoken_chunks if name == "sound" else chunks_of)(choices, response)


def _as_hosts_leave_it(choices: Choices, response: Object) -> None:
    """Leave a text out that is null, or have nulls for members that say nothing."""
    message = _message(response)
    if message["content"] is None and choices.pick(_IS_LEFT_OUT):
        del message["content"]
    message.setdefault("annotations", None)


def _with_the_same_arguments(_choices: Choices, response: Object) -> None:
    functions = [call["function"] for call in written_calls(_message(response)) if "function" in call]
    if functions:
        functions[-1]["arguments"] = functions[0]["arguments"]


def _with_odd_arguments(choices: Choices, response: Object) -> None:
    functions = [call["function"] for call in written_calls(_message(response)) if "function" in call]
    if functions and functions[-1] not in functions[:-1]:  # one that is the same twice stays so
        functions[-1]["arguments"] = choices.pick(_ODD_ARGUMENTS)


def _cut_off(choices: Choices, response: Object) -> None:
    """End the answer inside its last call."""
    calls = written_calls(_message(response))
    if calls:
        function = calls[-1].get("function")
        if function is not None:
            arguments = function["arguments"].rstrip()
            function["arguments"] = arguments[: choices.pick(range(min(len(arguments), 98)))]
        response["choices"][0]["finish_reason"] = choices.pick(_EARLY)


def _message(response: Object) -> Object:
    message: Object = response["choices"][0]["message"]
    return message


# What an answer gets more, and how many answers get it once.
_MORE: tuple[tuple[Callable[[Choices, Object], None], DealtOptions[bool]], ...] = tuple(
    (more, weighted({True: 1, False: others}) if others else DealtOptions((True,)))
    for more, others in (
        (_with_thoughts, 0), (_with_citations, 4), (_with_text_before_a_refusal, 1), (_as_hosts_leave_it, 1),
        (_with_logprobs, 4), (_with_usage, 2), (_with_names, 2), (_with_tier, 1),
        (_with_the_same_arguments, 4), (_with_odd_arguments, 2), (_cut_off, 7),
    )
)  # fmt: skip


def make_answer(
    choices: Choices,
    refusals: DealtOptions[bool],
    make: Callable[[Choices, DealtOptions[bool]], JSON] = make_chat_response,
) -> JSON:
    """A Chat response as backends give one. refusals: how often it refuses. make: makes what the API itself gives."""
    response: Object = make(choices, refusals)
    del response["choices"][1:]
    for more, has_more in _MORE:
        if choices.pick(has_more):
            more(choices, response)
    return response


_IS_THINKING = weighted({"beside an empty text": 2, "alone": 2, "before a null": 1})
_IS_FOLLOWED = weighted({"nothing": 6, "text after a call": 2, "text between calls": 1})
# What hosts repeat of a choice that has ended, in the chunk of the usage.
_REPEATED = table(None, None, None, {}, {"content": ""}, {"role": "assistant", "content": "", **calls_member(None)})
_IDLE = table(*[[]] * 4, [{}], [{"content": ""}], [{"content": None, **calls_member(None)}], [{}, {"content": ""}])


def make_chunks(choices: Choices, response: JSON, *, by_turns: bool = False) -> list[JSON]:
    """The chunks of such a response: text may follow a call, thoughts come beside empty texts, deltas say nothing.

    by_turns: as in `chunks_of`.
    """
    logprobs = [
        choice.pop("logprobs") for choice in response["choices"] if (choice.get("logprobs") or {}).get("content")
    ]
    chunks = chunks_of(choices, response, by_turns=by_turns)
    _think(choices, chunks)
    _idle(choices, chunks)
    place = choices.pick(_IS_FOLLOWED)
    if place != "nothing":
        _say_more(chunks, between=place == "text between calls")
    if logprobs:
        _count_tokens(chunks)
    _repeat(choices, chunks)
    return chunks


def _choice(chunk: JSON) -> Object | None:
    """Return the piece of the first choice that a chunk has."""
    return next((choice for choice in chunk["choices"] if choice["index"] == 0), None)


def _think(choices: Choices, chunks: list[JSON]) -> None:
    manner = choices.pick(_IS_THINKING)
    for choice in filter(None, map(_choice, chunks)):
        delta = choice["delta"]
        thought = next((key for key in ("reasoning_content", "reasoning") if key in delta), None)
        if manner == "beside an empty text" and thought:
            delta["content"] = ""
        elif manner == "before a null" and delta.get("content"):
            delta["reasoning_content"] = None


def _idle(choices: Choices, chunks: list[JSON]) -> None:
    """Insert deltas that say nothing behind the first chunk of a choice, before its end."""
    begun = next(number for number, chunk in enumerate(chunks) if _choice(chunk))
    if chunks[begun]["choices"][0]["finish_reason"] is None:
        around = {key: value for key, value in chunks[begun].items() if key != "usage"}
        chunks[begun + 1 : begun + 1] = [
            {**around, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
            for delta in fresh(choices, _IDLE)
        ]


def _repeat(choices: Choices, chunks: list[JSON]) -> None:
    """Let the chunk of the usage, behind the end, have the choice again: it says nothing, not even how it ended."""
    last = chunks[-1]
    if not last["choices"] and last.get("usage"):
        delta = fresh(choices, _REPEATED)
        last["choices"] = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": None}]


def _say_more(chunks: list[JSON], *, between: bool) -> None:
    """Insert text behind the calls, or before the last call that begins in a chunk of its own."""
    firsts, calls = [], []
    for number, chunk in enumerate(chunks):
        choice = _choice(chunk)
        pieces = written_calls(choice["delta"]) if choice else []
        if pieces:
            calls.append(number)
            firsts += [number] * any(
                (piece.get("function") or piece.get("custom") or {}).get("name") for piece in pieces
            )
    place = firsts[-1] if between and len(firsts) > 1 else calls[-1] + 1 if calls else None
    if place is None or chunks[place - 1]["choices"][0]["finish_reason"] is not None:
        return
    around = {key: value for key, value in chunks[place - 1].items() if key != "usage"}
    texts = ("Next, ", "that one.") if between else ("And so", " on.", " Done")
    chunks[place:place] = [
        {**around, "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]} for text in texts
    ]


def _count_tokens(chunks: list[JSON]) -> None:
    """Give each piece of text its log probability."""
    for choice in filter(None, map(_choice, chunks)):
        said = choice["delta"].get("content")
        choice["logprobs"] = {"content": _tokens([said]), "refusal": None} if said else None
