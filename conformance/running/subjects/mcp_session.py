"""One session with an MCP server: its process, the streams between, the questions. Needs the mcp package.

The session is the official client's. The transport under it is this module's own: the package's passes on
more of the environment than a clean one holds, writes unreadable lines to a log, and keeps neither the
server's standard error nor its exit status, which an error has to show.
"""

import os
import signal
import sys
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import ClientSession, MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    METHOD_NOT_FOUND,
    UNSUPPORTED_PROTOCOL_VERSION,
    ListToolsRequest,
    PaginatedRequestParams,
    PaginatedResult,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from conformance.running.subjects.allowance import ANSWER_BYTES
from conformance.running.subjects.process_tree import Family

STDERR_LINES, STDERR_LINE_BYTES = 20, 500
QUOTED = 120  # characters of the server's own text inside a problem
GRACE = 2.0  # seconds for each step of ending a server

Incoming = SessionMessage | Exception
Tools = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ListedTools:
    """The tools, or the problem in one line; the server's last lines on standard error."""

    tools: Tools
    problem: str | None
    stderr: tuple[str, ...]


class ToolsPage(PaginatedResult):
    """A tools/list answer; its tools stay as on the wire, where the package's model drops unknown keys."""

    tools: Tools


def ask(words: list[str], environment: dict[str, str], timeout: float) -> ListedTools:
    """Starts the server, asks for all tools within `timeout` seconds, ends the server."""
    return anyio.run(_ask, words, environment, timeout)


async def _ask(words: list[str], environment: dict[str, str], timeout: float) -> ListedTools:
    family = Family()
    try:
        process = await anyio.open_process(words, env=family.environment(environment), start_new_session=True)
    except (OSError, ValueError) as error:
        return ListedTools([], f"the MCP server {words[0]!r} does not start: {error}", ())
    family.leads(process.pid)
    output = _Output()
    try:
        result = await _talk(process, output, timeout)
    finally:
        family.end()
    stderr = tuple(output.stderr)
    if isinstance(result, list):
        return ListedTools(result, None, stderr)
    problem = _exit_text(process.returncode) if result is None else result
    if output.stray is not None:
        problem += f"; it wrote {output.stray} to standard output, which is for messages only"
    if stderr:
        problem += f"; its last line on standard error is {_server_text(stderr[-1])}"
    return ListedTools([], problem, stderr)


def _exit_text(status: int | None) -> str:
    ended_here = status in (None, -signal.SIGTERM, -9)  # Windows has no signal.SIGKILL
    what = "closed its standard output" if ended_here else f"ended with exit status {status}"
    return f"the MCP server {what} before it gave its tools: run its command by hand"


async def _talk(process: Process, output: "_Output", timeout: float) -> Tools | str | None:
    """The tools, a problem, or None where the server closed the connection. The process has ended then."""
    to_session, from_server = anyio.create_memory_object_stream[Incoming](0)
    to_server, from_session = anyio.create_memory_object_stream[SessionMessage](0)
    result: Tools | str | None = (
        f"the MCP server did not answer within {timeout:g} s: see that it speaks MCP over its standard"
        " streams, or allow more time"
    )
    patience = 0.0
    try:
        async with anyio.create_task_group() as pumps:
            pumps.start_soon(output.read_stdout, process, to_session)
            pumps.start_soon(_write_stdin, process, from_session)
            stderr_read = anyio.Event()
            pumps.start_soon(output.read_stderr, process, stderr_read)
            try:
                with anyio.move_on_after(timeout):
                    result = await _question(from_server, to_server)
                    patience = GRACE
            finally:
                with anyio.CancelScope(shield=True):
                    await _end(process, patience)
                    with anyio.move_on_after(GRACE):  # a descendant that left the group may hold the pipe
                        await stderr_read.wait()
                pumps.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(GRACE):
            await process.aclose()
    return result


async def _question(
    from_server: MemoryObjectReceiveStream[Incoming], to_server: MemoryObjectSendStream[SessionMessage]
) -> Tools | str | None:
    """As `_talk`. Problems are values here, because a task group wraps what is raised through it."""
    async with from_server, to_server, ClientSession(from_server, to_server) as session:
        try:
            return await _all_tools(session)
        except MCPError as error:
            if error.code == CONNECTION_CLOSED:
                return None
            return f"the MCP server answered with error {error.code}, {_server_text(error.message)}"
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = "/".join(map(str, first["loc"]))
            return f"the MCP server's answer is not what the protocol demands: {first['msg']}, at {where}"
        except RuntimeError as error:  # a protocol version that the package does not speak
            return f"the mcp package cannot talk to this MCP server: {_server_text(str(error))}"


