"""Which API the address of a request asks. Gemini's addresses name the model too, and how the answer comes."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from conformance.apis.emulator import gemini
from conformance.apis.emulator.bodies import ROUTES
from conformance.apis.emulator.gemini import GEMINI, SSE
from conformance.base.values import JSON

_IN_ADDRESS: Final = ("model", "stream")  # of a Gemini request


class Asked(NamedTuple):
    """What an address asks for. model: of Gemini's alone. stream: SSE or ARRAY, of Gemini's alone."""

    api: str
    model: str | None = None
    stream: str | None = None

    def request(self, body: JSON) -> JSON:
        """Return a request with what its address says, as scripts and oracles read it."""
        return {**body, "model": self.model} if self.model is not None and isinstance(body, dict) else body


def asked_at(path: str, query: str = "") -> Asked | None:
    """Return what a path asks for, whatever is before its route; None for one that is of no API."""
    call = gemini.call_of(path, query)
    if call is not None:
        return Asked(GEMINI, unquote(call.model), call.stream)
    return next((Asked(api) for api, route in ROUTES.items() if path.endswith(route)), None)


def addressed(api: str, body: JSON) -> tuple[str, JSON]:
    """Return the route of a request, and the body that is sent there: of Gemini's, without what the address says.

    Raises ValueError for a Gemini request whose model no address can name.
    """
    if api != GEMINI or not isinstance(body, dict):
        return ROUTES[api], body
    model = body.get("model")
    if not isinstance(model, str) or not model:
        raise ValueError("the request has no model, which its address would name")
    method = f"streamGenerateContent?alt={SSE}" if body.get("stream") is True else "generateContent"
    sent: JSON = {key: value for key, value in body.items() if key not in _IN_ADDRESS}
    return f"/models/{quote(model.removeprefix('models/'), safe='/:@')}:{method}", sent
