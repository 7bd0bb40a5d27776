"""Who asks for a call asks a format, and does not look for its member or type in raw JSON."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "conformance"
OF_CALLS = {"CALLS", "OLD_CALL", "FUNCTION_CALL", "FUNCTION_RESULT", "RESULTS"}  # members and types, of any format
FORMATS = ("chat", "responses", "parsed")
MOST = 10  # the letter of parsed results, and of what becomes Responses input


def test_few_modules_outside_of_formats_know_what_calls_are_called() -> None:
    knowing = [path for path in sorted(PACKAGE.rglob("*.py")) if "formats" not in path.parts and _imported(path)]
    assert knowing
    assert len(knowing) <= MOST, knowing


def _imported(path: Path) -> set[str]:
    modules, text = tuple(f"conformance.formats.{name}." for name in FORMATS), path.read_text("utf-8")
    if not any(name in text for name in OF_CALLS):
        return set()
    return {
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(modules)
        for alias in node.names
        if alias.name in OF_CALLS
    }
