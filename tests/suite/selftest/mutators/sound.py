"""What sound converters may do otherwise: changes of what one returns to which no rule may object."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON
from conformance.formats.anthropic import stream as anthropic_stream
from conformance.formats.chat import stream as chat_stream
from conformance.formats.exchanges import ANSWERS, host_of
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Call, Hosted, Media, ModelRefusal, Reasoning, Text, Turn
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import AUTO, Request, Setting, ToolChoice
from tests.suite.selftest.mutators.editing import candidate_of, each, kept, said, with_candidate, with_turn
from tests.suite.selftest.mutators.model import Formats, OfValue, of_answer, of_both
from tests.suite.selftest.mutators.story import HEAD, PIECE, Events, numbered, what

LOG = logging.getLogger("tests.suite.selftest.mutators")
# How an answer is written as a stream whose pieces have a size, in characters.
_SIZED: Mapping[str, Callable[..., list[JSON]]] = {
    "chat-stream": chat_stream.write_chunks,
    "anthropic-stream": anthropic_stream.write_events,
}


def _new_ids(answer: Answer) -> Answer:
    turns = tuple(replace(turn, id=f"item_{uuid4().hex}" if turn.id else None) for turn in candidate_of(answer).turns)
    return replace(with_candidate(answer, turns=turns), id=f"resp_{uuid4().hex}")


def _fit(call: Call) -> Call:
    """Write the characters of an id that Anthropic refuses in the history as their numbers."""
    fit = re.sub("[^A-Za-z0-9_-]", lambda value: f"_{ord(value[0]):x}_", call.id or "")
    return replace(call, id=fit) if call.id else call


def _item_for_each_part(formats: Formats) -> OfValue:
    """Items of one part each, and one with an empty text more, but where the API refuses one that is sent back."""
    empty = () if host_of(formats.target) == "anthropic" else (Text(value=""),)
    return of_answer(lambda answer: _in_parts(answer, empty))(formats)


def _in_parts(answer: Answer, more: tuple[Text, ...]) -> Answer:
    def parts(turn: Turn) -> list[Turn]:
        if not turn.form:
            return [turn]
        ids = [turn.id, *(f"{turn.id}_{number}" for number in range(1, len(turn.says) + 1))]
        made = [replace(turn, says=(utterance,), id=id_) for utterance, id_ in zip(turn.says, ids, strict=False)]
        return [*made, *(replace(turn, says=(element,), id=ids[-1]) for element in more)]

    return with_candidate(answer, turns=tuple(part for turn in candidate_of(answer).turns for part in parts(turn)))


def _brief(answer: Answer) -> Answer:
    """Leave out what may be left out, with a report of each."""
    texts = said(answer, Text)
    for what_, found in (
        ("reasoning", said(answer, Reasoning)),
        ("citations", [citation for text in texts for citation in text.citations]),
        ("log probabilities", [token for text in texts for token in text.tokens]),
        ("media", said(answer, Media)),
    ):
        if found:
            LOG.warning("the %s of the answer: left out", what_)
    answer = each(Text, lambda value: replace(value, citations=(), tokens=()))(answer)
    return kept(Media, lambda _all: [])(kept(Reasoning, lambda _all: [])(answer))


def _knows_no_request(answer: Answer, given: ParsedSide) -> Answer:
    """Repeat nothing of a request, and a default where it has no such setting."""
    if not answer.candidates:
        return answer
    asked = {setting.name for setting in given.request.settings} if given.request is not None else set()
    defaults: dict[str, JSON] = {"temperature": 1, "metadata": {}}
    neutral = [Setting(name=name, value=value) for name, value in defaults.items() if name not in asked]
    settings = (Setting(name="parallel", value=True), *neutral)
    return replace(answer, echo=Request(tools=(), choice=ToolChoice(mode=AUTO), settings=settings))


def _like_a_server(formats: Formats) -> OfValue:
    """Further members of an answer, in the format's own form, and in a stream further events and members of events."""
    own = formats.target.partition("-")[0]

    def more(answer: Answer) -> Answer:
        others = (*answer.others, Other(format=own, word="x_served_by", value="worker-7", place=("x_served_by",)))
        phases = tuple(
            replace(turn, phase="final_answer") if turn.form else turn for turn in candidate_of(answer).turns
        )
        return replace(with_candidate(answer, turns=phases), others=others) if answer.candidates else answer

    change = of_answer(more)(formats)
    return lambda given, value: _with_events(change(given, value))


def _estimates(answer: Answer, given: ParsedSide) -> Answer:
    """An estimate of the tokens that the thoughts took, where the source does not say it."""
    usage, source = answer.usage, given.answer
    if usage is None or not usage.output or source is None or source.usage is None or not said(source, Reasoning):
        return answer
    known = source.usage.reasoning is not None
    return answer if known else replace(answer, usage=replace(usage, reasoning=usage.output - 1))


