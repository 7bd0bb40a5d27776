"""What a verdict rests on besides the trial: the code that judges, and the specifications."""

from __future__ import annotations

import os
from functools import cache

from conformance import __version__
from conformance.checks.registry import PACKAGES
from conformance.digest import sha256
from conformance.files import api_folder

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def basis(operation: str, digest: str, *further: object) -> str:
    """Name everything that verdicts on an operation rest on, as 32 hexadecimal digits.

    digest: that of the specifications. further: what else a kept thing rests on; anything whose repr tells it all.
    """
    checks = _code_of(os.path.join("checks", PACKAGES[operation]))
    parts = (__version__, _judging_code(), checks, digest, operation, *further)
    return str(sha256(repr(parts).encode()).hexdigest())[:32]


@cache
def _judging_code() -> str:
    states = [*map(_code_of, ("engine", "", "checks", "emulator", "oracles")), _state_of(api_folder(), ".json")]
    return str(sha256("".join(states).encode()).hexdigest())


def _code_of(part: str) -> str:
    """Name the state of the modules in a folder of the package."""
    return _state_of(os.path.join(_PACKAGE, part), ".py")


def _state_of(folder: str, ending: str) -> str:
    with os.scandir(folder) as entries:
        return repr(sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.name.endswith(ending)))
