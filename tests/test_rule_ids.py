"""Rules are data: the code that judges names none of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "conformance"
RULE_ID = re.compile("[A-Z][A-Z0-9]*-[0-9]+[a-z]?")


def rule_ids(source: str) -> Iterator[str]:
    """Yield the strings of a module that are rule ids as a whole; prose in docstrings may name rules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
            yield node.value


def test_an_id_in_a_value_is_found_and_one_in_prose_is_not() -> None:
    assert list(rule_ids('"""As MCP-1 says."""\nx = "MCP-1a" if y else "TR-4"')) == ["MCP-1a", "TR-4"]


@pytest.mark.parametrize("package", ["rules/checks", "inputs/contrasts", "running/engine"])
def test_no_rule_id_occurs_in_the_code_that_judges(package: str) -> None:
    modules = list((PACKAGE / package).rglob("*.py"))
    assert modules
    assert {str(module): found for module in modules if (found := list(rule_ids(module.read_text())))} == {}
