"""What is asked of an MCP server's process, and what is said of one that does not answer."""

from __future__ import annotations

import json
import os
import sys

import pytest

pytest.importorskip("mcp_types")

from conformance.running.subjects.mcp_session import ask

LIMIT = 60.0
ENVIRONMENT = {"PATH": os.environ["PATH"]}
# Answers initialize, and tools/list by the pages in its argument.
SERVER = """
import json, sys
pages = json.loads(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    if request["method"] == "initialize":
        info = {"name": "s", "version": "1"}
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    else:
        result = pages.pop(0)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


def words(*pages: dict) -> list[str]:
    return [sys.executable, "-c", SERVER, json.dumps(pages)]


def tool(name: str) -> dict:
    return {"name": name, "inputSchema": {"type": "object"}}


def test_all_pages_of_tools_are_read_in_order() -> None:
    answer = ask(words({"tools": [tool("a")], "nextCursor": "2"}, {"tools": [tool("b")]}), ENVIRONMENT, LIMIT)
    assert answer.problem is None
    assert [tool["name"] for tool in answer.tools] == ["a", "b"]


def test_a_program_that_does_not_start_is_a_problem() -> None:
    answer = ask(["/nowhere/at/all"], ENVIRONMENT, LIMIT)
    assert answer.tools == []
    assert "'/nowhere/at/all' does not start" in (answer.problem or "")


def test_the_last_lines_on_standard_error_are_kept() -> None:
    answer = ask([sys.executable, "-c", "import sys; sys.exit('no token')"], ENVIRONMENT, LIMIT)
    assert answer.stderr == ("no token",)
    assert "its last line on standard error is 'no token'" in (answer.problem or "")
