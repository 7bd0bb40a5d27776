"""A folder with one converter, for tests that import it as a subject."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

OPERATIONS = ("chat-tools-to-responses-tools", "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools")
MCP = "mcp-tool-to-chat-tool"
FUNCTION = "opened_tools:mcp_tool_to_chat_tool"
MODULE = "def mcp_tool_to_chat_tool(tool):\n    return {'converted': tool}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the current folder one that holds a module that no other test has imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    (tmp_path / "opened_tools.py").write_text(MODULE)
    monkeypatch.delitem(sys.modules, "opened_tools", raising=False)
    return tmp_path
