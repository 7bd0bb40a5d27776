"""conformance rules: the table, and that it counts what a run counts."""

from __future__ import annotations

import re

SINGLE = "mcp-tool-to-chat-tool"
LIST = "mcp-tools-to-chat-tools"


def test_every_rule_of_every_operation_has_a_line(run):
    done = run("rules")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert f"{SINGLE}: An MCP tool becomes a Chat Completions tool" in lines
    assert re.search(r"^  MCP-2 +MUST +document +\d+  No property keeps a default", done.out, re.MULTILINE)
    assert re.search(r"^  MCP-5 +MUST +document +\d+  ", done.out.partition(LIST)[2], re.MULTILINE)


def test_the_counts_at_the_end_are_those_of_the_table(run):
    lines = run("rules").out.splitlines()
    rows = [line.split() for line in lines if re.match(r"  [A-Z][A-Z0-9]*-\d", line)]
    levels = [row[1] for row in rows]
    assert " ".join(lines[-1].split(";")[0].split()) == (
        f"all {len(rows)} rules: {levels.count('MUST')} MUST, "
        f"{levels.count('SHOULD')} SHOULD, {sum(row[2] == 'document' for row in rows)} document, "
        f"{sum(row[2] == 'api' for row in rows)} api, {sum(row[2] == 'field' for row in rows)} field"
    )
