"""An SDK or an agent framework as a subject: a driver leads conversations, what reaches a local API is observed."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from conformance.apis.emulator import Acceptance, ConversationStart, Emulator, SeenRequest, asked_at
from conformance.apis.emulator.scripts import DEFAULT, Script, named_script
from conformance.apis.oracles import OPENAI
from conformance.base.errors import SubjectError
from conformance.base.observation import (
    GIVEN_UP,
    NOT_COVERED,
    WIRE,
    ConversionRequest,
    Description,
    Fault,
    Outcome,
    Refusal,
)
from conformance.base.values import ABSENT, JSON
from conformance.running.subjects.base import DEFAULT_LIMITS, Limits, Subject, SubjectConfig
from conformance.running.subjects.child import command_words
from conformance.running.subjects.conversations import (
    CANARY,
    KEY,
    LOOP,
    LOOPS_OF,
    PROBED,
    RESULT_OF,
    TOOLS_OF,
    DriverConversation,
    api_of,
    calls_answered,
    conversation_of,
    failed_conversion,
    probe,
    result_sent,
    takes_results,
    write_served,
)
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.wire_driver import Driver, DriverFault, DriverReply

ATTEMPTS = 3  # conversations by an API before something counts as not covered


class _WireConversation(NamedTuple):
    """What came of one conversation."""

    said: DriverReply | None
    fault: Fault | None
    seen: tuple[SeenRequest, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WireConfig(SubjectConfig):
    """An SDK or an agent framework that a driver uses. command: of the driver, as a shell reads it.

    profile: of the host whose API it is to talk to.
    """

    command: str
    profile: str = OPENAI

    def open(self) -> Subject:
        """Return the subject. Raises UsageError for a command that cannot be split into words."""
        return WireSubject(
            command_words(self.command, "--wire"), clean_environment(self.env), self.limits, self.profile
        )


class WireSubject:
    """A driver command and the API it talks to.

    command: of the driver. environment: what it gets besides addresses and keys.
    """

    watches = False

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        limits: Limits = DEFAULT_LIMITS,
        profile: str = OPENAI,
    ) -> None:
        self._profile = profile
        self._command = command
        self._environment = environment
        self._limits = limits
        self._patience = limits.seconds_to_lose
        self._api: Emulator | None = None
        self._driver: Driver | None = None
        self._base_url = ""
        self._folder = ""
        self._asked_as: dict[str, str] = {}  # by the API that is called: the one that the driver is to use
        self._once: set[str] = set()  # those by which it leads no loops that are judged
        self.faults = 0

    def describe(self) -> Description:
        """Start the driver and lead a conversation by each API, which shows what it calls, and what it goes on with.

        An API is not covered if the driver states so, or if it calls nothing, or the other API, at every attempt. An
        API whose conversations fail at every attempt is lost: the driver may cover it.
        Raises SubjectError: the command is not there, ends, stays silent, answers garbage, or calls no API.
        """
        self._open()
        operations: list[str] = []
        first_line: Mapping[str, JSON] = {}
        not_covered: dict[str, str] = {}
        lost: dict[str, str] = {}
        for api in TOOLS_OF:
            if api not in LOOPS_OF and not _states(first_line, api):
                continue  # no driver had to know it at first, and one that does not may end or hang
            talk, spoken = self._probe(api)
            assert talk.said is not None
            first_line = first_line or talk.said.line
            # The driver says why it failed, and no word that it does not cover this.
            absent = lost if talk.said.error is not None and not talk.said.unsupported else not_covered
            if spoken is None:
                absent[TOOLS_OF[api]] = f"API {api}: {_why_nothing(talk)}"
                continue
            self._asked_as.setdefault(spoken, api)
            operations.append(TOOLS_OF[spoken])
            leads = spoken in LOOPS_OF or _states(talk.said.line, f"{spoken}_loops")
            if not leads:
                self._once.add(spoken)
            if len(talk.seen) > 1:
                operations += [LOOP] if leads else []
                shown = _states(talk.said.line, "mcp_results") and takes_results(
                    [request.body for request in talk.seen]
                )
                operations += [RESULT_OF[spoken]] if shown else []
            elif leads:
                ended = f" and ended with the error {talk.said.error!r}" if talk.said.error is not None else ""
                absent[LOOP] = f"API {api}: it sent one request{ended}"
        if not operations:
            why = next(iter((lost or not_covered).values()))
            raise SubjectError(
                f"The driver called no API: {why}.",
                "It has to use OPENAI_BASE_URL, and to ask POST /chat/completions or POST /responses there, or "
                "ANTHROPIC_BASE_URL, and to ask POST /v1/messages, or GOOGLE_GEMINI_BASE_URL, and to ask POST "
                "/v1beta/models/MODEL:generateContent.",
            )
        return replace(
            _description(self._command, first_line, tuple(dict.fromkeys(operations))),
            not_covered=not_covered,
            lost={name: why for name, why in lost.items() if name not in operations},
        )

    def _probe(self, api: str) -> tuple[_WireConversation, str | None]:
        """Lead conversations by an API until one gets to its second request.

        Return the one that got furthest, and the API that it called. Raises SubjectError.
        """
        best: _WireConversation | None = None
        for attempt in range(ATTEMPTS):
            conversation = conversation_of(LOOP, probe(api), api, self._server())._replace(contents=PROBED)
            # A driver that fails at a name it does not know hears the one that it offers, if its request offers one.
            script = named_script(DEFAULT) if attempt % 2 else None
            talk = self._converse(conversation, Acceptance(lenient=True), script)
            if talk.fault is not None:
                raise SubjectError(
                    f"The driver cannot be used: {talk.fault.message}.",
                    "It reads a line of JSON from standard input for each conversation, and writes a line back.",
                    talk.fault.log,
                )
            assert talk.said is not None
            if best is None or (_spoken(talk.seen) is not None, len(talk.seen)) > (
                _spoken(best.seen) is not None,
                len(best.seen),
            ):
                best = talk
            if talk.said.unsupported or len(talk.seen) > 1:
                break
            self.faults += talk.said.error is not None
        assert best is not None
        return best, _spoken(best.seen)

    def restart(self) -> bool:
        """It is not started anew for this."""
        return False

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Lead a conversation for each request, one after the other."""
        for request in requests:
            yield request, self._outcome(request)

    def close(self) -> None:
        """End the driver, everything it started, and the API."""
        driver, self._driver = self._driver, None
        api, self._api = self._api, None
        try:
            if driver:
                driver.close()
        finally:
            if api:
                api.close()
            if self._folder:
                shutil.rmtree(self._folder, ignore_errors=True)
                self._folder = ""

    def _open(self) -> None:
        """Make the API and the driver that talks to it."""
        self.close()
        self._api = Emulator()
        self._base_url = self._api.address()
        environment = {
            **self._environment,
            "OPENAI_BASE_URL": self._base_url,
            "OPENAI_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": self._base_url.removesuffix("/v1"),  # clients of that API add it
            "ANTHROPIC_API_KEY": KEY,
            "GOOGLE_GEMINI_BASE_URL": self._base_url.removesuffix("/v1"),
            "GEMINI_API_KEY": KEY,
            "OPENAI_AGENTS_DISABLE_TRACING": "1",
            "CONFORMANCE_CANARY": CANARY,
        }
        self._driver = Driver(self._command, environment, self._limits)

    def _server(self) -> str:
        """Return the file that the MCP server of the next conversation reads."""
        self._folder = self._folder or tempfile.mkdtemp(prefix="conformance-")
        return os.path.join(self._folder, "tools.json")

    def _outcome(self, request: ConversionRequest) -> Outcome:
        if self._patience <= 0:
            return Outcome(fault=Fault(GIVEN_UP, "not asked: too much time was lost to earlier faults of the driver"))
        api = str(request.input.get("api")) if request.operation == LOOP else api_of(request.operation)
        if api not in self._asked_as:
            return Outcome(fault=Fault(NOT_COVERED, f"the driver does not call the API {api}"))
        if request.operation == LOOP and api in self._once:
            return Outcome(fault=Fault(NOT_COVERED, f"the driver leads no loop by the API {api}"))
        begun = time.monotonic()
        try:
            if self._driver is None:
                self._open()
            conversation = conversation_of(request.operation, request.input, self._asked_as[api], self._server())
            talk = self._converse(conversation, _acceptance(request, api, self._profile))
        except SubjectError as error:
            self._patience = 0.0
            return Outcome(fault=Fault(GIVEN_UP, f"not asked: the driver did not start again. {error.message}"))
        seconds = time.monotonic() - begun
        if talk.fault is not None:
            self.faults += 1
            self._patience -= seconds
        return replace(_observed(request, api, talk), seconds=seconds)

    def _converse(
        self, conversation: DriverConversation, acceptance: Acceptance, script: Script | None = None
    ) -> _WireConversation:
        """Lead a conversation; script: what the API answers by, instead of the conversation's own."""
        assert self._api is not None and self._driver is not None
        api, base_url = self._api, self._base_url
        write_served(conversation)
        api.play(base_url, script or conversation.script, acceptance)
        said: DriverReply | None = None
        fault: Fault | None = None
        try:
            said = self._driver.converse(conversation.line, lambda: len(api.seen(base_url)))
        except DriverFault as broken:
            fault = broken.fault
        return _WireConversation(said, fault, api.play(base_url, ()))


