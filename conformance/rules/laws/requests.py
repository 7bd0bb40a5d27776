"""A request and what it became in another format: both conversations, and all that is beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from conformance.base.values import JSON
from conformance.base.wording import spelled
from conformance.formats.model.conversation import (
    CUSTOM,
    FUNCTION,
    TEXT,
    USER,
    Arguments,
    Call,
    Media,
    Reasoning,
    Result,
    Text,
    Utterance,
)
from conformance.formats.model.fact import Fact, Other, Path, facts_in
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import Request, Schema, Tool
from conformance.formats.model.talk import CALL, RESULT, FlatItem
from conformance.rules.laws.losses import Loss, silent, words_in
from conformance.rules.laws.request_arguments import is_malformed
from conformance.rules.laws.request_target import RequestTarget
from conformance.rules.laws.talks import ConversationComparison
from conformance.rules.laws.terms import Terms

_LEAST = 4  # characters; shorter descriptions are in any text by chance


class RequestComparison(ConversationComparison):
    """One conversion of a request, paired once for all laws.

    reports: what was reported; None where that is not observable. is_rewritten, schema_changes: as of `laws.history`.
    target: what is known of the target.
    """

    joins_users: ClassVar[bool] = True

    def __init__(
        self,
        *,
        given: ParsedSide,
        got: ParsedSide | None,
        terms: Terms,
        reports: Sequence[str] | None,
        is_rewritten: Callable[[str, str], bool],
        schema_changes: Callable[[JSON, JSON], Sequence[str]],
        target: RequestTarget | None = None,
        **more: Any,
    ) -> None:
        super().__init__(given=given, got=got, terms=terms, **more)
        self.reports, self.is_rewritten, self.schema_changes = reports, is_rewritten, schema_changes
        self.target = target or RequestTarget(lacks=terms.lacks)

    @cached_property
    def asked(self) -> Request:
        """The request that was given; an empty one where there is none."""
        return self.given.request or Request()

    @cached_property
    def made(self) -> Request:
        """The request that it became; an empty one where there is none."""
        return (self.arrived.request if self.arrived is not None else None) or Request()

    @cached_property
    def has_silent_user(self) -> bool:
        """Whether a user of the source says nothing, of whom nothing is owed."""
        users = (turn for turn in self.asked.conversation.turns if turn.speaker == USER)
        return any(
            all(isinstance(utterance, Text) and not utterance.value.strip() for utterance in turn.says)
            for turn in users
        )

    def id_of(self, got: FlatItem) -> JSON:
        """Return the id of a call or a result that arrived."""
        return got.id

    def content_of(self, entry: int) -> JSON:
        """Return the text of a message of the result; None where it has none."""
        said = [item.value for item in self.came.of_kind(TEXT) if item.entry == entry]
        return "".join(said) or None

    @cached_property
    def blank_speakers(self) -> frozenset[str | None]:
        """Who says white space alone, or nothing, where the target takes neither: a placeholder may be said, or it."""
        turns = () if self.target.takes_blanks else self.asked.conversation.turns
        says = ((turn.speaker, utterance) for turn in turns for utterance in turn.says)
        return frozenset(
            speaker for speaker, utterance in says if isinstance(utterance, Text) and not utterance.value.strip()
        )

    # What is beside the conversation.

    @cached_property
    def wanted(self) -> dict[str, JSON]:
        """The settings that were given, by name."""
        return {setting.name: setting.value for setting in self.asked.settings}

    @cached_property
    def found(self) -> dict[str, JSON]:
        """Those that came."""
        return {setting.name: setting.value for setting in self.made.settings}

    @cached_property
    def owed_tools(self) -> list[Tool]:
        """The functions that were offered. Whether one is strict is the matter of a law of its own."""
        strict = {tool.name: tool.strict for tool in self.made.tools or ()}
        found = (
            replace(tool, description=tool.description or None, strict=strict.get(tool.name) or None)
            for tool in self.asked.tools or ()
            if tool.kind == FUNCTION
        )
        return [self._closed(tool) for tool in found if not self._is_spared(tool)]

    def _closed(self, tool: Tool) -> Tool:
        """Return a tool with the schema that a target takes of one that is strict."""
        schema = tool.schema or Schema(value={"type": "object", "properties": {}})
        if tool.strict and not self.target.takes_tool(replace(tool, schema=schema)):
            return replace(tool, schema=replace(schema, value=self.target.strict_form(schema.value)))
        return tool

    def _is_spared(self, tool: Tool) -> bool:
        """Whether a tool may be left out: it must not be called, where the target has no place for such a choice."""
        choice, made = self.asked.choice, {tool.name for tool in self.made.tools or ()}
        if choice is None or not choice.is_list or not self.terms.lacks("choice/some") or tool.name in made:
            return False
        return (FUNCTION, tool.name) not in (choice.names or ())

    @cached_property
    def tools(self) -> list[Tool]:
        """The functions that are; the last pointer of each is that of what has its members."""
        return [
            replace(self._unsaid(tool), at=(tool.at[0], _holder(tool)), strict=tool.strict or None)
            for tool in self.made.tools or ()
            if tool.kind == FUNCTION and not self._is_made_function(tool)
        ]

    def _unsaid(self, tool: Tool) -> Tool:
        """Return a tool that is strict without the limits that its schema says in words."""
        if not tool.strict or tool.schema is None or tool.name not in self.limits:
            return tool
        return replace(tool, schema=replace(tool.schema, value=self.limits[tool.name][0]))

    @cached_property
    def limits(self) -> dict[str | None, tuple[JSON, list[str]]]:
        """By the name of each function that is strict and was given: its schema without the limits that it says in
        words, and those that it does not say.
        """
        given = {tool.name: tool.schema.value for tool in self.asked.tools or () if tool.schema is not None}
        found = {}
        for tool in self.made.tools or ():
            if tool.strict and tool.kind == FUNCTION and tool.schema is not None and tool.name in given:
                found[tool.name] = self.target.unsaid_limits(given[tool.name], tool.schema.value)
        return found

    def _is_made_function(self, tool: Tool) -> bool:
        """Whether a function may replace a custom tool, which the target lacks, or has as another form of the same."""
        customs = {tool.name for tool in self.asked.tools or () if tool.kind == CUSTOM}
        return (self.terms.one_host or self.terms.lacks("tool/custom")) and tool.name in customs

    # The conversation.

    @cached_property
    def malformed_calls(self) -> list[Call]:
        """The calls whose arguments are no object, where the target takes nothing else."""
        calls: list[Call] = self.facts(Call) if self.terms.lacks("call/malformed") else []
        return [call for call in calls if is_malformed(call)]

    @cached_property
    def refused_ids(self) -> set[str]:
        """The ids of calls that the target does not take."""
        ids = {fact.id for fact in self.facts(Call) if fact.id is not None}
        plain = Call(name="f", arguments=Arguments(text="{}", value={}))
        return {id_ for id_ in ids if not self.target.takes_call(replace(plain, id=id_))}

    def is_free(self, said: FlatItem) -> bool:
        """Whether something may be said that nobody owes; what a document is may be said beside it."""
        if said.kind == TEXT and said.speaker == USER:
            described = (
                medium for medium, texts in self.descriptions if any(_describes(said.value, text) for text in texts)
            )
            if any(self._is_beside(said, medium) for medium in described):
                return True
        return super().is_free(said)

    @cached_property
    def descriptions(self) -> list[tuple[Media, list[str]]]:
        """The documents of the source with what it says of them, names and contexts, that those that arrived lack."""
        placed = {text for fact in self.facts(Media, self.made) for text in (fact.name, fact.about)}
        found = (
            (fact, [text for text in (fact.name, fact.about) if text and text not in placed])
            for fact in self.facts(Media)
        )
        return [(element, texts) for element, texts in found if texts]

    def _is_beside(self, said: FlatItem, document: Media) -> bool:
        """Whether a text is in, or next to, a message with what came of a document's own message.

        Where nothing of that came, and of a document that a tool returned, which may follow later, it may be anywhere.
        """
        if any(document in fact.content for fact in self.facts(Result)):
            return True
        content = document.at[0][:-1]
        own = [item.number for item in self.owed.all if item.at[: len(content)] == content]
        numbers = {self.pairs.partners[number] for number in own if number in self.pairs.partners}
        entries = {item.entry for item in self.came.all if item.number in numbers}
        return not entries or any(abs(said.entry - entry) <= 1 for entry in entries)

    @cached_property
    def renamable(self) -> set[int]:
        """The numbers of the calls that may have another id: one that the target refuses, or that is used again."""
        counts = Counter(item.id for item in self.owed.of_kind(CALL))
        return {item.number for item in self.owed.of_kind(CALL) if item.id in self.refused_ids or counts[item.id] > 1}

    @property
    def is_too_hot(self) -> bool:
        """Whether the temperature is above what the target takes."""
        value, most = self.wanted.get("temperature"), self.terms.most.get("temperature")
        return isinstance(value, int | float) and most is not None and value > most

    @cached_property
    def results(self) -> list[tuple[FlatItem, Result, Result]]:
        """The results that arrived: what was owed, as the source has it, and as it came."""
        own = {fact.at[0]: fact for fact in self.facts(Result) if fact.at}
        found = []
        for item in self.owed.of_kind(RESULT):
            got = self.partner_of(item)
            if got is not None and isinstance(got.fact, Result) and item.at in own:
                found.append((item, own[item.at], got.fact))
        return found

    def facts(self, kind: type[Any], request: Request | None = None) -> list[Any]:
        """Return the facts of a kind in the conversation of a request; of the one that was given, unless it is said."""
        is_made = request is not None
        if request is not None and request is not self.made:
            return [fact for fact in facts_in(request.conversation.turns) if isinstance(fact, kind)]
        if (is_made, kind) not in self._by_kind:
            self._by_kind[is_made, kind] = [element for element in self._facts[is_made] if isinstance(element, kind)]
        return list(self._by_kind[is_made, kind])

    @cached_property
    def _by_kind(self) -> dict[tuple[bool, type[Any]], list[Fact]]:
        return {}

    @cached_property
    def _facts(self) -> tuple[list[Fact], list[Fact]]:
        """The facts of both conversations."""
        asked, made = (list(facts_in(element.conversation.turns)) for element in (self.asked, self.made))
        return asked, made

    @cached_property
    def texts_that_came(self) -> list[str]:
        """All texts of the result: of messages, results, names and addresses of media."""
        return [text for fact in facts_in(self.made.conversation.turns) for text in texts_of(fact)]

    def says(self, text: str | None) -> bool:
        """Whether some text of the result has another one in it."""
        return text is not None and text != "" and any(text in name for name in self.texts_that_came)

    def unsaid(self, losses: Sequence[Loss]) -> Iterator[Loss]:
        """Yield the losses that no report is about; none where reports are not observable."""
        if self.reports is None:
            return iter(())
        reports = [report for report in self.reports if not self._is_of_demand(report, losses)]
        return silent(losses, reports, by_name=self.terms.one_host)

    def _is_of_demand(self, report: str, losses: Sequence[Loss]) -> bool:
        """Whether a report names a setting that was added because the target demands it, and no loss."""
        added = [
            setting
            for setting in self.made.settings
            if setting.name in self.terms.demands and setting.name not in self.wanted
        ]
        named = any(word in report.lower() for setting in added for word in words_of(setting))
        return named and not any(any(words_in(report, loss)) for loss in losses)


def _describes(text: str, description: str) -> bool:
    """Whether a text gives a description, perhaps beside other words."""
    return text.strip() == description.strip() or (len(description) >= _LEAST and description in text)


def wire_name(fact: Fact) -> str:
    """Return what the format of a fact calls it: the names of the path that leads to it."""
    return spelled(fact.at[0] if fact.at else ())


def words_of(fact: Fact) -> Iterator[str]:
    """Yield the names in the path of a fact: by one of them a report names it."""
    path: Path = fact.at[0] if fact.at else ()
    yield from (step for step in path if isinstance(step, str))


def _holder(tool: Tool) -> Path:
    """Return the path of what holds the members of a tool."""
    return next((entry[:-1] for entry in tool.at[1:] if entry[-1:] == ("name",)), tool.at[0])


def texts_of(fact: Utterance | Other | Fact) -> Iterator[str]:
    """Yield the texts of a fact; of media, all by which a text can name them."""
    if isinstance(fact, Text) or (isinstance(fact, Other) and isinstance(fact.value, str)):
        yield str(fact.value)
    elif isinstance(fact, Media):
        yield from (text for text in (fact.name, fact.address, fact.file_id, fact.text, fact.about, fact.url) if text)


def thoughts_of(request: Request) -> list[str]:
    """Return the texts that the model thought."""
    found = [
        utterance for turn in request.conversation.turns for utterance in turn.says if isinstance(utterance, Reasoning)
    ]
    return [text.value for reasoning in found for text in (*reasoning.content, *reasoning.summary) if text.value]
