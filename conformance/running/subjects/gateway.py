"""A running gateway as a subject: the suite is its client on one side, and the API that it asks on the other."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import NamedTuple

from conformance.apis.emulator import GEMINI, ROUTES, Acceptance, Emulator, SeenRequest, addressed, asked_at
from conformance.apis.emulator.live import Responder
from conformance.apis.emulator.scripts import ScriptedAnswer as Scripted
from conformance.apis.oracles import OPENAI
from conformance.base.errors import SubjectError, UsageError
from conformance.base.extras import install_command
from conformance.base.observation import (
    GATEWAY,
    GIVEN_UP,
    NOT_ASKED,
    NOT_COVERED,
    ConversionRequest,
    Description,
    Fault,
    HttpExchange,
    Outcome,
)
from conformance.base.values import JSON
from conformance.running.subjects.base import DEFAULT_LIMITS, Limits, Subject, SubjectConfig
from conformance.running.subjects.conversations import KEY, MODEL
from conformance.running.subjects.exchanged import asked_of, exchange_of, without_keys
from conformance.running.subjects.gateway_routes import DONE, OFFERED, PASSAGES, STREAMED, Unsendable, error_of
from conformance.running.subjects.http_client import (
    Connection,
    HttpRequest,
    HttpResponse,
    Lost,
    ServiceAddress,
    Unsent,
    address_of,
    within,
)

# By the API that the gateway offers.
OPERATIONS = {api: tuple(name for name, passage in PASSAGES.items() if passage.api == api) for api in OFFERED}
ATTEMPTS = 3  # requests by an API that fail before it counts as lost
_NO_SUCH_ROUTE = (404, 405, 501)


class GatewayCall(NamedTuple):
    """How a client asks. path: behind the host. url: the whole address. headers: with a key."""

    path: str
    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayConfig(SubjectConfig):
    """A running gateway.

    url: where it listens. port: of the API that it asks. hosts: names beside those of loopback by which it may address
    that API. api, asked: the API that it offers, and the one by which it asks; None to find out. headers: of every
    request, in the place of the suite's own. model: that it is asked for; None for the inputs' own. profile: of the
    host whose API it is to ask.
    """

    url: str
    port: int = 0
    hosts: tuple[str, ...] = ()
    api: str | None = None
    asked: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    model: str | None = None
    profile: str = OPENAI

    @property
    def secrets(self) -> tuple[str, ...]:
        """What of the configuration must be in no report."""
        return (*super(GatewayConfig, self).secrets, *self.headers.values())

    def open(self) -> Subject:
        """Return the subject. Raises UsageError for what is not the URL of a gateway."""
        address = address_of(self.url, "--gateway")
        return GatewaySubject(
            address,
            self.limits,
            port=self.port,
            hosts=self.hosts,
            api=self.api,
            asked=self.asked,
            headers=self.headers,
            model=self.model,
            profile=self.profile,
        )


class GatewaySubject:
    """A gateway between two APIs.

    address: as its clients know it. port: of the API that it asks; 0 for any that is free, which `listen` returns.
    hosts: further names by which it may address that API. profile: of the host whose API it is to ask. api, asked,
    headers, model: as of the configuration. directions: the API of its clients and the one that it asks, for each that
    was found.
    """

    watches = False

    def __init__(
        self,
        address: ServiceAddress,
        limits: Limits = DEFAULT_LIMITS,
        *,
        port: int = 0,
        hosts: tuple[str, ...] = (),
        api: str | None = None,
        asked: str | None = None,
        headers: Mapping[str, str] | None = None,
        model: str | None = None,
        profile: str = OPENAI,
    ) -> None:
        prefix = address.prefix or "/v1"
        self._address = replace(address, prefix=prefix)
        self._port = port
        self._hosts = hosts
        self._offered = (api,) if api else tuple(OFFERED)
        self._asks = asked
        self.directions: tuple[tuple[str, str], ...] = ()
        self.headers = dict(headers or {})
        self._model = model
        self._profile = profile
        self._timeout = limits.timeout
        self._start_timeout = limits.start_timeout
        self._patience = limits.seconds_to_lose
        self._api: Emulator | None = None
        self._upstream = ""
        self._connection = Connection(replace(self._address, prefix=""), again=self._is_untouched)
        self.faults = 0

    def describe(self) -> Description:
        """Listen where the gateway asks, and ask it by each API.

        Raises SubjectError: it is not there, or none of its requests reaches us. Raises UsageError: the port is in use.
        """
        upstream = self.listen()
        operations: list[str] = []
        not_covered: dict[str, str] = {}
        lost: dict[str, str] = {}
        demanded = ""
        found: list[tuple[str, str]] = []
        for api in self._offered:
            answer, seen = self._probe(api)
            asked = _api_of_gateway(seen)
            is_wanted = self._asks in (None, asked)
            covered = [name for name in OPERATIONS[api] if is_wanted and PASSAGES[name].asked == asked]
            operations += covered
            if asked is not None and is_wanted:
                found.append((api, asked))
            if seen:
                why = f"POST {ROUTES[api]} became POST {seen[0].path}"
                why += "" if asked is not None else f", and was answered with {error_of(answer)}"
            else:
                why = f"POST {ROUTES[api]} was answered with status {answer.status} and asked nothing of it"
                demanded = demanded or self._demanded(answer)
            failed = not seen and answer.status >= 400 and answer.status not in _NO_SUCH_ROUTE
            (lost if failed else not_covered).update((name, why) for name in OPERATIONS[api] if name not in covered)
        self.directions = tuple(found)
        if not found:
            why = "; ".join(dict.fromkeys([*lost.values(), *not_covered.values()]))
            raise SubjectError(
                f"The gateway at {self._address.url} does not translate for the API at {upstream}: {why}.",
                demanded or "Configure it to ask that address with any key; --gateway-port names its port.",
            )
        unjudged: dict[str, str] = {}
        if find_spec("httpx2") is None:  # an installation without its dependencies
            why = f"streams need httpx2, which is not installed: {install_command()}"
            unjudged = {operation: why for operation in operations if operation in STREAMED}
            operations = [operation for operation in operations if operation not in STREAMED]
        name = f"{self._address.host}:{self._address.port}"
        described = Description(
            name=name, version=None, language=None, adapter=GATEWAY, operations=tuple(operations), choices={}
        )
        return replace(described, not_covered=not_covered, lost=lost, unjudged=unjudged, directions=self.directions)

    def _demanded(self, answer: HttpResponse) -> str:
        """Return what to give where the gateway refuses every client like this one; empty where it does not say so."""
        said = error_of(answer)
        if answer.status in (400, 403, 404, 422) and "model" in said.lower():
            asked = f"the model {self._model or MODEL}"
            return f"It refuses {asked} ({said}): --model NAME asks for one that it takes."
        if answer.status in (401, 403):
            return f"It refuses the client ({said}): --header NAME=env:VARIABLE gives a header that it demands."
        return ""

    def _probe(self, api: str) -> tuple[HttpResponse, tuple[SeenRequest, ...]]:
        """Ask the gateway by an API until a request arrives here, or it has no such route. Raises SubjectError."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answer, seen = self._exchange(
                    api, OFFERED[api].hello, (DONE,), self._start_timeout, Acceptance(lenient=True)
                )
            except Unsent as unsent:
                raise SubjectError(str(unsent), unsent.hint) from None
            except Lost as lost:
                raise SubjectError(f"The gateway cannot be used: {lost.fault.message}.", "Look into its log.") from None
            if seen or answer.status < 400 or answer.status in _NO_SUCH_ROUTE or attempt == ATTEMPTS:
                break
            self.faults += 1
        return answer, seen

    def listen(self) -> str:
        """Listen where the gateway asks, and return the address. Raises UsageError: the port is in use."""
        if self._api is None:
            try:
                self._api = Emulator(self._port, self._hosts)
            except OSError as error:
                what = f"Nothing can listen on port {self._port}: {error.strerror}."
                raise UsageError(what, "Give --gateway-port another one, and the gateway too.") from None
            self._upstream = self._api.address(bare=True)
        return self._upstream

    @property
    def has_header_of_key(self) -> bool:
        """Whether the configuration gives a key, in the place of that of any client."""
        return not {"authorization", "x-api-key", "x-goog-api-key"}.isdisjoint(map(str.lower, self.headers))

    @contextmanager
    def answered_by(self, responder: Responder) -> Iterator[None]:
        """Let a function answer whatever the gateway asks, for as long as the context lasts."""
        self.listen()
        assert self._api is not None
        self._api.respond(self._upstream, responder)
        try:
            yield
        finally:
            self._api.respond(self._upstream, None)

    def call_of(self, api: str, body: JSON, key: str | None = None) -> GatewayCall:
        """Return how a client asks by an API. key: of the client, in the place of the suite's own.

        The headers of the configuration come before all others. Raises ValueError as `addressed`.
        """
        if self._model is not None and isinstance(body, dict) and body.get("model") == MODEL:
            body = {**body, "model": self._model}
        own = {"Content-Type": "application/json", "Accept": "application/json", **OFFERED[api].headers}
        if key is not None:
            own = {name: value.replace(KEY, key) for name, value in own.items()}
        given = {name.lower() for name in self.headers}
        headers = {name: value for name, value in own.items() if name.lower() not in given} | self.headers
        route, sent = addressed(api, body)
        path = self._prefix(api) + route
        where = f"{'https' if self._address.secure else 'http'}://{self._address.host}:{self._address.port}"
        return GatewayCall(path, where + path, headers, json.dumps(sent).encode())

    def restart(self) -> bool:
        """It is not started anew for this."""
        return False

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Send each input through the gateway, one after the other."""
        for request in requests:
            yield request, self._outcome(request)

    def close(self) -> None:
        """End the connection and the API."""
        self._connection.close()
        api, self._api = self._api, None
        if api is not None:
            api.close()

    def _outcome(self, request: ConversionRequest) -> Outcome:
        if self._patience <= 0:
            message = "not asked: too much time was lost to earlier faults of the gateway"
            return Outcome(fault=Fault(GIVEN_UP, message))
        begun = time.monotonic()
        passage, given, acceptance = PASSAGES[request.operation], request.input, Acceptance(profile=self._profile)
        body: JSON = None
        answer: HttpResponse | None = None
        seen: tuple[SeenRequest, ...] = ()
        try:
            self.listen()
            script, body = passage.script(given), passage.body(given)
            answer, seen = self._exchange(passage.api, body, script, self._timeout, acceptance)
            is_stream = isinstance(body, dict) and body.get("stream") is True
            outcome = passage.observed(answer, seen, streams=is_stream, asks_own=passage.asks_own(given))
        except Lost as lost:
            outcome = passage.lost(given, lost.fault)
        except Unsent as unsent:
            outcome = Outcome(fault=Fault(unsent.kind, str(unsent)))
        except Unsendable as problem:
            return Outcome(fault=Fault(NOT_COVERED, str(problem)))
        seconds = time.monotonic() - begun
        if outcome.fault is not None and outcome.fault.kind not in NOT_ASKED:
            self.faults += 1
            self._patience -= max(seconds, 1.0)
        return replace(outcome, seconds=seconds, exchange=self.shown(passage.api, body, answer, asked_of(seen)))

    def shown(self, api: str, body: JSON, answer: HttpResponse | None, asked: Sequence[JSON]) -> HttpExchange | None:
        """Return what passed over HTTP as reports show it; None where nothing was sent.

        asked: {"path", "body"} of each request of the gateway.
        """
        try:
            call = self.call_of(api, body)
        except (TypeError, ValueError):
            return None
        headers = without_keys(call.headers, self.headers)
        status, got = (None, b"") if answer is None else (answer.status, answer.body)
        return exchange_of(call.url, headers, call.body, status, got, asked)

    def _is_untouched(self) -> bool:
        """Whether the gateway has asked nothing since it was asked: a script answers once."""
        return self._api is None or not self._api.seen(self._upstream)

    def _prefix(self, api: str) -> str:
        """Return what is before the route of an API: Gemini's clients ask its version v1beta beside the others' v1."""
        prefix = self._address.prefix
        return f"{prefix}beta" if api == GEMINI and prefix.endswith("/v1") else prefix

    def _exchange(
        self, api: str, body: JSON, script: Sequence[JSON | Scripted], timeout: float, acceptance: Acceptance
    ) -> tuple[HttpResponse, tuple[SeenRequest, ...]]:
        """Ask the gateway by an API; return its answer and what it asked.

        script: what the API behind it answers. Raises Unsent and Lost.
        """
        assert self._api is not None
        self._api.play(self._upstream, script, acceptance)
        given = self.call_of(api, body)
        call = HttpRequest("POST", given.path, given.body, given.headers)
        try:
            answer = within(self._connection, call, timeout)
        finally:
            seen = self._api.play(self._upstream, ())
        return answer, seen


def _api_of_gateway(seen: Sequence[SeenRequest]) -> str | None:
    """Return the API by which a gateway asks: that of its first request that was answered; None without one."""
    asked = asked_at(next((request.path for request in seen if request.answer is not None), ""))
    return None if asked is None else asked.api
