"""Sends a body to an API and reads the answer; vcrpy records or replays both."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from conformance.apis.recordings.bodies import events_of
from conformance.apis.recordings.documents import Damaged
from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.base.values import JSON
from conformance.commands.roundtrips.providers import OPENAI, Provider, addressed

Object = dict[str, Any]

PATIENCE = 120.0  # seconds of silence; a model may think for a while


class HttpAnswer(NamedTuple):
    """What an API answered. value: the body; the list of events where it is a stream; the text where it is no JSON."""

    status: int
    value: JSON


Send = Callable[[str, Object], HttpAnswer]  # by API and body


def error_of(answer: HttpAnswer) -> dict[str, Any]:
    """Return the error that an answer is; where it has no such form, its text as the message."""
    error = answer.value.get("error") if isinstance(answer.value, dict) else None
    return error if isinstance(error, dict) else {"message": str(answer.value)[:500]}


class Client:
    """A connection to the APIs of a provider at one address."""

    def __init__(self, base_url: str, key: str, provider: Provider = OPENAI) -> None:
        try:
            import httpx2
        except ImportError:
            raise UsageError(
                "Conversations need httpx2, which is missing.", f"Install it: {install_command('recordings')}"
            ) from None
        self._errors = httpx2.HTTPError
        self._base_url = base_url.rstrip("/")
        # Not compressed: a recording should be readable.
        plain = {"accept-encoding": "identity", "user-agent": "tool-conformance"}
        headers = {**provider.headers_with(key), **plain}
        self._client = httpx2.Client(headers=headers, timeout=PATIENCE, trust_env=not _is_local(base_url))

    def __call__(self, api: str, body: Object) -> HttpAnswer:
        """Send a body; return the answer, also one that is an error. Raises UsageError where no answer comes."""
        route, body = addressed(api, body)
        data = json.dumps(body).encode()
        try:
            response = self._client.post(
                self._base_url + route, content=data, headers={"content-type": "application/json"}
            )
            text = response.text
        except self._errors as error:
            raise UsageError(
                f"No answer came from {self._base_url}: {error or type(error).__name__}.", "Is the address right?"
            ) from None
        if "event-stream" in response.headers.get("content-type", ""):
            try:
                return HttpAnswer(response.status_code, list(events_of(text)))
            except Damaged as error:
                raise UsageError(f"The answer of {self._base_url}: {error}.", "Try again.") from None
        try:
            return HttpAnswer(response.status_code, response.json())
        except ValueError:
            return HttpAnswer(response.status_code, text)

    def close(self) -> None:
        """End the connection."""
        self._client.close()


def _is_local(base_url: str) -> bool:
    return urlsplit(base_url).hostname in ("127.0.0.1", "localhost", "::1", "local-api.invalid")
