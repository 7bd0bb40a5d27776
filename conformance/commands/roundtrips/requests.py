"""How many requests conversations send, and how large: a limit for a run, and a list of what would be sent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from conformance.base.errors import UsageError
from conformance.commands.roundtrips.client import HttpAnswer, Send
from conformance.commands.roundtrips.converter import Converter
from conformance.commands.roundtrips.loop import LoopOutcome, converse
from conformance.commands.roundtrips.providers import addressed
from conformance.commands.roundtrips.record import Endpoint, connected
from conformance.commands.roundtrips.redaction import redacted_value
from conformance.commands.roundtrips.scenarios import Scenario

# Of English and JSON a token of OpenAI's models has three to four bytes: the estimate is rather too high.
BYTES_OF_A_TOKEN = 3


Body: TypeAlias = tuple[str, dict[str, Any]]  # of a request, behind its API


class Requested(NamedTuple):
    """A request that would be sent. bytes: of its body."""

    route: str
    bytes: int

    @classmethod
    def of(cls, api: str, body: dict[str, Any]) -> Requested:
        """Return what a body is as a request."""
        route, sent = addressed(api, body)
        return cls(route, len(json.dumps(sent).encode()))

    @property
    def tokens(self) -> int:
        """About how many tokens of input it costs."""
        return -(-self.bytes // BYTES_OF_A_TOKEN)


def output_limit(body: dict[str, Any]) -> int | None:
    """Return how many tokens an answer may have; None if the body does not limit it."""
    generation = body.get("generationConfig")  # of Google
    given = {**body, **generation} if isinstance(generation, dict) else body
    names = ("max_completion_tokens", "max_tokens", "max_output_tokens", "maxOutputTokens")
    limits = (given.get(name) for name in names)
    return next((limit for limit in limits if isinstance(limit, int)), None)


def cost(bodies: Sequence[Body]) -> str:
    """Return in words how many tokens requests cost. bodies: one or more."""
    tokens = sum(Requested.of(*body).tokens for body in bodies)
    limits = [output_limit(body) for _api, body in bodies]
    output = f"at most {sum(map(int, filter(None, limits))):,} of output" if all(limits) else "output without a limit"
    return f"{len(bodies)} requests: about {tokens:,} tokens of input, {output}."


def request_lines(name: str, api: str, body: dict[str, Any]) -> list[str]:
    """Return a request as lines: its size, and the whole body without keys."""
    sent = Requested.of(api, body)
    text = json.dumps(redacted_value(body), ensure_ascii=False)
    return [f"{name}: POST {sent.route}, {sent.bytes:,} bytes, about {sent.tokens:,} tokens", f"  {text}"]


class Budget:
    """How many requests a run may still send."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._sent = 0

    def limited(self, send: Send) -> Send:
        """Return a function that sends, and raises UsageError instead where the budget is used up."""

        def send_within(api: str, body: dict[str, Any]) -> HttpAnswer:
            if self._most is not None and self._sent >= self._most:
                raise UsageError(
                    f"The budget of {self._most} requests is used up.",
                    "What is complete is kept. Raise --max-requests, or name less to send.",
                )
            self._sent += 1
            return send(api, body)

        return send_within


def requests_of(scenario: Scenario, converter: Converter, model: str) -> tuple[list[Body], LoopOutcome]:
    """Hold a conversation with the local API; return its requests, as a live one would send them, and its outcome.

    A real model may answer otherwise: with more calls there are more requests.
    """
    requested: list[Body] = []

    with connected(Endpoint(model=model), scenario.conversation.script()) as client:

        def send(api: str, body: dict[str, Any]) -> HttpAnswer:
            requested.append((api, body))
            return client(api, body)

        return requested, converse(scenario, converter, send, model)
