"""The commands of docs/certificates.md, in their order."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

from conformance.scope.features import FEATURES
from tests.command import run_here

PAGE = (Path(__file__).parents[3] / "docs" / "certificates.md").read_text("utf-8")
ADAPTER = """
from conformance.reference import mcp_tool_to_chat_tool, mcp_tools_to_chat_tools

name, version = "acme", "1.2.3"
"""


def test_the_commands_run_one_after_the_other(tmp_path):
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "adapter.py").write_text(ADAPTER, "utf-8")
    commands = re.findall(r"^    ((?:conformance|openssl) .*)$", PAGE, re.MULTILINE)
    assert [command.split()[1] for command in commands] == [
        "certify",
        "certify",
        "genpkey",
        "pkey",
        "certify",
        "verify",
    ]
    for command in commands:
        words = shlex.split(command)
        if words[0] == "openssl":
            subprocess.run(words, cwd=tmp_path, capture_output=True, check=True)
            continue
        words += ["--max-examples", "0"] if "certify" in words else []
        done = run_here(tmp_path, tuple(words[1:]), os.environ)
        assert done.status == 0, (command, done)
    assert done.out.endswith("Accepted.\n")
    assert "payload" in json.loads((tmp_path / "certificate.json").read_text("utf-8"))
    # Every line that the page shows begins as a line of the command does.
    shown = re.findall(r"^    (?:ok|refused|open) +([a-z ]+):", PAGE, re.MULTILINE)
    reported = re.findall(r"^(?:ok|refused|open) +([a-z ]+):", done.out, re.MULTILINE)
    assert shown == reported


def test_the_page_lists_every_feature():
    rows = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \| ", PAGE, re.MULTILINE)
    assert set(re.findall(r"`([a-z-]+)`", " ".join(rows))) == set(FEATURES)
