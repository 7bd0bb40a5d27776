from __future__ import annotations

import pytest

from conformance.running.engine.narrowing import is_glob, matched, suggestion

KNOWN = ("MCP-1", "MCP-2", "MCP-2a", "ALL-1", "LOOP-1")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("MCP-2", ("MCP-2",)),
        ("MCP-*", ("MCP-1", "MCP-2", "MCP-2a")),
        ("MCP-?", ("MCP-1", "MCP-2")),
        ("*-1", ("MCP-1", "ALL-1", "LOOP-1")),
        ("mcp-*", ()),
        ("MCP-3", ()),
        ("[MA]*-1", ("MCP-1", "ALL-1")),
    ],
)
def test_what_a_name_stands_for(name, found):
    assert matched(name, KNOWN) == found


def test_what_is_a_glob():
    assert [name for name in ("MCP-2", "MCP-*", "a?", "[a]") if is_glob(name)] == ["MCP-*", "a?", "[a]"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("MPC-*", "Did you mean MCP-*"),
        ("mcp-*", "Did you mean MCP-*"),
        ("LOP-1", "Did you mean LOOP-1"),
        ("zzz*", ""),
        ("*zzz", ""),
    ],
)
def test_what_stands_for_nothing_gets_a_name_that_does(name, hint):
    assert suggestion(name, KNOWN).startswith(hint)
    assert bool(hint) == bool(suggestion(name, KNOWN))