async def _all_tools(session: ClientSession) -> Tools | str:
    try:
        await session.initialize()
    except MCPError as error:
        if error.code not in (METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION):
            raise
        await session.discover()  # from protocol 2026-07-28 on there is no handshake
    if session.server_capabilities is None or session.server_capabilities.tools is None:
        return "the MCP server's capabilities name no tools: give the command of a server that offers some"
    tools: Tools = []
    cursor: str | None = None
    seen: set[str] = set()
    while True:
        params = PaginatedRequestParams(cursor=cursor) if cursor else None
        page = await session.send_request(ListToolsRequest(params=params), ToolsPage)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor:
            return tools
        if cursor in seen:
            return f"the MCP server's list of tools has no end: it gave the cursor {_server_text(cursor)} twice"
        seen.add(cursor)


@dataclass(slots=True)
class _Output:
    """What the server wrote beside its messages, bounded."""

    stray: str | None = None  # the first line on standard output that is not a message, quoted
    stderr: deque[str] = field(default_factory=lambda: deque(maxlen=STDERR_LINES))

    async def read_stdout(self, process: Process, to_session: MemoryObjectSendStream[Incoming]) -> None:
        """Gives each message to the session; reads on when that is gone, so that the server can end."""
        assert process.stdout is not None
        stdout = BufferedByteReceiveStream(process.stdout)
        async with to_session:
            while True:
                try:
                    line = await stdout.receive_until(b"\n", ANSWER_BYTES)
                except (anyio.IncompleteRead, anyio.DelimiterNotFound, anyio.ClosedResourceError):
                    self._keep_stray(stdout.buffer)
                    return
                try:
                    message = jsonrpc_message_adapter.validate_json(line, by_name=False)
                except ValueError:
                    self._keep_stray(line)
                    continue
                with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                    await to_session.send(SessionMessage(message))

    def _keep_stray(self, line: bytes) -> None:
        if self.stray is None and line.strip():
            self.stray = _server_text(line[: 4 * QUOTED].decode("utf-8", "replace").strip())

    async def read_stderr(self, process: Process, ended: anyio.Event) -> None:
        """Keeps the last lines, each cut, however much the server writes."""
        assert process.stderr is not None
        rest = b""
        async for chunk in process.stderr:
            *lines, rest = (rest + chunk).split(b"\n")
            self._keep_stderr(lines)
            rest = rest[: STDERR_LINE_BYTES + 1]
        self._keep_stderr([rest])
        ended.set()

    def _keep_stderr(self, lines: list[bytes]) -> None:
        texts = (_cut(line).decode("utf-8", "replace").rstrip() for line in lines)
        self.stderr.extend(text for text in texts if text)


def _cut(line: bytes) -> bytes:
    return line if len(line) <= STDERR_LINE_BYTES else line[: STDERR_LINE_BYTES - 3] + b"..."


async def _write_stdin(process: Process, from_session: MemoryObjectReceiveStream[SessionMessage]) -> None:
    """Writes each message as a line; goes on taking them where the server reads no more."""
    assert process.stdin is not None
    async with from_session:
        async for item in from_session:
            line = item.message.model_dump_json(by_alias=True, exclude_unset=True) + "\n"
            with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                await process.stdin.send(line.encode())


async def _end(process: Process, patience: float) -> None:
    """Ends the server with its descendants: closed input, `patience` seconds, SIGTERM, GRACE, SIGKILL."""
    assert process.stdin is not None
    with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        await process.stdin.aclose()
    with anyio.move_on_after(patience):
        await process.wait()
    if process.returncode is None:
        _signal_group(process, "SIGTERM")
        with anyio.move_on_after(GRACE):
            await process.wait()
    _signal_group(process, "SIGKILL")  # also where the server itself is gone: its descendants may not be
    with anyio.move_on_after(GRACE):
        await process.wait()


def _signal_group(process: Process, name: str) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.Signals[name])  # the server leads its own session and group


def _server_text(text: str) -> str:
    """The server's text on one line, without control characters, cut."""
    shown = repr(text)
    return shown if len(shown) <= QUOTED else shown[:QUOTED] + "…"
