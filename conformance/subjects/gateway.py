"""A running gateway as a subject: the suite is its client on one side, and the API that it asks on the other."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from conformance.emulator import APIS, ROUTES, Acceptance, Emulator, Seen
from conformance.errors import SubjectError, UsageError
from conformance.observation import GATEWAY, GIVEN_UP, Description, Fault, Outcome, Refusal, Request
from conformance.oracles import OPENAI
from conformance.reference import responses_output_to_tool_calls
from conformance.subjects.base import DEFAULT_LIMITS, Limits, Subject, SubjectConfig
from conformance.subjects.conversations import KEY, MODEL
from conformance.subjects.http_client import Address, Answer, Call, Connection, Lost, Unsent, address_of, within
from conformance.subjects.json_text import read
from conformance.values import JSON

OTHER = {"responses": "chat", "chat": "responses"}
# By the API that the gateway offers.
OPERATIONS = {
    "responses": ("responses-input-to-chat-messages", "chat-response-to-tool-calls"),
    "chat": ("chat-messages-to-responses-input", "chat-tools-to-responses-tools", "responses-output-to-chat-message"),
}
_HELLO: JSON = [{"role": "user", "content": "Hello."}]
_DONE = "Done."
_LONGEST_MESSAGE = 2_000
ATTEMPTS = 3  # requests by an API that fail before it counts as lost
_NO_SUCH_ROUTE = (404, 405, 501)


class _Asked(NamedTuple):
    """What is sent to the gateway, and what its upstream is to answer."""

    api: str
    body: dict[str, JSON]
    script: Sequence[JSON] = (_DONE,)


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayConfig(SubjectConfig):
    """A running gateway.

    url: where it listens. port: of the API that it asks. hosts: names beside those of loopback by which it may address
    that API. api: the API that it offers; None to find out. profile: of the host whose API it is to ask.
    """

    url: str
    port: int = 0
    hosts: tuple[str, ...] = ()
    api: str | None = None
    profile: str = OPENAI

    def open(self) -> Subject:
        """Return the subject. Raises UsageError for what is not the URL of a gateway."""
        address = address_of(self.url, "--gateway")
        return GatewaySubject(
            address, self.limits, port=self.port, hosts=self.hosts, api=self.api, profile=self.profile
        )


class GatewaySubject:
    """A gateway between the Responses and the Chat API.

    address: as its clients know it. port: of the API that it asks; 0 for any that is free, which `listen` returns.
    hosts: further names by which it may address that API. api: the one that it offers; None to find out. profile: of
    the host whose API it is to ask.
    """

    watches = False

    def __init__(
        self,
        address: Address,
        limits: Limits = DEFAULT_LIMITS,
        *,
        port: int = 0,
        hosts: tuple[str, ...] = (),
        api: str | None = None,
        profile: str = OPENAI,
    ) -> None:
        prefix = address.prefix or "/v1"
        self._address = replace(address, prefix=prefix)
        self._port = port
        self._hosts = hosts
        self._offered = (api,) if api else APIS
        self._profile = profile
        self._timeout = limits.timeout
        self._start_timeout = limits.start_timeout
        self._patience = limits.seconds_to_lose
        self._api: Emulator | None = None
        self._upstream = ""
        self._connection = Connection(self._address)
        self.faults = 0

    def describe(self) -> Description:
        """Listen where the gateway asks, and ask it by each API.

        Raises SubjectError: it is not there, or none of its requests reaches us. Raises UsageError: the port is in use.
        """
        upstream = self.listen()
        operations: list[str] = []
        not_covered: dict[str, str] = {}
        lost: dict[str, str] = {}
        for api in self._offered:
            answer, seen = self._probe(api)
            if _translates(api, seen):
                operations += OPERATIONS[api]
                continue
            if seen:
                why = f"POST {ROUTES[api]} became POST {seen[0].path}"
            else:
                why = f"POST {ROUTES[api]} was answered with status {answer.status} and asked nothing of it"
            failed = not seen and answer.status >= 400 and answer.status not in _NO_SUCH_ROUTE
            (lost if failed else not_covered).update(dict.fromkeys(OPERATIONS[api], why))
        if not operations:
            why = "; ".join(dict.fromkeys([*lost.values(), *not_covered.values()]))
            raise SubjectError(
                f"The gateway at {self._address.url} does not translate for the API at {upstream}: {why}.",
                "Configure it to ask that address with any key; --gateway-port names its port.",
            )
        name = f"{self._address.host}:{self._address.port}"
        described = Description(
            name=name, version=None, language=None, adapter=GATEWAY, operations=tuple(operations), choices={}
        )
        return replace(described, not_covered=not_covered, lost=lost)

    def _probe(self, api: str) -> tuple[Answer, tuple[Seen, ...]]:
        """Ask the gateway by an API until a request arrives here, or it has no such route. Raises SubjectError."""
        body: dict[str, JSON] = {"model": MODEL, "messages" if api == "chat" else "input": _HELLO}
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answer, seen = self._exchange(_Asked(api, body), self._start_timeout, Acceptance(lenient=True))
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

    def restart(self) -> bool:
        """It is not started anew for this."""
        return False

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Outcome]]:
        """Send each input through the gateway, one after the other."""
        for request in requests:
            yield request, self._outcome(request)

    def close(self) -> None:
        """End the connection and the API."""
        self._connection.close()
        api, self._api = self._api, None
        if api is not None:
            api.close()

    def _outcome(self, request: Request) -> Outcome:
        if self._patience <= 0:
            message = "not asked: too much time was lost to earlier faults of the gateway"
            return Outcome(fault=Fault(GIVEN_UP, message))
        begun = time.monotonic()
        try:
            self.listen()
            asked = _asked(request.operation, request.input)
            answer, seen = self._exchange(asked, self._timeout, Acceptance(profile=self._profile))
            outcome = _observed(request.operation, answer, seen)
        except Lost as lost:
            outcome = Outcome(fault=lost.fault)
        except Unsent as unsent:
            outcome = Outcome(fault=Fault("exit", str(unsent)))
        seconds = time.monotonic() - begun
        if outcome.fault is not None:
            self.faults += 1
            self._patience -= max(seconds, 1.0)
        return replace(outcome, seconds=seconds)

    def _exchange(self, asked: _Asked, timeout: float, acceptance: Acceptance) -> tuple[Answer, tuple[Seen, ...]]:
        """Ask the gateway; return its answer and what it asked. Raises Unsent and Lost."""
        assert self._api is not None
        self._api.play(self._upstream, asked.script, acceptance)
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Authorization": f"Bearer {KEY}"}
        call = Call("POST", ROUTES[asked.api], json.dumps(asked.body).encode(), headers)
        try:
            answer = within(self._connection, call, timeout)
        finally:
            seen = self._api.play(self._upstream, ())
        return answer, seen


def _translates(api: str, seen: Sequence[Seen]) -> bool:
    """Whether a request by one API arrived by the other one."""
    return any(one.path.endswith(ROUTES[OTHER[api]]) and one.answer is not None for one in seen)


def _asked(operation: str, value: JSON) -> _Asked:
    """Return the request by which an operation's input goes through the gateway."""
    if operation == "responses-input-to-chat-messages":
        given: Mapping[str, JSON] = value if isinstance(value, dict) else {"input": value}
        return _Asked("responses", {"model": MODEL, **given})
    if operation == "chat-messages-to-responses-input":
        return _Asked("chat", {"model": MODEL, "messages": value})
    if operation == "chat-tools-to-responses-tools":
        tools: dict[str, JSON] = {"tools": value} if value else {}
        return _Asked("chat", {"model": MODEL, "messages": _HELLO, **tools})
    if operation == "chat-response-to-tool-calls":
        return _Asked("responses", {"model": MODEL, "input": _HELLO}, (value,))
    return _Asked("chat", {"model": MODEL, "messages": _HELLO}, (value,))