def _acceptance(request: ConversionRequest, api: str, profile: str) -> Acceptance:
    """Return what refuses the requests of a conversation, but for what a loop was given."""
    is_loop = request.operation == LOOP
    given = ConversationStart(api, request.input["tools"], request.input["messages"]) if is_loop else None
    return Acceptance(given, profile)


def _states(line: Mapping[str, JSON], what: str) -> bool:
    """Whether a driver states something of its SDK: `gemini`, that it has that API; `gemini_loops`, that loops by
    it are to be judged; `mcp_results`, that what is made of an MCP result is its work, and not the driver's."""
    sdk = line.get("sdk")
    return isinstance(sdk, dict) and sdk.get(what) is True


def _spoken(seen: Sequence[SeenRequest]) -> str | None:
    """Return the API that the first answered request called."""
    asked = asked_at(next((request.path for request in seen if request.answer is not None), ""))
    return asked.api if asked is not None and asked.api in TOOLS_OF else None


def _why_nothing(talk: _WireConversation) -> str:
    if talk.seen:
        return f"it asked POST {talk.seen[0].path}"
    if talk.said is not None and talk.said.error is not None:
        return f"it ended with the error {talk.said.error!r}"
    return "it answered, and sent no request to OPENAI_BASE_URL"


def _description(command: Sequence[str], first_line: Mapping[str, JSON], operations: tuple[str, ...]) -> Description:
    """Name the subject as the driver does, or else by its command."""
    sdk = first_line.get("sdk")
    sdk = sdk if isinstance(sdk, dict) else {}

    def text(key: str) -> str | None:
        value = sdk.get(key)
        return value[:200] if isinstance(value, str) and value else None

    name = text("name") or os.path.basename(command[-1]) or "wire"
    return Description(
        name=name,
        version=text("version"),
        language=text("language"),
        adapter=WIRE,
        operations=operations,
        choices={},
        exact_numbers=None,
    )


