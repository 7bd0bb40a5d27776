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


def apart(pair: AnswerComparison) -> Iterator[Found]:
    """No reasoning is in the text."""
    if pair.result is None or not (pair.has_reasoning if pair.terms.owes_all else pair.thoughts):
        return
    yield "apart/reasoning", REACHED
    for leak in pair.leaks:
        message = f"the {pair.name_of('text')} holds reasoning: {brief(leak.value)}"
        yield "apart/reasoning", Breach("reasoning", pair.place_of("text", *pair.got_texts), message)


def kept_reasoning(pair: AnswerComparison) -> Iterator[Found]:
    """The reasoning arrives whole, or a report says that it does not, as the choice says."""
    if pair.result is None or pair.has_failed or not pair.thoughts or pair.leaks:
        return
    owed = "".join(thought.value for thought in pair.thoughts)
    got = "".join(thought.value for thought in pair.got_thoughts)
    if got:
        yield "kept/reasoning", REACHED
        if not _is_same(pair):
            at = pair.in_output(first_place(pair.got_thoughts))
            yield "kept/reasoning", Breach("reasoning-changed", at, f"reasoning: {versus(owed, got)}")
        return
    if not pair.terms.allows("reasoning", "omit"):
        yield "kept/reasoning", REACHED
        message = f"the reasoning {brief(owed)} was left out, and not where the choice has it"
        yield "kept/reasoning", Breach("left-out", pair.in_input(pair.thoughts[0]), message)
        return
    said = pair.says_of_loss("reasoning", "reasoning", "thinking", "thought")
    if said is None:
        yield "kept/reasoning", UNSEEN
        return
    yield "kept/reasoning", REACHED
    if not said:
        message = f"the reasoning {brief(owed)} was dropped without a report"
        yield "kept/reasoning", Breach("silent", pair.in_input(pair.thoughts[0]), message)


def _is_same(pair: AnswerComparison) -> bool:
    """Whether the reasoning that arrived is what is owed: once, or once as summary and once as content."""
    all_ = list(said_of(pair.got, Reasoning))
    owed = {_reasoning_text(pair.thoughts, joint) for joint in ("", "\n", "\n\n")}
    summary = _reasoning_text(text for reasoning in all_ for text in reasoning.summary)
    content = _reasoning_text(text for reasoning in all_ for text in reasoning.content)
    return _reasoning_text(pair.got_thoughts) in owed or (summary == content and summary in owed)


def _reasoning_text(texts: Iterable[Text], joint: str = "") -> str:
    """Return texts as one: line ends between them are free."""
    return joint.join(filter(None, (text.value.strip("\n") for text in texts)))


def order(pair: AnswerComparison) -> Iterator[Found]:
    """What was thought before a text or a call is not behind it; of texts that all arrived.

    A whole answer of a format without an order has its thoughts first. The pieces of its stream are in any order.
    """
    if pair.result is None or pair.has_failed or tight(pair.owed_text) != tight(pair.got_text):
        return
    if pair.given.growth is not None and not pair.terms.in_items:
        return
    came = list(_places(pair.got))
    for place in _places(pair.candidate):
        got = next((reasoning_place for reasoning_place in came if place.text in reasoning_place.text), None)
        if got is None:
            continue
        yield "order/reasoning", REACHED
        if len(got.said) > len(place.said) or got.calls > place.calls:
            what = "text" if len(got.said) > len(place.said) else "call"
            message = f"the reasoning {brief(place.text)} is behind a {what} that it was before"
            yield "order/reasoning", Breach("reasoning-moved", pair.in_output(got.fact), message)
            return


class _ReasoningPlace(NamedTuple):
    """Where reasoning with a text is. said: the texts before it, without white space. calls: how many are before it."""

    fact: Reasoning
    text: str
    said: str
    calls: int


def _places(candidate: Candidate) -> Iterator[_ReasoningPlace]:
    said, calls = "", 0
    for other_utterance in (utterance for turn in candidate.turns for utterance in turn.says):
        if isinstance(other_utterance, Text):
            said += tight(other_utterance.value)
        elif isinstance(other_utterance, Call):
            calls += 1
        elif isinstance(other_utterance, Reasoning) and (
            text := _reasoning_text((*other_utterance.summary, *other_utterance.content)).strip()
        ):
            yield _ReasoningPlace(other_utterance, text, said, calls)


def added_reasoning(pair: AnswerComparison) -> Iterator[Found]:
    """No reasoning comes from nothing. What became of reasoning that there is has a key of its own."""
    if pair.result is None or pair.is_loose or pair.has_failed or pair.is_silent:
        return
    yield "added/reasoning", REACHED
    held = "".join(thought.value for thought in pair.got_thoughts)
    if held.strip() and not any(thought.value.strip() and thought.value.strip() in held for thought in pair.thoughts):
        message = f"nothing of the {pair.terms.source}'s reasoning is in {pair.name_of('reasoning')}, {brief(held)}"
        at = pair.place_of("reasoning", *pair.got_thoughts)
        yield "added/reasoning" + ("/other" if pair.thoughts else ""), Breach("invented", at, message)
