"""No module of the package imports itself by way of others, whether at its top or inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def modules() -> dict[str, Path]:
    """Every module of the package by its name; the named adapters run elsewhere and import nothing of it."""
    found = {}
    for path in (ROOT / "conformance").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "adapters" not in parts:
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = (f"{node.module}.{name.name}" for name in node.names)
            yield from {name if name in known else node.module for name in names} & known.keys()


def order(graph: dict[str, set[str]]) -> list[str]:
    return list(TopologicalSorter(graph).static_order())


@pytest.mark.expensive("reads every module")
def test_no_module_imports_itself_by_way_of_others() -> None:
    known = modules()
    graph = {name: set(imported(path, known)) - {name} for name, path in known.items()}
    assert len(order(graph)) == len(known) > 300


def test_a_cycle_would_be_found() -> None:
    with pytest.raises(CycleError):
        order({"a": {"b"}, "b": {"c"}, "c": {"a"}})
