"""Requirements that several source formats share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.apis.input_validity.model import Reason, reason
from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON

Path = tuple[str | int, ...]
NO_OBJECT = "arguments"  # the rule of arguments of a call that are no object


def not_empty(value: JSON, what: str, *path: str | int) -> Iterator[Reason]:
    """Yield a reason if a text is empty. Whether it is a text at all is for the schema to say."""
    if value == "":
        yield reason("empty", f"the {what} is empty", *path)


def required_text(value: JSON, what: str, *path: str | int) -> Iterator[Reason]:
    """Yield a reason unless a value is a text that is not empty."""
    if not isinstance(value, str) or not value:
        yield reason("empty" if value == "" else "type", f"the {what} is not a text with content", *path)


def unique(values: Iterable[tuple[JSON, Path]], what: str) -> Iterator[Reason]:
    """Yield a reason for each text that an earlier entry has too. values: each with its place."""
    seen: set[str] = set()
    for value, path in values:
        if isinstance(value, str):
            if value in seen:
                yield reason("twice", f"the {what} {value!r} occurs twice", *path)
            seen.add(value)


def arguments_reasons(arguments: JSON, *path: str | int) -> Iterator[Reason]:
    """Yield a reason unless the arguments of a call are the text of a JSON object, or empty.

    OpenAI's servers write an empty text for a call without arguments, and clients send it back.
    """
    if isinstance(arguments, str) and arguments and not isinstance(json_or_absent(arguments), dict):
        yield reason(NO_OBJECT, "the arguments are not the text of a JSON object", *path)


def as_object(value: JSON) -> dict[str, JSON]:
    """Return an object; an empty one for anything else, whose type the schema refuses."""
    return value if isinstance(value, dict) else {}


def as_list(value: JSON) -> list[JSON]:
    """Return a list; an empty one for anything else, whose type the schema refuses."""
    return value if isinstance(value, list) else []
