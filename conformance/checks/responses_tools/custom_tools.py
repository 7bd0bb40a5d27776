"""What becomes of custom tools: nested custom tools, or functions."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import Failure, Findings, brief, is_in_words, output_at
from conformance.checks.responses_tools.view import CUSTOM, NAMESPACE, NestedTools
from conformance.checks.written_schemas import takes_any_text, unknown_types
from conformance.oracles.tools import strict_problems
from conformance.values import ABSENT, JSON, equal

_FREE_TEXT: tuple[JSON, ...] = (ABSENT, None, {"type": "text"})
_KNOWN = frozenset({"name", "description", "format"})
_GRAMMAR = ("syntax", "definition")


def custom_nested(view: NestedTools) -> Findings:
    """RTC-4: a custom tool is nested twice and still the same tool."""
    found = [one for one in _arrived(view) if not _is_function(one[2])]
    return tuple(failure for one in found for failure in _of_custom(view, *one)) if found else None


def custom_as_function(view: NestedTools) -> Findings:
    """RTC-4a: a function in place of a custom tool has its name and description, and takes a text."""
    found = [one for one in _arrived(view) if _is_function(one[2])]
    return tuple(failure for one in found for failure in _of_function(view, *one)) if found else None


def _arrived(view: NestedTools) -> list[tuple[int, int, JSON]]:
    """Return entry, position and tool of the custom tools that arrived. A namespace is none: another rule has it."""
    found = [
        (index, view.arrived[index], (view.outputs or [])[view.arrived[index]])
        for index in view.entries_of(CUSTOM)
        if index in view.arrived and index not in view.uncertain
    ]
    return [one for one in found if not (isinstance(one[2], dict) and one[2].get("type") == NAMESPACE)]


def _is_function(tool: JSON) -> bool:
    return isinstance(tool, dict) and tool.get("type") == "function"


def _of_custom(view: NestedTools, index: int, position: int, tool: JSON) -> Iterator[Failure]:
    source = (view.entries or [])[index]
    custom = tool.get("custom") if isinstance(tool, dict) else None
    if not isinstance(custom, dict):
        yield Failure("flat", output_at(position), f"wanted the fields of the tool below `custom`, got {brief(tool)}")
        return
    if tool.get("type") != "custom":
        yield Failure("type", output_at(position, "type"), f'wanted "custom", got {brief(tool.get("type"))}')
    yield from _name_changed(view, index, custom, position, "custom")
    got = custom.get("description", ABSENT)
    if isinstance(source.get("description"), str) and not _is_described(view, index, got):
        message = f"description: wanted {brief(source['description'])}, got {brief(got)}"
        yield Failure("description-changed", output_at(position, "custom", "description"), message)
    if not _has_format(custom.get("format", ABSENT), source.get("format")):
        message = f"format: wanted {_wanted(source.get('format'))}, got {brief(custom.get('format', ABSENT))}"
        yield Failure("format-changed", output_at(position, "custom", "format"), message)
    for key, value in custom.items():
        if key not in _KNOWN and not (key in source and equal(value, source[key])) and value is not None:
            message = f"{brief(key)} is in no place of the source"
            yield Failure("unknown-key", output_at(position, "custom", key), message)


def _is_described(view: NestedTools, index: int, got: JSON) -> bool:
    """Whether a custom tool has its own description; in a namespace that of the namespace may be beside it."""
    own, space = (view.entries or [])[index]["description"], view.said_of_space(index)
    return equal(got, own) or (bool(space) and isinstance(got, str) and own in got and space in got)


def _name_changed(
    view: NestedTools, index: int, body: dict[str, JSON], position: int, wrapper: str
) -> Iterator[Failure]:
    wanted, got = (view.entries or [])[index]["name"], body.get("name")
    if not view.in_space(index) and not equal(got, wanted):
        message = f"name: wanted {brief(wanted)}, got {brief(got)}"
        yield Failure("name-changed", output_at(position, wrapper, "name"), message)


def _has_format(arrived: JSON, source: JSON) -> bool:
    if not isinstance(source, dict) or source.get("type") == "text":
        return any(arrived is one for one in _FREE_TEXT) or equal(arrived, {"type": "text"})
    grammar = arrived.get("grammar") if isinstance(arrived, dict) and arrived.get("type") == "grammar" else None
    if not isinstance(grammar, dict) or grammar.keys() != set(_GRAMMAR) or arrived.keys() != {"type", "grammar"}:
        return False
    return all(equal(grammar[key], source[key]) for key in _GRAMMAR)


def _wanted(source: JSON) -> str:
    if not isinstance(source, dict) or source.get("type") == "text":
        return "free text"
    return brief({"type": "grammar", "grammar": {key: source.get(key) for key in _GRAMMAR}})


def _of_function(view: NestedTools, index: int, position: int, tool: JSON) -> Iterator[Failure]:
    source, function = (view.entries or [])[index], tool.get("function")
    if not isinstance(function, dict):
        yield Failure("flat", output_at(position), f"wanted the fields of the tool below `function`, got {brief(tool)}")
        return
    yield from _name_changed(view, index, function, position, "function")
    wanted, got = source.get("description"), function.get("description")
    if isinstance(wanted, str) and not (isinstance(got, str) and is_in_words(wanted, got)):
        message = f"description: wanted {brief(wanted)}, perhaps with more, got {brief(got)}"
        yield Failure("description-changed", output_at(position, "function", "description"), message)
    schema, strict = function.get("parameters"), function.get("strict")
    if not takes_any_text(schema) or any(True for _type in unknown_types(schema)):
        message = f"parameters: wanted an object with a text property, or open to any, got {brief(schema)}"
        yield Failure("not-free", output_at(position, "function", "parameters"), message)
    elif strict is True and (problem := next(strict_problems(schema), None)):
        message = f"strict true beside a schema that strict mode refuses: {problem}"
        yield Failure("strict", output_at(position, "function", "strict"), message)
