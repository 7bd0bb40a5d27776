from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import reference

SOURCE = Path(reference.__file__)


def test_every_public_name_is_there_from_its_module():
    for name in reference.__all__:
        assert getattr(reference, name).__module__ == f"conformance.reference.{reference._MODULES[name]}"
    assert dir(reference) == sorted(reference.__all__)


def test_type_checkers_see_the_same_names():
    (block,) = (node for node in ast.parse(SOURCE.read_text("utf-8")).body if isinstance(node, ast.If))
    seen = {
        alias.name: str(node.module).rpartition(".")[2]
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == reference._MODULES
    assert sorted(seen) == sorted(reference.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'mcp_tool'"):
        _ = reference.mcp_tool


def test_one_converter_brings_no_other():
    reported = "import sys; from conformance.reference import mcp_tool_to_chat_tool; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", reported], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("conformance.reference.")}
    assert loaded == {f"conformance.reference.{name}" for name in ("errors", "mcp_tools", "schema")}
