"""The file that --input names: JSON, or a stream's text."""

from __future__ import annotations

from conformance.cli.event_stream import events_in
from conformance.errors import UsageError
from conformance.files import check_nesting, read_file, too_deep
from conformance.strict_json import parse_json
from conformance.values import JSON

HINT = "Name a JSON file."


def read_input(path: str) -> JSON:
    """Return the input that a file holds. Raises UsageError for one that cannot be read."""
    named = f"--input {path}"
    data = read_file(path, named, HINT)
    events = events_in(data, path)
    given = _json_of(data, named)[1] if events is None else events
    check_nesting(given, named)
    return given


def read_json(path: str, named: str) -> tuple[str, JSON]:
    """Return the text of a JSON file and what it says. named: how an error names it. Raises UsageError."""
    text, value = _json_of(read_file(path, named, HINT), named)
    check_nesting(value, named)
    return text, value


def _json_of(data: bytes, named: str) -> tuple[str, JSON]:
    try:
        text = data.decode("utf-8")
        return text, parse_json(text)
    except RecursionError:
        raise too_deep(named) from None
    except ValueError as error:
        told = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise UsageError(f"{named} is not JSON: {told}.", "Correct the file.") from None
