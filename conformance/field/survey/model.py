"""What is to be installed, and what was."""

from __future__ import annotations

from dataclasses import dataclass

TODAYS = "installed with the dependencies of today: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Every package that an environment gets, so that it is the same on all machines that make it.

    text: `pylock.toml`, `package-lock.json`, or without uv only what pip is asked for. made_for: the machine, and its
    Python. needs: the Pythons or the Nodes that the library needs. note: what a reader should know of it.
    """

    installer: str
    text: str
    made_for: str
    needs: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Where a library is installed. lock: everything that is in it, as its installer writes it.

    path: where `node` and what belongs to it are, for a library of npm.
    """

    folder: str
    interpreter: str | None
    path: str | None
    installed: tuple[str, ...]
    lock: str
