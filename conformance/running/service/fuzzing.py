"""Requests that Schemathesis generates from an OpenAPI description, and what it says of the answers.

It is given an application in this process that passes each request on: so every one is bounded as all others are, none
goes by a proxy or follows a redirect, and each is seen as it was sent. Needs schemathesis: the extra `http`.
"""

from __future__ import annotations

import copy
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from conformance.base.files import cache_folder
from conformance.base.observation import Fault
from conformance.base.values import JSON
from conformance.running.service.checks import ServiceReply
from conformance.running.service.requests import ServiceRequest

MOST_EXAMPLES = 25  # for each of the two routes, on top of what covers the description
SECONDS = 30.0  # after the first request no more is sent; a quick service takes two or three
# Its checks of an answer alone. What a request is owed the suite says itself.
CHECKS = (
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
MESSAGE = 300

Ask = Callable[[ServiceRequest], ServiceReply | Fault]
StartResponse = Callable[[str, list[tuple[str, str]]], object]


class NotInstalled(Exception):
    """Schemathesis is not there."""


class Generated(NamedTuple):
    """One generated request, what came of it, and what Schemathesis objects to."""

    request: ServiceRequest
    came: ServiceReply | Fault
    found: tuple[str, ...]


def generated(
    description: Mapping[str, JSON], operation: str, ask: Ask, *, seed: int, examples: int
) -> Iterator[Generated]:
    """Yield generated requests with their results. Raises NotInstalled, and RuntimeError where the generator fails.

    description: the OpenAPI document; operation: the one that is asked.
    """
    schemathesis = _imported()
    from schemathesis.config import SchemathesisConfig
    from schemathesis.engine import events, from_schema

    passing = _Passing(narrowed(description, operation), ask)
    config = SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "continue-on-failure": True,
            "generation": {"max-examples": max(1, min(examples, MOST_EXAMPLES)), "no-shrink": True, "database": "none"},
            "phases": {"stateful": {"enabled": False}},
            "checks": {"enabled": False, **{name: {"enabled": True} for name in CHECKS}},
        }
    )
    schema = schemathesis.openapi.from_wsgi(_DESCRIPTION, passing, config=config)
    stream = from_schema(schema).execute()
    for event in stream:
        if isinstance(event, events.Interrupted) and not passing.is_over:  # which it also sends when it is stopped
            raise KeyboardInterrupt
        if isinstance(event, events.NonFatalError):
            raise RuntimeError(f"{event.info.title}: {event.info.message}"[:MESSAGE])
        if not isinstance(event, events.ScenarioFinished | events.EngineFinished):
            continue  # what was sent is objection at the end of its scenario, with the objections
        objections = list(_objections(event.recorder)) if isinstance(event, events.ScenarioFinished) else []
        for request, came in passing.take():
            found = tuple(objection for sent, objection in objections if sent == (request.method, request.body or b""))
            yield Generated(request, came, found)
        if passing.is_over:
            stream.stop()


def narrowed(description: Mapping[str, JSON], operation: str) -> dict[str, JSON]:
    """Return the description of a service that offers one operation."""
    own: dict[str, JSON] = copy.deepcopy(dict(description))
    own.pop("servers", None)
    own["components"]["schemas"]["Operation"] = {"type": "string", "enum": [operation]}
    return own


def _imported() -> Any:
    try:
        import hypothesis.configuration
        import schemathesis
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "schemathesis":
            raise
        raise NotInstalled from None
    # Where it keeps what it makes itself; by default that would be the current folder.
    hypothesis.configuration.set_hypothesis_home_dir(os.path.join(cache_folder(), "hypothesis"))
    return schemathesis


def _objections(recorder: Any) -> Iterator[tuple[tuple[str, bytes], str]]:
    """Yield the request (its method and body) and the words of each failed check."""
    for number, checks in recorder.checks.items():
        sent = recorder.interactions.get(number)
        for check in checks:
            if check.failure_info is not None and sent is not None:
                failure = check.failure_info.failure
                message = " ".join(f"{failure.title}: {failure.message}".split())[:MESSAGE]
                yield (sent.request.method, sent.request.body or b""), message


_DESCRIPTION = "/openapi.json"
# The answer that Schemathesis gets where none came; its objections are ignored.
_NONE = ("504 Gateway Timeout", [("Content-Type", "text/plain")])


class _Passing:
    """A WSGI application that passes requests on, and remembers what came of them."""

    def __init__(self, description: Mapping[str, JSON], ask: Ask) -> None:
        self._description = json.dumps(description).encode()
        self._ask = ask
        self._until: float | None = None
        self._passed: list[tuple[ServiceRequest, ServiceReply | Fault]] = []
        self.is_over = False

    def take(self) -> list[tuple[ServiceRequest, ServiceReply | Fault]]:
        """Return what was passed on since the last time."""
        passed, self._passed = self._passed, []
        return passed

    def __call__(self, environ: Mapping[str, Any], start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] == _DESCRIPTION:
            start("200 OK", [("Content-Type", "application/json")])
            return [self._description]
        self._until = self._until or time.monotonic() + SECONDS
        self.is_over = self.is_over or time.monotonic() > self._until
        if self.is_over:
            start(*_NONE)
            return [b""]
        length = environ.get("CONTENT_LENGTH")
        request = ServiceRequest(
            environ["REQUEST_METHOD"],
            environ["REQUEST_URI"],
            environ.get("CONTENT_TYPE") or None,
            environ["wsgi.input"].read(int(length)) if length else None,
        )
        came = self._ask(request)
        self._passed.append((request, came))
        if isinstance(came, Fault):
            self.is_over = True  # each would cost the whole patience again
            start(*_NONE)
            return [b""]
        headers = [("Content-Type", came.content_type)] if came.content_type else []
        headers += [("Allow", came.allow)] if came.allow else []
        start(f"{came.status} -", headers)
        return [came.body]
