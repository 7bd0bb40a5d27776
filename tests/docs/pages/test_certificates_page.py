"""The commands of docs/certificates.md, in their order."""

from __future__ import annotations

import os

import pytest

from tests.docs.commands import ROOT, commands_of, run_command
from tests.docs.printed import difference

PAGE = ROOT / "docs" / "certificates.md"
ADAPTER = """
from conformance.reference import mcp_tool_to_chat_tool, mcp_tools_to_chat_tools

name, version = "acme", "1.2.3"
"""


@pytest.mark.expensive("three whole runs of two operations")
def test_the_commands_run_one_after_the_other_and_print_what_is_shown(tmp_path):
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "adapter.py").write_text(ADAPTER, "utf-8")
    shown = [command for command in commands_of(PAGE) if command.shown]
    assert [command.text.split()[1] for command in shown] == [
        "certify",
        "certify",
        "genpkey",
        "pkey",
        "certify",
        "verify",
    ]
    for command in shown:
        done = run_command(command, tmp_path, {**os.environ, "SERVICE": ""})
        assert done.status == 0, (command.text, done)
        if command.claimed:
            assert difference(command.claimed, done.out) is None, done.out
    assert '"payload"' in (tmp_path / "certificate.json").read_text("utf-8")
