"""Two readings of one conversion: what was given, what came of it, and where each thing is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeVar

from conformance.base.values import ABSENT, JSON, Absent, levels
from conformance.formats.model.answer import FAILED, FILTER, LENGTH, UNKNOWN, UNSAID, Answer, Candidate
from conformance.formats.model.conversation import CUSTOM, Call, Hosted, Media, ModelRefusal, Reasoning, Text, Utterance
from conformance.formats.model.fact import Fact, Other, Path
from conformance.formats.model.growth import CUT
from conformance.formats.model.reading import AnswerText, ParsedSide
from conformance.rules.alignment.joining import BETWEEN
from conformance.rules.laws.call_identity import as_asked
from conformance.rules.laws.law import INPUT, OUTPUT, Place
from conformance.rules.laws.terms import Terms

_Kind = TypeVar("_Kind", bound=Utterance)
_LEAST_SAID = 12  # characters; shorter ones, such as states, are in any text by chance


class SourceText(NamedTuple):
    """A text of the source. entry: the same for texts that are said in one go."""

    value: str
    entry: int
    is_optional: bool


class Comparison:
    """What was given and what came of it. is_loose: the source is malformed, and what becomes of that is free.

    reported(words): whether something that was reported has one of the words, or anything was if there are none; None
    where reports are not observable. failed: the message of the error with which the call ended; None where it
    returned. carried: returns a value with its numbers as the transport leaves them.
    """

    def __init__(
        self,
        *,
        given: ParsedSide,
        got: ParsedSide | None,
        terms: Terms,
        reported: Callable[..., bool | None] = lambda *_words: None,
        failed: str | None = None,
        is_loose: bool = False,
        carried: Callable[[JSON | Absent], JSON | Absent] = lambda value: value,
    ) -> None:
        self.given, self.arrived, self.terms = given, got, terms
        self.reported, self.failed, self.is_loose, self.carried = reported, failed, is_loose, carried

    # Where things are.

    def in_input(self, fact: Fact, *member: str | int) -> Place:
        """Return where a fact of the source is."""
        return (INPUT, *self.given.at, *(fact.at[0] if fact.at else ()), *member)

    def in_output(self, fact: Fact, *member: str | int) -> Place:
        """Return where a fact of the result is."""
        base = self.arrived.at if self.arrived is not None else ()
        return (OUTPUT, *base, *(fact.at[0] if fact.at else ()), *member)

    def place_of(self, kind: str, *facts: Fact) -> Place:
        """Return where the result has things of a kind; the first of some facts where its format has no one place."""
        place = self._places.get(kind)
        if place is not None:
            return self.in_output(self.got.turns[0] if self.got.turns else Fact(), *place)
        return self.in_output(facts[0] if facts else Fact())

    def missing(self, kind: str, fact: Fact) -> Place:
        """Return where the result would have a fact of the source; the fact where its format has no one place."""
        return self.place_of(kind) if self.has_place(kind) else self.in_input(fact)

    def has_place(self, kind: str) -> bool:
        """Whether the result's format has one place for a kind."""
        return kind in self._places

    def name_of(self, kind: str) -> str:
        """Return what the result's format calls the place of a kind."""
        return str(self._places.get(kind, (kind,))[-1])

    def at_member(self, call: Call, member: str) -> Place:
        """Return where a call of the result has a member."""
        return self.in_output(call, *(self._member(call, member) or ()))

    def written(self, call: Call, member: str) -> JSON:
        """Return a member of a call of the result as it is written; None where it has none."""
        place = self._member(call, member)
        if place is None or self.arrived is None:
            return call.kind if member == "type" else getattr(call, member)
        value = self.arrived.held((*call.at[0], *place))
        return None if value is ABSENT else value

    def _member(self, call: Call, member: str) -> Path | None:
        return self._places.get(f"call/{member}", self._places.get(f"call/{call.kind}/{member}"))

    @property
    def _places(self) -> Mapping[str, Path]:
        return self.arrived.places if self.arrived is not None else {}

    def as_written(self, fact: Fact) -> JSON | Absent:
        """Return a fact of the result as it is written; ABSENT where paths do not lead to it."""
        return self.arrived.held(fact.at[0]) if self.arrived is not None and fact.at else ABSENT

    def as_given(self, fact: Fact, value: JSON | Absent = ABSENT) -> JSON | Absent:
        """Return a fact of the source as it is written there; the value where paths do not lead to it."""
        held = self.given.held(fact.at[0]) if fact.at else ABSENT
        return value if held is ABSENT else held

    # The source.

    @cached_property
    def source(self) -> Answer:
        """The answer that was given; an empty one where there is none."""
        return self.given.answer if self.given.answer is not None else Answer()

    @cached_property
    def candidate(self) -> Candidate:
        """The candidate that is converted: the first one."""
        ordered = sorted(self.source.candidates, key=lambda candidate: candidate.index or 0)
        return ordered[0] if ordered else Candidate()

    @cached_property
    def has_failed(self) -> bool:
        """Whether the source is no answer but a failure, or broke off before it ended."""
        if self.source.failure is not None or not self.source.candidates:
            return True
        return self.given.growth is not None and self.candidate.ended == UNSAID

    @property
    def is_unfinished(self) -> bool:
        """Whether the source was cut, perhaps inside of a call."""
        return self.candidate.ended in (LENGTH, FILTER, UNKNOWN)

    @cached_property
    def is_refused(self) -> bool:
        """Whether the result says that the answer failed, which it did not: its reader knows that it is lost."""
        result = self.result
        return result is not None and not self.has_failed and (result.failure is not None or self.got.ended == FAILED)

    @property
    def is_given_up(self) -> bool:
        """Whether no whole answer is owed: the source failed or broke off, or the result says so."""
        return self.has_failed or self.is_refused

    def is_optional(self, fact: Fact) -> bool:
        """Whether a text or call of the source may be left out."""
        return bool(fact.at) and fact.at[0] in self.given.freedom.optional

    @cached_property
    def all_texts(self) -> list[Text]:
        """The texts of the source, also those that may be left out."""
        return list(said_of(self.candidate, Text))

    @cached_property
    def texts(self) -> list[Text]:
        """The texts that are owed, without empty ones."""
        return [text for text in self.all_texts if text.value and not self.is_optional(text)]

    @cached_property
    def owed_texts(self) -> tuple[str, ...]:
        """The values of the texts that are owed."""
        return tuple(text.value for text in self.texts)

    @property
    def has_empty_text(self) -> bool:
        """Whether the source has text that is owed, all of it empty."""
        return not self.texts and not all(map(self.is_optional, self.all_texts))

    @cached_property
    def pieces(self) -> list[SourceText]:
        """The texts of the source, as they may be joined: otherwise on both sides of a step of the host than in one go.

        By a choice also between turns.
        """
        made, steps = [], 0
        for entry, turn in enumerate(self.candidate.turns):
            for utterance in turn.says:
                steps += isinstance(utterance, Hosted)
                if isinstance(utterance, Text):
                    made.append(
                        SourceText(utterance.value, entry if self.terms.join else steps, self.is_optional(utterance))
                    )
        return made

    @cached_property
    def all_refusals(self) -> list[ModelRefusal]:
        """The refusals of the source."""
        return list(said_of(self.candidate, ModelRefusal))

    @cached_property
    def refusals(self) -> list[ModelRefusal]:
        """The refusals that are owed, without empty ones."""
        return [refusal for refusal in self.all_refusals if refusal.value]

    @cached_property
    def thoughts(self) -> list[Text]:
        """The texts of the reasoning that is owed."""
        return _thoughts_of(self.candidate)

    @cached_property
    def has_reasoning(self) -> bool:
        """Whether the source has reasoning, with or without text."""
        return any(said_of(self.candidate, Reasoning))

    @property
    def is_silent(self) -> bool:
        """Whether the source has reasoning, and nothing of it can be read."""
        all_ = list(said_of(self.candidate, Reasoning))
        return bool(all_) and all(
            text.value == reasoning.encrypted for reasoning in all_ for text in (*reasoning.summary, *reasoning.content)
        )

    @cached_property
    def media(self) -> list[Media]:
        """The media of the answer."""
        return list(said_of(self.candidate, Media))

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of the source, as who asked knows the tools."""
        tools = self.given.request.tools if self.given.request is not None else None
        return [as_asked(call, tools or ()) for call in said_of(self.candidate, Call)]

    @cached_property
    def is_foreign(self) -> bool:
        """Whether a call of the answer is of a form in which the converter offers no custom tool to a backend.

        Where the target has no calls of custom tools, no client of it offers such a tool.
        """
        said = [call.kind for call in said_of(self.candidate, Call)]
        if CUSTOM in said and self.terms.lacks("call/custom"):
            return True
        forms = (kind for kind, call in zip(said, self.calls, strict=True) if call.kind == CUSTOM)
        return any(not self.terms.allows("custom-calls", form, "both") for form in forms)

    def is_of_another_choice(self, call: Call) -> bool:
        """Whether a call that arrived is one of a choice that does not count."""
        others = (candidate for candidate in self.source.candidates if candidate is not self.candidate)
        said = {(call.name, call.arguments.text) for other in others for call in said_of(other, Call)}
        return (call.name, call.arguments.text) in said

    def shows(self, text: str) -> bool:
        """Whether a text shows what the source says elsewhere: it is another place for an image or a citation."""
        return any(name in text for name in self._said_elsewhere)

    @cached_property
    def _said_elsewhere(self) -> list[str]:
        """What is no text of the answer: pages that are cited, media, what hosted steps made."""
        said = [utterance for turn in self.candidate.turns for utterance in turn.says]
        found = [source.url for text in self.all_texts for note in text.citations for source in note.sources]
        media = (utterance for utterance in said if isinstance(utterance, Media))
        found += [value for medium in media for value in (medium.url, medium.data, medium.transcript, medium.text)]
        found.append(self.candidate.end.about)
        others = [fact for fact in (*said, *self.given.freedom.unknown) if isinstance(fact, Other)]
        found += [value for other in others for level in levels(other.value) for value in level]
        own = {name for other in others for name in (other.word, getattr(other, "id", None))}
        return [text for text in found if isinstance(text, str) and len(text) >= _LEAST_SAID and text not in own]

    @cached_property
    def owed_calls(self) -> list[Call]:
        """The calls that must arrive."""
        return [call for call in self.calls if not self.is_optional(call)]

    @cached_property
    def own_ids(self) -> dict[Path, str]:
        """The ids that the items of calls have of their own, by the path of the call."""
        calls = (
            (turn, utterance) for turn in self.candidate.turns for utterance in turn.says if isinstance(utterance, Call)
        )
        return {call.at[0]: turn.id for turn, call in calls if turn.id and call.at[:1] == turn.at[:1]}

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

    @property
    def is_cut(self) -> bool:
        """Whether what came is a stream that does not end: what only an end says cannot be there."""
        growth = self.arrived.growth if self.arrived is not None else None
        return growth is not None and growth.ended == CUT

    @cached_property
    def got_texts(self) -> list[Text]:
        """The texts that arrived, without empty ones."""
        return [text for text in said_of(self.got, Text) if text.value]

    @cached_property
    def got_text(self) -> str:
        """The texts that arrived, joined: how a text is divided into parts says nothing."""
        return "".join(text.value for text in self.got_texts)

    @cached_property
    def owed_text(self) -> str:
        """The texts that are owed, joined."""
        return "".join(self.owed_texts)

    @cached_property
    def wanted_text(self) -> str:
        """The texts that are owed, joined as the subject does it."""
        return BETWEEN.get(self.terms.choices.get(self.terms.join or "", "nothing"), "").join(self.owed_texts)

    @cached_property
    def flow(self) -> AnswerText:
        """The text that arrived, as the result's format holds it."""
        if self.arrived is not None and self.arrived.flow is not None:
            return self.arrived.flow
        return AnswerText(value=ABSENT if self.result is None else self.got_text, text=self.got_text)

    @cached_property
    def got_refusals(self) -> list[ModelRefusal]:
        """The refusals that arrived."""
        return list(said_of(self.got, ModelRefusal))

    @cached_property
    def got_thoughts(self) -> list[Text]:
        """The texts of reasoning that arrived, without empty ones."""
        return _thoughts_of(self.got)

    @cached_property
    def got_calls(self) -> list[Call]:
        """The calls that arrived."""
        return list(said_of(self.got, Call))


def said_of(candidate: Candidate, kind: type[_Kind]) -> Iterator[_Kind]:
    """Yield what a candidate says of one kind, in its order."""
    return (utterance for turn in candidate.turns for utterance in turn.says if isinstance(utterance, kind))


def _thoughts_of(candidate: Candidate) -> list[Text]:
    found = said_of(candidate, Reasoning)
    return [text for reasoning in found for text in (*reasoning.summary, *reasoning.content) if text.value]


def tight(text: str) -> str:
    """Return a text without white space, of which a join of texts may put more between them."""
    return "".join(text.split())


def first_place(facts: list[_Kind]) -> Fact:
    """Return the first of some facts, for a pointer; an empty fact where there is none."""
    return facts[0] if facts else Fact()


def is_word(value: JSON) -> bool:
    """Whether a value is a text that is not empty."""
    return isinstance(value, str) and value != ""
