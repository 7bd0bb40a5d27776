"""The processes of this machine, as far as finding and watching a subject's takes: from /proc, elsewhere by psutil.

On Linux /proc lists them. psutil is imported only elsewhere: it is an optional dependency, and takes over 30 ms.
"""

from __future__ import annotations

import os
from typing import NamedTuple

FROM_PROC = os.path.exists("/proc/self/stat")


class Process(NamedTuple):
    """One process: its number, its parent's, its session's, and when it started, in a unit of the machine's own."""

    pid: int
    parent: int
    session: int
    started: float


def processes() -> list[Process]:
    """Return every process that can be seen."""
    return _from_proc() if FROM_PROC else _from_psutil()


def has_variable(pid: int, name: str, value: str) -> bool:
    """Whether a process was started with a variable of this value; no where its environment cannot be seen."""
    if FROM_PROC:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                return f"{name}={value}".encode() in file.read().split(b"\0")
        except OSError:
            return False  # it has ended, or belongs to another user
    import psutil

    try:
        return bool(psutil.Process(pid).environ().get(name) == value)
    except (psutil.Error, OSError):
        return False


def resident(pid: int, *, shared: bool) -> int:
    """Return the bytes of memory that a process holds; 0 where that cannot be seen.

    shared: with what it shares with others counted whole. Otherwise each has its part of it, which takes longer to
    find out, and is available on Linux only.
    """
    if not FROM_PROC:
        return _resident_by_psutil(pid)
    try:
        if not shared and os.path.exists(f"/proc/{pid}/smaps_rollup"):
            with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
                parts = [line.split() for line in file if line.startswith(b"Pss:")]
            return sum(int(part[1]) for part in parts) * 1024
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _from_proc() -> list[Process]:
    found = []
    for name in os.listdir("/proc"):
        if not name.isdecimal():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                # The name of its program is in parentheses, and may contain anything.
                fields = file.read().rpartition(b")")[2].split()
            found.append(Process(int(name), int(fields[1]), int(fields[3]), float(fields[19])))
        except (OSError, ValueError, IndexError):
            continue  # it has ended
    return found


def _from_psutil() -> list[Process]:
    import psutil

    found = []
    for process in psutil.process_iter():
        try:
            found.append(Process(process.pid, process.ppid(), os.getsid(process.pid), process.create_time()))
        except (psutil.Error, OSError):
            continue
    return found


def _resident_by_psutil(pid: int) -> int:
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except (psutil.Error, OSError):
        return 0
