"""conformance --completion: a script by which a shell completes commands, flags, operations, rules and subjects."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.commands.parser import COMMANDS, fill
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.named import library_names
from conformance.running.subjects.reference import REFERENCE
from conformance.running.subjects.tables import subject_tables

PROGRAM = "conformance"
FILES, FOLDERS = ("FILE", "REPORT.json", "OLD.json", "NEW.json", "PATH"), ("DIR",)
RULES = ("--rule", "--not-rule")


def script(shell: str) -> str:
    """Return the script for a shell. Raises UsageError where shtab is not installed."""
    try:
        import shtab
    except ImportError:
        raise UsageError("--completion needs shtab.", f"Install the extra: {install_command('completion')}") from None
    return str(shtab.complete(_whole(shtab.FILE, shtab.DIRECTORY), shell))


def _whole(file: Mapping[str, Any], folder: Mapping[str, Any]) -> argparse.ArgumentParser:
    """Return one parser of all commands, with the names that arguments take.

    file, folder: how shtab completes these, by shell.
    """
    specifications = load_specifications()
    contracts = {**specifications.contracts, **specifications.services}
    rules = list(dict.fromkeys(rule.id for contract in contracts.values() for rule in contract.rules))
    subjects = [REFERENCE, *library_names(), *subject_tables()]
    parser = argparse.ArgumentParser(prog=PROGRAM)
    commands = parser.add_subparsers()
    for name, purpose in COMMANDS.items():
        own = commands.add_parser(name, help=purpose)
        fill(own, name)
        for action in own._actions:
            known = _names(action, list(contracts), rules, subjects)
            if known:
                action.choices = known
            elif action.metavar in FILES:
                action.complete = file  # type: ignore[attr-defined]  # as shtab documents it
            elif action.metavar in FOLDERS:
                action.complete = folder  # type: ignore[attr-defined]
    return parser


def _names(
    action: argparse.Action, operations: Sequence[str], rules: Sequence[str], subjects: Sequence[str]
) -> list[str] | None:
    """Return the names that an argument takes; None for one that takes others, or has its choices."""
    if action.metavar == "OPERATION":
        return list(operations)
    if action.metavar == "SUBJECT":
        return list(subjects)
    if action.metavar == "RULE":
        return [*rules, *operations]
    return list(rules) if set(action.option_strings) & set(RULES) else None
