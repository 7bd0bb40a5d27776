"""Two answers that should say the same: those of two ways, or one that went there and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, same
from conformance.formats.model.answer import ASKS, DONE, FILTER, REFUSED, UNSAID, Answer, Candidate
from conformance.formats.model.conversation import Call, ModelRefusal, Reasoning, Text
from conformance.rules.laws.sides import said_of


def differences(
    answer: Answer,
    other: Answer,
    *,
    with_thoughts: bool = True,
    has_order: bool = True,
    carried: Callable[[JSON], JSON] = lambda value: value,
) -> Iterator[tuple[str, JSON, JSON]]:
    """Yield what two answers do not both say: what it is, as the first says it, as the second says it.

    Ids of answers and items, dates, and how texts are divided say nothing. with_thoughts: a format without a place for
    reasoning loses it. has_order: whether it is known what was said first, where a refusal is said as a text.
    carried: arguments as the transport leaves them, which one format has as a value and another one as a text.
    """
    first, second = (each.candidates[0] if each.candidates else Candidate() for each in (answer, other))
    texts = ["".join(each.value for each in said_of(candidate, Text)) for candidate in (first, second)]
    refusals = [_refusal(candidate) for candidate in (first, second)]
    # A format, or a converter, may say a refusal as a text.
    is_loose = any(refusals) or not has_order
    if texts[0] != texts[1] and (not is_loose or _whole(texts[0], refusals[0]) != _whole(texts[1], refusals[1])):
        yield "text", texts[0], texts[1]
    elif refusals[0] != refusals[1] and _whole(texts[0], refusals[0]) != _whole(texts[1], refusals[1]):
        yield "refusal", refusals[0], refusals[1]
    calls, others = ([_call(each) for each in said_of(candidate, Call)] for candidate in (first, second))
    if not _are_alike(calls, others, carried):
        yield "calls", calls, others
    thoughts = ["".join(map(_thought, said_of(candidate, Reasoning))) for candidate in (first, second)]
    if with_thoughts and thoughts[0] != thoughts[1]:
        yield "reasoning", thoughts[0], thoughts[1]
    if _end(first) != _end(second):
        yield "end", first.ended, second.ended
    counts = [(each.usage.input or 0, each.usage.output or 0) if each.usage else None for each in (answer, other)]
    if counts[0] is not None and counts[1] is not None and counts[0] != counts[1]:
        yield "usage", list(counts[0]), list(counts[1])


def said(answer: Answer, known: Collection[str | None]) -> JSON:
    """Return what an answer says, without what another answer that says the same may have otherwise.

    known: the ids of calls that the source has; another one was made.
    """
    candidate = answer.candidates[0] if answer.candidates else Candidate()
    return {
        "text": "".join(each.value for each in said_of(candidate, Text)),
        "refusal": "".join(each.value for each in said_of(candidate, ModelRefusal)),
        "calls": [_call(each if each.id in known else replace(each, id=None)) for each in said_of(candidate, Call)],
        "end": candidate.ended,
    }


def _refusal(candidate: Candidate) -> str:
    """Return the words of a refusal: in some formats they explain the end."""
    said = "".join(each.value for each in said_of(candidate, ModelRefusal))
    return said or (candidate.end.about or "" if candidate.end.kind == REFUSED else "")


def _whole(text: str, refusal: str) -> list[str]:
    return sorted(text + refusal)


def _are_alike(calls: list[list[JSON]], others: list[list[JSON]], carried: Callable[[JSON], JSON]) -> bool:
    """Whether calls are the same; one that had no id has another one's, which was made."""
    return len(calls) == len(others) and all(
        call[1:3] == other[1:3]
        and _is_same_text(call[3], other[3], carried)
        and (call[0] is None or other[0] is None or call[0] == other[0])
        for call, other in zip(calls, others, strict=True)
    )


def _is_same_text(item: JSON, other: JSON, carried: Callable[[JSON], JSON]) -> bool:
    """Whether two texts are equal, or JSON of one value. No text is an empty object."""
    value, again = (json_or_absent(each or "{}") if isinstance(each, str) else ABSENT for each in (item, other))
    return item == other or (value is not ABSENT and again is not ABSENT and same(carried(value), carried(again)))


def _call(call: Call) -> list[JSON]:
    given = call.arguments
    text = json.dumps(given.value) if given.text is None and given.value is not ABSENT else given.text
    return [call.id, call.group, call.name, text]


def _thought(reasoning: Reasoning) -> str:
    return "".join(text.value for text in (reasoning.summary or reasoning.content))


def _end(candidate: Candidate) -> str:
    """Return how an answer ended; that it asks or refuses is said by its calls and refusals."""
    return DONE if candidate.ended in (UNSAID, ASKS, REFUSED, FILTER) else candidate.ended
