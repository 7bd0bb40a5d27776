"""One running child that speaks the protocol, version 1, over its standard streams."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence

from conformance.errors import SubjectError

LOG_LINES = 20
LOG_BYTES = 8192
LINE_BYTES = 256 * 1024 * 1024  # a longer line is no answer; what is kept of it is bounded
READ_BYTES = 1 << 18


class Child:
    """A process with non-blocking pipes; its standard error is kept as a bounded log."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(environment),
                start_new_session=True,
                bufsize=0,
            )
        except FileNotFoundError:
            raise SubjectError(
                f"The command {command[0]!r} is not there.", "Check its spelling, or give its full path."
            ) from None
        except OSError as error:
            raise SubjectError(
                f"The command {command[0]!r} cannot be started: {error.strerror}.", "Is it executable?"
            ) from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin = self._process.stdin.fileno()
        self._stdout = self._process.stdout.fileno()
        self._stderr = self._process.stderr.fileno()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._writes = False
        self._unsent: deque[bytes] = deque()
        self._partial: list[bytes] = []
        self._partial_bytes = 0
        self._log = bytearray()
        self.ended = False  # its standard output is closed: no answer will come any more
        self.unsent_bytes = 0

    def send(self, line: bytes) -> None:
        """Queue a line; `lines` writes it."""
        self._unsent.append(line)
        self.unsent_bytes += len(line)

    def lines(self, wait: float) -> list[bytes]:
        """Write what is queued, wait up to `wait` seconds for something to read, return the complete lines.

        An empty list says that nothing complete came; `ended` says that nothing will.
        """
        self._flush()
        complete: list[bytes] = []
        for descriptor, _event in self._poll.poll(max(0.0, wait) * 1000):
            if descriptor == self._stdout:
                complete = self._read()
            elif descriptor == self._stderr:
                self._read_log()
            elif descriptor == self._stdin:
                self._flush()
        return complete

    def _flush(self) -> None:
        while self._unsent:
            data = b"".join(self._unsent) if len(self._unsent) > 1 else self._unsent[0]
            self._unsent.clear()
            try:
                written = os.write(self._stdin, data)
            except BlockingIOError:
                written = 0
            except OSError:  # it closed its input; what it still says is read all the same
                self.unsent_bytes = 0
                self._watch_writes(False)
                return
            self.unsent_bytes -= written
            if written < len(data):
                self._unsent.append(data[written:])
                self._watch_writes(True)
                return
        self._watch_writes(False)

    def _watch_writes(self, wanted: bool) -> None:
        if wanted != self._writes:
            self._writes = wanted
            if wanted:
                self._poll.register(self._stdin, select.POLLOUT)
            else:
                self._poll.unregister(self._stdin)

    def _read(self) -> list[bytes]:
        try:
            data = os.read(self._stdout, READ_BYTES)
        except BlockingIOError:
            return []
        if not data:
            self._poll.unregister(self._stdout)
            self.ended = True
            rest = b"".join(self._partial)
            self._partial, self._partial_bytes = [], 0
            return [rest] if rest.strip() else []
        if b"\n" not in data:
            self._partial_bytes += len(data)
            if self._partial_bytes > LINE_BYTES:
                self._partial, self._partial_bytes = [], 0
                return [b"(a line without end)"]
            self._partial.append(data)
            return []
        self._partial.append(data)
        lines = b"".join(self._partial).split(b"\n")
        last = lines.pop()
        self._partial, self._partial_bytes = ([last], len(last)) if last else ([], 0)
        return lines

    def _read_log(self) -> None:
        try:
            data = os.read(self._stderr, READ_BYTES)
        except BlockingIOError:
            return
        if not data:
            self._poll.unregister(self._stderr)
        self._log += data
        if len(self._log) > 2 * LOG_BYTES:
            del self._log[:-LOG_BYTES]

    def log(self) -> tuple[str, ...]:
        """Return the last lines of its standard error."""
        text = self._log[-LOG_BYTES:].decode("utf-8", "replace")
        return tuple(line.rstrip() for line in text.splitlines() if line.strip())[-LOG_LINES:]

    def ending(self, wait: float = 1.0) -> str:
        """Say how it ended, once `ended`: its exit status, or the signal."""
        deadline = time.monotonic() + wait
        while time.monotonic() < deadline:  # what it wrote last to its log
            self._poll.poll(20)
            before = len(self._log)
            self._read_log_quietly()
            if self._process.poll() is not None and len(self._log) == before:
                break
        status = self._process.poll()
        if status is None:
            return "closed its standard output and went on"
        if status < 0:
            try:
                name = signal.Signals(-status).name
            except ValueError:
                name = str(-status)
            return f"was killed by signal {name}"
        return f"exited with status {status}"

    def _read_log_quietly(self) -> None:
        try:
            self._log += os.read(self._stderr, READ_BYTES)
            del self._log[:-LOG_BYTES]
        except OSError:
            pass

    def kill(self) -> None:
        """End it and its process group."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except OSError:
            pass
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                try:
                    stream.close()
                except OSError:
                    pass
