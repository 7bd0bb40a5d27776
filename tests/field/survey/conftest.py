"""A catalogue of one library with five releases, and a uv that knows them: a survey that needs no network."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from conformance.field.survey import programs
from conformance.field.survey.catalogue import Library, libraries_named

SINGLE = "mcp-tool-to-chat-tool"
FAKE_UV = Path(__file__).with_name("fake_uv.py")
TABLE = f"""
requirements = ["tidy==1.2.0", "other[more]==2.5.1"]
python = ">=3.8"
versions = ">=1.0"
tried = ["tidy 1.2.0"]

[[bounds]]
versions = "<1.1"
requirements = {{ other = "<2" }}

[operations]
{SINGLE} = "tidy.convert"

[[design]]
operation = "{SINGLE}"
rule = "MCP-2"
reason = "defaults are kept on purpose, says its README"
"""
# Since 1.2.0 names lose their upper case, and 1.3.0 does not start.
ADAPTER = '''"""tidy.convert."""

import copy
import os

name, version = "tidy", os.environ["LIBRARY_VERSION"]
if version == "1.3.0":
    raise ImportError("cannot import name 'convert' from 'tidy'")


def mcp_tool_to_chat_tool(tool):
    """As it is since 1.0.0."""
    named = tool["name"].lower() if version >= "1.2.0" else tool["name"]
    function = {"name": named, "parameters": copy.deepcopy(tool["inputSchema"])}
    if "description" in tool:
        function["description"] = tool["description"]
    return {"type": "function", "function": function}
'''


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a catalogue whose library `tidy` this machine can install."""
    folder = tmp_path / "libraries"
    (folder / "tidy").mkdir(parents=True)
    (folder / "tidy" / "library.toml").write_text(TABLE, "utf-8")
    (folder / "tidy" / "adapter.py").write_text(ADAPTER, "utf-8")
    monkeypatch.setenv("CONFORMANCE_LIBRARIES", str(folder))
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(folder))
    monkeypatch.setattr(programs, "uv", lambda: [sys.executable, str(FAKE_UV)])
    monkeypatch.setattr(programs, "_stopped", threading.Event())
    return folder


@pytest.fixture
def tidy(catalogue: Path) -> Library:
    (library,) = libraries_named(["tidy"])
    return library
