"""Streams that are converted while they come: what is certain is given at once, and in the end all of it.

The converters of `conformance.reference` take whole streams. A LiveStream gives the same events one after the other.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from conformance.reference.members import Object

# By the format of a stream: the module of the converters that make one, and the choice that lets a failure be in it.
_FAILURES = {
    "chat": {"failed_answer": "report"},
    "responses": {"failed_answer": "failed"},
    "anthropic": {"failed_answer": "report"},
    "gemini": {"failed_answer": "failed"},
}
_OF_RESPONSES = {"failed_response": "report", "error_event": "report"}


class Preview(Protocol):
    """Says what of a converted stream is certain before its end."""

    def take(self, event: Object) -> list[Object]:
        """Take the next event; return what is certain now, behind what was returned before."""
        ...


class LiveStream:
    """A stream while it is converted.

    whole: the converter of the whole stream. rest: of what a preview gave and what the whole is, what is still to come.
    """

    def __init__(
        self,
        whole: Callable[[list[Object]], list[Object]],
        preview: Preview | None,
        rest: Callable[[list[Object], list[Object]], list[Object]],
    ) -> None:
        self._whole = whole
        self._preview = preview
        self._rest = rest
        self._events: list[Object] = []
        self._given: list[Object] = []

    def take(self, event: Object) -> list[Object]:
        """Take the next event; return the events that it lets follow."""
        self._events.append(event)
        new = self._preview.take(event) if self._preview is not None else []
        self._given += new
        return new

    def end(self) -> list[Object]:
        """Take the end of the stream, whole or cut; return all that is still to come.

        AnswerError, ResponseError or another ValueError for what does not convert.
        """
        return self._rest(self._given, self._whole(self._events))


def live_stream(source: str, target: str, request: Object | None = None, *, usage: bool = True) -> LiveStream:
    """Return what converts the stream of an answer while it comes.

    source, target: chat, responses, anthropic or gemini. request: the client's, which a Responses stream repeats. usage:
    whether a Chat stream says it.
    """
    reference = import_module("conformance.reference")
    convert: Callable[..., list[Object]] = getattr(reference, f"{source}_stream_to_{target}_stream")
    choices: dict[str, Any] = dict(_OF_RESPONSES if (source, target) == ("responses", "chat") else _FAILURES[target])
    if target == "chat":
        choices["stream_usage"] = "write" if usage else "omit"
    member = "chunks" if source == "chat" else "events"

    def whole(events: list[Object]) -> list[Object]:
        given: Any = {"request": request, member: events} if target == "responses" else events
        return convert(given, **choices)

    return LiveStream(whole, None, lambda given, made: made[len(given) :])
