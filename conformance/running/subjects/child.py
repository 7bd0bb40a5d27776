"""One running child that speaks the protocol, version 1, over its standard streams."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress

from conformance.base.errors import SubjectError, UsageError
from conformance.running.subjects.allowance import ANSWER_BYTES

LOG_LINES = 20
LOG_BYTES = 8192
LINE_BYTES = ANSWER_BYTES
READ_BYTES = 1 << 18
LINGERS = "closed its standard output and went on"
MOST_UNASKED = 64  # reads of what it says while nothing is asked


def too_long() -> bytes:
    """Return the replacement of a line that is too long to be kept."""
    return b"(a line of over %d bytes)" % LINE_BYTES


def command_words(command: str, flag: str) -> list[str]:
    """Split a command as a shell does. flag: the option that gives it. Raises UsageError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{flag} cannot be read: {error}.", "Check its quotes.") from None
    if not words:
        raise UsageError(f"{flag} is empty.", "Give the command that starts the subject.")
    return words


class Child:
    """A process with non-blocking pipes; its standard error is kept as a bounded log.

    ended: its standard output is closed, so no answer will come any more. deaf: it closed its standard input.
    folder: in which it is started; empty for the working directory.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: str = "") -> None:
        self._process = _start(command, environment, folder)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin = self._process.stdin.fileno()
        self._stdout = self._process.stdout.fileno()
        self._stderr = self._process.stderr.fileno()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._poll.register(self._stdin, 0)  # reports even so when the reader has gone
        self._writes = False
        self._unsent: deque[bytes] = deque()
        self._partial: list[bytes] = []
        self._partial_bytes = 0
        self._log = bytearray()
        self.ended = False
        self.deaf = False

    @property
    def pid(self) -> int:
        """Its process id, which is its process group's too."""
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Queue a line; `flush` and `lines` write it."""
        self._unsent.append(line)

    def flush(self) -> None:
        """Write what is queued, as far as the pipe takes it."""
        while self._unsent:
            data = b"".join(self._unsent)
            self._unsent.clear()
            try:
                written = os.write(self._stdin, data)
            except BlockingIOError:
                written = 0
            except OSError:  # it closed its input; what it still says is read all the same
                self._no_input()
                return
            if written < len(data):
                self._unsent.append(data[written:])
                break
        self._watch_writes(bool(self._unsent))

    def lines(self, wait: float) -> list[bytes]:
        """Write what is queued, wait up to `wait` seconds for something to read, return the complete lines.

        An empty list says that nothing complete came; `ended` says that nothing will. After the end the last
        line may be one that was cut short.
        """
        self.flush()
        complete: list[bytes] = []
        for descriptor, event in self._poll.poll(max(0.0, wait) * 1000):
            if descriptor == self._stdout:
                complete = self._read()
            elif descriptor == self._stderr:
                self._read_log()
            elif event & select.POLLERR:
                self._no_input()
            else:
                self.flush()
        return complete

    def settle(self) -> bool:
        """Take in what it says while nothing is asked; return whether it can still be asked."""
        for _round in range(MOST_UNASKED):
            if not self.lines(0):
                return not (self.ended or self.deaf)
        return False  # it does not fall silent

    def _no_input(self) -> None:
        if not self.deaf:
            self.deaf = True
            self._poll.unregister(self._stdin)
        self._unsent.clear()

    def _watch_writes(self, wanted: bool) -> None:
        if wanted != self._writes and not self.deaf:
            self._writes = wanted
            self._poll.modify(self._stdin, select.POLLOUT if wanted else 0)

    def _read(self) -> list[bytes]:
        try:
            data = os.read(self._stdout, READ_BYTES)
        except BlockingIOError:
            return []
        if not data:
            self._poll.unregister(self._stdout)
            self.ended = True
            rest, self._partial = b"".join(self._partial), []
            return [rest] if rest else []
        if b"\n" not in data:
            self._partial_bytes += len(data)
            self._partial.append(data)
            if self._partial_bytes > LINE_BYTES:
                self._partial, self._partial_bytes = [], 0
                return [too_long()]
            return []
        if self._partial:
            self._partial.append(data)
            data = b"".join(self._partial)
        lines = data.split(b"\n")
        last = lines.pop()
        self._partial, self._partial_bytes = ([last], len(last)) if last else ([], 0)
        return lines

    def _read_log(self) -> int:
        """Take in what its standard error holds; return how many bytes that was."""
        try:
            data = os.read(self._stderr, READ_BYTES)
        except OSError:
            return 0
        if not data:
            with suppress(KeyError):
                self._poll.unregister(self._stderr)
            return 0
        self._log += data
        if len(self._log) > 2 * LOG_BYTES:
            del self._log[: -LOG_BYTES - 1]
        return len(data)

    def log(self) -> tuple[str, ...]:
        """Return the last lines of its standard error."""
        text = self._log[-LOG_BYTES:].decode("utf-8", "replace")
        if len(self._log) > LOG_BYTES:
            # The first line has lost its beginning: what is left of a key there looks like none.
            text = text.partition("\n")[2] or text[LOG_BYTES // 2 :]
        return tuple(line.rstrip() for line in text.splitlines() if line.strip())[-LOG_LINES:]

    def ending(self, wait: float = 0.5) -> str:
        """Say how it ended, once `ended`: its exit status, or the signal. Takes in what it wrote last to its log."""
        deadline = time.monotonic() + wait
        while time.monotonic() < deadline:
            exited = self._process.poll() is not None
            if not self._read_log() and exited:
                break
            self._poll.poll(5)
        status = self._process.poll()
        if status is None:
            return LINGERS
        if status >= 0:
            return f"exited with status {status}"
        try:
            return f"was killed by signal {signal.Signals(-status).name}"
        except ValueError:
            return f"was killed by signal {-status}"

    def end(self, grace: float) -> None:
        """Close its input, give it `grace` seconds to leave by itself, then kill what is left of it."""
        self._no_input()
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self.kill()

    def kill(self) -> None:
        """End it and its process group at once."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with suppress(OSError):
                    stream.close()


def _start(command: Sequence[str], environment: Mapping[str, str], folder: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment),
            cwd=folder or None,
            start_new_session=True,
            bufsize=0,
        )
    except FileNotFoundError:
        raise SubjectError(
            f"The command {command[0]!r} is not there.", "Check its spelling, or give its full path."
        ) from None
    except PermissionError:
        raise SubjectError(f"The command {command[0]!r} may not be run.", "Make it executable.") from None
    except (OSError, ValueError) as error:  # ValueError: a null byte in a word
        reason = getattr(error, "strerror", None) or str(error)
        raise SubjectError(
            f"The command {command[0]!r} cannot be started: {reason}.",
            "A script needs a first line that names its interpreter.",
        ) from None
