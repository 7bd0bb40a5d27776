"""Loads the adapter of a library of the catalogue with stand-ins for everything that it imports from elsewhere."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import runpy
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from conformance.running.subjects.named import ADAPTER, FOLDER

MCP = {"mcp.types": {"Tool": SimpleNamespace(model_validate=lambda tool: tool)}}


def load_adapter(
    name: str, library: Mapping[str, Mapping[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """Return the names that an adapter defines. library: the members that a test calls, by module."""
    path = os.path.join(FOLDER, name, ADAPTER)
    members = {**library, **MCP}
    for module in {*imported_modules(path), *members}:
        steps = module.split(".")
        for end in range(1, len(steps)):
            monkeypatch.setitem(sys.modules, ".".join(steps[:end]), ModuleType(".".join(steps[:end])))
    for module in {*imported_modules(path), *members}:
        stand_in = MagicMock()
        stand_in.configure_mock(**members.get(module, {}))
        monkeypatch.setitem(sys.modules, module, stand_in)
    monkeypatch.setattr(importlib.metadata, "version", lambda _package: "1.0")
    return runpy.run_path(path)


def imported_modules(path: str) -> Iterator[str]:
    """Yield each module outside Python's own library that a file imports."""
    with open(path, encoding="utf-8") as file:
        for node in ast.walk(ast.parse(file.read(), path)):
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            yield from (name for name in names if name and name.split(".")[0] not in sys.stdlib_module_names)
