"""Reads a Gemini response, or the responses of a stream, into what they owe a parsed result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.exchanges import read_gemini_response, read_gemini_responses, whole_of
from conformance.formats.model import growth
from conformance.formats.model.answer import DONE, FILTER, LENGTH, PAUSE, UNSAID, Answer, Candidate, End
from conformance.formats.model.answer import FAILED as FAILED_END
from conformance.formats.model.answer import UNKNOWN as UNKNOWN_END
from conformance.formats.model.conversation import Call as Said
from conformance.formats.model.conversation import Text
from conformance.formats.model.fact import Other, Path
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.anthropic import steps_of, whole_arguments
from conformance.rules.checks.letters.tool_calls.chat import CONTENT_FILTER
from conformance.rules.checks.letters.tool_calls.facts import (
    COMPLETED,
    CUT,
    ERROR,
    FAILED,
    INCOMPLETE,
    UNFIT,
    OwedAnswer,
    OwedCall,
    legal_names,
)

_ENDINGS: Final = {
    DONE: COMPLETED, UNSAID: COMPLETED, LENGTH: INCOMPLETE, PAUSE: INCOMPLETE, FILTER: INCOMPLETE,
    FAILED_END: FAILED, UNKNOWN_END: FAILED,
}  # fmt: skip
_REASONS: Final[dict[str, JSON]] = {LENGTH: "max_tokens", FILTER: CONTENT_FILTER}
_BLOCKED: Final = End(kind=FILTER)
_OF_PARTS: Final = ("text", "functionCall")  # what a part that is not read may have in another form
_OPEN: Final = "willContinue"  # is left of a call whose arguments go on
_GIVEN: Final = ("promptTokenCount", "toolUsePromptTokenCount")
_MADE: Final = ("candidatesTokenCount", "thoughtsTokenCount")


def read_response(response: JSON, exact: bool) -> OwedAnswer:
    """Read a response, or an error in its place. exact: whether the transport keeps all numbers apart."""
    answer = read_gemini_response(response).answer
    if answer is None or not isinstance(response, dict):
        return UNFIT
    if isinstance(response.get("error"), dict):
        return OwedAnswer(ending=FAILED, error=response["error"], loose_text=True)
    if not answer.candidates and answer.blocked is None:
        return UNFIT
    return _owed(answer, response.get("usageMetadata"), exact)


def read_responses(events: JSON, exact: bool) -> OwedAnswer:
    """Read the responses of a stream. exact: as above."""
    side = read_gemini_responses(events)
    if side.answer is None or side.growth is None or not isinstance(events, list):
        return UNFIT
    given = [event for event in events if isinstance(event, dict)]
    broken = {growth.FAILED: ERROR, growth.CUT: CUT}.get(side.growth.ended, "")
    # Whether the calls of a stream whose request was blocked while it was answered are all of them, nobody can say.
    is_half_blocked = side.answer.blocked is not None and bool(broken)
    disorder = {error.kind for error in side.disorder} - {"no-end"}
    counts = [event["usageMetadata"] for event in given if isinstance(event.get("usageMetadata"), dict)]
    owed = _owed(side.answer, counts[-1] if counts else None, exact, broken)
    garbled = bool(disorder) or is_half_blocked
    if not broken:
        return replace(owed, odd=owed.odd or garbled, unclear=garbled, loose_text=owed.loose_text or garbled)
    return replace(
        owed, odd=owed.odd or garbled, unclear=garbled, garbled=garbled or owed.loose_text, loose_text=True,
        usage=ABSENT, counted=(), counts=dict(_inputs(counts)),
        error=next((event["error"] for event in given if isinstance(event.get("error"), dict)), None),
    )  # fmt: skip


def whole_response(events: JSON) -> JSON | Absent:
    """Return the response that those of a stream make; ABSENT where it is none that the API would send."""
    side = read_gemini_responses(events)
    is_whole = side.growth is not None and side.growth.ended == growth.WHOLE and not side.disorder
    return whole_of("gemini-stream", events) if is_whole else ABSENT


def _owed(answer: Answer, usage: JSON, exact: bool, broken: str = "") -> OwedAnswer:
    """Return what an answer owes. broken: how a stream ended without its end; empty where it has one."""
    candidate = next(iter(answer.candidates), Candidate(end=_BLOCKED))
    says = [fact for turn in candidate.turns for fact in turn.says]
    end = candidate.end
    ending = broken or _ENDINGS[end.kind]
    spoken = [fact for fact in says if not isinstance(fact, Text) or fact.value]  # a stream may end in an empty text
    last = spoken[-1] if spoken and ending == INCOMPLETE else None
    said = [fact for fact in says if isinstance(fact, Said)]
    is_unsaid = end.kind == UNSAID and not broken  # nobody knows whether it is whole
    is_open = ending in (CUT, ERROR, FAILED) or is_unsaid
    calls = tuple(_call(fact, place, is_open, exact, is_cut=fact is last) for place, fact in enumerate(said))
    # A content in another form than the API's is among what is beside the candidate.
    odd = any(map(_is_odd, says)) or bool({"content", "parts"} & {other.word for other in _others(candidate)})
    is_refusable = ending == FAILED or not answer.candidates
    return OwedAnswer(
        calls=calls,
        texts=tuple(fact for fact in says if isinstance(fact, Text)),
        ending=ending,
        odd=odd or is_unsaid or any(call.arguments.legal is None or call.names is None for call in calls),
        items=len(says),
        loose_text=odd or is_unsaid or ending == FAILED,
        reason=_REASONS.get(end.kind, end.word),
        error={"code": str(end.word), "message": end.about} if ending == FAILED else None,
        usage=ABSENT if usage is None else usage,
        counted=tuple(_readings(usage)) if isinstance(usage, dict) else (),
        finished=ending == COMPLETED and end.kind == DONE,
        steps=steps_of(says),
        refusable=is_refusable and not broken,
    )


def _others(candidate: Candidate) -> Iterator[Other]:
    yield from candidate.others
    for turn in candidate.turns:
        yield from turn.others


def _is_odd(fact: object) -> bool:
    """Whether a part has another form than the API's."""
    if not isinstance(fact, Other):
        return False
    return not isinstance(fact.value, dict) or any(name in fact.value for name in _OF_PARTS)


