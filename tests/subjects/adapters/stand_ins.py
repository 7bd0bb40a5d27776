"""Loads a named adapter with stand-ins for the library that it serves."""

from __future__ import annotations

import importlib.metadata
import os
import runpy
import sys
from collections.abc import Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from conformance import subjects

MCP = {"mcp.types": {"Tool": SimpleNamespace(model_validate=lambda tool: tool)}}


def load_adapter(
    name: str, library: Mapping[str, Mapping[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """Return the names that an adapter defines. library: the members of each module that it imports."""
    for path, members in {**library, **MCP}.items():
        steps = path.split(".")
        for end in range(1, len(steps)):
            monkeypatch.setitem(sys.modules, ".".join(steps[:end]), ModuleType(".".join(steps[:end])))
        module = ModuleType(path)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, path, module)
    monkeypatch.setattr(importlib.metadata, "version", lambda _package: "1.0")
    folder = os.path.dirname(subjects.__file__ or "")
    return runpy.run_path(os.path.join(folder, "adapters", name, "adapter.py"))
