"""What the entries of chat-tools-to-responses-tools are, and how they pair with what came of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.facts import is_filled
from conformance.formats.json_schema import is_valid_schema
from conformance.formats.model.offer import Offer
from conformance.formats.offers import read_flat, read_nested
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.checks.tools.read_tools import EMPTY_OBJECT_SCHEMA, FIELDS, ReadTools
from conformance.rules.checks.tools.view import same_outcome_value

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
UNKNOWN_TYPE, NOT_AN_OBJECT = "unknown-type", "not-an-object"
MISSING_FIELDS, BAD_FIELDS = "missing-fields", "bad-fields"
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


class FlatTools(ReadTools):
    """One observation of chat-tools-to-responses-tools."""

    target = "openai-responses"
    known = frozenset({*FIELDS, *NEVER_LIFTED})
    # What the Responses API knows on a custom tool (openai 3.54's parameter types).
    known_custom = frozenset({
        "type", "name", "description", "format", "async", "allowed_callers", "defer_loading",
    })  # fmt: skip
    means_strict = True
    strict_answers: ClassVar[Mapping[str, tuple[JSON | Absent, ...]]] = {"false": (False,), "omit": (ABSENT,)}
    unsaid_strict = "false"
    readers = (read_nested, read_flat)
    functions = frozenset(CONVERTED)
    custom_kinds = frozenset({NESTED_CUSTOM})

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of(entry)

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on an entry."""
        return kind_of(entry) not in (FUNCTION, BUILT_IN_TOOL)

    @cached_property
    def on_invalid(self) -> tuple[str, ...]:
        """The acceptable answers to on-invalid."""
        return self.answers("on-invalid", "filter", "raise")

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        kind, choices = kind_of(entry), self.trial.choices
        if kind == FUNCTION:
            return MUST
        if kind == NO_PARAMETERS:
            return {"empty-object": MUST, "reject": NEVER}.get(choices.get("parameters-when-absent", ""), MAY)
        if kind == BUILT_IN_TOOL:
            return {"pass-through": MUST, "filter": NEVER}.get(choices.get("other-tool-types", ""), MAY)
        return MAY if kind in (ODD_STRICT, FLAT, OTHER_TOOL, NESTED_CUSTOM, HIDDEN_FUNCTION) else NEVER

    def is_owed(self, index: int) -> bool:
        """Whether an entry must convert under every answer; TR-5's list asks to reject an invalid schema."""
        return self.kinds[index] == FUNCTION and is_valid_schema(self.entry(index)["function"]["parameters"])

    entry_must_convert = is_owed

    def keeps_schema(self, source: Offer, got: Offer) -> bool:
        """Whether the schemas are the same, or stand for each other."""
        is_absent = source.schema is ABSENT or source.schema is None
        return super().keeps_schema(source, got) or (is_absent and is_empty_object_schema(got.schema))

    def extras(self, entry: JSON) -> dict[str, JSON]:
        """Return the fields of a function that extra-function-fields is about."""
        return {key: value for key, value in entry["function"].items() if key not in self.known}

    def is_free(self, index: int) -> bool:
        """Whether an entry may be left out and may arrive: one with an invalid schema too."""
        return super().is_free(index) or (self.kinds[index] == FUNCTION and not self.is_owed(index))

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the tool without what stood beside `function` already: nothing says whether that goes."""
        if not isinstance(output, dict) or "function" not in entry:
            return output
        return {
            key: value
            for key, value in output.items()
            if key in self.known or key not in entry or not same(entry[key], value)
        }

    @property
    def must_fail(self) -> bool:
        """Whether the call has to fail, under the subject's choices."""
        rejected = {kind for kind, fate in zip(self.kinds, self.fates, strict=True) if fate == NEVER}
        return bool(rejected - {BUILT_IN_TOOL}) and self.on_invalid == ("raise",)

    def expected(self) -> JSON:
        """Return the list that is owed; ABSENT where the call should fail."""
        return [] if self.entries is None else super().expected()

    def owed(self, entry: JSON) -> JSON:
        """Return the tool that is owed for an entry."""
        if kind_of(entry) == BUILT_IN_TOOL:
            return entry
        lifted = self.extras(entry) if self.trial.choices.get("extra-function-fields") == "lift" else {}
        return super().owed(entry) | lifted


def is_empty_object_schema(parameters: JSON) -> bool:
    """Whether parameters are the empty object schema that replaces absent ones."""
    return same_outcome_value(parameters, EMPTY_OBJECT_SCHEMA)
