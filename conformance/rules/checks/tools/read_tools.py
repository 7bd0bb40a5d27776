"""The view of a conversion of tools both of whose formats are read: what is owed, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from conformance.apis.oracles.tools import strict_problems
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.facts import is_filled
from conformance.formats.json_schema import without_defaults
from conformance.formats.model.offer import Offer
from conformance.formats.offers import name_of, written_tool
from conformance.rules.alignment.alignment import EXACT, MUST
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got, input_at
from conformance.rules.checks.tools.view import ToolsView, alike_with, lacks_properties
from conformance.rules.checks.tools.written_schemas import takes_any_text, unknown_types
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.offers import Offers, ToolPair

# What replaces absent parameters.
EMPTY_OBJECT_SCHEMA: JSON = {"type": "object", "properties": {}}
FIELDS = ("name", "description", "parameters", "strict")


class ReadTools(ToolsView, Offers):
    """One observation of a conversion of tools."""

    is_list: ClassVar[bool] = True
    words: ClassVar[Mapping[str, str]] = {"word": "type", "schema": "parameters"}
    frame: ClassVar[frozenset[str]] = frozenset({"type", "function"})
    schema_key: ClassVar[str] = "parameters"
    readers: ClassVar[tuple[Callable[[JSON], Offer], Callable[[JSON], Offer]]]  # of an entry, and of an output
    # The kinds of entries that are functions, and custom tools.
    functions: ClassVar[frozenset[str]]
    custom_kinds: ClassVar[frozenset[str]] = frozenset()
    # What an operation makes of what is absent, where no choice is known: a description, strict, parameters.
    undescribed: ClassVar[str] = "omit"
    unsaid_strict: ClassVar[str] = "omit"
    unsaid_schema: ClassVar[JSON | Absent] = EMPTY_OBJECT_SCHEMA

    @cached_property
    def _read(self) -> tuple[dict[int, Offer], dict[int, Offer]]:
        """What was read, by the identities of entries and of outputs, which the view holds."""
        return {}, {}

    def read(self, entry: JSON) -> Offer:
        """Return an entry as its format has it."""
        return self._offer(0, entry)

    def read_result(self, output: JSON) -> Offer:
        """Return an output as the target's format has it."""
        return self._offer(1, output)

    def _offer(self, side: int, value: JSON) -> Offer:
        found = self._read[side].get(id(value))
        if found is None:
            found = self._read[side][id(value)] = self.readers[side](value)
        return found

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair where the entry is a function."""
        if self.kinds[entry] not in self.functions or self.outputs is None:
            return None
        return self.paired(entry, position)

    def paired(self, entry: int, position: int) -> ToolPair:
        """Return an entry with what it became."""
        source, result = self.read(self.entry(entry)), self.result(position)
        got, about = self.read_result(result), source.description
        schema = self.schema_of(source, got)
        return ToolPair(
            entry=entry, position=position, source=source, got=got,
            source_name=source.name, source_description=ABSENT if about is None else about,
            source_schema=schema if isinstance(schema, dict) else ABSENT,
            result=result, body=got.body, body_path=got.at, key=self.schema_key,
        )  # fmt: skip

    def schema_of(self, source: Offer, got: Offer) -> JSON | Absent:
        """Return the schema that is to arrive."""
        return source.schema

    @cached_property
    def customs(self) -> Sequence[ToolPair]:
        """The custom tools that arrived and have a name."""
        found = [index for index in self.entries_of(*self.custom_kinds) if index in self.arrived]
        pairs = (self.paired(index, self.arrived[index]) for index in found)
        return tuple(pair for pair in pairs if is_filled(pair.source_name))

    def answers(self, choice: str, *legal: str) -> tuple[str, ...]:
        """Return the acceptable answers to a choice."""
        return answer_of(self.trial, choice, *legal)

    def strict_problem(self, schema: JSON | Absent) -> str | None:
        """Say why strict mode refuses a schema; None where it takes it."""
        return next(strict_problems(schema), None)

    def takes_any_text(self, schema: JSON | Absent) -> bool:
        """Whether a schema has room for a text of any form."""
        return takes_any_text(schema) and next(unknown_types(schema), None) is None

    def key(self, tool: JSON) -> str | None:
        """Return a tool's name."""
        return name_of(tool)

    def likeness(self, entry: JSON, output: JSON) -> int:
        """How surely an output came from an entry."""
        if same(entry, output):
            return EXACT
        if not isinstance(entry, dict) or not isinstance(output, dict):
            return 0
        source, got, name = self.read(entry), self.read_result(output), name_of(entry)
        described = alike(source.description, got.description)
        if name != name_of(output):
            return 2 if name is None and described and source.description else 0
        fits = same(source.word, got.word) or (source.at == ("function",) and got.word == "function")
        if name is None:
            return 2 if fits else 0
        return alike_with((fits, 2), (described, 2), (self.keeps_schema(source, got), 2))

    def keeps_schema(self, source: Offer, got: Offer) -> bool:
        """Whether the schemas are the same, or stand for each other."""
        return alike(source.schema, got.schema)

    def leaves_out(self, entries: Iterable[int]) -> bool:
        """Whether nothing came of some entries, and all others arrived."""
        found = self.alignment
        is_rest = found is not None and not found.missing and not found.unasked
        return is_rest and not any(index in self.arrived for index in entries)

    def arrival(self, further: Iterable[Failure] = ()) -> Findings:
        """Judge whether a list arrived, with the tools that are owed. further: what else is wrong with it."""
        if self.alignment is None:
            if self.answered and self.entries is not None:
                return (Failure("no-list", "/output", f"wanted a list of tools, {but_got(self.output)}"),)
            return None
        found = (*self.unrecognised(), *self.lost(), *further)
        return found if found or self.pairs or not self.entries else None

    def names_entry(self, suspects: Sequence[int], words_of: Callable[[JSON], Iterable[JSON]]) -> Findings:
        """Judge whether an error says which of some entries it is about, by its position or by a word of it."""
        if self.outcome.refusal is None or not suspects:
            return None
        message = self.outcome.refusal.message
        numbers = {int(number) for number in re.findall(r"\d+", message)}
        for index in suspects:
            position, words = self.position_of(index), words_of(self.entry(index))
            is_named = any(isinstance(word, str) and word and word in message for word in words)
            if is_named or not numbers.isdisjoint({position, position + 1}):
                return OK
        at = input_at(*self.entry_path(suspects[0]))
        return (Failure("anonymous", at, f"the error names neither position nor name of its entry: {message}"),)

    def lost(self) -> Iterator[Failure]:
        """Yield the tools that are owed and did not arrive, other than beside their neighbours."""
        for index in self.alignment.missing if self.alignment else ():
            if self.is_owed(index) and not self.converts_alone(index):
                name = brief(self.read(self.entry(index)).name)
                yield Failure("lost", input_at(*self.entry_path(index)), f"the tool {name} did not arrive")

    def is_owed(self, index: int) -> bool:
        """Whether it is the rule about the form of functions that says that an entry arrives."""
        raise NotImplementedError

    @property
    def must_fail(self) -> bool:
        """Whether the call has to fail, under the subject's choices."""
        return False

    def expected(self) -> JSON:
        """Return the list that is owed; ABSENT where the call should fail, or where what comes is free."""
        if self.entries is None or self.must_fail:
            return ABSENT
        return [self.owed(entry) for entry, fate in zip(self.entries, self.fates, strict=True) if fate == MUST]

    def owed(self, entry: JSON) -> JSON:
        """Return the tool that is owed for an entry."""
        return written_tool(self.owed_members(entry), is_nested=self.is_nested)

    def owed_members(self, entry: JSON) -> dict[str, JSON]:
        """Return the members of the function that is owed for an entry."""
        source, choices = self.read(entry), self.trial.choices
        about, schema, strict = source.description, source.schema, source.strict
        if about is ABSENT or about is None:
            chosen = choices.get("description-when-absent", self.undescribed)
            about = {"name": source.name, "omit": ABSENT}.get(chosen, "")
        schema = schema if isinstance(schema, dict) else self.unsaid_schema
        schema = without_defaults(schema) if self.defaults_go else schema
        if choices.get("missing-properties") == "add" and isinstance(schema, dict) and lacks_properties(schema):
            schema = {**schema, "properties": {}}
        if not isinstance(strict, bool):
            chosen = choices.get("strict-when-absent", self.unsaid_strict)
            strict = False if self.strict_answers and chosen == "false" else ABSENT
        members = {"name": source.name, "description": about, "strict": strict, "parameters": schema}
        return {key: value for key, value in members.items() if value is not ABSENT}


def alike(value: JSON | Absent, other: JSON | Absent) -> bool:
    """Whether two members are the same; null is none."""
    return same(None if value is ABSENT else value, None if other is ABSENT else other)
