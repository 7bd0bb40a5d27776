"""Which answers to the choices of chat-tools-to-responses-tools an observation shows."""

from __future__ import annotations

from conformance.checks.chat_tools.view import (
    BAD_FIELDS,
    BUILT_IN_TOOL,
    FIELDS,
    MISSING_FIELDS,
    NEVER_LIFTED,
    NO_PARAMETERS,
    NOT_AN_OBJECT,
    FlatTools,
)
from conformance.checks.tools import ToolsView, lacks_properties
from conformance.values import ABSENT


def read_extra_fields(view: FlatTools) -> str | None:
    """extra-function-fields."""
    for pair in view.pairs:
        function = (view.entries or [])[pair.entry]["function"]
        extras = [key for key in function if key not in (*FIELDS, *NEVER_LIFTED)]
        if extras and isinstance(pair.body, dict):
            lifted = [key for key in extras if key in pair.body]
            return "lift" if len(lifted) == len(extras) else "drop" if not lifted else None
    return None


def read_missing_properties(view: ToolsView) -> str | None:
    """missing-properties."""
    for pair in view.pairs:
        if lacks_properties(pair.source_schema) and isinstance(pair.schema, dict):
            if "properties" not in pair.schema:
                return "keep"
            return "add" if pair.schema["properties"] == {} else None
    return None


def read_strict(view: ToolsView) -> str | None:
    """strict-when-absent."""
    for pair in view.pairs:
        function = (view.entries or [])[pair.entry].get("function")
        has_strict = isinstance(function, dict) and function.get("strict") is not None
        if not has_strict and isinstance(pair.body, dict):
            strict = pair.body.get("strict", ABSENT)
            return "omit" if strict is ABSENT else "false" if strict is False else None
    return None


def read_on_invalid(view: FlatTools) -> str | None:
    """on-invalid."""
    if not view.entries_of(MISSING_FIELDS, BAD_FIELDS, NOT_AN_OBJECT):
        return None
    if view.outcome.refusal:
        return "raise"
    return "filter" if view.outputs is not None else None


def read_parameters_absent(view: FlatTools) -> str | None:
    """parameters-when-absent."""
    if not view.entries_of(NO_PARAMETERS):
        return None
    if view.outcome.refusal:
        return "reject"
    if view.alignment is None:
        return None
    return "empty-object" if all(index in view.arrived for index in view.entries_of(NO_PARAMETERS)) else "reject"


def read_other_types(view: FlatTools) -> str | None:
    """other-tool-types."""
    found = view.entries_of(BUILT_IN_TOOL)
    if not found or view.alignment is None:
        return None
    arrived = [index in view.arrived for index in found]
    return "pass-through" if all(arrived) else "filter" if not any(arrived) else None
