"""One request to an API, and whether it is taken: nothing is converted, and nothing is sent on."""

from __future__ import annotations

from typing import Any, NamedTuple

from conformance.base.values import JSON
from conformance.commands.roundtrips.client import Send, error_of
from conformance.commands.roundtrips.record import REFUSES_REQUEST, Endpoint, no_refusal

# What the local API plays to a single request.
SCRIPT: JSON = {"answers": [{"text": "Hello."}]}


class Opinion(NamedTuple):
    """What an API says of a request. answer: its body. message, param, code: those of a refusal."""

    accepted: bool
    answer: JSON
    message: str = ""
    param: str | None = None
    code: str | None = None

    def __str__(self) -> str:
        if self.accepted:
            return "accepted"
        named = ", ".join(str(text) for text in (self.code, self.param) if text)
        return f"refused: {self.message}" + (f" ({named})" if named else "")


def opinion(send: Send, place: Endpoint, api: str, body: dict[str, Any]) -> Opinion:
    """Send a request; return what the API says of it.

    Raises UsageError for an answer that is not about the request, such as that of a wrong key or a used-up quota.
    """
    answer = send(api, body)
    if 200 <= answer.status < 300:
        return Opinion(True, answer.value)
    error = error_of(answer)
    message = str(error.get("message"))
    if answer.status != REFUSES_REQUEST:
        raise no_refusal(place, answer.status, message)
    return Opinion(False, answer.value, message, error.get("param"), error.get("code"))
