"""Every example in --help is one that the parser takes, and every flag has a text."""

from __future__ import annotations

import argparse
import shlex

import pytest

from conformance.commands.parser import COMMANDS, command_parser, parse, whole_parser


def examples(parser: argparse.ArgumentParser) -> list[str]:
    lines = (parser.epilog or "").splitlines()
    return [line.strip() for line in lines if line.startswith("  conformance ")]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_examples_that_the_parser_takes(name: str) -> None:
    found = examples(command_parser(name))
    assert found
    for example in found:
        _parser, parsed = parse(shlex.split(example)[1:])
        assert parsed.command == name


def test_the_examples_of_the_whole_command_are_taken() -> None:
    found = examples(whole_parser())
    assert len(found) > 2
    for example in found:
        parse(shlex.split(example)[1:])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_flag_has_a_help_text(name: str) -> None:
    for action in command_parser(name)._actions:
        assert action.help, action.option_strings


def test_a_command_with_many_flags_shows_the_first_ones_and_where_the_others_are(capsys) -> None:
    shown = command_parser("certify").format_help()
    assert shown.count("\n  --") + shown.count("\n  -v") == 16  # 15 of a run, and --help-all
    assert "conformance certify --help-all" in shown
    assert "--memory-limit" not in shown
    with pytest.raises(SystemExit):
        command_parser("certify").parse_args(["--help-all"])
    assert "--memory-limit" in capsys.readouterr().out
