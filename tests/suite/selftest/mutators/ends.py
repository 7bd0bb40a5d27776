"""Defects of how an answer ended, and of what says that it failed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from conformance.formats.model.answer import ASKS, DONE, FAILED, FILTER, LENGTH, UNSAID, Answer, Candidate, End
from conformance.formats.model.conversation import Text
from tests.suite.selftest.mutators.editing import candidate_of, with_candidate, with_turn
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer

_AS_FAILED: Mapping[str, str] = {"failed-answer": "failed", "failed-response": "report"}


def _ends(change: Callable[[str], str]) -> OfAnswer:
    """Make a change of the kind of an end."""

    def changed(answer: Answer) -> Answer:
        kind = candidate_of(answer).end.kind
        other = change(kind)
        word = "in_progress" if other == UNSAID else None  # where a format has a word for that
        return answer if other == kind else with_candidate(answer, end=End(kind=other, word=word))

    return changed


def _as(other: str, *kinds: str) -> OfAnswer:
    return _ends(lambda kind: other if kind in kinds else kind)


def _other(
    name: str, change: OfAnswer, check: str, answers: Mapping[str, str] | None = None, needs: str = ""
) -> Mutator:
    return Mutator(name=name, check=check, change=of_answer(change), answers=answers or {}, needs=needs)


def _whole(answer: Answer) -> Answer:
    """Say that a failed answer is whole."""
    if answer.failure is None:
        return answer
    candidates = answer.candidates or (Candidate(),)
    return with_candidate(replace(answer, failure=None, candidates=candidates), end=End(kind=DONE))


def _named(message: str | None) -> OfAnswer:
    def changed(answer: Answer) -> Answer:
        return answer if answer.failure is None else replace(answer, failure=replace(answer.failure, message=message))

    return changed


def _as_text(answer: Answer) -> Answer:
    if answer.failure is None:
        return answer
    return with_turn(_whole(answer), Text(value=f"Error: {answer.failure.message}"), id="msg_more")


def _cut_as_whole(answer: Answer) -> Answer:
    """Say that an answer is whole that did not end, or ended for an unknown reason, and lose what says so."""
    return _whole(answer)


def _as_limit(answer: Answer) -> Answer:
    """Say that a failed answer was cut at the limit of tokens."""
    if answer.failure is None:
        return answer
    return with_candidate(_whole(answer), end=End(kind=LENGTH))


_TRUE, _CUT, _NAMED = "end-true", "cut-is-not-whole", "failure-named"
MUTATORS = (
    _other("ends_always_whole", _ends(lambda _kind: DONE), _TRUE),
    _other("says_the_limit_is_whole", _as(DONE, LENGTH), _TRUE),
    _other("says_the_filter_is_whole", _as(DONE, FILTER), _TRUE, needs="a filter"),
    _other("says_the_limit_is_a_filter", _as(FILTER, LENGTH), _TRUE),
    _other("says_the_filter_is_the_limit", _as(LENGTH, FILTER), _TRUE, needs="a filter"),
    _other("says_the_whole_is_cut", _as(LENGTH, DONE, ASKS), _TRUE),
    _other("says_the_whole_failed", _as(FAILED, DONE, ASKS), _TRUE, needs="an end that failed"),
    _other("says_the_limit_failed", _as(FAILED, LENGTH), _TRUE, needs="an end that failed"),
    Mutator(name="says_the_whole_is_in_progress", check=_TRUE, change=of_answer(_as(UNSAID, DONE, ASKS)),
            needs="a state beside the end"),
    _other("says_what_broke_off_is_whole", _cut_as_whole, _CUT, _AS_FAILED),
    _other("says_failures_are_whole", _whole, _NAMED, _AS_FAILED),
    _other("says_failures_as_texts", _as_text, _NAMED, _AS_FAILED),
    _other("says_failures_are_the_limit", _as_limit, _NAMED, _AS_FAILED),
    _other("renames_failures", _named("Internal error"), _NAMED, _AS_FAILED),
    _other("empties_failures", _named(""), _NAMED, _AS_FAILED),
    _other("cuts_failures", lambda answer: _named(str(answer.failure and answer.failure.message)[:4])(answer),
           _NAMED, _AS_FAILED),
)  # fmt: skip
