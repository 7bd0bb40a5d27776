"""A service as a subject: the protocol, version 1, over HTTP."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from queue import Empty, SimpleQueue

from conformance.base.errors import SubjectError
from conformance.base.observation import GIVEN_UP, ConversionRequest, Description, Fault, HttpExchange, Outcome
from conformance.base.values import JSON
from conformance.running.subjects.allowance import OutputAllowance
from conformance.running.subjects.answers import NotAnAnswer, Sent, description_of, line_start, read_description
from conformance.running.subjects.base import DEFAULT_LIMITS, Limits, Subject, SubjectConfig
from conformance.running.subjects.exchanged import MOST, beginning
from conformance.running.subjects.http_answers import MEDIA_TYPE, PROBLEM_TYPE, brief, outcome_of
from conformance.running.subjects.http_client import (
    BODY_BYTES,
    TOO_MANY_VALUES,
    Connection,
    HttpRequest,
    HttpResponse,
    Lost,
    ServiceAddress,
    Unsent,
    address_of,
    within,
)
from conformance.running.subjects.http_lines import Back, Line
from conformance.running.subjects.json_text import json_line

IN_FLIGHT = 8  # requests at a time, each on a connection of its own
# A longer input is asked while nothing else is: how long it takes must not be measured among others.
ALONE_BYTES = 4096
# Several requests that are lost at once leave open who is guilty. After this many times, ask one at a time.
LOST_AT_ONCE = 3
# Seconds that a second connection gets to show that it is served beside the first one.
SECOND_CONNECTION = 1.0
# Seconds between two looks whether a service that went away is there again.
LOOK_AGAIN = 0.1

HEADERS = {"Content-Type": MEDIA_TYPE, "Accept": f"{MEDIA_TYPE}, {PROBLEM_TYPE}"}
DESCRIBE = HttpRequest("GET", "/describe", headers={"Accept": HEADERS["Accept"]})


class _GivenUp(Exception):
    """It is not asked any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpConfig(SubjectConfig):
    """A service that speaks the protocol over HTTP. url: without /describe and /convert."""

    url: str

    def open(self) -> Subject:
        """Return the subject. Raises UsageError for what is not the URL of a service."""
        return HttpSubject(address_of(self.url), self.limits)


