"""The banks that the suite is tested against: defective converters (mutants), and converters without a defect (sound).

Every module of this folder may define `BANKS`, its mutants, and `SOUND`, its sound variants; the modules are discovered.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

from conformance.base.errors import UsageError
from tests.suite.selftest.model import Mutant, Sound


@dataclass(frozen=True, slots=True, kw_only=True)
class Banks:
    """Mutants and sound variants, in the order of their modules."""

    mutants: tuple[Mutant, ...]
    sounds: tuple[Sound, ...]


@functools.cache
def all_banks() -> Banks:
    """Import every module of this folder and return what they hold."""
    modules = [import_module(f"{__name__}.{name}") for name in sorted(found.name for found in iter_modules(__path__))]
    return Banks(
        mutants=tuple(mutant for module in modules for bank in getattr(module, "BANKS", ()) for mutant in bank),
        sounds=tuple(sound for module in modules for sound in getattr(module, "SOUND", ())),
    )


def load_banks(operations: Sequence[str] = ()) -> Banks:
    """Return the banks of some operations, in that order; of all if none is named.

    Raises UsageError for an operation without a mutant and without a sound variant.
    """
    banks = all_banks()
    if not operations:
        return banks
    known = {mutant.operation for mutant in banks.mutants} | {sound.operation for sound in banks.sounds}
    for operation in operations:
        if operation not in known:
            raise UsageError(
                f"The self-test has no subject for {operation}.", "Add a mutant to tests/suite/selftest/banks."
            )
    wanted = tuple(dict.fromkeys(operations))
    return Banks(
        mutants=tuple(mutant for name in wanted for mutant in banks.mutants if mutant.operation == name),
        sounds=tuple(sound for name in wanted for sound in banks.sounds if sound.operation == name),
    )
