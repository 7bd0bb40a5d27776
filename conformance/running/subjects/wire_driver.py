"""A driver: a process that leads conversations through an SDK, one line for each, and one line back."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.base.observation import Fault
from conformance.base.values import JSON
from conformance.running.subjects.answers import line_start
from conformance.running.subjects.base import Limits
from conformance.running.subjects.child import Child
from conformance.running.subjects.json_text import read
from conformance.running.subjects.supervised import Supervised

GRACE = 0.5  # seconds that a driver gets to leave by itself
LOOK_EVERY = 0.25  # seconds between two looks at what reached the API
LONGEST_ERROR = 2_000  # characters
_IN_GOOD_ORDER = "exited with status 0"


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverReply:
    """What a driver said of a conversation: the final text, or the error it ended with.

    calls: the calls that it ran, if it reports them. unsupported: it has no such API. line: all of what it wrote.
    """

    answer: JSON = None
    error: str | None = None
    calls: JSON = None
    unsupported: bool = False
    line: Mapping[str, JSON] = field(default_factory=dict)


class DriverFault(Exception):
    """The driver gave no usable answer, and was ended."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Driver:
    """A driver command. It is started when it is needed, and again after it ended, for whatever reason.

    Its timeout is of seconds without an answer and without a request.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], limits: Limits) -> None:
        self._process = Supervised(command, environment, limits.memory)
        self._timeout = limits.timeout
        self._start_timeout = limits.start_timeout
        self._answered = 0  # conversations of this child
        self._ends_after_each = False

    def converse(self, conversation: JSON, requests: Callable[[], int]) -> DriverReply:
        """Lead one conversation. requests: how many reached the API so far.

        Raises DriverFault, and SubjectError where the command cannot be started at all.
        """
        line = json.dumps(conversation, separators=(",", ":")).encode() + b"\n"
        child, fresh = self._running()
        try:
            said = self._exchange(child, line, requests, fresh=fresh)
            if said is None:  # it ended after the conversation before, and we were quicker
                self._ends_after_each = True
                self._process.drop()
                child, fresh = self._running()
                said = self._exchange(child, line, requests, fresh=True)
            assert said is not None, "a driver that was just started ended nothing before"
        except BaseException:
            self._process.drop()
            raise
        self._answered += 1
        if self._ends_after_each:
            self.close()
        return said

    def close(self) -> None:
        """Let the child leave, then end it and everything it started."""
        self._process.end(GRACE)

    def _running(self) -> tuple[Child, bool]:
        """Return the child, and whether it was started just now."""
        if self._process.child is not None and self._process.child.settle():
            return self._process.child, False
        self._process.drop()
        return self._process.start(), True

    def _exchange(self, child: Child, line: bytes, requests: Callable[[], int], *, fresh: bool) -> DriverReply | None:
        """Send a line and read the answer; None where the child had ended in good order, and so has not read it.

        Raises DriverFault.
        """
        patience = self._start_timeout if fresh else self._timeout
        seen = before = requests()
        child.send(line)
        last = time.monotonic()
        while True:
            lines = [line for line in child.lines(self._process.memory.wait(LOOK_EVERY)) if line.strip()]
            if lines:
                return _driver_reply(lines[0], child.log())
            if excess := self._process.memory.excess():
                raise DriverFault(Fault("memory", excess, child.log()))
            if child.ended or child.deaf:
                ending = child.ending()
                if requests() == before and not fresh and ending == _IN_GOOD_ORDER:
                    return None
                raise DriverFault(Fault("exit", f"the driver {ending} before it answered", child.log()))
            if requests() != seen:
                seen, last, patience = requests(), time.monotonic(), self._timeout
            if time.monotonic() - last >= patience:
                message = f"the driver gave no answer and sent no request for {patience:g} s"
                raise DriverFault(Fault("hang", message, child.log()))


def _driver_reply(line: bytes, log: tuple[str, ...]) -> DriverReply:
    try:
        answer = read(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not ("answer" in answer or "error" in answer):
        message = f'the driver wrote {line_start(line)}, which is not a JSON object with "answer" or "error"'
        raise DriverFault(Fault("garbage", message, log))
    error = answer.get("error")
    if error is not None:
        error = (error if isinstance(error, str) else json.dumps(error))[:LONGEST_ERROR]
    return DriverReply(
        answer=answer.get("answer"),
        error=error,
        calls=answer.get("calls"),
        unsupported=answer.get("unsupported") is True,
        line=answer,
    )
