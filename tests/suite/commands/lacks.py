"""python -m tests.suite lacks: what a format or an operation still lacks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from conformance.commands.layout import bold
from conformance.commands.subject import chosen_operations
from conformance.formats.form import FORMS
from conformance.rules.contracts import load_specifications
from tests.suite.lacks import lacks_of_format, lacks_of_operation


def run(parsed: argparse.Namespace) -> int:
    """Print what the chosen formats and operations lack; return 1 where they lack anything, else 0.

    Without a choice it is all of them. Raises UsageError for an unknown operation. A format may be one that nothing
    knows yet.
    """
    contracts = load_specifications().contracts
    names = chosen_operations(parsed.contract, tuple(contracts))
    is_all = not (names or parsed.format)
    found = {name: list(lacks_of_format(name)) for name in parsed.format or (FORMS if is_all else ())}
    found |= {name: list(lacks_of_operation(contracts[name])) for name in names or (contracts if is_all else ())}
    for name, lacks in found.items():
        print(_shown(name, lacks))
    return 1 if any(found.values()) else 0


def _shown(name: str, lacks: Sequence[str]) -> str:
    return "\n".join([bold(f"{name}: lacks {len(lacks) or 'nothing'}"), *(f"  {each}" for each in lacks)])
