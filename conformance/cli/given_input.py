"""The file that --input names: JSON, or a stream's text."""

from __future__ import annotations

from conformance.errors import UsageError
from conformance.files import check_nesting, json_of, read_file
from conformance.reference import ToolError, events_of_sse
from conformance.values import JSON

HINT = "Name a JSON file."
# How a line of server-sent-event text begins; no JSON begins so.
_BEGINNINGS = (b"data:", b"event:", b"id:", b"retry:", b":")


def read_input(path: str) -> JSON:
    """Return the input that a file holds; of server-sent-event text its events.

    Raises UsageError for one that cannot be read, and where the library that splits such text is not installed.
    """
    named = f"--input {path}"
    data = read_file(path, named, HINT)
    if not data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_BEGINNINGS):
        return json_of(data, named, "Correct the file.")
    try:
        events = events_of_sse(data)
    except ToolError as error:
        raise UsageError(f"{named} is a stream that cannot be read: {error}.", "Fix its events.") from None
    check_nesting(events, named)
    return events
