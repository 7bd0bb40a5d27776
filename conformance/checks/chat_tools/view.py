"""What the entries of chat-tools-to-responses-tools are, and how they pair with what came of them."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cached_property

from conformance.checks.tools import ToolPair, ToolsView, alike_with, lacks_properties, same_outcome_value
from conformance.checks.trial import answer_of
from conformance.formats.facts import is_filled
from conformance.formats.json_schema import is_valid_schema
from conformance.matching.alignment import EXACT, MAY, MUST, NEVER
from conformance.values import ABSENT, JSON, same

FIELDS = ("name", "description", "parameters", "strict")
# Not lifted under any answer: the first is the tool's own, the second INV-1 forbids.
NEVER_LIFTED = ("type", "function")
BUILT_IN = frozenset({"local_shell", "web_search"})
KNOWN_ELSEWHERE = frozenset({
    "apply_patch", "code_interpreter", "computer", "computer_use", "computer_use_preview", "custom", "file_search",
    "image_generation", "mcp", "namespace", "shell", "tool_search", "web_search_preview",
})  # fmt: skip
_DATED = re.compile(r"(web_search|web_search_preview|computer_use_preview)_[0-9_]+")

# Kinds of entries; what rejects each is the rule beside it.
FUNCTION, NO_PARAMETERS, ODD_STRICT, FLAT = "function", "no-parameters", "odd-strict", "flat"
BUILT_IN_TOOL, OTHER_TOOL, NESTED_CUSTOM, HIDDEN_FUNCTION = "built-in", "other-tool", "nested-custom", "hidden-function"
UNKNOWN_TYPE, MISSING_FIELDS, BAD_FIELDS, NOT_AN_OBJECT = (
    "unknown-type",
    "missing-fields",
    "bad-fields",
    "not-an-object",
)
CONVERTED = (FUNCTION, NO_PARAMETERS, ODD_STRICT)


def kind_of(entry: JSON) -> str:
    """Return the kind of an entry of the input."""
    if not isinstance(entry, dict):
        return NOT_AN_OBJECT
    type_ = entry.get("type")
    if type_ == "function":
        return _function_kind(entry)
    if not isinstance(type_, str):
        return UNKNOWN_TYPE
    if type_ in BUILT_IN or type_ in KNOWN_ELSEWHERE or _DATED.fullmatch(type_):
        if "function" in entry:
            return HIDDEN_FUNCTION
        if type_ == "custom" and isinstance(entry.get("custom"), dict):
            return NESTED_CUSTOM
        return BUILT_IN_TOOL if type_ in BUILT_IN else OTHER_TOOL
    return UNKNOWN_TYPE


def _function_kind(entry: JSON) -> str:
    function = entry.get("function")
    if function is None:
        if "function" not in entry and all(is_filled(entry.get(key)) for key in ("name", "description")):
            return FLAT
        return MISSING_FIELDS
    if not isinstance(function, dict):
        return BAD_FIELDS
    for key in ("name", "description"):
        value = function.get(key)
        if value is None or value == "":
            return MISSING_FIELDS
        if not isinstance(value, str):
            return BAD_FIELDS
    parameters = function.get("parameters")
    if parameters is not None and not isinstance(parameters, dict):
        return BAD_FIELDS
    strict = function.get("strict")
    if strict is not None and not isinstance(strict, bool):
        return ODD_STRICT
    return NO_PARAMETERS if parameters is None else FUNCTION


class FlatTools(ToolsView):
    """One observation of chat-tools-to-responses-tools."""

    target = "openai-responses"

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of(entry)

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on an entry."""
        return kind_of(entry) not in (FUNCTION, BUILT_IN_TOOL)

    @cached_property
    def on_invalid(self) -> tuple[str, ...]:
        """The acceptable answers to on-invalid."""
        return answer_of(self.trial, "on-invalid", "filter", "raise")

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        kind = kind_of(entry)
        if kind == FUNCTION:
            return MUST
        if kind == NO_PARAMETERS:
            return {"empty-object": MUST, "reject": NEVER}.get(
                self.trial.choices.get("parameters-when-absent", ""), MAY
            )
        if kind == BUILT_IN_TOOL:
            return {"pass-through": MUST, "filter": NEVER}.get(self.trial.choices.get("other-tool-types", ""), MAY)
        if kind in (ODD_STRICT, FLAT, OTHER_TOOL, NESTED_CUSTOM, HIDDEN_FUNCTION):
            return MAY
        return NEVER

    def entry_must_convert(self, index: int) -> bool:
        """Whether no legal answer lets the call fail on an entry; of other types of tools the choice's rule says it."""
        return is_good(self, index)

    def likeness(self, entry: JSON, output: JSON) -> int:
        """How surely an output came from an entry."""
        if same(entry, output):
            return EXACT
        if not isinstance(entry, dict) or not isinstance(output, dict):
            return 0
        function, custom = entry.get("function"), entry.get("custom")
        nested = custom if isinstance(custom, dict) and entry.get("type") == "custom" else entry
        source = function if isinstance(function, dict) else nested
        fits = same(entry.get("type"), output.get("type")) or (source is function and output.get("type") == "function")
        name, described = name_of(entry), same(source.get("description"), output.get("description"))
        if name != name_of(output):
            return 2 if name is None and described and source.get("description") else 0
        if name is None:
            return 2 if fits else 0
        parameters, arrived = source.get("parameters"), output.get("parameters")
        kept = same(parameters, arrived) or (parameters is None and is_empty_object_schema(arrived))
        return alike_with((fits, 2), (described, 2), (kept, 2))

    def key(self, tool: JSON) -> Hashable | None:
        """Return a tool's name."""
        return name_of(tool) if isinstance(tool, dict) else None

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair where the entry is a nested function tool."""
        if self.kinds[entry] not in CONVERTED or self.entries is None or self.outputs is None:
            return None
        function = self.entries[entry]["function"]
        parameters = function.get("parameters")
        return ToolPair(
            entry=entry,
            position=position,
            source_name=function["name"],
            source_description=function["description"],
            source_schema=ABSENT if parameters is None else parameters,
            result=self.outputs[position],
            body=self.outputs[position],
            body_path=(),
        )

    def is_free(self, index: int) -> bool:
        """Whether an entry may be left out and may arrive: one with an invalid schema too."""
        return super().is_free(index) or (self.kinds[index] == FUNCTION and not is_good(self, index))

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the tool without what stood beside `function` already: nothing says whether that goes."""
        if not isinstance(output, dict) or "function" not in entry:
            return output
        free = {
            key for key in entry if key not in (*FIELDS, *NEVER_LIFTED) and same(entry[key], output.get(key, ABSENT))
        }
        return {key: value for key, value in output.items() if key not in free}

    def expected(self) -> JSON:
        """Return the list that is owed; ABSENT where the call should fail."""
        if self.entries is None:
            return []
        rejected = [kind for kind, fate in zip(self.kinds, self.fates, strict=True) if fate == NEVER]
        if any(kind != BUILT_IN_TOOL for kind in rejected) and self.on_invalid == ("raise",):
            return ABSENT
        return [
            self._expected_tool(entry) for entry, fate in zip(self.entries, self.fates, strict=True) if fate == MUST
        ]

    def _expected_tool(self, entry: JSON) -> JSON:
        if kind_of(entry) == BUILT_IN_TOOL:
            return entry
        choices, function = self.trial.choices, entry["function"]
        tool = {"type": "function", "name": function["name"], "description": function["description"]}
        strict = function.get("strict")
        if isinstance(strict, bool):
            tool["strict"] = strict
        elif choices.get("strict-when-absent") != "omit":
            tool["strict"] = False
        parameters = function.get("parameters")
        if parameters is None:
            parameters = {"type": "object", "properties": {}}
        elif choices.get("missing-properties") == "add" and lacks_properties(parameters):
            parameters = {**parameters, "properties": {}}
        tool["parameters"] = parameters
        if choices.get("extra-function-fields") == "lift":
            tool |= {key: value for key, value in function.items() if key not in (*FIELDS, *NEVER_LIFTED)}
        return tool


def name_of(tool: JSON) -> str | None:
    """A tool's name, at any of its places; None for one that is no text or empty."""
    for place in (tool.get("function"), tool.get("custom"), tool):
        if isinstance(place, dict) and "name" in place:
            return place["name"] if is_filled(place["name"]) else None
    return None


# What replaces absent parameters.
EMPTY_OBJECT_SCHEMA: JSON = {"type": "object", "properties": {}}


def is_empty_object_schema(parameters: JSON) -> bool:
    """Whether parameters are the empty object schema that replaces absent ones."""
    return same_outcome_value(parameters, EMPTY_OBJECT_SCHEMA)


def is_good(view: FlatTools, index: int) -> bool:
    """Whether an entry must convert under every answer: rejecting an invalid schema is what TR-5's list asks for."""
    if view.kinds[index] != FUNCTION:
        return False
    return is_valid_schema((view.entries or [])[index]["function"]["parameters"])