def _call(said: Said, place: int, is_open: bool, exact: bool, *, is_cut: bool) -> OwedCall:
    given = said.arguments.value
    arguments = whole_arguments({} if given is ABSENT or given is None else given, exact, is_cut=is_cut)
    names = legal_names(said.name)
    half = is_open and any(other.word == _OPEN for other in said.others)
    if half:
        arguments = arguments._replace(legal=(None,))
    is_free = is_open or arguments.legal is None or not said.name
    return OwedCall(
        fate=MAY if is_free else MUST, ids=(said.id,) if said.id else None, names=names, arguments=arguments,
        at=said.at[0], half=half, place=place, made=not said.id,
    )  # fmt: skip


# Counts.


def _inputs(counts: list[dict[str, JSON]]) -> Iterator[tuple[Path, tuple[JSON, ...]]]:
    """Yield what a stream that broke off says of its input, by the name of each count."""
    for name in _GIVEN:
        found = tuple(usage[name] for usage in counts if name in usage)
        if found:
            yield (name,), found


def _readings(usage: dict[str, Any]) -> Iterator[JSON]:
    """Yield how the counts of a usage may be said: thoughts beside the rest or within, and what tools read too."""
    rest = {name: usage.get(name) for name in ("totalTokenCount", "cachedContentTokenCount", _MADE[1])}
    (prompt, tools), (made, thoughts) = (tuple(_count(usage, name) for name in names) for names in (_GIVEN, _MADE))
    for given in (dict(zip(_GIVEN, (prompt, tools), strict=True)), {_GIVEN[0]: prompt + tools}):
        for output in (made, made + thoughts):
            counts = {**given, _MADE[0]: output, **rest}
            yield {name: count for name, count in counts.items() if count is not None}


def _count(usage: dict[str, Any], name: str) -> Any:
    count = usage.get(name)
    return count if type(count) in (int, float) else 0
