"""The arguments of each command, a function each."""

from __future__ import annotations

import argparse
import pkgutil
import shlex
from importlib import import_module

import pytest

from conformance.commands import arguments
from conformance.commands.arguments import common
from conformance.commands.parser import ARGUMENTS, COMMANDS, command_parser, module_of, parse

MODULES = [
    import_module(f"{arguments.__name__}.{iter_module.name}")
    for iter_module in pkgutil.iter_modules(arguments.__path__)
]


def examples(command: str) -> list[str]:
    """The examples in a command's help."""
    lines = (command_parser(command).epilog or "").partition("examples:\n")[2].splitlines()
    return [line.strip() for line in lines]


def test_each_command_has_a_function_of_arguments_and_each_function_a_command() -> None:
    found = {
        name: module.__name__
        for module in MODULES
        for name, var in vars(module).items()
        if getattr(var, "__module__", "") == module.__name__ and not name.startswith("_") and module is not common
    }
    assert found == {module_of(command): ARGUMENTS[command] for command in COMMANDS}


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
