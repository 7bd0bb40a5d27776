"""Finds and loads the banks: they are tests, and no part of an installed package."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from conformance.errors import UsageError
from conformance.selftest.model import Mutant, Sound

BANKS = os.path.join("tests", "mutants", "banks.py")


class Banks(NamedTuple):
    """Everything that the suite is held against."""

    mutants: tuple[Mutant, ...]
    sounds: tuple[Sound, ...]


def load_banks(operations: Sequence[str] = ()) -> Banks:
    """Return the banks of some operations, in that order; of all where none is named.

    Raises UsageError where there is no checkout, and where the banks hold nothing of an operation.
    """
    found = _module(_checkout())
    mutants, sounds = tuple(found.MUTANTS), tuple(found.SOUND)
    if not operations:
        return Banks(mutants, sounds)
    known = {mutant.operation for mutant in mutants} | {sound.operation for sound in sounds}
    for operation in operations:
        if operation not in known:
            raise UsageError(f"The banks hold no subject of {operation}.", "Add one to tests/mutants.")
    wanted = dict.fromkeys(operations)
    return Banks(
        tuple(mutant for name in wanted for mutant in mutants if mutant.operation == name),
        tuple(sound for name in wanted for sound in sounds if sound.operation == name),
    )


def _checkout() -> str:
    """Return the folder that has the banks: the one that the package lies in, or the current one."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.dirname(package), os.getcwd()):
        if os.path.isfile(os.path.join(folder, BANKS)):
            return folder
    raise UsageError(
        f"selftest needs a checkout of the project: {BANKS} lies neither beside the package nor in this folder.",
        "Run it in a checkout.",
    )


def _module(folder: str) -> ModuleType:
    # Made by hand: an installed package may be named `tests` too, and would come first.
    tests = ModuleType("tests")
    tests.__path__ = [os.path.join(folder, "tests")]
    sys.modules["tests"] = tests
    return import_module("tests.mutants.banks")
