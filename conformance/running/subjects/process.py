"""Any process that speaks the protocol, version 1: started, asked in a pipeline, started again after a fault."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NoReturn

from conformance.base.errors import SubjectError
from conformance.base.observation import GIVEN_UP, ConversionRequest, Description, Fault, Outcome
from conformance.base.values import JSON
from conformance.running.subjects.allowance import OutputAllowance
from conformance.running.subjects.answers import NotAnAnswer, Sent, description_of, read_answer, read_description
from conformance.running.subjects.base import DEFAULT_LIMITS, Limits, Subject, SubjectConfig
from conformance.running.subjects.child import LINE_BYTES, LINGERS, Child, command_words, too_long
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.json_text import json_line
from conformance.running.subjects.silences import Silences
from conformance.running.subjects.supervised import Supervised

WINDOW_LINES = 64
WINDOW_BYTES = 128 * 1024
# A fault in a pipeline costs a restart to find who is guilty. After this many, ask one at a time.
PIPELINE_FAULTS = 3
# Seconds to wait for the answer of a subject that has written something else instead, or no longer listens.
AFTER_GARBAGE = 1.0
# Seconds between the end of a child's output and its exit, which a busy machine may need; and how many they are once it
# went on so many times without an output.
ENDING, ENDING_AGAIN = 0.5, 0.02
MOST_LINGERED = 3
# Seconds that a child gets to leave by itself when all is done: it may have something to write down.
GRACE = 0.5


class _Broken(Exception):
    """The child can no longer be used, or what it said cannot be attributed."""

    def __init__(self, fault: Fault, unanswered: list[ConversionRequest]) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.unanswered = unanswered


class _GivenUp(Exception):
    """It is not started again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessConfig(SubjectConfig):
    """A process that speaks the protocol over its standard streams. command: as a shell reads it."""

    command: str

    @property
    def has_copies(self) -> bool:
        """Whether each opening starts a subject of its own."""
        return True

    def open(self) -> Subject:
        """Return the subject. Raises UsageError for a command that cannot be split into words."""
        words = command_words(self.command, "--command")
        return ProcessSubject(words, clean_environment(self.env), self.limits, folder=self.folder)


