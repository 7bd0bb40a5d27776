"""The page of all flags is the parser's, and every example in it and in --help is one that the parser takes."""

from __future__ import annotations

import argparse
import importlib.util
import shlex

import pytest

from conformance.commands.parser import COMMANDS, command_parser, parse, whole_parser
from tests.docs.commands import ROOT

SCRIPT = ROOT / "docs" / "_ext" / "flags_page.py"


def examples(parser: argparse.ArgumentParser) -> list[str]:
    lines = (parser.epilog or "").splitlines()
    return [line.strip() for line in lines if line.startswith("  conformance ")]


def test_the_page_is_what_the_script_writes() -> None:
    spec = importlib.util.spec_from_file_location("flags_page", SCRIPT)
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PAGE.read_text("utf-8") == script.page(), "run: python docs/_ext/flags_page.py"


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
