"""Reasoning stays apart from the text, and in its place; it is kept, or its loss is reported, and none is invented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from conformance.base.wording import brief, versus
from conformance.formats.model.answer import Candidate
from conformance.formats.model.conversation import Call, Reasoning, Text
from conformance.rules.laws.compared import AnswerComparison
from conformance.rules.laws.law import REACHED, UNSEEN, Breach, Found
from conformance.rules.laws.sides import first_place, said_of, tight


def apart(both: AnswerComparison) -> Iterator[Found]:
    """No reasoning is in the text."""
    if both.result is None or not (both.has_reasoning if both.terms.owes_all else both.thoughts):
        return
    yield "apart/reasoning", REACHED
    for one in both.leaks:
        message = f"the {both.name_of('text')} holds reasoning: {brief(one.value)}"
        yield "apart/reasoning", Breach("reasoning", both.place_of("text", *both.got_texts), message)


def kept_reasoning(both: AnswerComparison) -> Iterator[Found]:
    """The reasoning arrives whole, or a report says that it does not, as the choice says."""
    if both.result is None or both.has_failed or not both.thoughts or both.leaks:
        return
    owed = "".join(one.value for one in both.thoughts)
    got = "".join(one.value for one in both.got_thoughts)
    if got:
        yield "kept/reasoning", REACHED
        if not _is_same(both):
            at = both.in_output(first_place(both.got_thoughts))
            yield "kept/reasoning", Breach("reasoning-changed", at, f"reasoning: {versus(owed, got)}")
        return
    if not both.terms.allows("reasoning", "omit"):
        yield "kept/reasoning", REACHED
        message = f"the reasoning {brief(owed)} was left out, and not where the choice has it"
        yield "kept/reasoning", Breach("left-out", both.in_input(both.thoughts[0]), message)
        return
    said = both.says_of_loss("reasoning", "reasoning", "thinking", "thought")
    if said is None:
        yield "kept/reasoning", UNSEEN
        return
    yield "kept/reasoning", REACHED
    if not said:
        message = f"the reasoning {brief(owed)} was dropped without a report"
        yield "kept/reasoning", Breach("silent", both.in_input(both.thoughts[0]), message)


def _is_same(both: AnswerComparison) -> bool:
    """Whether the reasoning that arrived is what is owed: once, or once as summary and once as content."""
    all_ = list(said_of(both.got, Reasoning))
    owed = {_reasoning_text(both.thoughts, joint) for joint in ("", "\n", "\n\n")}
    summary = _reasoning_text(text for one in all_ for text in one.summary)
    content = _reasoning_text(text for one in all_ for text in one.content)
    return _reasoning_text(both.got_thoughts) in owed or (summary == content and summary in owed)


def _reasoning_text(texts: Iterable[Text], joint: str = "") -> str:
    """Return texts as one: line ends between them are free."""
    return joint.join(filter(None, (one.value.strip("\n") for one in texts)))


def order(both: AnswerComparison) -> Iterator[Found]:
    """What was thought before a text or a call is not behind it; of texts that all arrived.

    A whole answer of a format without an order has its thoughts first. The pieces of its stream are in any order.
    """
    if both.result is None or both.has_failed or tight(both.owed_text) != tight(both.got_text):
        return
    if both.given.growth is not None and not both.terms.in_items:
        return
    came = list(_places(both.got))
    for place in _places(both.candidate):
        got = next((one for one in came if place.text in one.text), None)
        if got is None:
            continue
        yield "order/reasoning", REACHED
        if len(got.said) > len(place.said) or got.calls > place.calls:
            what = "text" if len(got.said) > len(place.said) else "call"
            message = f"the reasoning {brief(place.text)} is behind a {what} that it was before"
            yield "order/reasoning", Breach("reasoning-moved", both.in_output(got.fact), message)
            return


class _ReasoningPlace(NamedTuple):
    """Where reasoning with a text is. said: the texts before it, without white space. calls: how many are before it."""

    fact: Reasoning
    text: str
    said: str
    calls: int


def _places(candidate: Candidate) -> Iterator[_ReasoningPlace]:
    said, calls = "", 0
    for one in (one for turn in candidate.turns for one in turn.says):
        if isinstance(one, Text):
            said += tight(one.value)
        elif isinstance(one, Call):
            calls += 1
        elif isinstance(one, Reasoning) and (text := _reasoning_text((*one.summary, *one.content)).strip()):
            yield _ReasoningPlace(one, text, said, calls)


def added_reasoning(both: AnswerComparison) -> Iterator[Found]:
    """No reasoning comes from nothing. What became of reasoning that there is has a key of its own."""
    if both.result is None or both.is_loose or both.has_failed or both.is_silent:
        return
    yield "added/reasoning", REACHED
    held = "".join(one.value for one in both.got_thoughts)
    if held.strip() and not any(one.value.strip() and one.value.strip() in held for one in both.thoughts):
        message = f"nothing of the {both.terms.source}'s reasoning is in {both.name_of('reasoning')}, {brief(held)}"
        at = both.place_of("reasoning", *both.got_thoughts)
        yield "added/reasoning" + ("/other" if both.thoughts else ""), Breach("invented", at, message)
