"""The file that --input names: JSON, or a stream's text."""

from __future__ import annotations

import json
from typing import NoReturn

from conformance.cli.event_stream import events_in
from conformance.errors import UsageError
from conformance.values import JSON


def read_input(path: str) -> JSON:
    """Return the input that a file holds. Raises UsageError for one that cannot be read."""
    events = events_in(path)
    return read_json(path, f"--input {path}")[1] if events is None else events


def read_json(path: str, named: str) -> tuple[str, JSON]:
    """Return the text of a JSON file and what it says. named: how an error names it. Raises UsageError."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return text, json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except OSError as error:
        raise UsageError(f"{named} cannot be read: {error.strerror}.", "Name a JSON file.") from None
    except RecursionError:
        raise UsageError(f"{named} is nested too deeply to be read.", "Keep it below 900 levels.") from None
    except ValueError as error:
        told = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise UsageError(f"{named} is no JSON: {told}.", "Mend the file.") from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is beyond what a double holds")
    return number
