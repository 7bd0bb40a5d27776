"""What the entries of a tool registry are, and how they pair with what came of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import ClassVar, Final

from conformance.base.values import ABSENT, JSON, same
from conformance.formats.facts import is_filled
from conformance.formats.json_schema import Path, SchemaDifference, differences, is_valid_schema
from conformance.rules.alignment.alignment import EXACT, MAY, MUST, NEVER
from conformance.rules.checks.letters.registry_tools.walk import Changed, changed_by
from conformance.rules.checks.tools.redundant_keywords import without
from conformance.rules.checks.tools.view import ToolsView, alike_with, property_names
from conformance.rules.laws.offers import ToolPair

# Kinds of entries: the four types, a function that lacks what the API can do without, and what may or must go.
FUNCTION, BARE_FUNCTION, LOCAL_SHELL, WEB_SEARCH, CUSTOM = "function", "bare-function", "shell", "search", "custom"
OTHER_FORM, ODD_DESCRIPTION = "other-form", "odd-description"
UNKNOWN_TYPE, NULL, MALFORMED = "unknown-type", "null", "malformed"
CONVERTED = (FUNCTION, BARE_FUNCTION, LOCAL_SHELL, WEB_SEARCH, CUSTOM)
_FUNCTIONS = (FUNCTION, BARE_FUNCTION, ODD_DESCRIPTION)
# What REG-6 leaves out, and what REG-6b does.
UNKNOWN_KINDS = frozenset({UNKNOWN_TYPE, NULL})
MALFORMED_KINDS = frozenset({MALFORMED, OTHER_FORM, ODD_DESCRIPTION})
_REJECTED = (*UNKNOWN_KINDS, *MALFORMED_KINDS)

# The document's own example of what local_shell becomes.
SHELL_TOOL: Final[JSON] = {
    "type": "function",
    "function": {
        "name": "local_shell",
        "description": "Execute local shell commands in the browser environment",
        "parameters": {
            "type": "object",
            "properties": {"command": {"type": "string", "description": "The shell command to execute"}},
            "required": ["command"],
        },
    },
}


def kind_of(entry: JSON) -> str:
    """Return the kind of an entry of the registry."""
    if entry is None:
        return NULL
    if not isinstance(entry, dict):
        return MALFORMED
    type_ = entry.get("type")
    if type_ == "local_shell":
        return LOCAL_SHELL
    if type_ == "web_search":
        return WEB_SEARCH
    if type_ != "function" and type_ != "custom":
        return UNKNOWN_TYPE
    held = entry.get(type_)
    if not isinstance(held, dict) or not is_filled(held.get("name")):
        # A tool that is flat already, or half of it, is not this registry's form: it may go, and it may convert.
        return OTHER_FORM if is_filled(entry.get("name")) else MALFORMED
    description = held.get("description")
    if not isinstance(description, str | None):
        return ODD_DESCRIPTION
    if type_ == "custom":
        return CUSTOM
    return BARE_FUNCTION if description is None or held.get("parameters") is None else FUNCTION


def name_of(tool: JSON) -> str | None:
    """The name of an entry or of an output, at any of its places; its type where that is its name."""
    if not isinstance(tool, dict):
        return None
    type_ = tool.get("type")
    if type_ in ("local_shell", "web_search"):
        return str(type_)
    for holder in (tool.get("function"), tool.get("custom"), tool):
        if isinstance(holder, dict) and "name" in holder:
            return holder["name"] if is_filled(holder["name"]) else None
    return None


class RegistryTools(ToolsView):
    """One observation of registry-tools-to-chat-tools."""

    target = "openai-chat"
    rebuilds_schemas = True
    own_schemas = frozenset({WEB_SEARCH, CUSTOM})
    # The path of the output's list of tools.
    list_path: ClassVar[Path] = ()

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of(entry)

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether an entry is unusual, so that a call that fails is likely to fail on it."""
        return kind_of(entry) not in (FUNCTION, LOCAL_SHELL, WEB_SEARCH, CUSTOM)

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input: no entry of a list is a reason to."""
        return self.entries is None

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        kind = kind_of(entry)
        return MUST if kind in CONVERTED else MAY if kind in (OTHER_FORM, ODD_DESCRIPTION) else NEVER

    @property
    def must_convert(self) -> bool:
        """Whether the call failed on an entry that must convert, or on an empty list."""
        return self.entries == [] or super().must_convert

    def likeness(self, entry: JSON, output: JSON) -> int:
        """How surely an output came from an entry."""
        if same(entry, output):
            return EXACT
        name, kind = name_of(entry), kind_of(entry)
        if not isinstance(output, dict) or not isinstance(entry, dict):
            return 2 if is_filled(entry) and entry == name_of(output) else 0
        (body, path), source = body_of(output), held_by(entry)
        wanted, got = source.get("description"), body.get("description")
        described = same(wanted, got) if is_filled(wanted) else not got
        if name is None or name != name_of(output):
            return 2 if name is None and name_of(output) and described and is_filled(wanted) else 0
        if kind == LOCAL_SHELL:
            return EXACT if same(output, SHELL_TOOL) else 3 + 2 * len(path)
        shape, parameters = property_names(source.get("parameters")), property_names(body.get("parameters"))
        if kind in (WEB_SEARCH, CUSTOM):
            shape = ["query"] if kind == WEB_SEARCH else parameters
            described = kind == WEB_SEARCH or (wanted in str(got) if is_filled(wanted) else described)
        return alike_with((bool(path), 2), (described, 2), (shape == parameters, 2))

    def key(self, tool: JSON) -> Hashable | None:
        """Return a tool's name."""
        return name_of(tool)

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair; what a tool that is no function has to become has no source schema."""
        if self.entries is None or self.outputs is None:
            return None
        kind, source, result = self.kinds[entry], self.entries[entry], self.outputs[position]
        body, body_path = body_of(result)
        held = held_by(source) if kind in (*_FUNCTIONS, CUSTOM) else {}
        description, parameters = held.get("description"), held.get("parameters") if kind != CUSTOM else None
        return ToolPair(
            entry=entry,
            position=position,
            source_name=name_of(source),
            source_description=ABSENT if description is None else description,
            source_schema=ABSENT if parameters is None else parameters,
            result=result,
            body=body if isinstance(result, dict) else result,
            body_path=body_path,
        )

    def said(self, pair: ToolPair, key: str) -> JSON:
        """Return what the source of a pair has under a key; None where it has nothing."""
        return held_by((self.entries or [])[pair.entry]).get(key)

    def pairs_of(self, *kinds: str) -> list[ToolPair]:
        """Return the pairs of entries of these kinds."""
        return [pair for pair in self.pairs if self.kinds[pair.entry] in kinds]

    @property
    def holds_tools(self) -> bool:
        """Whether the output has the form in which tools can be looked for."""
        return True

    def lost_beside(self, index: int) -> bool:
        """Whether a tool is known to arrive alone, and something that is to be left out is beside it."""
        return self._beside_rejected(index) and not self.shares_name(index)

    def lost_somehow(self, index: int) -> bool:
        """Whether it may as well have been lost beside a tool of its name: only that neighbours matter is sure."""
        return self._beside_rejected(index) and self.shares_name(index)

    def _beside_rejected(self, index: int) -> bool:
        return self.converts_alone(index) and bool(self.entries_of(*_REJECTED))

    def beside(self, index: int) -> list[int]:
        """Return the entries that a tool may have been lost beside: those before it that are to be left out, or all."""
        rejected = self.entries_of(*_REJECTED)
        return [other for other in rejected if other < index] or rejected

    def texts(self, pair: ToolPair) -> Iterator[tuple[str, JSON, JSON]]:
        """Yield the texts outside the schema; a custom tool's description may be extended by its format."""
        kind = self.kinds[pair.entry]
        for key, source, result in super().texts(pair) if kind in (*_FUNCTIONS, CUSTOM) else ():
            if key != "description" or kind != CUSTOM or source not in result:
                yield key, source, result

    @cached_property
    def invalid(self) -> frozenset[int]:
        """Positions of the functions whose parameters are given and no valid schema; true and false are none here."""
        return frozenset(
            index
            for index in self.entries_of(*_FUNCTIONS)
            if (schema := held_by((self.entries or [])[index]).get("parameters")) is not None
            and (not isinstance(schema, dict) or not is_valid_schema(schema))
        )

    @cached_property
    def classified(self) -> tuple[tuple[ToolPair, SchemaDifference, Changed], ...]:
        """Each schema difference that a rule about single keywords judges, with what it changes."""
        return tuple(
            (pair, difference, changed)
            for pair, difference in self.schema_differences
            if (changed := changed_by(pair.source_schema, difference, pair.entry in self.invalid)) is not None
        )

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the tool without what the rules leave free."""
        kind, source = kind_of(entry), held_by(entry)
        body, _path = body_of(output)
        if kind in (WEB_SEARCH, CUSTOM):
            return {"name": body.get("name")}
        if kind not in _FUNCTIONS or not isinstance(output, dict):
            return output
        free = {key for key in ("strict", "description") if body.get(key) is None}
        free |= {"description"} if not source.get("description") else set()
        free |= {"strict"} if source.get("strict") is not True and body.get("strict") is False else set()
        free |= {"parameters"} if source.get("parameters") is None else set()
        tool = {key: value for key, value in body.items() if key not in free}
        if "parameters" in tool:
            made = differences(source["parameters"], tool["parameters"], defaults_go=False)
            tool["parameters"] = without(
                tool["parameters"], [difference.path for difference in made if difference.kind == "keyword-added"]
            )
        return {**output, "function": tool}

    def expected(self) -> JSON:
        """Return the list that is owed; ABSENT where there is none to convert."""
        return ABSENT if self.entries is None else self.expected_tools()

    def expected_tools(self) -> list[JSON]:
        """Return the tools that are owed."""
        entries = self.entries or ()
        return [self._expected_tool(entry) for entry, fate in zip(entries, self.fates, strict=True) if fate == MUST]

    def _expected_tool(self, entry: JSON) -> JSON:
        kind = kind_of(entry)
        if kind == LOCAL_SHELL:
            return SHELL_TOOL
        source = held_by(entry)
        function = {"name": name_of(entry)}
        if kind == WEB_SEARCH:
            function["description"] = "Search the web"
        elif source.get("description") is not None:
            function["description"] = source["description"]
        function["parameters"] = _expected_parameters(kind, source)
        if kind != CUSTOM and self.trial.choices.get("strict-in-chat") == "keep":
            if isinstance(source.get("strict"), bool):
                function["strict"] = source["strict"]
        return {"type": "function", "function": function}


def body_of(output: JSON) -> tuple[JSON, tuple[str, ...]]:
    """Return the object of an output tool that holds its name, and the path to it."""
    if not isinstance(output, dict):
        return {}, ()
    if isinstance(output.get("function"), dict):
        return output["function"], ("function",)
    return output, ()


def held_by(entry: JSON) -> JSON:
    """Return the object of an entry that holds its fields: the value under its type, or the entry."""
    if not isinstance(entry, dict):
        return {}
    type_ = entry.get("type")
    if type_ in ("local_shell", "web_search"):
        return {}
    for key in (type_, "function", "custom"):
        if isinstance(key, str) and isinstance(entry.get(key), dict):
            return entry[key]
    return entry


def _expected_parameters(kind: str, source: JSON) -> JSON:
    if kind == WEB_SEARCH:
        return {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    if kind == CUSTOM:
        text = {"type": "string", "description": "The input"}
        definition = definition_of(source.get("format"))
        if definition:
            text["description"] = f"The input, as text of this grammar:\n{definition}"
        return {"type": "object", "properties": {"input": text}, "required": ["input"]}
    parameters = source.get("parameters")
    return {"type": "object", "properties": {}} if parameters is None else parameters


def definition_of(format_: JSON) -> str | None:
    """Return the text that a custom tool's format consists of: a grammar's definition; None where it says nothing."""
    if is_filled(format_):
        return str(format_)
    if not isinstance(format_, dict):
        return None
    for holder in (format_, format_.get("grammar")):
        if isinstance(holder, dict) and is_filled(holder.get("definition")):
            return str(holder["definition"])
    return None