class HttpSubject:
    """A service as a subject.

    A service that went away has as many seconds to come back as it has to describe itself.
    """

    watches = False  # the service itself reports its argument after the call

    def __init__(self, address: ServiceAddress, limits: Limits = DEFAULT_LIMITS) -> None:
        self.address = address
        self.timeout = limits.timeout
        self._start_timeout = limits.start_timeout
        self._patience = limits.seconds_to_lose
        self._window = IN_FLIGHT
        self._lost_at_once = 0
        self._next_id = 1
        self._allowance = OutputAllowance()
        self._back: SimpleQueue[Back] = SimpleQueue()
        self._idle: list[Line] = []
        self._busy: dict[int, Line] = {}
        self.faults = 0

    def describe(self) -> Description:
        """Ask the service for its description. Raises SubjectError: it cannot be reached, or answers something else."""
        first = Connection(self.address)
        try:
            result = self._described(first)
            if not self._takes_another():
                self._window = 1
        finally:
            first.close()
        return description_of(result, "http", None)

    def close(self) -> None:
        """End every connection."""
        for line in (*self._idle, *self._busy.values()):
            line.end()
        self._idle.clear()
        self._busy.clear()

    def restart(self) -> bool:
        """It is not started anew for this."""
        return False

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask several at a time; where it stays open which request broke the service, ask those one at a time."""
        queue = _Queue(requests)
        out: dict[int, Sent] = {}
        try:
            yield from self._converse(queue, out)
        except _GivenUp as given_up:
            fault = Fault(GIVEN_UP, str(given_up))
            for request in chain([sent.request for sent in out.values()], queue):
                yield request, Outcome(fault=fault)
        finally:
            self._drop()  # the requests that are still out, if the caller stopped asking

    def _converse(self, queue: _Queue, out: dict[int, Sent]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask all of a queue. Raises _GivenUp; what is in `out` and in the queue has no outcome then."""
        lost: list[
            tuple[ConversionRequest, Fault]
        ] = []  # asked, and not answered; nothing more is sent until all is quiet
        away: Unsent | None = None  # no connection came about; likewise
        careful = 0  # how many are asked one at a time before several are again
        heard = time.monotonic()
        while True:
            if not (lost or away):
                window = 1 if careful or self._lost_at_once >= LOST_AT_ONCE else self._window
                heard = heard if out else time.monotonic()
                self._fill(queue, out, window)
            if not out:
                if len(lost) == 1:  # all that were sent beside it have been answered
                    request, fault = lost.pop()
                    careful -= bool(careful)
                    self.faults += 1
                    shown = self._shown(Sent(request, json_line(request.input), heard), None)
                    yield request, Outcome(fault=fault, exchange=shown)
                elif lost:
                    self.faults += 1
                    self._lost_at_once += 1
                    careful = len(lost)
                    queue.put_back(request.anew(request) if request.anew else request for request, _fault in lost)
                    lost.clear()
                elif away is not None:
                    self._await_return(away)
                    away = None
                elif queue.is_empty():
                    return
                continue
            back = self._come_back(heard + self.timeout)
            if back is None:
                self._patience -= self.timeout
                silence = Fault("hang", f"the subject gave no whole answer within {self.timeout:g} s")
                lost += [(sent.request, silence) for sent in out.values()]
                out.clear()
                self._drop()
            elif back.number in out:
                asked = out[back.number]
                if isinstance(back.came, Unsent):
                    away = back.came
                    queue.put_back([out.pop(back.number).request])
                elif isinstance(back.came, Lost):
                    self._allowance.refuse(back.came.size)
                    lost.append((out.pop(back.number).request, back.came.fault))
                else:
                    heard = back.at
                    outcome = outcome_of(back.came, back.number, asked, back.at)
                    outcome = replace(outcome, exchange=self._shown(asked, back.came))
                    if outcome.fault is not None and outcome.fault.kind == "garbage":
                        self.faults += 1
                        self._allowance.refuse(BODY_BYTES if back.came.body is TOO_MANY_VALUES else len(back.came.body))
                    else:
                        self._allowance.take(back.came.body, asked.text)
                    careful -= bool(careful)
                    del out[back.number]
                    yield asked.request, outcome

    def _shown(self, asked: Sent, came: HttpResponse | None) -> HttpExchange | None:
        """Return what passed, as reports show it; None where it is too large for that."""
        if len(asked.text) > MOST:
            return None
        operation = asked.request.operation
        body = {"jsonrpc": "2.0", "id": 1, "method": "convert"}
        return HttpExchange(
            method="POST",
            url=f"{self.address.url}/convert/{operation}",
            headers=HEADERS,
            body={**body, "params": {"operation": operation, "input": asked.request.input}},
            status=None if came is None else came.status,
            got="" if came is None else beginning(came.body),
        )

    def _fill(self, queue: _Queue, out: dict[int, Sent], window: int) -> None:
        """Send requests until the window is full. Raises _GivenUp."""
        while len(out) < window:
            encoded = queue.peek()
            if encoded is None:
                return
            request, text = encoded
            # One of these may be out only alone.
            if out and max(len(text), *(len(sent.text) for sent in out.values())) > ALONE_BYTES:
                return
            if self._patience <= 0:
                raise _GivenUp("not asked: too much time was lost to earlier faults of the subject")
            if reason := self._allowance.spent:
                raise _GivenUp(reason)
            queue.drop()
            number = self._next_id
            self._next_id += 1
            body = b'{"jsonrpc":"2.0","id":%d,"method":"convert","params":{"operation":"%s","input":%s}}' % (
                number,
                request.operation.encode(),
                text,
            )
            out[number] = Sent(request, text, time.monotonic())
            if window == 1:  # a service that knows one connection at a time would wait for the others
                for line in self._idle[:-1]:
                    line.connection.close()
            line = self._idle.pop() if self._idle else Line(self.address, self.timeout, self._back)
            self._busy[number] = line
            line.put(number, HttpRequest("POST", f"/convert/{request.operation}", body, HEADERS))

    def _come_back(self, until: float) -> Back | None:
        """Return the next thing that came back; None where nothing does in time."""
        try:
            back = self._back.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            return None
        self._idle.append(self._busy.pop(back.number))
        connection = back.line.connection
        self.faults += connection.surplus
        connection.surplus = 0
        return back

    def _drop(self) -> None:
        """End what is under way; the lines come back by themselves, and their results are ignored."""
        for line in self._busy.values():
            line.connection.abort()

    def _await_return(self, away: Unsent) -> None:
        """Wait until a service that took no connection takes one again. Raises _GivenUp."""
        begun = time.monotonic()
        most = min(self._start_timeout, self._patience)
        reason = f"not asked: {away}"
        try:
            while (left := begun + most - time.monotonic()) > 0:
                time.sleep(min(LOOK_AGAIN, left))
                connection = Connection(self.address)
                try:
                    within(connection, DESCRIBE, max(LOOK_AGAIN, left))
                    return
                except (Unsent, Lost) as problem:
                    reason = f"not asked: {problem}"
                finally:
                    connection.close()
        finally:
            self._patience -= time.monotonic() - begun
        raise _GivenUp(reason)

    def exchange(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> HttpResponse | Fault:
        """Send any request at all, on a connection of its own; return its whole answer, or why none came."""
        connection = Connection(self.address)
        try:
            return within(connection, HttpRequest(method, path, body, headers), self.timeout)
        except Lost as problem:
            return problem.fault
        except Unsent as problem:
            return Fault(problem.kind, f"the request could not be sent. {problem}")
        finally:
            connection.close()  # what a server left unread of one request must not become the next one's

    def _described(self, connection: Connection) -> JSON:
        url = f"{self.address.url}/describe"
        try:
            answer = within(connection, DESCRIBE, self._start_timeout)
        except Unsent as problem:
            raise SubjectError(str(problem), problem.hint) from None
        except Lost as problem:
            hint = "--start-timeout gives it longer." if problem.fault.kind == "hang" else "Is it the right port?"
            raise SubjectError(f"GET {url}: {problem.fault.message}.", hint) from None
        if 300 <= answer.status < 400:
            place = line_start(answer.headers.get("location", "").encode())
            raise SubjectError(f"GET {url} is redirected to {place}.", "Redirects are not followed: name that address.")
        if answer.status != 200 or not answer.is_json:
            raise SubjectError(f"GET {url} answered {brief(answer)}.", "Does the URL name the place of /describe?")
        try:
            description = read_description(answer.body)
        except NotAnAnswer:
            raise SubjectError(
                f"GET {url} answered {line_start(answer.body)}.", "It needs a JSON-RPC answer with the id 0."
            ) from None
        if "result" not in description:
            error = description["error"]
            message = error.get("message", error) if isinstance(error, dict) else error
            raise SubjectError(f"The subject cannot be served: {message}")
        return description["result"]

    def _takes_another(self) -> bool:
        """Whether a second connection is served while a first one is open: small servers know one at a time."""
        second = Connection(self.address)
        try:
            within(second, DESCRIBE, min(SECOND_CONNECTION, self.timeout))
        except (Unsent, Lost):
            return False
        finally:
            second.close()
        return True


class _Queue:
    """The requests that are left: first those that were put back, then those of the caller."""

    def __init__(self, requests: Iterable[ConversionRequest]) -> None:
        self._source = iter(requests)
        self._front: deque[ConversionRequest] = deque()
        self._text: bytes | None = None  # of the first one

    def peek(self) -> tuple[ConversionRequest, bytes] | None:
        """Return the next request and the JSON text of its input; None where there is none."""
        if not self._front:
            request = next(self._source, None)
            if request is None:
                return None
            self._front.append(request)
        if self._text is None:
            self._text = json_line(self._front[0].input)
        return self._front[0], self._text

    def drop(self) -> None:
        """Take the one away that `peek` returned."""
        self._front.popleft()
        self._text = None

    def is_empty(self) -> bool:
        """Whether nothing is left."""
        return self.peek() is None

    def put_back(self, requests: Iterable[ConversionRequest]) -> None:
        """Put requests before all others, in their order."""
        self._front.extendleft(reversed(list(requests)))
        self._text = None

    def __iter__(self) -> Iterator[ConversionRequest]:
        return chain(self._front, self._source)