def _observed(operation: str, answer: Answer, seen: tuple[Seen, ...]) -> Outcome:
    """Return what an operation's output is: in what the gateway asked, or in what it answered."""
    if operation in ("responses-output-to-chat-message", "chat-response-to-tool-calls"):
        refused = next((one.refusal for one in seen if one.refusal is not None), None)
        if refused is not None and all(one.answer is None for one in seen):
            return Outcome(refusal=Refusal(f"the API refuses what the gateway asks: {refused['message']}"))
        return _parsed(answer) if operation == "chat-response-to-tool-calls" else _message(answer)
    route = ROUTES["chat" if operation == "responses-input-to-chat-messages" else "responses"]
    body = next((one.body for one in seen if one.path.endswith(route)), None)
    if not isinstance(body, dict):
        if answer.status < 400:
            return Outcome(refusal=Refusal("the gateway answered, and asked nothing of the API behind it"))
        return Outcome(refusal=Refusal(_error_of(answer)))
    if operation == "responses-input-to-chat-messages":
        return Outcome(output=body.get("messages"))
    if operation == "chat-tools-to-responses-tools":
        return Outcome(output=body.get("tools", []))
    output = {key: body[key] for key in ("input", "instructions") if key in body}
    if isinstance(output.get("input"), str):  # which the API takes for one message of the user
        part = {"type": "input_text", "text": output["input"]}
        output["input"] = [{"type": "message", "role": "user", "content": [part]}]
    return Outcome(output=output)


def _message(answer: Answer) -> Outcome:
    if answer.status >= 400:
        return Outcome(refusal=Refusal(_error_of(answer)))
    try:
        return Outcome(output=read(answer.body)["choices"][0]["message"])
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        beginning = answer.body[:120].decode("utf-8", "replace")
        return Outcome(fault=Fault("garbage", f"the gateway answered {beginning!r}, which is not a Chat completion"))


def _parsed(answer: Answer) -> Outcome:
    """Return a Responses answer as the reference parses it, which is the form of a parsed Chat answer."""
    if answer.status >= 400:
        return Outcome(refusal=Refusal(_error_of(answer)))
    try:
        return Outcome(output=responses_output_to_tool_calls(read(answer.body)))
    except (ValueError, RecursionError):
        beginning = answer.body[:120].decode("utf-8", "replace")
        return Outcome(fault=Fault("garbage", f"the gateway answered {beginning!r}, which is not a Responses answer"))


def _error_of(answer: Answer) -> str:
    """Return the message of an error; the beginning of the body where it has none."""
    try:
        message = read(answer.body)["error"]["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        message = answer.body[:200].decode("utf-8", "replace")
    return f"{answer.status}: {message}"[:_LONGEST_MESSAGE]
