"""What the API that `emulate` serves was asked, and how it answered."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conformance.apis.emulator.api import ApiReply
from conformance.base.values import JSON

MOST_REQUESTS = 10_000  # that are kept; the oldest are forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """One request and what was answered.

    api: None where the path is no API's. body: what its JSON says; the text itself where it is none.
    """

    api: str | None
    method: str
    path: str
    body: JSON
    reply: ApiReply

    @property
    def status(self) -> int:
        """The answer's status."""
        return self.reply.status

    def interaction(self) -> dict[str, Any]:
        """Return it as one interaction of a recording."""
        text = b"".join(self.reply.pieces).decode("utf-8", "replace")
        response: dict[str, Any] = {"status": self.reply.status, "content_type": self.reply.content_type}
        try:
            response["json"] = json.loads(text)
        except ValueError:
            response["text"] = text
        request = {"method": self.method, "path": self.path, "json": self.body}
        origin = {"answer": self.reply.answer, "rule": self.reply.rule}
        return {"api": self.api, "request": request, "response": response, "script": origin}


class Captures:
    """The requests so far. captured: is called with every request that was answered, in their order."""

    def __init__(self, captured: Callable[[Captured], None] | None = None) -> None:
        self._captured = captured
        self.count = 0  # requests that were answered
        self.requests: deque[Captured] = deque(maxlen=MOST_REQUESTS)

    def add(self, captured: Captured) -> None:
        """Keep a request and its answer."""
        self.requests.append(captured)
        self.count += 1
        if self._captured is not None:
            self._captured(captured)