def _observed(request: ConversionRequest, api: str, talk: _WireConversation) -> Outcome:
    """Return what a conversation shows of the operation it was led for."""
    seen = tuple(request._asdict() for request in talk.seen)
    if request.operation == LOOP:
        if talk.fault is not None:
            return Outcome(fault=talk.fault, requests=seen)
        assert talk.said is not None
        if talk.said.error is not None:
            return Outcome(refusal=Refusal(talk.said.error), requests=seen)
        calls = talk.said.calls if talk.said.calls is not None else calls_answered(api, request.input["script"], seen)
        return Outcome(output={"answer": talk.said.answer, "calls": calls}, requests=seen)
    bodies = [request.body for request in talk.seen if (asked := asked_at(request.path)) and asked.api == api]
    if request.operation == RESULT_OF[api]:
        return _result(api, bodies, talk, request.input)
    body = next(iter(bodies), None)
    if isinstance(body, dict):
        return Outcome(output=body.get("tools", []))
    if talk.fault is not None:
        return Outcome(fault=talk.fault)
    return Outcome(refusal=Refusal(_why_nothing(talk)))


def _result(api: str, bodies: Sequence[JSON], talk: _WireConversation, given: JSON) -> Outcome:
    """Return what the second request says of the result of its call."""
    sent = result_sent(api, bodies[1]) if len(bodies) > 1 else ABSENT
    failed = failed_conversion(api, given, sent)
    if failed is not None:
        return Outcome(refusal=Refusal(failed))
    if sent is not ABSENT:
        return Outcome(output=sent)
    if talk.fault is not None:
        return Outcome(fault=talk.fault)
    error = talk.said.error if talk.said is not None else None
    return Outcome(refusal=Refusal(error or "it sent no second request"))
