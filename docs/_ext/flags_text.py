"""All flags of every command, from the command's own parser: for docs/config.md."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from conformance.commands.parser import COMMANDS, command_parser


def text() -> str:
    """Return a section for each command."""
    return "\n".join(
        line for name, purpose in COMMANDS.items() for line in _section(name, purpose, command_parser(name))
    )


def _section(name: str, purpose: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f"## conformance {name}\n"
    yield f"{parser.description or purpose}\n"
    yield from _epilog(parser)
    for group in parser._action_groups:
        actions = [
            action
            for action in group._group_actions
            if "--help" not in action.option_strings and action.help != argparse.SUPPRESS
        ]
        if actions:
            yield f"| {group.title} | |\n|---|---|"
            yield "".join(f"| {_names(action)} | {_cell(action.help or '')} |\n" for action in actions)


def _epilog(parser: argparse.ArgumentParser) -> Iterator[str]:
    for paragraph in (parser.epilog or "").split("\n\n"):
        first, *examples = paragraph.split("\n")
        if examples:
            yield "\n".join(f"    {example.strip()}" for example in examples) + "\n"
        elif first:
            yield f"{first}\n"


def _names(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices or ()))
    names = [f"{name} {value}".strip() for name in action.option_strings] or [value]
    return _cell(", ".join(f"`{name}`" for name in names))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
