"""The scripted API, listening: in a thread of its own, on a port of the kernel's choice or a given one.

    with running_api("one-call") as api:
        client = OpenAI(base_url=api.base_url, api_key="any")
        ...
    api.requests  # what was asked

Needs starlette and uvicorn: the extra `emulate`.
"""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import threading
from collections.abc import Callable, Collection, Iterator

from conformance.apis.emulator.acceptance import Acceptance
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.bodies import error_body
from conformance.apis.emulator.captures import Captured, Captures
from conformance.apis.emulator.model import ModelApi
from conformance.apis.emulator.scripts import DEFAULT, Script, named_script, script_of
from conformance.apis.oracles.hosts import OPENAI
from conformance.base.listening import LOOPBACK, base_url, importing_server, listening
from conformance.base.values import JSON

_CUT = "ASGI callable returned without completing response."


class RunningApi:
    """An API that listens. base_url: the address for clients, ending in `/v1`."""

    def __init__(
        self,
        api: ScriptedApi | ModelApi,
        listener: socket.socket,
        hosts: Collection[str],
        captured: Callable[[Captured], None] | None,
        profile: str,
        key: str | None = None,
    ) -> None:
        with importing_server("The local API", "emulate"):
            from conformance.apis.emulator.app import app_of
            from conformance.base import http_server
        self._captures = Captures(captured)
        self.base_url = base_url(listener) + "/v1"
        self._server = http_server.server_of(app_of(api, self._captures, profile, key), hosts, _refusal)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()

    @property
    def requests(self) -> tuple[Captured, ...]:
        """What was asked so far, and how it was answered, in order."""
        return tuple(self._captures.requests)

    def wait(self) -> None:
        """Wait until the API ends."""
        self._thread.join()

    def close(self) -> None:
        """End the API: nothing listens any more, and no connection is left."""
        self._server.should_exit = True
        self._thread.join()


@contextlib.contextmanager
def running_api(
    script: str | Script | JSON = DEFAULT,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    hosts: Collection[str] = (),
    captured: Callable[[Captured], None] | None = None,
    profile: str = OPENAI,
    api: ModelApi | None = None,
    key: str | None = None,
) -> Iterator[RunningApi]:
    """Serve the API while the context lasts; it listens from the start.

    script: a name, a Script, or what `script_of` reads. port: 0 for any that is free. hosts: the
    names that requests may address besides those of loopback and `host`. captured: is called, in the
    API's own thread, with every request and its answer. profile: of the host whose API it is. api: what answers,
    instead of a script. key: the only one that is taken; None for any. Raises UsageError: no such script, no such place
    to listen.
    """
    if isinstance(script, str):
        script = named_script(script)
    elif not isinstance(script, Script):
        script = script_of(script)
    log = logging.getLogger("uvicorn.error")
    log.addFilter(_is_no_cut)
    try:
        with listening(host, port) as listener:
            answering = api or ScriptedApi(script, Acceptance(profile=profile), again=True)
            running = RunningApi(answering, listener, {host.lower(), *hosts}, captured, profile, key)
            try:
                yield running
            finally:
                running.close()
    finally:
        log.removeFilter(_is_no_cut)


def _refusal(message: str) -> tuple[bytes, str]:
    return json.dumps(error_body(message)).encode(), "application/json"


def _is_no_cut(record: logging.LogRecord) -> bool:
    """Whether a line of the server's log is about anything else than an answer that was cut on purpose."""
    return record.msg != _CUT
