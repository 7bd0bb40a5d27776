"""Two readings of one conversion: what was given, what came of it, and what the laws ask of both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from conformance.laws.law import INPUT, OUTPUT, Place
from conformance.matching.matcher import Matcher
from conformance.model.answer import FAILED, UNSAID, Answer, Candidate
from conformance.model.conversation import CUSTOM, FUNCTION, Arguments, Call, Media, Reasoning, Refusal, Said, Text
from conformance.model.fact import Fact, Other
from conformance.model.growth import CUT
from conformance.model.reading import Reading
from conformance.model.request import Tool
from conformance.strict_json import json_or_absent
from conformance.values import JSON

_Kind = TypeVar("_Kind", bound=Said)
_SEPARATORS = r"(?:__|[_.\-/:]|--)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What an operation allows.

    lost: kinds of facts for which the target has no place, each with the words of one of which a report has one.
    choices: the subject's answers; an unknown one is absent, and then every legal answer is accepted.
    """

    lost: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)

    def allows(self, choice: str, *answers: str) -> bool:
        """Whether one of some answers to a choice is the subject's, or may be."""
        own = self.choices.get(choice)
        return own is None or own in answers


class CallPair(NamedTuple):
    """A call that was owed, and the one that arrived for it."""

    owed: Call
    got: Call


class Compared:
    """One conversion of an answer. is_loose: the source is malformed, and what becomes of that is free.

    reported(words): whether something that was reported has one of the words; None where reports are not observable.
    failed: the message of the error with which the call ended; None where it returned.
    """

    def __init__(
        self,
        *,
        given: Reading,
        got: Reading | None,
        terms: Terms,
        reported: Callable[..., bool | None] = lambda *_words: None,
        failed: str | None = None,
        is_loose: bool = False,
    ) -> None:
        self.given, self.arrived, self.terms = given, got, terms
        self.reported, self.failed, self.is_loose = reported, failed, is_loose

    # Where things are.

    def in_input(self, fact: Fact, *member: str | int) -> Place:
        """Return where a fact of the source is."""
        return (INPUT, *self.given.at, *(fact.at[0] if fact.at else ()), *member)

    def in_output(self, fact: Fact, *member: str | int) -> Place:
        """Return where a fact of the result is."""
        base = self.arrived.at if self.arrived is not None else ()
        return (OUTPUT, *base, *(fact.at[0] if fact.at else ()), *member)

    # The source.

    @cached_property
    def source(self) -> Answer:
        """The answer that was given; an empty one where there is none."""
        return self.given.answer if self.given.answer is not None else Answer()

    @cached_property
    def candidate(self) -> Candidate:
        """The candidate that is converted: the first one."""
        ordered = sorted(self.source.candidates, key=lambda one: one.index or 0)
        return ordered[0] if ordered else Candidate()

    @cached_property
    def has_failed(self) -> bool:
        """Whether the source is no answer but a failure, or broke off before it ended."""
        if self.source.failure is not None or not self.source.candidates:
            return True
        return self.given.growth is not None and self.candidate.ended == UNSAID

    @cached_property
    def is_refused(self) -> bool:
        """Whether the result says that the answer failed, which it did not: whoever gets it knows that it is lost."""
        result = self.result
        return result is not None and not self.has_failed and (result.failure is not None or self.got.ended == FAILED)

    @cached_property
    def texts(self) -> list[Text]:
        """The texts that are owed, without empty ones."""
        return [one for one in said_of(self.candidate, Text) if one.value]

    @cached_property
    def refusals(self) -> list[Refusal]:
        """The refusals that are owed, without empty ones."""
        return [one for one in said_of(self.candidate, Refusal) if one.value]

    @cached_property
    def thoughts(self) -> list[Text]:
        """The texts of the reasoning that is owed."""
        found = said_of(self.candidate, Reasoning)
        return [text for one in found for text in (*one.summary, *one.content) if text.value]

    @cached_property
    def media(self) -> list[Media]:
        """The media of the answer."""
        return list(said_of(self.candidate, Media))

    @cached_property
    def calls(self) -> list[Call]:
        """The calls that are owed, as who asked knows the tools."""
        tools = self.given.request.tools if self.given.request is not None else None
        return [as_asked(one, tools or ()) for one in said_of(self.candidate, Call)]

    @cached_property
    def is_foreign(self) -> bool:
        """Whether a call of the answer is of a form in which the converter offers no custom tool to a backend."""
        said = [one.kind for one in said_of(self.candidate, Call)]
        forms = (kind for kind, call in zip(said, self.calls, strict=True) if call.kind == CUSTOM)
        return any(not self.terms.allows("custom-calls", form, "both") for form in forms)

    def is_of_another_choice(self, call: Call) -> bool:
        """Whether a call that arrived is one of a choice that does not count."""
        others = (one for one in self.source.candidates if one is not self.candidate)
        said = {(one.name, one.arguments.text) for other in others for one in said_of(other, Call)}
        return (call.name, call.arguments.text) in said

    # The result.

    @cached_property
    def result(self) -> Answer | None:
        """The answer that came of it; None where nothing of its form did."""
        return self.arrived.answer if self.arrived is not None else None

    @cached_property
    def got(self) -> Candidate:
        """What came of the candidate; an empty one where nothing did."""
        result = self.result
        return result.candidates[0] if result is not None and result.candidates else Candidate()

    @cached_property
    def got_texts(self) -> list[Text]:
        """The texts that arrived, without empty ones."""
        return [one for one in said_of(self.got, Text) if one.value]

    @cached_property
    def got_text(self) -> str:
        """The texts that arrived, joined: how a text is divided into parts says nothing."""
        return "".join(one.value for one in self.got_texts)

    @cached_property
    def owed_text(self) -> str:
        """The texts that are owed, joined."""
        return "".join(one.value for one in self.texts)

    @cached_property
    def got_refusals(self) -> list[Refusal]:
        """The refusals that arrived."""
        return list(said_of(self.got, Refusal))

    @cached_property
    def got_thoughts(self) -> list[Text]:
        """The texts of reasoning that arrived, without empty ones."""
        found = said_of(self.got, Reasoning)
        return [text for one in found for text in (*one.summary, *one.content) if text.value]

    @cached_property
    def got_calls(self) -> list[Call]:
        """The calls that arrived."""
        return list(said_of(self.got, Call))

    @cached_property
    def leaks(self) -> list[Text]:
        """The thoughts that the text has, although the source does not say them there."""
        if self.got_text == self.owed_text:
            return []
        beside = self.got_text.replace(self.owed_text, "", 1) if self.owed_text else self.got_text
        return [one for one in self.thoughts if one.value.strip() and one.value in beside]

    @cached_property
    def pairs(self) -> list[CallPair]:
        """The calls that arrived, in the order in which they were given."""
        found: Matcher[Call, Call] = Matcher(self.calls, self.got_calls)
        owed, got = (
            [(place, (one.id, one.group, one.name, one.arguments.text)) for place, one in enumerate(calls)]
            for calls in (self.calls, self.got_calls)
        )
        # The id first: it names the call. Then what it says, then its name; what is left is changed beyond recognition.
        found.pair_by_keys(owed, got, (lambda one: one, lambda one: one[0], lambda one: one[1:], lambda one: one[2]))
        left = [place for place, partner in enumerate(found.partners) if partner is None]
        free = [place for place, taken in enumerate(found.taken) if not taken]
        for place, position in zip(left, free, strict=False) if len(left) == len(free) else ():
            found.pair(place, position)
        return [
            CallPair(self.calls[place], self.got_calls[position])
            for place, position in enumerate(found.partners)
            if position is not None
        ]

    @cached_property
    def lost_calls(self) -> list[Call]:
        """The calls that did not arrive."""
        arrived = {id(pair.owed) for pair in self.pairs}
        return [one for one in self.calls if id(one) not in arrived]

    @cached_property
    def unasked(self) -> list[Call]:
        """The calls that come from nothing in the source."""
        taken = {id(pair.got) for pair in self.pairs}
        return [one for one in self.got_calls if id(one) not in taken]

    @property
    def is_cut(self) -> bool:
        """Whether what came is a stream that does not end: what only an end says cannot be there."""
        growth = self.arrived.growth if self.arrived is not None else None
        return growth is not None and growth.ended == CUT

    @cached_property
    def is_unread(self) -> bool:
        """Whether nothing at all arrived of an answer that says something."""
        says = self.texts or self.calls or self.refusals
        return bool(says) and not (self.got_texts or self.got_calls or self.got_refusals or self.got_thoughts)

    def says_of_loss(self, kind: str, *words: str) -> bool | None:
        """Whether the loss of something was reported; None where that cannot be seen."""
        return self.reported(*self.terms.lost.get(kind, ()), *words)


