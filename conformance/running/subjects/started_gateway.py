"""A gateway of the catalogue: its program is started on a free port of loopback, asked like any gateway, and ended.

The program gets two arguments: the port on which it is to listen, and the address of the API that it is to call, such
as http://127.0.0.1:8329 (without /v1). It writes its name and version as one line of JSON to its standard output, and
listens until it is ended.
"""

from __future__ import annotations

import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO

from conformance.base.errors import SubjectError
from conformance.base.observation import ConversionRequest, Description, Outcome
from conformance.running.subjects.base import DEFAULT_LIMITS, Limits, Subject
from conformance.running.subjects.child import command_words
from conformance.running.subjects.environment import clean_environment, secret_values
from conformance.running.subjects.gateway import GatewayConfig, GatewaySubject
from conformance.running.subjects.http_client import address_of
from conformance.running.subjects.json_text import read
from conformance.running.subjects.process_tree import Family

HOST = "127.0.0.1"
LOOK_EVERY = 0.05  # seconds between two attempts to reach it
ENDING = 0.5  # seconds in which one that closed its connection may end
LOG_BYTES = 8192
_ERROR = re.compile(r"[\w.]*(Error|Exception)\b.*:")  # the line of a traceback, or of Node, that names the error


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedGatewayConfig(GatewayConfig):
    """A gateway that is started for the run. command: as a shell reads it, without the two arguments.

    headers: {api} in a value stands for the address of the API that the gateway is to call.
    """

    command: str
    url: str = ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """What of the configuration must be in no report; the headers are in the catalogue."""
        return secret_values(self.env)

    @property
    def has_copies(self) -> bool:
        """Whether each opening starts a gateway of its own."""
        return True

    def open(self) -> Subject:
        """Return the subject, not yet started. Raises UsageError for a command that cannot be split into words."""
        port, api_port = free_port(), free_port()
        api = f"http://{HOST}:{api_port}"
        asked = GatewaySubject(
            address_of(f"http://{HOST}:{port}/v1", "--gateway"),
            self.limits,
            port=api_port,
            api=self.api,
            headers={name: value.replace("{api}", api) for name, value in self.headers.items()},
            model=self.model,
            profile=self.profile,
        )
        command = command_words(self.command, "library.toml")
        return StartedGateway(asked, command, port, clean_environment(self.env), self.limits)


def free_port() -> int:
    """Return a port of loopback on which nothing listens."""
    with socket.socket() as bound:
        bound.bind((HOST, 0))
        port: int = bound.getsockname()[1]
        return port


class StartedGateway:
    """A gateway that is started before it is asked, and again where it ended by itself.

    asked: the gateway at the port, as its client knows it. command: without the port and the address of the API.
    """

    watches = False

    def __init__(
        self,
        asked: GatewaySubject,
        command: Sequence[str],
        port: int,
        environment: Mapping[str, str],
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.asked = asked
        self._command = command
        self._port = port
        self._environment = environment
        self._start_timeout = limits.start_timeout
        self._family = Family()
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None
        self._log: IO[bytes] | None = None

    @property
    def faults(self) -> int:
        """How often a request got no answer that can be used."""
        return self.asked.faults

    def describe(self) -> Description:
        """Start it, and find out what it translates. Raises SubjectError: it does not listen, or asks nothing of us."""
        self._end()
        name, version = self._start()
        return replace(self.asked.describe(), name=name, version=version)

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Send each input through the gateway, one after the other."""
        for request in requests:
            if self._process is None or self._process.poll() is not None:
                with suppress(SubjectError):  # the request finds nobody, which is its outcome
                    self._end()
                    self._start()
            for sent, outcome in self.asked.ask((request,)):
                if outcome.fault is not None and self._process is not None:
                    with suppress(subprocess.TimeoutExpired):  # its connections end a little before it does
                        self._process.wait(ENDING)
                yield sent, outcome

    def restart(self) -> bool:
        """It is not started anew for this: some take many seconds to start."""
        return False

    def close(self) -> None:
        """End the gateway with all that it started, and the API that it asks."""
        self._end()
        self.asked.close()

    def _start(self) -> tuple[str, str | None]:
        """Start it and wait until it listens; return its name and version. Raises SubjectError."""
        command = [*self._command, str(self._port), self.asked.listen().removesuffix("/v1")]
        # Files, because a pipe that nobody reads would stop it.
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 (both are closed where the process ends)
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._log,
                env=self._family.environment(self._environment),
                start_new_session=True,
            )
        except OSError as error:
            raise SubjectError(f"The command {command[0]!r} cannot be started: {error.strerror}.", "") from None
        self._family.leads(self._process.pid)
        deadline = time.monotonic() + self._start_timeout
        while not self._listens():
            if self._process.poll() is not None:
                raise SubjectError(f"The gateway ended with status {self._process.returncode} before it listened: "
                                   f"{self._last_words()}", "Is it installed there?")  # fmt: skip
            if time.monotonic() >= deadline:
                raise SubjectError(f"The gateway does not listen after {self._start_timeout:g} s: {self._last_words()}",
                                   "--start-timeout gives it more.")  # fmt: skip
            time.sleep(LOOK_EVERY)
        return self._named()

    def _listens(self) -> bool:
        with socket.socket() as client:
            return client.connect_ex((HOST, self._port)) == 0

    def _named(self) -> tuple[str, str | None]:
        """Return what the first line of its output says, which it wrote before it listened. Raises SubjectError."""
        assert self._output is not None
        self._output.seek(0)
        line = self._output.readline(LOG_BYTES)
        try:
            said = read(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict) or not isinstance(said.get("name"), str):
            hint = 'It is to be {"name": ..., "version": ...}.'
            raise SubjectError(f"The gateway's first line is {line[:80]!r}.", hint)
        return said["name"], said.get("version")

    def _last_words(self) -> str:
        lines = [line for file in (self._output, self._log) if file is not None for line in _last_lines(file)]
        named = [line for line in lines if _ERROR.match(line)]
        return [*lines, *named][-1] if lines else "it said nothing"

    def _end(self) -> None:
        """Kill it and all that it started. It has nothing to write down: its state is the test's."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                process.kill()
            self._family.end()
            process.wait()
        for file in (self._output, self._log):
            if file is not None:
                file.close()
        self._output = self._log = None


def _last_lines(file: IO[bytes]) -> list[str]:
    """Return the last lines of a file that are not empty."""
    file.seek(max(0, file.seek(0, 2) - LOG_BYTES))
    return [line.strip() for line in file.read().decode("utf-8", "replace").splitlines() if line.strip()]
