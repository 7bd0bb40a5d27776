"""The arguments of each command, one module a command."""

from __future__ import annotations

import argparse
import pkgutil
import shlex

import pytest

from conformance.commands import arguments
from conformance.commands.parser import COMMANDS, command_parser, module_of, parse

MODULES = {iter_module.name for iter_module in pkgutil.iter_modules(arguments.__path__)} - {"common"}


def examples(command: str) -> list[str]:
    """The examples in a command's help."""
    lines = (command_parser(command).epilog or "").partition("examples:\n")[2].splitlines()
    return [line.strip() for line in lines]


def test_each_command_has_a_module_of_arguments_and_each_module_a_command() -> None:
    assert {module_of(command) for command in COMMANDS} == MODULES


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_a_command_are_commands_that_it_takes(command: str) -> None:
    shown = examples(command)
    assert shown
    for line in shown:
        program, name, *rest = shlex.split(line, comments=True)
        assert (program, name) == ("conformance", command)
        assert parse([name, *rest])[1].command == command


@pytest.mark.parametrize("command", COMMANDS)
def test_each_argument_says_what_it_is_for(command: str) -> None:
    parser = command_parser(command)
    actions = [action for action in parser._actions if action.help is not argparse.SUPPRESS]
    assert all(action.help for action in actions), [action.dest for action in actions if not action.help]
    assert parser.description
