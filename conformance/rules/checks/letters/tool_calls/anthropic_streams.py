"""Reads the events of an Anthropic stream into what they owe a parsed result."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.anthropic.grammar import disorder_of
from conformance.formats.anthropic.stream import is_event, read_stream
from conformance.formats.anthropic.words import ENDS
from conformance.formats.chat.chunks import paired
from conformance.formats.exchanges import whole_of
from conformance.formats.facts import word
from conformance.formats.model import growth
from conformance.formats.model.answer import Candidate
from conformance.formats.model.conversation import Call as Said
from conformance.formats.model.conversation import Text
from conformance.formats.model.fact import Path
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.anthropic import (
    ending_of,
    is_at_odds,
    reason_of,
    steps_of,
    whole_arguments,
)
from conformance.rules.checks.letters.tool_calls.arguments import (
    MALFORMED,
    OBJECT,
    UNFINISHED,
    ReceivedArguments,
    read_arguments,
)
from conformance.rules.checks.letters.tool_calls.facts import (
    CUT,
    ERROR,
    INCOMPLETE,
    UNFIT,
    OwedAnswer,
    OwedCall,
    legal_names,
    settled_fates,
)

_ENDS = ("message_stop", "error")
# What leaves it open which event belongs to which block, or what is in front of the answer.
_CONFUSING = frozenset({"head", "after-end", "opened-twice", "not-opened", "not-open", "closed-twice", "other-block"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Story:
    """The events of one block. text: the pieces of its input. mixed: pieces of other blocks are between them."""

    text: str = ""
    is_open: bool = False
    mixed: bool = False


def read_message_stream(events: JSON, exact: bool) -> OwedAnswer:
    """Read a list of events. exact: whether the transport keeps all numbers apart."""
    if not isinstance(events, list) or not any(map(is_event, events)):
        return UNFIT
    ends = (place for place, event in enumerate(events) if word(event) in _ENDS)
    events = events[: next(ends, len(events)) + 1]
    made, disorder = read_stream(events), {error.kind for error in disorder_of(events)}
    body = _said_of_the_whole(events)
    end = body.get("stop_reason")
    # Whether a stream that has one of its two ends, a stop_reason and message_stop, is whole, nobody can say.
    is_half_ended = made.ended != growth.FAILED and (made.ended == growth.WHOLE) != (end is not None)
    unclear = bool(disorder & _CONFUSING) or is_half_ended
    ending = ERROR if made.ended == growth.FAILED else CUT if end is None or is_half_ended else ending_of(end)
    candidate = next(iter(made.answer.candidates), Candidate())
    says = [utterance for turn in candidate.turns for utterance in turn.says]
    stories = _stories(events, made)
    last = says[-1] if says and ending == INCOMPLETE else None
    calls = [
        _call(utterance, stories.get(utterance.at[0], _Story()), ending, exact, is_cut=utterance is last)
        for utterance in says
        if isinstance(utterance, Said)
    ]
    odd = bool(disorder - {"no-end"}) or any(is_event(other.value) for other in made.others)
    is_known = made.ended == growth.WHOLE and not odd
    at_odds = is_known and is_at_odds(end, calls)
    return OwedAnswer(
        calls=settled_fates(calls),
        texts=tuple(utterance for utterance in says if isinstance(utterance, Text)),
        ending=ending,
        odd=odd or at_odds or (is_known and end not in ENDS) or any(call.arguments.legal is None for call in calls),
        items=len(says),
        loose_text=not is_known,
        reason=reason_of(end),
        error=events[-1].get("error") if ending == ERROR else None,
        usage=body.get("usage", ABSENT) if made.ended == growth.WHOLE and not unclear else ABSENT,
        counts=_inputs(events) if ending in (CUT, ERROR) else {},
        unclear=unclear,
        interleaved=any(call.mixed for call in calls),
        finished=is_known and ending not in (INCOMPLETE, CUT, ERROR) and end in ENDS,
        garbled=odd or unclear,
        at_odds=at_odds,
        steps=steps_of(says),
    )


def whole_message(events: JSON) -> JSON | Absent:
    """Return the message that the events of a stream make; ABSENT where it is none that the API would send."""
    if not isinstance(events, list) or disorder_of(events):
        return ABSENT
    message: Any = whole_of("anthropic-stream", events)
    calls = [part for part in message.get("content") or () if word(part) == "tool_use"] if message is not ABSENT else []
    return message if all(isinstance(call.get("input"), dict) for call in calls) else ABSENT


def _said_of_the_whole(events: list[JSON]) -> dict[str, Any]:
    """Return what the events say of the whole message: the last word on each member, and on each count."""
    body: dict[str, Any] = {}
    for event in events:
        if not isinstance(event, dict):
            continue
        start, delta = event.get("message"), event.get("delta")
        if word(event) == "message_start" and isinstance(start, dict):
            _add(body, {key: start.get(key) for key in ("stop_reason", "usage")})
        elif word(event) == "message_delta":
            _add(body, {"usage": event.get("usage")})
            _add(body, {"stop_reason": delta.get("stop_reason") if isinstance(delta, dict) else None})
    return body


def _inputs(events: list[JSON]) -> dict[Path, tuple[JSON, ...]]:
    """Return what the events of a stream that broke off say of its input, by the name of each count."""
    found: defaultdict[Path, tuple[JSON, ...]] = defaultdict(tuple)
    for event in (event for event in events if isinstance(event, dict)):
        start = event.get("message")
        usage = (start if isinstance(start, dict) else event).get("usage")
        for name, count in usage.items() if isinstance(usage, dict) else ():
            if name != "output_tokens":
                found[name,] += (count,)
    return dict(found)


def _add(body: dict[str, Any], members: dict[str, Any]) -> None:
    for key, value in members.items():
        if isinstance(value, dict) and key == "usage":
            _add(body.setdefault(key, {}), value)
        elif value is not None:
            body[key] = value


# Calls.


def _stories(events: list[Any], made: growth.StreamState) -> dict[Path, _Story]:
    """Return the story of each block, by the place where it was opened."""
    pieces: defaultdict[Path, list[tuple[int, str]]] = defaultdict(list)
    grown = (step for step in made.steps if step.what == growth.GREW)
    for place, step in enumerate(grown):
        pieces[step.key[:2]].append((place, events[step.event]["delta"].get("partial_json") or ""))
    return {
        (step.event, "content_block"): _story(pieces[step.key], step.key in made.open)
        for step in made.steps
        if step.what == growth.OPENED
    }


def _story(pieces: list[tuple[int, str]], is_open: bool) -> _Story:
    """Read the pieces of one block, each with its place among the pieces of all."""
    bringing = [place for place, piece in pieces if piece]
    own = sum(bringing[0] <= place <= bringing[-1] for place, _piece in pieces) if bringing else 0
    return _Story(
        text=paired("".join(piece for _place, piece in pieces)),
        is_open=is_open,
        mixed=bool(bringing) and bringing[-1] - bringing[0] >= own,
    )


def _call(said: Said, story: _Story, ending: str, exact: bool, *, is_cut: bool) -> OwedCall:
    arguments = _arguments(said, story, exact, is_cut=is_cut)
    is_broken = ending in (CUT, ERROR)
    half = is_broken and story.is_open
    if half:
        # The pieces of a call that never ended may happen to be whole.
        legal = (*(arguments.legal or ()), None) if arguments.kind == OBJECT and story.text else (None,)
        arguments = arguments._replace(legal=legal, raw=story.text or arguments.raw)
    may_be_cut = is_cut and arguments.kind == MALFORMED
    is_free = is_broken or may_be_cut or story.is_open or arguments.legal is None
    return OwedCall(
        fate=MAY if is_free else MUST,
        ids=legal_names(said.id),
        names=legal_names(said.name),
        arguments=arguments,
        at=said.at[0],
        half=half,
        mixed=story.mixed,
    )


def _arguments(said: Said, story: _Story, exact: bool, *, is_cut: bool) -> ReceivedArguments:
    """Read the arguments: the pieces, or the input that a block began with. An answer that was cut may end in them."""
    if not story.text.strip():
        return whole_arguments(said.arguments.value, exact, is_cut=is_cut)
    found = read_arguments(story.text, exact)
    if is_cut and found.kind == OBJECT:
        return ReceivedArguments(UNFINISHED, (*(found.legal or ()), {}, None), story.text)
    return found._replace(legal=(None, {})) if is_cut and found.kind == MALFORMED else found
