"""Server-sent-event text to the event objects of a stream."""

import json
from typing import Any

from conformance.base.extras import install_command
from conformance.reference.errors import ToolError


def events_of_sse(text: str | bytes) -> list[Any]:
    """The events of server-sent-event text, in order.

    A byte order mark at its start, comments, `[DONE]` and a last event that was cut off are passed over. An event
    whose data has no `type` gets the name of the event as one. ToolError for data that is no JSON, and where httpx2,
    which splits the text, is not installed.
    """
    try:
        import httpx2  # late: it takes longer to load than everything else here
    except ImportError:
        raise ToolError(f"server-sent-event text needs httpx2: {install_command()}") from None
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    # A source reads a response; this one never came over a network.
    response = httpx2.Response(
        200,
        headers={"content-type": "text/event-stream; charset=utf-8"},
        content=data.removeprefix(b"\xef\xbb\xbf"),
        request=httpx2.Request("POST", "http://localhost/"),
    )
    events = []
    for position, event in enumerate(httpx2.EventSource(response, max_event_size=None)):
        if not event.data or event.data.strip() == "[DONE]":
            continue
        try:
            value = json.loads(event.data)
        except ValueError:
            raise ToolError(f"events[{position}] ({event.event}): its data is no JSON") from None
        if isinstance(value, dict) and "type" not in value and event.event != "message":
            value = {"type": event.event, **value}
        events.append(value)
    return events
