"""Answers of the model, drawn for a format that writes them: thoughts, texts with citations, calls, hosted steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.base.strict_json import json_or_absent
from conformance.formats.model.answer import ASKS, DONE, LENGTH, PAUSE, REFUSED, SEQUENCE, Answer, Candidate, End, Usage
from conformance.formats.model.conversation import (
    BLOCKS,
    CHARACTERS,
    MODEL,
    PAGES,
    Arguments,
    Call,
    Citation,
    CitedSpan,
    Hosted,
    Reasoning,
    Source,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.neighbours import ANSWER, CALL, STEP, TEXT
from conformance.inputs.answers import TOKENS
from conformance.inputs.arguments import arguments_text
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.facts import THOUGHT, answers
from conformance.inputs.material import EDGES, TOOL_NAMES, edges, fresh, in_other_case, table, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What answers of one format have of their own.

    stories: what is said behind each other (`stories_of`). ids: of calls, with a place for a number. at_window: the end
    of an answer that fills the window of its model. step: the call of a tool that the host runs, with what it
    returned, of a number. beside_pages: what a citation of a web page holds that no other format reads.
    """

    stories: DealtOptions[tuple[str, ...]]
    ids: DealtOptions[str]
    models: DealtOptions[str]
    tiers: DealtOptions[str | None]
    at_window: End
    step: Callable[[Choices, int], tuple[Hosted, Hosted]]
    beside_pages: tuple[Other, ...]


SEEN_THOUGHT, HIDDEN_THOUGHT = f"{THOUGHT}text", f"{THOUGHT}encrypted"
SEAL: Final = "EqQBCkYIBBgCKkDK"
_USUAL = weighted({
    (TEXT,): 4, (TEXT, TEXT): 3, (CALL,): 2, (TEXT, CALL): 4, (CALL, CALL): 2, (SEEN_THOUGHT, TEXT): 4,
    (SEEN_THOUGHT, TEXT, CALL, CALL, CALL): 2, (): 3, (CALL,) * 6: 1,
})  # fmt: skip
# How a text is: by itself, with a citation of a page of the web, or of a document.
_KINDS_OF_TEXTS = weighted({"said": 10, "cited": 2, "paged": 3})
_TEXTS = edges(1)
_THOUGHTS = DealtOptions(
    (*(edge for edge in EDGES if edge.strip()), "The user asks for the weather.", "Hm.\nFirst the file.")
)
_ENDS = weighted({"done": 12, "length": 3, "window": 1, "sequence": 2, "refused": 3, "pause": 1})
# By what an answer says last.
_ENDS_OF_NOTHING = DealtOptions(("refused", "refused", "done"))
_ENDS_OF_THOUGHTS = DealtOptions(("length", "window"))
_ENDS_OF_STEPS = DealtOptions(("pause",))
_ENDS_OF_CALLS = weighted({"asks": 8, "length": 1})
_REASONS = DealtOptions(("This request was declined.", None, "It asks for what is harmful.\nNo."))
_NAMES = DealtOptions(TOOL_NAMES)
_IS_SEALED = weighted({False: 5, True: 1})  # whether thoughts are but a seal
_SEALS = DealtOptions((SEAL, SEAL, ""))  # some hosts of a format sign nothing
_TWINS = weighted({"nothing": 5, "its name": 2, "all but its id": 1, "all but case": 1})
_PAGES = table(
    {"url": "https://example.org/", "title": "A"}, {"url": "https://example.org/a%20b?b=1&c=2", "title": None},
    {"url": "https://example.com/b", "title": "B \u2014 \"b\""},
)  # fmt: skip
_HOW_MANY_PAGES = DealtOptions((1, 2))
_CITED = DealtOptions((("document", PAGES), ("document", CHARACTERS), ("document", BLOCKS), ("search", BLOCKS)))
_FOUND_IN: Final = {"document": None, "search": "https://example.org/notes"}
_COUNTS = DealtOptions((*TOKENS, (2**53 + 1, 0)))
_CACHES = DealtOptions((None, None, (6, 8845), (0, 0), (None, 7), (12, None)))
_THINKING = DealtOptions((None, None, 0, 5))


def stories_of(format: str) -> DealtOptions[tuple[str, ...]]:
    """Usual answers, and those with each step that a format has in each place."""
    return DealtOptions((*_USUAL, *(tuple(kind for _place, kind in answer) for answer in answers(format, ANSWER))))


