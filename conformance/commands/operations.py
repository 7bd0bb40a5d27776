"""conformance operations: which conversions can be certified, by the format that they convert from."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import groupby

from conformance.base.errors import UsageError, did_you_mean
from conformance.commands.layout import bold
from conformance.formats.operations import Operation, operations
from conformance.rules.contracts import load_specifications


def run(parsed: argparse.Namespace) -> int:
    """Print the operations. Raises UsageError for a format that no operation has, and where none is left."""
    every = tuple(operations().values())
    _check("--from", parsed.source, [element.source for element in every])
    _check("--to", parsed.target, [element.target for element in every])
    chosen = [
        element for element in every if _is_of(element.source, parsed.source) and _is_of(element.target, parsed.target)
    ]
    if not chosen:
        raise UsageError(f"No operation converts from {parsed.source} to {parsed.target}.", "Leave one of them out.")
    print("\n".join(listing(chosen)))
    return 0


def listing(chosen: Iterable[Operation]) -> list[str]:
    """Return the operations as lines, below the first word of the format that they convert from."""
    contracts = load_specifications().contracts
    by_source = sorted(chosen, key=lambda value: (_family(value), value.name))
    lines = []
    for family, members in groupby(by_source, key=_family):
        lines.append(bold(f"from {family}"))
        lines += [line for member in members for line in (f"  {member.name}", f"    {contracts[member.name].title}")]
    return lines


def _family(operation: Operation) -> str:
    return operation.source.partition("-")[0]


def _is_of(format_name: str, wanted: str | None) -> bool:
    return wanted is None or format_name == wanted or format_name.startswith(f"{wanted}-")


def _check(flag: str, wanted: str | None, formats: Iterable[str]) -> None:
    """Raise UsageError for a format that no operation has."""
    known = dict.fromkeys(name for format_ in sorted(formats) for name in (format_.partition("-")[0], format_))
    if wanted is not None and wanted not in known:
        raise UsageError(f"{flag}: unknown format {wanted!r}.", did_you_mean(wanted, known))
