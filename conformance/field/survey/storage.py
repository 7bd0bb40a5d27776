"""What a machine keeps between surveys: folders named by what is in them, complete or not there at all."""

from __future__ import annotations

import glob
import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable
from contextlib import suppress

from conformance.base.files import cache_folder

UNFINISHED = ".part"  # what the name of a folder ends with while something is made in it
DAY = 86_400.0


def default_folder() -> str:
    """Return where environments are kept if nothing else is said. They can be deleted at any time."""
    return os.path.join(cache_folder(), "environments")


def key_of(*texts: str) -> str:
    """Return the name of a folder for what the texts describe, on machines like this one."""
    parts = [*texts, platform.system(), platform.machine()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def remove_unfinished(kept: str, older: float = DAY) -> None:
    """Remove environments that a process was making when it was killed. older: seconds since one was begun."""
    for path in glob.glob(os.path.join(glob.escape(kept), f"*{UNFINISHED}")):
        with suppress(OSError):
            if time.time() - os.stat(path).st_mtime > older:
                shutil.rmtree(path, ignore_errors=True)


def complete(kept: str, key: str, make: Callable[[str], None]) -> str:
    """Return a kept folder; `make` makes it in another one, which gets the name when it is whole."""
    folder = os.path.join(kept, key)
    if os.path.isdir(folder):
        return folder
    making = f"{folder}.{os.getpid()}-{os.urandom(4).hex()}{UNFINISHED}"
    os.makedirs(making)
    try:
        make(making)
        os.rename(making, folder)
    except OSError:
        if not os.path.isdir(folder):  # or somebody else was faster
            raise
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return folder
