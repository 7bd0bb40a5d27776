"""Streams of Gemini's generateContent: lists of whole responses, each with what is new, and with the counts so far."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import JSON, copy_of
from conformance.formats.exchanges import WRITERS, events_of
from conformance.formats.model.answer import Answer, AnswerFailure
from conformance.formats.neighbours import CALL, TEXT
from conformance.inputs.arguments import Object, deep_arguments, deep_item
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.events import pieces
from conformance.inputs.gemini_answers import (
    CONTENTS_OF_NOTHING,
    MANNERS,
    SEEN_THOUGHT,
    answer_of,
    facts_of,
    make_answer,
    plain_call,
    plain_candidate,
    with_manners,
    without_empty,
)
from conformance.inputs.material import fresh
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import WIDTHS

_STREAM: Final = "gemini-stream"
_ENDS = weighted({"finished": 12, "broken off": 2, "error": 2})
# What a stream has last that ends early.
_LAST_OF = {end: DealtOptions((TEXT, CALL, SEEN_THOUGHT)) for end in ("broken off", "error")}
# Whether the last response has the last part too, or an empty text, or no part at all.
_LAST_PART = DealtOptions(("an empty text", "an empty text", "no part", "the last part"))
_TOGETHER = DealtOptions((False, False, True))  # whether calls that follow each other come in one response
_IS_SIGNED_LAST = weighted({False: 3, True: 1})
_SEAL: Final = "EqQBCkYIBBgCKkDK"
_ERRORS = DealtOptions((
    AnswerFailure(kind="UNAVAILABLE", status=503, message="The model is overloaded. Please try again later."),
    AnswerFailure(kind="INTERNAL", status=500, message="An internal error has occurred."),
))  # fmt: skip
_NO_STREAMS: tuple[JSON, ...] = (None, 7, "text", {}, True, [], [None], ["data: {}"], [[]], [{}], [{"a": 1}])


def make_stream(choices: Choices) -> JSON:
    """The responses of an answer as the API sends them; they may break off, or end with an error."""
    return stream_of(choices, lambda answer: answer)


def stream_of(choices: Choices, change: Callable[[Answer], Answer]) -> JSON:
    """The same of an answer that is changed before it is divided."""
    end = choices.pick(_ENDS)
    if end not in _LAST_OF:
        return _responses(choices, change(make_answer(choices)), is_whole=True)
    lost = choices.apart()
    answer = make_answer(lost)
    if not answer.candidates:
        return _responses(choices, change(answer), is_whole=True)
    (candidate,) = answer.candidates
    # A part too that a stream has last.
    facts = facts_of(lost, choices.pick(_LAST_OF[end]), 90)
    (turn,) = candidate.turns
    bare = replace(candidate, turns=(replace(turn, says=(*turn.says, *facts)),), tokens=(), citations=(), sources=())
    made = _responses(choices, change(replace(answer, candidates=(bare,))), is_whole=False)
    return made + WRITERS[_STREAM](Answer(failure=choices.pick(_ERRORS))) if end == "error" else made


def _responses(choices: Choices, answer: Answer, *, is_whole: bool) -> list[Any]:
    """The responses of an answer. is_whole: whether the last one comes, which says why it ended."""
    written: Any = WRITERS[_STREAM](answer)
    dealt = choices if is_whole else choices.apart()
    made = [piece for response in written for piece in _pieces(dealt, response)]
    if answer.candidates:
        made = _last(choices, _joined(choices, made)) if is_whole else made[:-1] or made
        if not is_whole:
            for response in made:
                response["candidates"][0].pop("finishReason", None)
    usage = written[-1].get("usageMetadata")
    has_counts, manner = choices.pick(_WITH_COUNTS), choices.pick(MANNERS)
    for number, response in enumerate(made):
        is_last = number == len(made) - 1
        response.pop("usageMetadata", None)
        if usage is not None and (is_last or has_counts):
            response["usageMetadata"] = dict(usage) if is_last else _begun(usage, number)
        for candidate in response.get("candidates") or ():
            if candidate.get("content", {}).get("parts") == []:
                candidate["content"] = fresh(choices, CONTENTS_OF_NOTHING)
    return [copy_of(with_manners(manner, without_empty(response))) for response in made]


_WITH_COUNTS = weighted({True: 4, False: 1})


def _begun(usage: Object, number: int) -> Object:
    """The counts until then: of what was said, a part. They fall at the end now and then, but to none."""
    made = number if usage.get("candidatesTokenCount") else 0
    prompt = {name: usage[name] for name in ("promptTokenCount", "toolUsePromptTokenCount") if name in usage}
    return prompt | {"candidatesTokenCount": made, "totalTokenCount": sum(prompt.values()) + made}


def _pieces(choices: Choices, response: Any) -> list[Any]:
    """A response; of a text in several."""
    candidates = response.get("candidates") or [{}]
    parts = (candidates[0].get("content") or {}).get("parts") or []
    if len(parts) != 1 or "finishReason" in candidates[0] or not parts[0].get("text"):
        return [response]
    part = parts[0]
    found = pieces(choices, "text", part["text"])
    made = []
    for number, piece in enumerate(found):
        beside = {name: value for name, value in part.items() if name not in ("text", "thoughtSignature")}
        seal = {"thoughtSignature": part["thoughtSignature"]} if number == len(found) - 1 and _is_sealed(part) else {}
        content = {**candidates[0]["content"], "parts": [{"text": piece, **beside, **seal}]}
        made.append({**response, "candidates": [{**candidates[0], "content": content}]})
    return made


def _is_sealed(part: Object) -> bool:
    return "thoughtSignature" in part


def _joined(choices: Choices, responses: list[Any]) -> list[Any]:
    """The responses, of which those with calls that follow each other are one, or as they are."""
    if not choices.pick(_TOGETHER):
        return responses
    made: list[Any] = []
    for response in responses:
        before = made[-1]["candidates"][0]["content"] if made else None
        content = response["candidates"][0].get("content")
        if (
            before
            and content
            and _calls(before)
            and _calls(content)
            and "finishReason" not in response["candidates"][0]
        ):
            before["parts"] = [*before["parts"], *content["parts"]]
        else:
            made.append(response)
    return made


def _calls(content: Object) -> bool:
    parts = content.get("parts") or []
    return bool(parts) and all("functionCall" in part for part in parts)


def _last(choices: Choices, responses: list[Any]) -> list[Any]:
    """The responses as they end: the last one has an empty text, no part, or the last part."""
    how, last = choices.pick(_LAST_PART), responses[-1]["candidates"][0]
    content = last.get("content")
    if not content or not content.get("parts") or content["parts"] != [{"text": ""}] or len(responses) < 2:
        return responses
    if how == "no part":
        del last["content"]
    elif how == "the last part":
        before = responses[-2]["candidates"][0]["content"]
        return [*responses[:-2], {**responses[-1], "candidates": [{**last, "content": before}]}]
    elif choices.pick(_IS_SIGNED_LAST):
        last["content"] = {**content, "parts": [{"text": "", "thoughtSignature": _SEAL}]}
    return responses


_FAULTS = DealtOptions((
    "a null response", "another responseId", "a response behind the end", "another finishReason",
    "a call without a name", "args that are no object", "an error without a message", "one id twice",
))  # fmt: skip


def make_malformed_stream(choices: Choices) -> tuple[str, JSON]:
    """A stream with one fault, and the fault's name."""
    name = choices.pick(_FAULTS)
    answer = Answer(candidates=(plain_candidate(choices),), id="r1", model="gemini-2.5-pro")
    responses: Any = WRITERS[_STREAM](answer)
    call: Any = {"candidates": [{"content": {"role": "model", "parts": [plain_call(30, {})]}}], "responseId": "r1"}
    given = call["candidates"][0]["content"]["parts"][0]["functionCall"]
    if name == "a null response":
        responses.insert(1, None)
    elif name == "another responseId":
        responses[-1]["responseId"] = "r2"
    elif name == "a response behind the end":
        responses.append(call)
    elif name == "another finishReason":
        responses[-1]["candidates"][0]["finishReason"] = "A_REASON_OF_NEXT_YEAR"
    elif name == "an error without a message":
        responses[-1] = {"error": {}}
    else:
        responses.insert(1, call)
        if name == "a call without a name":
            del given["name"]
        elif name == "args that are no object":
            given["args"] = ["a"]
        else:
            responses.insert(1, copy_of(call))
    return name, copy_of(responses)


def _large_streams() -> list[tuple[str, JSON]]:
    def stream(parts: list[Object], **more: JSON) -> list[JSON]:
        made: Any = events_of(_STREAM, answer_of(parts))
        made[0] |= more
        return list(made)

    wide = [(f"wide-{width}", [plain_call(number, {"number": number}) for number in range(width)]) for width in WIDTHS]
    return [
        ("many-levels-of-args", stream([plain_call(0, json.loads(deep_arguments()))])),
        ("deep-extra", stream([plain_call(0, {})], extra=deep_item())),
        *((name, stream(parts)) for name, parts in wide),
    ]


INPUTS = {_STREAM: Inputs(make_stream, lambda: _NO_STREAMS, _large_streams, make_malformed_stream)}
