"""--operation chooses operations; --contract, its earlier name, still does."""

from __future__ import annotations

import pytest

from conformance.commands.parser import COMMANDS, command_parser, parse

CHOOSING = ("certify", "diff-subjects", "explain", "rules", "replay", "selftest")
NEEDED = {"diff-subjects": ("a", "b"), "explain": ("MCP-2",), "replay": ("folder",)}


@pytest.mark.usefixtures("suite")
@pytest.mark.parametrize("command", CHOOSING)
def test_the_earlier_name_chooses_the_same(command):
    given = NEEDED.get(command, ())
    _parser, new = parse([command, *given, "--operation", "tool-loop"])
    _parser, old = parse([command, *given, "--contract", "tool-loop"])
    assert new.contract == old.contract
    assert new.contract in (["tool-loop"], "tool-loop")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_the_name_of_today_alone(command):
    assert "--contract" not in command_parser(command).format_help()