def said_of(candidate: Candidate, kind: type[_Kind]) -> Iterator[_Kind]:
    """Yield what a candidate says of one kind, in its order."""
    return (one for turn in candidate.turns for one in turn.says if isinstance(one, kind))


def others_of(candidate: Candidate) -> Iterator[Other]:
    """Yield the parts of a candidate that its format's reader does not know."""
    return (one for turn in candidate.turns for one in turn.says if type(one) is Other)


def as_asked(call: Call, tools: tuple[Tool, ...]) -> Call:
    """Return a call as who asked knows its tool: a custom tool has a text for its input, and a tool of a group has the
    group and its own short name, where the one who answered saw one flat name.
    """
    known = {(one.kind, one.name) for one in tools}
    if call.kind != FUNCTION or (FUNCTION, call.name) in known:
        return call
    if (CUSTOM, call.name) in known:
        return replace(call, kind=CUSTOM, arguments=_unwrapped(call.arguments))
    for group in tools:
        for tool in group.tools:
            if call.name in flat_names(group.name, tool.name):
                kind = CUSTOM if tool.kind == CUSTOM else FUNCTION
                arguments = _unwrapped(call.arguments) if kind == CUSTOM else call.arguments
                return replace(call, kind=kind, group=group.name, name=tool.name, arguments=arguments)
    return call


def flat_names(group: str | None, name: str | None) -> tuple[str, ...]:
    """Return the names that a tool of a group has in formats without groups: two underscores, unless it has them."""
    return (f"{group}{name}" if str(group).endswith("__") else f"{group}__{name}",)


def is_flat_name(flat: str | None, group: str | None, name: str | None) -> bool:
    """Whether a name is a group and a name in it, with any separator between them."""
    pattern = rf"{re.escape(str(group))}{_SEPARATORS}?{re.escape(str(name))}"
    return flat is not None and re.fullmatch(pattern, flat) is not None


def _unwrapped(arguments: Arguments) -> Arguments:
    """Return the input of a custom tool that was offered as a function: the one text among the arguments."""
    value = json_or_absent(arguments.text)
    if isinstance(value, dict) and len(value) == 1 and all(isinstance(one, str) for one in value.values()):
        return replace(arguments, text=next(iter(value.values())), value=next(iter(value.values())))
    return arguments


def first_place(facts: list[_Kind]) -> Fact:
    """Return the first of some facts, for a pointer; an empty fact where there is none."""
    return facts[0] if facts else Fact()


def is_word(value: JSON) -> bool:
    """Whether a value is a text that is not empty."""
    return isinstance(value, str) and value != ""
