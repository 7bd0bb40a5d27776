"""Asks a real MCP server, started over standard streams, for its tools."""

import logging
import os
import shlex
import shutil
from collections.abc import Mapping
from typing import Any

from conformance.base.errors import ConformanceError
from conformance.base.extras import install_command

INHERITED = frozenset({"PATH", "HOME", "LANG", "TMPDIR"})
INHERITED_ON_WINDOWS = frozenset(
    {"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE"}
    | {"APPDATA", "LOCALAPPDATA", "PROGRAMDATA"}
)


class HarvestError(ConformanceError):
    """An MCP server's tools could not be had. `log`: its last lines on standard error, oldest first."""

    def __init__(self, message: str, hint: str = "", log: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint)
        self.log = log


def harvest(command: str, *, timeout: float, env: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """All tools of the server that `command` starts: the objects of its tools/list answers, in their order.

    `command` is split like a shell's line, but no shell runs it. `timeout` is in seconds and covers
    everything from the start to the last page. The server sees a clean environment and `env` over it.
    It has ended when this returns. Raises HarvestError.
    """
    try:
        from conformance.running.subjects import mcp_session
    except ImportError as error:
        # Version 1 of the package has no mcp_types; an import that misses anything else is our own fault.
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        what = "asking an MCP server needs the mcp package, version 2"
        raise HarvestError(f"{what}: {install_command('mcp')}") from error
    for name in ("mcp", "client"):  # the package's loggers: where no handler is set, Python prints warnings
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
    environment = clean_environment(os.environ) | dict(env or {})
    answer = mcp_session.ask(_words(command, environment), environment, timeout)
    if answer.problem is not None:
        raise HarvestError(answer.problem, log=answer.stderr)
    return answer.tools


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The part of `environ` that a server is given unasked: INHERITED and LC_*."""
    names = INHERITED | INHERITED_ON_WINDOWS if os.name == "nt" else INHERITED
    return {name: value for name, value in environ.items() if name in names or name.startswith("LC_")}


def _words(command: str, environment: Mapping[str, str]) -> list[str]:
    """The program's path and its arguments."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise HarvestError(f"the MCP server's command line cannot be split ({error}): {command!r}") from error
    if not words:
        raise HarvestError("the MCP server's command line is empty: give the program and its arguments")
    program = shutil.which(words[0], path=environment.get("PATH"))
    if program is None:
        raise HarvestError(
            f"the MCP server's program {words[0]!r} is not found or cannot be executed: install it,"
            " or give its full path (no shell reads the command line)"
        )
    return [program, *words[1:]]