def make_answer(choices: Choices, habits: Habits) -> Answer:
    """A drawn answer with text, thoughts, calls, steps of the host's tools, or several of them."""
    story = choices.pick(habits.stories)
    says = [fact for number, kind in enumerate(story) for fact in facts_of(choices, habits, kind, number)]
    says = _with_twins(choices, says)
    end = _end(choices, habits, choices.pick(_ends(story)))
    candidate = Candidate(turns=(Turn(speaker=MODEL, says=tuple(says)),), end=end)
    model, tier = choices.pick(habits.models), choices.pick(habits.tiers)
    return Answer(candidates=(candidate,), usage=_usage(choices), id="msg_1", model=model, tier=tier)


def facts_of(choices: Choices, habits: Habits, kind: str, number: int) -> list[Utterance | Other]:
    """The facts of one step of a story. number: one that no other step has."""
    if kind == CALL:
        return [make_call(choices, habits, number)]
    if kind == SEEN_THOUGHT:
        if choices.pick(_IS_SEALED):
            return [Reasoning(content=(Text(value=""),), seal=SEAL)]
        return [Reasoning(content=(Text(value=choices.pick(_THOUGHTS)),), seal=choices.pick(_SEALS))]
    if kind == HIDDEN_THOUGHT:
        return [Reasoning(encrypted="EmwKAhgBEgy3va3pzix")]
    return [*habits.step(choices, number)] if kind == STEP else [_text(choices, habits)]


def _text(choices: Choices, habits: Habits) -> Text:
    kind = choices.pick(_KINDS_OF_TEXTS)
    if kind == "cited":
        found: list[Any] = [fresh(choices, _PAGES) for _ in range(choices.pick(_HOW_MANY_PAGES))]
        cited = (
            Citation(sources=(Source(kind="web", quoted="rain", **page),), others=habits.beside_pages) for page in found
        )
        return Text(value="It rains in Paris.", citations=tuple(cited))
    if kind == "paged":
        how, unit = choices.pick(_CITED)
        span = CitedSpan(unit=unit, start=1, end=2)
        source = Source(kind=how, title="D", number=0, url=_FOUND_IN[how], quoted="rain", span=span)
        return Text(value=" So says the report.", citations=(Citation(sources=(source,)),))
    return Text(value=text(choices, _TEXTS))


def make_call(choices: Choices, habits: Habits, number: int) -> Call:
    """A drawn call. number: one that no other call has."""
    value = json_or_absent(arguments_text(choices))
    return Call(
        id=choices.pick(habits.ids).format(number), name=choices.pick(_NAMES), arguments=Arguments(value=value)
    )  # fmt: skip


def _with_twins(choices: Choices, says: list[Utterance | Other]) -> list[Utterance | Other]:
    """Sometimes the last call resembles the first one."""
    places = [place for place, utterance in enumerate(says) if isinstance(utterance, Call)]
    twin = choices.pick(_TWINS) if len(places) > 1 else "nothing"
    if twin == "nothing":
        return says
    first, last = says[places[0]], says[places[-1]]
    if isinstance(first, Call) and isinstance(last, Call):
        name = str(first.name)
        if twin == "all but case":
            last = replace(last, name=in_other_case(name), id=in_other_case(str(first.id)))
        else:
            last = replace(last, name=name, arguments=last.arguments if twin == "its name" else first.arguments)
        says[places[-1]] = last
    return says


def _ends(story: tuple[str, ...]) -> DealtOptions[str]:
    if CALL in story:
        return _ENDS_OF_CALLS
    if not story:
        return _ENDS_OF_NOTHING
    if story[-1].startswith(THOUGHT):
        return _ENDS_OF_THOUGHTS
    return _ENDS_OF_STEPS if story[-1] == STEP else _ENDS


def _end(choices: Choices, habits: Habits, how: str) -> End:
    if how == "refused":
        return End(kind=REFUSED, about=choices.pick(_REASONS))
    if how == "sequence":
        return End(kind=SEQUENCE, sequence="END")
    if how == "window":
        return habits.at_window
    return End(kind={"done": DONE, "asks": ASKS, "length": LENGTH, "pause": PAUSE}[how])


def _usage(choices: Choices) -> Usage:
    (given, made), caches, thought = choices.pick(_COUNTS), choices.pick(_CACHES), choices.pick(_THINKING)
    written, cached = caches or (None, None)
    thought = None if thought is None else min(thought, made)
    return Usage(
        input=given + (written or 0) + (cached or 0), output=made, written=written, cached=cached, reasoning=thought
    )  # fmt: skip
