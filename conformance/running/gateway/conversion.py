"""What a gateway converts with: the reference converters between two APIs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import conformance.reference as reference
from conformance.reference.live_streams import LiveStream, live_stream

APIS = ("chat", "responses", "anthropic", "gemini")

Object = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayDirection:
    """A gateway's way from the API that it offers to the one that it asks, and back. Both may be the same."""

    client: str
    backend: str

    @property
    def passes_on(self) -> bool:
        """Whether nothing is to be converted."""
        return self.client == self.backend

    def request(self, given: Object) -> Object:
        """Return the backend's request for the client's. Both have the model and `stream`, Gemini's too.

        Raises ValueError for what does not convert.
        """
        made = _converter(f"{self.client}_request_to_{self.backend}_request")(given)
        if self.backend == "gemini":  # whose address says them
            made |= {key: given[key] for key in ("model", "stream") if key in given}
        if self.backend == "chat" and made.get("stream"):  # a client of another API has the usage in any case
            made["stream_options"] = {**(made.get("stream_options") or {}), "include_usage": True}
        return made

    def answer(self, request: Object, answer: Any) -> Object:
        """Return the client's answer for the backend's. request: the client's. Raises ValueError."""
        given = {"request": request, "response": answer} if self.client == "responses" else answer
        return _converter(f"{self.backend}_response_to_{self.client}_response")(given)

    def stream(self, request: Object) -> LiveStream:
        """Return what converts the stream of an answer while it comes. request: the client's."""
        options = request.get("stream_options")
        asks_for_usage = isinstance(options, dict) and options.get("include_usage") is True
        return live_stream(self.backend, self.client, request, usage=asks_for_usage)


def _converter(name: str) -> Callable[[Any], Object]:
    converter: Callable[[Any], Object] = getattr(reference, name)
    return converter
