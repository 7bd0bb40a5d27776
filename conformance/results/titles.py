"""Titles of defects: the rule, the place and what is wrong there, by which they differ in a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conformance.base.values import steps
from conformance.base.wording import DOTS, excerpt, in_json
from conformance.results.text import one_line
from conformance.running.engine.failure_identity import EXAMPLE

# Where the schema of a tool begins, by API.
SCHEMAS = ("inputSchema", "outputSchema", "input_schema", "output_schema", "parameters", "schema")
LONGEST = 60  # characters of a place that is not cut
NAME = re.compile(r"[\w$-]+")  # what is written without quotes


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
    """Return a pointer for a title, as an API's error spells it, its side first: `output.messages[1].content`.

    A long one leaves out what is before the schema that it is in. None for the whole input or output.
    """
    path = [step for step in steps(at) if step != "-"]  # the place of what is not there
    if not path[1:]:
        return ""
    whole = _spelled(path)
    begins = next((number for number, step in enumerate(path) if step in SCHEMAS), None)
    if len(whole) > LONGEST and begins is not None and path[begins + 1 :]:
        whole = f"{path[0]}{DOTS}{_spelled(path[begins + 1 :])}"
    return excerpt(one_line(whole), max(0, len(whole) - 2 * LONGEST), 2 * LONGEST)


def _spelled(path: Sequence[str]) -> str:
    said = path[0]
    for step in path[1:]:
        said += f"[{step}]" if step.isdecimal() else f".{step}" if NAME.fullmatch(step) else f"[{in_json(step)}]"
    return said
