"""Reasoning stays apart from the text; it is kept as reasoning, or its loss is reported, and none is invented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.laws.compared import Compared
from conformance.laws.law import REACHED, UNSEEN, Breach, Found
from conformance.laws.sides import first_place, said_of
from conformance.model.conversation import Reasoning, Text
from conformance.wording import brief, versus


def apart(told: Compared) -> Iterator[Found]:
    """No reasoning is in the text."""
    if told.result is None or not (told.has_reasoning if told.terms.owes_all else told.thoughts):
        return
    yield "apart/reasoning", REACHED
    for one in told.leaks:
        message = f"the {told.name_of('text')} holds reasoning: {brief(one.value)}"
        yield "apart/reasoning", Breach("reasoning", told.place_of("text", *told.got_texts), message)


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
    """No reasoning comes from nothing. What became of reasoning that there is has a key of its own."""
    if told.result is None or told.is_loose or told.has_failed or told.is_silent:
        return
    yield "added/reasoning", REACHED
    held = "".join(one.value for one in told.got_thoughts)
    if held.strip() and not any(one.value.strip() and one.value.strip() in held for one in told.thoughts):
        message = f"nothing of the {told.terms.source}'s reasoning is in {told.name_of('reasoning')}, {brief(held)}"
        at = told.place_of("reasoning", *told.got_thoughts)
        yield "added/reasoning" + ("/other" if told.thoughts else ""), Breach("invented", at, message)
