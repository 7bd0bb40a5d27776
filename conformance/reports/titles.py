"""Titles of defects: the rule, the place and what is wrong there, by which they differ in a list."""

from __future__ import annotations

from conformance.engine.failure_identity import EXAMPLE
from conformance.formats.json_schema import SCHEMA_MAP
from conformance.reports.text import one_line
from conformance.values import pointer, steps

# Where the schema of a tool begins, by API.
SCHEMAS = ("inputSchema", "outputSchema", "input_schema", "output_schema", "parameters", "schema")
SIDES = ("input", "output")
ANY = "*"  # a position, or a name that the author of a schema chose
LONGEST = 100  # characters of a place


def title(rule: str, at: str, message: str) -> str:
    """Return rule, place and message, in a line. at: the pointer of the evidence."""
    return f"{one_line(rule, 60)}{' ' if place_of(at) else ': '}{placed(at, message)}"


def placed(at: str, message: str) -> str:
    """Return a message with its place before it."""
    place = place_of(at)
    return f"{f'at {place}: ' if place else ''}{said_at(at, message)}"


def said_at(at: str, message: str) -> str:
    """Return a message without the pointer that it gives as its example, and the name that it begins with, if that is
    the place.
    """
    if not at:
        return message
    message = message.replace(f"{EXAMPLE}{at.removeprefix('/input')} ", ": it ", 1)
    return message.removeprefix(f"{steps(at)[-1]}: ")


def place_of(at: str) -> str:
    """Return a pointer for a title: from the root of a schema on, and without what differs from input to input.

    None for the whole input or output.
    """
    path = steps(at)
    shown = path[1:] if path[:1] and path[0] in SIDES else path
    begins = next((number for number, step in enumerate(shown) if step in SCHEMAS), None)
    if begins is not None and shown[begins + 1 :]:
        shown = shown[begins + 1 :]
    found: list[str] = []
    is_name = False
    for step in shown:
        found.append(ANY if is_name or step.isdecimal() else step)
        is_name = step in SCHEMA_MAP and not is_name
    return one_line(pointer(*found), LONGEST)
