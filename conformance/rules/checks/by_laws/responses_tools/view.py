"""What the entries of responses-tools-to-chat-tools are, and how they pair with what came of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from conformance.apis.oracles.tools import strict_mode_takes
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.chat.namespaces import is_cut, is_joined
from conformance.formats.facts import is_filled, word
from conformance.formats.json_schema import is_valid_schema
from conformance.formats.model.offer import Offer
from conformance.formats.offers import name_of, read_flat, read_nested
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.checks.by_laws.responses_tools.strict_schemas import as_the_server_closes
from conformance.rules.checks.tools.read_tools import FIELDS, ReadTools, alike
from conformance.rules.checks.tools.view import alike_with
from conformance.rules.laws.offers import ToolPair

# Kinds of entries.
FUNCTION, CUSTOM, NESTED, ODD = "function", "custom", "nested", "odd"
SERVER_TOOL, CLIENT_TOOL, UNKNOWN_TYPE = "server-tool", "client-tool", "unknown-type"
NAMELESS, NOT_AN_OBJECT = "nameless", "not-an-object"
WITHOUT_COUNTERPART = (SERVER_TOOL, CLIENT_TOOL, UNKNOWN_TYPE)

# Tools that the API runs, and tools that the client runs, of which a converter of both directions may make functions.
_OF_SERVERS = frozenset({
    "file_search", "code_interpreter", "image_generation", "mcp", "programmatic_tool_calling", "web_search",
    "web_search_preview",
})  # fmt: skip
_OF_CLIENTS = frozenset({
    "apply_patch", "computer", "computer_use_preview", "local_shell", "shell", "tool_search",
})  # fmt: skip
_DATED = re.compile(r"web_search(_preview)?_[0-9_]+")
NAMESPACE = "namespace"

# Members for which Chat Completions has no place, with the values that change nothing.
NO_PLACE: dict[str, tuple[JSON, ...]] = {
    "defer_loading": (None, False),
    "async": (None, False),
    "allowed_callers": (None, [], ["direct"]),
    "output_schema": (None,),
}


def kind_of(entry: JSON) -> str:
    """Return the kind of an entry, or of a tool of a namespace."""
    if not isinstance(entry, dict):
        return NOT_AN_OBJECT
    type_ = entry.get("type")
    if type_ in ("function", "custom"):
        return _kind_of_named(entry, type_)
    if not isinstance(type_, str):
        return UNKNOWN_TYPE
    if type_ in _OF_CLIENTS:
        return CLIENT_TOOL
    if type_ in _OF_SERVERS or _DATED.fullmatch(type_):
        return SERVER_TOOL
    return ODD if type_ == NAMESPACE else UNKNOWN_TYPE


def is_web_search(entry: JSON) -> bool:
    """Whether an entry is a web search, which a request may hold outside its tools."""
    return isinstance(entry, dict) and str(entry.get("type")).startswith("web_search")


def _kind_of_named(entry: JSON, type_: str) -> str:
    if isinstance(entry.get(type_), dict):
        return NESTED
    if not is_filled(entry.get("name")):
        return NAMELESS
    members = (entry.get("parameters"), dict), (entry.get("strict"), bool), (entry.get("description"), str)
    if any(value is not None and not isinstance(value, kind) for value, kind in members):
        return ODD
    if type_ == "function":
        return FUNCTION
    return CUSTOM if _is_format(entry.get("format")) else ODD


def _is_format(value: JSON) -> bool:
    if value is None or value == {"type": "text"}:
        return True
    return (
        isinstance(value, dict)
        and value.get("type") == "grammar"
        and all(isinstance(value.get(key), str) for key in ("syntax", "definition"))
    )


def without_place(entry: JSON) -> list[str]:
    """Return the members of a function or custom tool for which Chat Completions has no place."""
    return [key for key, nothing in NO_PLACE.items() if entry.get(key) not in nothing]


class Owner(NamedTuple):
    """Where an entry is in the input: its position there, in a namespace its position in that and the name of it."""

    position: int
    inside: int | None = None
    space: str = ""


class NestedTools(ReadTools):
    """One observation of responses-tools-to-chat-tools. Its entries are the tools: for a namespace, those in it."""

    target = "openai-chat"
    is_nested = True
    known = frozenset(FIELDS)
    known_custom = frozenset({"name", "description", "format"})
    strict_answers: ClassVar[Mapping[str, tuple[JSON | Absent, ...]]] = {
        "omit": (ABSENT, None), "false": (False,), "true": (True, False, ABSENT, None),
    }  # fmt: skip
    unsaid_schema = ABSENT
    readers = (read_flat, read_nested)
    functions = frozenset({FUNCTION})
    custom_kinds = frozenset({CUSTOM})

    @cached_property
    def _found(self) -> tuple[tuple[Owner, JSON], ...] | None:
        return tuple(_tools_of(self.given)) if isinstance(self.given, list) else None

    @cached_property
    def entries(self) -> list[JSON] | None:
        """The input's tools, those in namespaces too; None for the wrong shape."""
        return None if self._found is None else [tool for _owner, tool in self._found]

    @cached_property
    def owners(self) -> tuple[Owner, ...]:
        """Where each entry is in the input."""
        return tuple(owner for owner, _tool in self._found or ())

    @cached_property
    def _in_spaces(self) -> dict[int, str]:
        """The names of their namespaces by the identities of the tools in them."""
        return {id(tool): owner.space for owner, tool in self._found or () if owner.inside is not None}

    @cached_property
    def _hosted(self) -> frozenset[str]:
        """The types of the tools that have no name."""
        types = [entry.get("type") for entry in self.entries or () if isinstance(entry, dict) and "name" not in entry]
        return frozenset(type_ for type_ in types if isinstance(type_, str))

    def in_space(self, index: int) -> bool:
        """Whether an entry is in a namespace."""
        return self.owners[index].inside is not None

    def said_of_space(self, index: int) -> str:
        """Return the description of the namespace that an entry is in; "" where there is none."""
        owner = self.owners[index]
        said = self.given[owner.position].get("description") if owner.inside is not None else None
        return said if isinstance(said, str) else ""

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of(entry)

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on an entry."""
        return kind_of(entry) != FUNCTION or id(entry) in self._in_spaces or bool(without_place(entry))

    @cached_property
    def answers_to_lacking(self) -> tuple[str, ...]:
        """The acceptable answers to tool-without-counterpart."""
        return self.answers("tool-without-counterpart", "leave-out", "refuse")

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        kind = kind_of(entry)
        if kind == FUNCTION:
            return MAY if id(entry) in self._in_spaces else MUST
        return MAY if kind in (CUSTOM, NESTED, ODD, CLIENT_TOOL) else NEVER

    @property
    def must_convert(self) -> bool:
        """Whether the call failed on an entry that must convert. On a namespace without tools it may fail."""
        given = self.given if isinstance(self.given, list) else []
        return super().must_convert and {owner.position for owner in self.owners} == set(range(len(given)))

    @property
    def has_wrong_part(self) -> bool:
        """Whether there is no list, or an entry that is no tool."""
        return self.entries is None or bool(self.entries_of(NAMELESS, NOT_AN_OBJECT))

    def entry_must_convert(self, index: int) -> bool:
        """Whether no legal answer lets the call fail on an entry."""
        entry = self.entry(index)
        if self.may_be_refused(entry):
            return False
        return self.is_owed(index) and (entry.get("strict") is not True or strict_mode_takes(entry.get("parameters")))

    def position_of(self, index: int) -> int:
        """Return the position in the input of what an entry is, or is part of."""
        return self.owners[index].position

    def entry_path(self, entry: int) -> tuple[str | int, ...]:
        """Return the path of an entry in the input."""
        owner = self.owners[entry]
        return (owner.position,) if owner.inside is None else (owner.position, "tools", owner.inside)

    def likeness(self, entry: JSON, output: JSON) -> int:
        """How surely an output came from an entry."""
        if not isinstance(entry, dict) or not isinstance(output, dict) or same(entry, output):
            return super().likeness(entry, output)
        type_, got = entry.get("type"), name_of(output)
        if output.get("type") == NAMESPACE:
            return 0
        if "name" not in entry and type_ not in (FUNCTION, CUSTOM) and not isinstance(entry.get(str(type_)), dict):
            return 2 if got == type_ else int(_is_named_after(got, type_))
        return (
            self._likeness_in_space(entry, output) if id(entry) in self._in_spaces else super().likeness(entry, output)
        )

    def _likeness_in_space(self, entry: JSON, output: JSON) -> int:
        source, result, name, got = self.read(entry), read_nested(output), name_of(entry), name_of(output)
        described, kept = alike(source.description, result.description), self.keeps_schema(source, result)
        ends, is_short = False, False
        if name is not None and got is not None:
            ends, is_short = got.endswith(name), is_cut(got, self._in_spaces[id(entry)], name)
        if name is None or got is None or not (name in got or is_short):
            return 2 if described and source.description else 0
        if name in got and any(_is_named_after(got, text) for text in self._hosted) and not (ends or described):
            return 0
        joined = is_joined(got, self._in_spaces[id(entry)], name)
        return alike_with((joined, 1), (ends or name not in got, 1), (described, 2), (kept, 2))

    def key(self, tool: JSON) -> str | None:
        """Return a tool's name; of one in a namespace it may be another in the output."""
        return name_of(tool) if id(tool) not in self._in_spaces else None

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair where the entry is a function that is whole."""
        return None if word(self.result(position)) == NAMESPACE else super().pair(entry, position)

    def schema_of(self, source: Offer, got: Offer) -> JSON | Absent:
        """Return the schema that is to arrive: as the server closes it, where the tool says that it is strict."""
        is_closed = got.strict is True and (source.strict is ABSENT or source.strict is None)
        return as_the_server_closes(source.schema, got.schema) if is_closed else source.schema

    @cached_property
    def customs(self) -> Sequence[ToolPair]:
        """The custom tools that arrived, as far as it is certain. A namespace is none: another rule has it."""
        found = (pair for pair in super().customs if pair.entry not in self.uncertain)
        return tuple(pair for pair in found if pair.got.word != NAMESPACE)

    def allows_name(self, pair: ToolPair) -> bool:
        """Whether the name that arrived may stand for the source's: in a namespace any may."""
        return self.in_space(pair.entry)

    def says_more(self, pair: ToolPair) -> bool:
        """Whether a description is the source's, if it has one, with that of its namespace."""
        space, said, got = self.said_of_space(pair.entry), pair.source_description, pair.got.description
        return bool(space) and isinstance(got, str) and space in got and (not isinstance(said, str) or said in got)

    def stand_ins(self, pair: ToolPair) -> tuple[JSON | Absent, ...] | None:
        """Return what may describe a tool that says nothing of itself: nothing, or its own words."""
        if self.says_more(pair):
            return None
        schema = pair.source_schema if isinstance(pair.source_schema, dict) else {}
        own = (schema.get("description"), schema.get("title"))
        return (ABSENT, None, "", pair.source_name, pair.got.name, *own)

    def texts(self, pair: ToolPair) -> Iterator[tuple[str, JSON, JSON]]:
        """Yield (key, source, result) of the texts outside the schema; not the name of one in a namespace."""
        free = {"name"} if self.in_space(pair.entry) else set()
        if self.said_of_space(pair.entry):
            free.add("description")  # RTC-1 has it
        return (text for text in super().texts(pair) if text[0] not in free)

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the tool without a strict that is off: to say so, or nothing, is the same."""
        held = output.get("function") if isinstance(output, dict) else None
        if not isinstance(held, dict):
            return output
        kept = {key: value for key, value in held.items() if key != "strict" or value not in (False, None)}
        return {**output, "function": kept}

    def is_free(self, index: int) -> bool:
        """Whether an entry may be left out and may arrive: one with an invalid schema too."""
        return super().is_free(index) or (self.kinds[index] == FUNCTION and not self.is_owed(index))

    def is_owed(self, index: int) -> bool:
        """Whether no invalid schema lets an entry be left out."""
        parameters = self.entry(index).get("parameters")
        return parameters is None or is_valid_schema(parameters)

    @property
    def must_fail(self) -> bool:
        """Whether the call has to fail, or what comes is free."""
        return MAY in self.fates or (self.answers_to_lacking == ("refuse",) and NEVER in self.fates)


def _is_named_after(name: JSON, type_: JSON) -> bool:
    """Whether a tool has the name of a type of tools, behind a prefix."""
    return isinstance(name, str) and isinstance(type_, str) and bool(type_) and name.endswith(f"_{type_}")


def _tools_of(given: list[JSON]) -> Iterator[tuple[Owner, JSON]]:
    for position, entry in enumerate(given):
        inside = entry.get("tools") if isinstance(entry, dict) and entry.get("type") == NAMESPACE else None
        if not isinstance(inside, list):
            yield Owner(position), entry
            continue
        for number, tool in enumerate(inside):
            yield Owner(position, number, str(entry.get("name"))), tool
