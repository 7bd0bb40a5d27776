"""All banks: every module of this folder may have BANKS, and SOUND."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.mutants.mutant import Bank, Mutant
from tests.mutants.sound import Sound

_MODULES = [
    import_module(f"tests.mutants.{path.stem}")
    for path in sorted(Path(__file__).parent.glob("*.py"))
    if path.stem not in ("banks", "__init__")
]


def _banks() -> list[Bank]:
    return [bank for module in _MODULES for bank in getattr(module, "BANKS", ())]


MUTANTS: tuple[Mutant, ...] = tuple(mutant for bank in _banks() for mutant in bank)
SOUND: tuple[Sound, ...] = tuple(sound for module in _MODULES for sound in getattr(module, "SOUND", ()))
