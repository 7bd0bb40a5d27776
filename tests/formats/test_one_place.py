"""Who spells the wire names of calls: formats/ is where they are read and written, and every other module uses it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import conformance

ROOT = Path(conformance.__file__).parent
NAMES = re.compile(r"(?<![A-Za-z_])(tool_calls|function_call)(_output)?(?![A-Za-z_])")
# Where the names belong: independent readings of the APIs, and what imitates clients and servers.
FREE = (
    "formats/",
    "apis/oracles/",
    "reference/",
    "apis/emulator/",
    "running/subjects/",
    "running/conduct/",
    "running/scan/",
    "field/",
    # What is drawn or told apart as an API writes it, among other members of which none has a constant.
    "apis/input_validity/requests.py",
    "inputs/answers.py",
    "inputs/arguments.py",
    "inputs/events.py",
    "inputs/exchange_answers.py",
    "running/wire_drivers/",  # a driver is an application of its SDK, in a process of its own
)


def spelled_in(module: ast.Module) -> bool:
    """Whether a module has one of the names in a text that is no docstring, or as an attribute."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef)
    first = [node.body[0] for node in ast.walk(module) if isinstance(node, holders) and node.body]
    docstrings = {id(node.value) for node in first if isinstance(node, ast.Expr)}
    return any(
        (isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
         and NAMES.search(node.value) is not None)
        or (isinstance(node, ast.Attribute) and NAMES.fullmatch(node.attr) is not None)
        for node in ast.walk(module)
    )  # fmt: skip


def spelling() -> Iterator[str]:
    for path in sorted(ROOT.rglob("*.py")):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        if not name.startswith(FREE) and NAMES.search(text) and spelled_in(ast.parse(text)):
            yield name


def test_no_other_module_spells_the_names_of_calls() -> None:
    assert list(spelling()) == [], "read it through conformance/formats"
