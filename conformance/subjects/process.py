"""Any process that speaks the protocol, version 1: started, asked in a pipeline, started again after a fault."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from conformance.errors import SubjectError
from conformance.observation import (
    NOT_JSON,
    NOT_OFFERED,
    Description,
    Fault,
    Outcome,
    Refusal,
    Request,
)
from conformance.subjects.child import Child
from conformance.values import ABSENT, JSON

WINDOW_LINES = 64
# Both sides write before they read on: what is on its way must stay below what two pipes hold.
WINDOW_BYTES = 128 * 1024
# A fault in a pipeline costs a restart to find who is guilty. After this many, ask one at a time.
PIPELINE_FAULTS = 3

_encode = json.JSONEncoder(separators=(",", ":")).encode


class _NotFinite(ValueError):
    pass


def _refuse_constant(name: str) -> NoReturn:
    raise _NotFinite(f"the answer holds {name}, which JSON has no number for")


_strict = json.JSONDecoder(parse_constant=_refuse_constant)


class _Sent(NamedTuple):
    request: Request
    bytes: int
    at: float


class _Broken(Exception):
    """The child can no longer be used, or what it said cannot be attributed."""

    def __init__(self, fault: Fault, unanswered: list[Request]) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.unanswered = unanswered


class ProcessSubject:
    """A child process as a subject.

    timeout: seconds of silence while requests are out. start_timeout: seconds for `describe` after each start.
    patience: seconds that may be lost to silence and restarts over the whole run, then the rest is not asked.
    exact_numbers: whether the transport is known to keep them; None to find out.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        timeout: float = 10.0,
        start_timeout: float = 30.0,
        adapter: str = "process",
        patience: float | None = None,
        exact_numbers: bool | None = None,
    ) -> None:
        self._command = command
        self._environment = environment
        self._timeout = timeout
        self._start_timeout = start_timeout
        self._adapter = adapter
        self._exact_numbers = exact_numbers
        self._patience = 12 * timeout if patience is None else patience
        self._child: Child | None = None
        self._next_id = 1
        self._forgiven: set[int] = set()
        self._pipeline_faults = 0
        self.faults = 0

    def describe(self) -> Description:
        """Start the child and ask what it is.

        Raises SubjectError: the command is not there, exits, stays silent, or answers what is no description.
        """
        result = self._start()
        try:
            if result["protocol"] != 1:
                raise SubjectError(
                    f"The subject speaks protocol {result['protocol']!r}.", "This suite speaks version 1."
                )
            operations = tuple(result["operations"])
            choices = {op: dict(answers) for op, answers in (result.get("choices") or {}).items()}
            if not all(isinstance(operation, str) for operation in operations):
                raise TypeError
            return Description(
                name=str(result["name"]),
                version=result.get("version"),
                language=result.get("language"),
                adapter=self._adapter,
                operations=operations,
                choices=choices,
                exact_numbers=self._exact_numbers,
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise SubjectError(
                f"The subject's answer to describe is not of the form: {str(result)[:200]}.",
                'It needs "protocol": 1, "name" and "operations".',
            ) from None

    def close(self) -> None:
        """End the child."""
        if self._child:
            self._child.kill()
            self._child = None

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Outcome]]:
        """Ask in a pipeline; after a fault ask what was unanswered one at a time, which finds the guilty one."""
        source = iter(requests)
        one_at_a_time: deque[Request] = deque()
        while True:
            single = bool(one_at_a_time) or self._pipeline_faults >= PIPELINE_FAULTS
            if one_at_a_time:
                batch: Iterator[Request] = iter((one_at_a_time.popleft(),))
            elif single:
                following = next(source, None)
                if following is None:
                    return
                batch = iter((following,))
            else:
                batch = source
            try:
                if self._child is None:
                    self._restart()
                yield from self._exchange(batch, 1 if single else WINDOW_LINES)
                if not single:
                    return
            except _Broken as broken:
                self.faults += 1
                self.close()
                if single or len(broken.unanswered) == 1:
                    yield from ((request, Outcome(fault=broken.fault)) for request in broken.unanswered)
                else:
                    self._pipeline_faults += 1
                    one_at_a_time.extend(broken.unanswered)
            except _GivenUp as given_up:
                fault = Fault("given-up", str(given_up))
                for request in (*batch, *one_at_a_time, *source):
                    yield request, Outcome(fault=fault)
                return

    def _start(self) -> JSON:
        self._child = child = Child(self._command, self._environment)
        child.send(b'{"jsonrpc":"2.0","id":0,"method":"describe"}\n')
        deadline = time.monotonic() + self._start_timeout
        while (left := deadline - time.monotonic()) > 0:
            for line in child.lines(left):
                answer = _parse(line)
                if not isinstance(answer, dict) or answer.get("id") != 0:
                    self._fail_start(
                        f"The subject wrote {_shown(line)} before it answered describe.",
                        "Its standard output is the protocol's; print to standard error.",
                    )
                if "error" in answer:
                    error = answer["error"]
                    message = error.get("message", error) if isinstance(error, dict) else error
                    self._fail_start(f"The subject cannot be served: {message}", "")
                return answer.get("result")
            if child.ended:
                self._fail_start(
                    f"The subject {child.ending()} before it answered describe.", "Run the command by hand to see why."
                )
        self._fail_start(
            f"The subject did not answer describe within {self._start_timeout:g} s.",
            "Does it read lines from standard input? --start-timeout gives it longer.",
        )

    def _fail_start(self, what: str, mend: str) -> NoReturn:
        log = self._child.log() if self._child else ()
        self.close()
        raise SubjectError(what, mend, log)

    def _restart(self) -> None:
        if self._patience <= 0:
            raise _GivenUp("not asked: too much time was lost to earlier faults of the subject")
        started = time.monotonic()
        try:
            self._start()
        except SubjectError as error:
            raise _GivenUp(f"not asked: the subject did not start again. {error.what}") from None
        # A second's start is a restart's fair price; what exceeds it counts as lost.
        self._patience -= max(0.0, time.monotonic() - started - 1.0)

    def _exchange(self, requests: Iterator[Request], window: int) -> Iterator[tuple[Request, Outcome]]:
        child = self._child
        assert child is not None
        sent: dict[int, _Sent] = {}
        out_bytes = 0
        more = True
        last_answer = time.monotonic()
        while True:
            while more and len(sent) < window and out_bytes < WINDOW_BYTES:
                request = next(requests, None)
                if request is None:
                    more = False
                    break
                number = self._next_id
                self._next_id += 1
                # Not an f-string: its braces would have to be doubled.
                line = (
                    '{"jsonrpc":"2.0","id":%d,"method":"convert","params":{"operation":"%s","input":%s}}\n'  # noqa: UP031
                    % (number, request.operation, _encode(request.input))
                ).encode()
                if not sent:
                    last_answer = time.monotonic()
                sent[number] = _Sent(request, len(line), time.monotonic())
                out_bytes += len(line)
                child.send(line)
            if not sent:
                return
            lines = child.lines(last_answer + self._timeout - time.monotonic())
            for line in lines:
                number_outcome = self._read(line, sent, child)
                if number_outcome is None:
                    continue
                number, outcome = number_outcome
                done = sent.pop(number)
                out_bytes -= done.bytes
                last_answer = time.monotonic()
                yield done.request, outcome._replace(seconds=last_answer - done.at)
            if lines:
                continue
            if child.ended:
                message = f"the subject {child.ending()} while it was asked"
                raise _Broken(Fault("exit", message, child.log()), [entry.request for entry in sent.values()])
            silence = time.monotonic() - last_answer
            if silence >= self._timeout:
                self._patience -= silence
                message = f"the subject was silent for {self._timeout:g} s"
                raise _Broken(Fault("hang", message, child.log()), [entry.request for entry in sent.values()])

    def _read(self, line: bytes, sent: Mapping[int, _Sent], child: Child) -> tuple[int, Outcome] | None:
        """Read one line as the answer to a request that is out; None for what may be passed over."""
        if not line.strip():
            return None
        try:
            answer, _end = _strict.raw_decode(line.decode("utf-8").strip())
            number = answer["id"]
            if number in self._forgiven:
                self._forgiven.discard(number)
                return None
            if number not in sent:
                raise KeyError(number)
            return number, _outcome(answer)
        except (_NotFinite, RecursionError) as error:
            lenient = _parse(line)
            if isinstance(lenient, dict) and lenient.get("id") in sent:
                return lenient["id"], Outcome(not_json=str(error) or "the answer is nested too deeply to be read")
            if isinstance(error, RecursionError) and len(sent) == 1:
                return next(iter(sent)), Outcome(not_json="the answer is nested too deeply to be read")
            problem = str(error)
        except (ValueError, KeyError, TypeError, AttributeError, UnicodeDecodeError):
            problem = f"the subject wrote {_shown(line)}, which is no answer to a request that is out"
        fault = Fault("garbage", problem, child.log())
        if len(sent) == 1:
            # Whose it is is plain; its real answer may still come and is passed over then.
            (number,) = sent
            self._forgiven.add(number)
            self.faults += 1
            return number, Outcome(fault=fault)
        raise _Broken(fault, [entry.request for entry in sent.values()])


