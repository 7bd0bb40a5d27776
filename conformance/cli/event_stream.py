"""Reading server-sent-event text where the events of a stream are wanted."""

from __future__ import annotations

from conformance.errors import UsageError
from conformance.reference import ToolError, events_of_sse
from conformance.values import JSON

# How a line of such text begins; no JSON begins so.
_BEGINNINGS = (b"data:", b"event:", b"id:", b"retry:", b":")


def events_in(text: bytes, path: str) -> list[JSON] | None:
    """Return the events of the server-sent-event text in the file `path`; None for other text.

    Raises UsageError where an event's data is not JSON, and where the library that splits the text is not installed.
    """
    if not text.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_BEGINNINGS):
        return None

    try:
        return events_of_sse(text)
    except ToolError as error:
        raise UsageError(f"--input {path} is a stream that cannot be read: {error}.", "Fix its events.") from None
