"""Reasoning stays apart from the text; it is kept as reasoning, or its loss is reported, and none is invented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.laws.compared import Compared, first_place, said_of
from conformance.laws.law import REACHED, UNSEEN, Breach, Found
from conformance.model.conversation import Reasoning, Text
from conformance.wording import brief, versus


def apart(told: Compared) -> Iterator[Found]:
    """No reasoning is in the text."""
    if told.result is None or not told.thoughts:
        return
    yield "apart/reasoning", REACHED
    for one in told.leaks:
        message = f"the text has reasoning of the model: {brief(one.value)}"
        yield "apart/reasoning", Breach("reasoning", told.in_output(first_place(told.got_texts)), message)


def kept(told: Compared) -> Iterator[Found]:
    """The reasoning arrives whole, or a report says that it does not, as the choice says."""
    if told.result is None or told.has_failed or not told.thoughts or told.leaks:
        return
    owed = "".join(one.value for one in told.thoughts)
    got = "".join(one.value for one in told.got_thoughts)
    if got:
        yield "kept/reasoning", REACHED
        if not _is_same(told):
            at = told.in_output(first_place(told.got_thoughts))
            yield "kept/reasoning", Breach("reasoning-changed", at, f"reasoning: {versus(owed, got)}")
        return
    said = told.says_of_loss("reasoning", "reasoning", "thinking", "thought")
    if said is None:
        yield "kept/reasoning", UNSEEN
        return
    yield "kept/reasoning", REACHED
    if not said:
        message = f"the reasoning {brief(owed)} was left out without any report"
        yield "kept/reasoning", Breach("silent", told.in_input(told.thoughts[0]), message)


def _is_same(told: Compared) -> bool:
    """Whether the reasoning that arrived is what is owed: once, or once as summary and once as content."""
    owed, all_ = _joined(told.thoughts), list(said_of(told.got, Reasoning))
    summary = _joined(text for one in all_ for text in one.summary)
    content = _joined(text for one in all_ for text in one.content)
    return owed == _joined(told.got_thoughts) or owed == summary == content


def _joined(texts: Iterable[Text]) -> str:
    """Return texts as one: line ends between them are free."""
    return "".join(one.value.strip("\n") for one in texts)


def added(told: Compared) -> Iterator[Found]:
    """No reasoning comes from nothing."""
    if told.result is None or told.is_loose or told.has_failed:
        return
    yield "added/reasoning", REACHED
    if told.got_thoughts and not told.thoughts:
        one = told.got_thoughts[0]
        message = f"the source has no reasoning, but the result has {brief(one.value)}"
        yield "added/reasoning", Breach("invented", told.in_output(one), message)