class _GivenUp(Exception):
    pass


def _outcome(answer: JSON) -> Outcome:
    """Read a JSON-RPC answer as an outcome. Raises KeyError, TypeError or AttributeError for another form."""
    result = answer.get("result", ABSENT)
    if result is not ABSENT:
        diagnostics = result.get("diagnostics")
        return Outcome(
            output=result["output"],
            input_after=result.get("input_after", ABSENT),
            shares=result.get("shares"),
            kept=result.get("kept"),
            diagnostics=tuple(diagnostics) if isinstance(diagnostics, list) else None,
        )
    error = answer["error"]
    code, message, data = error["code"], str(error["message"]), error.get("data")
    data = data if isinstance(data, dict) else {}
    diagnostics = data.get("diagnostics")
    told = tuple(diagnostics) if isinstance(diagnostics, list) else None
    after = data.get("input_after", ABSENT)
    if code == NOT_JSON:
        return Outcome(not_json=message, input_after=after, diagnostics=told)
    if code == NOT_OFFERED:
        return Outcome(fault=Fault("not-offered", message))
    kind = data.get("type")
    return Outcome(
        refusal=Refusal(message, kind if isinstance(kind, str) else None), input_after=after, diagnostics=told
    )


def _parse(line: bytes) -> JSON:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _shown(line: bytes) -> str:
    text = line[:120].decode("utf-8", "replace")
    return repr(text + ("..." if len(line) > 120 else ""))