class ProcessSubject:
    """A child process as a subject.

    adapter: how reports name the way it is reached. exact_numbers: whether the transport is known to keep them; None
    to find out. folder: in which it is started; empty for the working directory.
    """

    watches = False  # the child itself reports its argument after the call

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        limits: Limits = DEFAULT_LIMITS,
        *,
        adapter: str = "process",
        exact_numbers: bool | None = None,
        folder: str = "",
    ) -> None:
        self._process = Supervised(command, environment, limits.memory, folder)
        self._timeout = limits.timeout
        self._start_timeout = limits.start_timeout
        self._adapter = adapter
        self._exact_numbers = exact_numbers
        self._patience = limits.seconds_to_lose
        self._next_id = 1
        self._pipeline_faults = 0
        self._allowance = OutputAllowance()
        self._silences = Silences(limits.timeout)
        self._lingered = 0  # how often it closed its output and went on
        self.faults = 0

    def describe(self) -> Description:
        """Start the child and ask what it is.

        Raises SubjectError: the command is not there, exits, stays silent, or answers what is not a description.
        """
        self._process.drop()
        return description_of(self._start(), self._adapter, self._exact_numbers)

    def close(self) -> None:
        """End the child and everything it started."""
        self._process.end(GRACE)

    def restart(self) -> bool:
        """End the child; the next request starts another."""
        self.close()
        return True

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask in a pipeline; after a fault ask what was unanswered one at a time, which finds the guilty one."""
        spared: list[ConversionRequest] = []
        self._silences.begin()
        source = self._silences.worth_asking(requests, spared)
        suspects: deque[ConversionRequest] = deque()
        while True:
            batch = self._silences.worth_asking(_drain(suspects), spared) if suspects else source
            careful = bool(suspects) or self._pipeline_faults >= PIPELINE_FAULTS or self._silences.suspected
            try:
                yield from self._exchange(batch, 1 if careful else WINDOW_LINES)
                yield from self._silences.outcomes(spared)
                if batch is source:
                    return
            except _Broken as broken:
                self.faults += 1
                self._process.drop()
                if broken.fault.kind == "hang":
                    self._silences.take(broken.unanswered)
                if len(broken.unanswered) == 1:
                    yield broken.unanswered[0], Outcome(fault=broken.fault)
                else:
                    self._pipeline_faults += 1
                    suspects.extend(request.anew(request) if request.anew else request for request in broken.unanswered)
            except _GivenUp as given_up:
                fault = Fault(GIVEN_UP, str(given_up))
                for request in chain(suspects, source):
                    yield request, Outcome(fault=fault)
                yield from self._silences.outcomes(spared)
                return

    def _start(self) -> JSON:
        """Start the child; return what it answers to describe. Raises SubjectError."""
        child = self._process.start()
        child.send(b'{"jsonrpc":"2.0","id":0,"method":"describe"}\n')
        deadline = time.monotonic() + self._start_timeout
        while (left := deadline - time.monotonic()) > 0:
            for line in child.lines(self._process.memory.wait(left)):
                if not line.strip():
                    continue
                try:
                    answer = read_description(line)
                except NotAnAnswer as problem:
                    self._fail_start(
                        f"The subject {problem}.", "Its standard output is the protocol's; print to standard error."
                    )
                if "result" not in answer:
                    error = answer["error"]
                    message = error.get("message", error) if isinstance(error, dict) else error
                    self._fail_start(f"The subject cannot be served: {message}", "")
                return answer["result"]
            if excess := self._process.memory.excess():
                self._fail_start(f"{excess[0].upper()}{excess[1:]}.", "--memory-limit allows it more.")
            if child.ended:
                how = child.ending()
                self._fail_start(
                    f"The subject {how} before it answered describe.", "Run the command by hand to see why."
                )
        self._fail_start(*self._silence())

    def _silence(self) -> tuple[str, str]:
        """Return what is said of a child that did not describe itself in time: what was wrong, and what to do."""
        return (
            f"The subject did not answer describe within {self._start_timeout:g} s.",
            "Does it read lines from standard input, and flush what it writes? --start-timeout gives it longer.",
        )

    def _fail_start(self, message: str, hint: str) -> NoReturn:
        log = self._process.child.log() if self._process.child else ()
        self._process.drop()
        raise SubjectError(message, hint, log)

    def _running(self) -> Child:
        """Return the child, started again where it must be. Raises _GivenUp."""
        if reason := self._allowance.spent:
            raise _GivenUp(reason)
        if self._process.child and not self._process.child.settle():
            self._process.drop()
        if self._process.child is None:
            if self._patience <= 0:
                raise _GivenUp("not asked: too much time was lost to earlier faults of the subject")
            started = time.monotonic()
            try:
                self._start()
            except SubjectError as error:
                raise _GivenUp(f"not asked: the subject did not start again. {error.message}") from None
            finally:
                self._patience -= time.monotonic() - started
        assert self._process.child
        return self._process.child

    def _exchange(
        self, requests: Iterator[ConversionRequest], window: int
    ) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask with up to `window` requests out. Raises _Broken and _GivenUp, both before a request is lost."""
        child = self._running()
        out: dict[int, Sent] = {}
        try:
            yield from self._converse(child, requests, out, window)
        except _Broken:
            raise
        except BaseException:
            # The caller stopped asking, or Ctrl-C: later answers would belong to no request.
            if out:
                self._process.drop()
            raise

    def _converse(
        self, child: Child, requests: Iterator[ConversionRequest], out: dict[int, Sent], window: int
    ) -> Iterator[tuple[ConversionRequest, Outcome]]:
        alone = window == 1
        more = self._fill(child, requests, out, window)
        garbage: Fault | None = None  # what came before the answer to the only request that is out
        silence, arrived = 0.0, time.monotonic()
        while out:
            patience = min(self._timeout, AFTER_GARBAGE) if garbage or child.deaf else self._timeout
            waiting = time.monotonic()
            lines = child.lines(self._process.memory.wait(patience - silence))
            before, arrived = arrived, time.monotonic()
            answered = False
            for line in lines:
                if not out or not line.strip():
                    continue
                try:
                    number, outcome = read_answer(line, out, before, arrived)
                    self._allowance.take(line, out[number].text)
                except NotAnAnswer as problem:
                    self._allowance.refuse(LINE_BYTES if line == too_long() else len(line))
                    number, fault = problem.number, Fault("garbage", str(problem), child.log())
                    if number in out:
                        self.faults += 1
                        outcome = Outcome(fault=fault)
                    elif 0 <= number < self._next_id:  # answered already: the first answer counts
                        self.faults += 1
                        continue
                    elif child.ended:  # cut short by its end, which is the better message
                        continue
                    elif alone:  # whose it is is plain; its answer is awaited, or the next would be blamed
                        garbage = garbage or fault
                        continue
                    else:
                        raise _Broken(fault, _requests(out)) from None
                if garbage:
                    self.faults += 1
                    outcome, garbage = Outcome(fault=garbage), None
                answered = True
                self._silences.answered(out[number].request.operation)
                yield out.pop(number).request, outcome
                if more and not alone and len(out) <= window // 2:
                    more = self._fill(child, requests, out, window)
            # The caller may take long over an answer: only time without an answer counts as silence.
            silence = 0.0 if answered else silence + time.monotonic() - waiting
            excess = self._process.memory.excess()
            if not out:
                if excess:  # no request is to blame: all are answered
                    self.faults += 1
                    self._process.drop()
                child = self._running() if alone or excess or self._allowance.spent else child
                more = more and self._fill(child, requests, out, window)
                arrived = time.monotonic()
            elif excess:
                self._patience -= silence
                raise _Broken(Fault("memory", excess, child.log()), _requests(out))
            elif child.ended or silence >= patience:
                self._patience -= silence
                raise _Broken(garbage or self._ending(child, bool(lines) and not answered), _requests(out))

    def _ending(self, child: Child, cut: bool) -> Fault:
        """Return the fault of a child that will not answer. cut: whether it stopped within a line."""
        if child.ended:
            when = "in the middle of an answer" if cut else "while it was asked"
            kind, message = "exit", f"the subject {self._awaited_ending(child)} {when}"
        elif child.deaf:
            kind, message = "exit", "the subject closed its standard input while it was asked"
        else:
            kind, message = "hang", f"the subject was silent for {self._timeout:g} s"
        return Fault(kind, message, child.log())

    def _awaited_ending(self, child: Child) -> str:
        """Say how a child ended. One that only closed its output is not waited for as long the next time."""
        begun = time.monotonic()
        how = child.ending(ENDING if self._lingered < MOST_LINGERED else ENDING_AGAIN)
        self._patience -= time.monotonic() - begun
        self._lingered += how == LINGERS
        return how

    def _fill(self, child: Child, requests: Iterator[ConversionRequest], out: dict[int, Sent], window: int) -> bool:
        """Send requests until the window is full; return whether there may be more."""
        size = sum(len(entry.text) for entry in out.values())
        more = True
        now = time.monotonic()
        while len(out) < window and size < WINDOW_BYTES and not self._allowance.spent:
            request = next(requests, None)
            if request is None:
                more = False
                break
            number = self._next_id
            self._next_id += 1
            text = json_line(request.input)
            child.send(
                b'{"jsonrpc":"2.0","id":%d,"method":"convert","params":{"operation":"%s","input":%s}}\n'
                % (number, request.operation.encode(), text)
            )
            out[number] = Sent(request, text, now)
            size += len(text)
        child.flush()
        return more


def _requests(out: Mapping[int, Sent]) -> list[ConversionRequest]:
    return [entry.request for entry in out.values()]


def _drain(queue: deque[ConversionRequest]) -> Iterator[ConversionRequest]:
    while queue:
        yield queue.popleft()
