"""conformance rules: the table, and that it counts what a run counts."""

from __future__ import annotations

import re

from conformance.rules.contracts import load_specifications

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


def test_an_operation_is_listed_alone(run):
    out = run("rules", "--operation", SINGLE).out
    assert out.startswith(SINGLE)
    assert "TR-1" not in out
    assert out.splitlines()[-1].startswith(f"{SINGLE}  {len(load_specifications().contracts[SINGLE].rules)} rules")


def test_a_set_is_listed_with_its_levels(run):
    done = run("rules", "--requirements", "documents", "--operation", "mcp-tool-to-chat-tool")
    assert done.status == 0
    listed = {line.split()[0]: line.split()[1] for line in done.out.splitlines() if line.startswith("  ")}
    assert (listed["MCP-2"], listed["MCP-8"]) == ("MUST", "SHOULD")
    assert "API-1" not in listed