def _apart_at_steps(answer: Answer, given: ParsedSide) -> Answer:
    """A blank line between texts that a step of the host is between; an answer that cites keeps its places."""
    source = candidate_of(given.answer).turns if given.answer is not None and given.answer.candidates else ()
    joined = parted = ""
    is_step = False
    for other_utterance in (utterance for turn in source for utterance in turn.says):
        if isinstance(other_utterance, Text) and other_utterance.value:
            joined, parted = (
                joined + other_utterance.value,
                parted + ("\n\n" if is_step and parted else "") + other_utterance.value,
            )
        is_step = isinstance(other_utterance, Hosted) or (is_step and not isinstance(other_utterance, Text))
    if any(utterance.citations for utterance in said(answer, Text)):
        return answer
    return each(Text, lambda value: replace(value, value=parted) if value.value == joined else value)(answer)


def _thoughts_in_lines(answer: Answer, given: ParsedSide) -> Answer:
    """All thoughts as one, with a line end behind each but the last."""
    source = said(given.answer, Reasoning) if given.answer is not None else []
    texts = [text.value for element in source for text in (*element.summary, *element.content) if text.value]
    thought = Reasoning(content=(Text(value="\n".join(texts)),))
    return with_turn(answer, thought, form="", id="rs_more", first=True) if texts and answer.candidates else answer


def _refuses_several(answer: Answer, given: ParsedSide) -> Answer:
    if given.answer is not None and len(given.answer.candidates) > 1:
        raise ValueError("an answer of several choices cannot be converted")
    return answer


def _as_they_came(formats: Formats) -> OfValue:
    """The pieces of the arguments of a call that was cut, as the source writes them, in a block that has none."""
    read = ANSWERS[formats.source]

    def changed(given: Any, value: Any) -> Any:
        answer = read(given).answer
        texts = (
            {utterance.id: utterance.arguments.text for utterance in said(answer, Call)} if answer is not None else {}
        )
        made: Events = []
        for event in value if isinstance(value, list) else ():
            block = event.get("content_block") or {}
            text = texts.get(block.get("id")) if block.get("type") == "tool_use" else None
            piece = {"type": "input_json_delta", "partial_json": text}
            made += [event]
            if text and not isinstance(json_or_absent(text), dict):
                made += [{"type": "content_block_delta", "index": event["index"], "delta": piece}]
        return made if isinstance(value, list) else value

    return changed


def _with_events(value: Any) -> Any:
    if not isinstance(value, list) or len(value) < 2 or what(value[0]) != HEAD:
        return value  # other formats have members of their own in each event
    padded = [{**element, "obfuscation": "aZ3"} if what(element) == PIECE else element for element in value]
    return numbered([*padded[:2], {"type": "keepalive"}, *padded[2:]])


def _in_characters(formats: Formats) -> OfValue:
    """A stream in which each piece is a character."""
    if formats.target in _SIZED:
        read, write = ANSWERS[formats.target], _SIZED[formats.target]

        def written(_given: Any, value: Any) -> Any:
            answer = read(value).answer
            return value if answer is None else write(answer, size=1)

        return written
    return lambda _given, value: _characters(value) if isinstance(value, list) else value


def _characters(events: Events) -> Events:
    """Return a stream in which each piece is a character."""
    made: Events = []
    for event in events:
        pieces = event["delta"] if what(event) == PIECE else ""
        made += [{**event, "delta": piece, **({"logprobs": []} if "logprobs" in event else {})} for piece in pieces]
        made += [] if pieces else [event]
    return numbered(made)


OF_STREAMS = ("one_piece", "a_piece_for_each_character", "arguments_as_they_came")  # what no whole answer can do


# By name: the change, and the answers to choices that it makes.
def _seals_in_ids(answer: Answer, given: ParsedSide) -> Answer:
    """The signature of a call behind its id, which clients return, and nowhere else."""
    sealed = {
        call.id: call.seal for call in (said(given.answer, Call) if given.answer is not None else ()) if call.seal
    }
    return each(Call, lambda call: (
        replace(call, id=f"{call.id}__sealed__{sealed[call.id]}", seal=None, others=()) if call.id in sealed else call
    ))(answer)  # fmt: skip


VARIANTS: dict[str, tuple[Callable[[Formats], OfValue], dict[str, str]]] = {
    "new_ids": (of_answer(_new_ids), {}),
    "seals_in_ids": (of_both(_seals_in_ids), {}),
    "fits_ids": (of_answer(each(Call, _fit)), {}),
    "an_item_for_each_part": (_item_for_each_part, {}),
    "refusals_as_text": (of_answer(each(ModelRefusal, lambda value: Text(value=value.value))), {}),
    "brief": (of_answer(_brief), {"reasoning": "omit"}),
    "knows_no_request": (of_both(_knows_no_request), {}),
    "like_a_server": (_like_a_server, {}),
    "estimates": (of_both(_estimates), {}),
    "thoughts_in_lines": (of_both(_thoughts_in_lines), {"reasoning": "dialect"}),
    "refuses_several_choices": (of_both(_refuses_several), {}),
    "apart_at_steps": (of_both(_apart_at_steps), {}),
    "one_piece": (of_answer(lambda answer: replace(answer, at=())), {}),
    "a_piece_for_each_character": (_in_characters, {}),
    "arguments_as_they_came": (_as_they_came, {}),
}  # fmt: skip
