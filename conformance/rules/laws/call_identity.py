"""A call as who asked knows its tool: by a group and a short name, or as a custom tool."""

from __future__ import annotations

import re
from dataclasses import replace

from conformance.base.strict_json import json_or_absent
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Arguments, Call
from conformance.formats.model.request import Tool

SEPARATORS = r"(?:__|[_.\-/:]|--)"  # that may be between a group and a name in it


def as_asked(call: Call, tools: tuple[Tool, ...]) -> Call:
    """Return a call as who asked knows its tool: a custom tool has a text for its input, and a tool of a group has the
    group and its own short name, where the one who answered saw one flat name.
    """
    known = {(tool.kind, tool.name) for tool in tools}
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
    return flat is not None and flat_name_pattern(str(group), str(name)).fullmatch(flat) is not None


def flat_name_pattern(group: str, name: str) -> re.Pattern[str]:
    """Return the pattern of a group and a name in it, with any separator between them."""
    return re.compile(rf"{re.escape(group)}{SEPARATORS}?{re.escape(name)}")


def _unwrapped(arguments: Arguments) -> Arguments:
    """Return the input of a custom tool that was offered as a function: the one text among the arguments."""
    value = arguments.value if arguments.text is None else json_or_absent(arguments.text)
    if isinstance(value, dict) and len(value) == 1 and all(isinstance(element, str) for element in value.values()):
        return replace(arguments, text=next(iter(value.values())), value=next(iter(value.values())))
    return arguments
