"""SDKs nobody here wrote, judged over the wire. Each fact below was seen in their requests before it stood here."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance import wire_drivers
from tests.real_libraries.conftest import ENVIRONMENTS

pytestmark = pytest.mark.real_libraries

DRIVERS = Path(wire_drivers.__file__).parent
TO_CHAT, TO_RESPONSES, LOOP = "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools", "tool-loop"
NPM_OPENAI = "6.49.0"
NPM_AGENTS = {"@openai/agents": "0.20.0", "openai": "7.57.0", "zod": "4.6.7"}
AI_SDK = {"ai": "7.0.173", "@ai-sdk/openai": "4.0.118", "@ai-sdk/mcp": "2.0.99"}


@pytest.fixture
def failures(tmp_path: Path) -> Callable[[str], tuple[dict[str, Any], set[tuple[str, str]]]]:
    """Certifies a driver; gives the subject, and which MUST rules fail."""

    def judged(command: str) -> tuple[dict[str, Any], set[tuple[str, str]]]:
        words = [sys.executable, "-m", "conformance", "certify", "--wire", command, "--seed", "1"]
        subprocess.run(words, cwd=tmp_path, check=False, timeout=600)
        report = json.loads((tmp_path / "reports" / "report.json").read_text("utf-8"))
        failed = [rule for rule in report["rules"] if rule["verdict"] == "fail" and rule["level"] == "MUST"]
        return report["subject"], {(rule["operation"], rule["id"]) for rule in failed}

    return judged


def test_openai_agents_keeps_defaults_and_ends_at_an_unknown_tool(failures) -> None:
    pytest.importorskip("agents", reason="openai-agents is not installed")
    subject, failed = failures(shlex.join([sys.executable, "-m", "conformance.wire_drivers.openai_agents"]))
    assert subject["name"] == "openai-agents"
    assert {(TO_CHAT, "MCP-2"), (TO_RESPONSES, "M2R-1a"), (LOOP, "LOOP-6")} <= failed
    assert not failed & {(TO_CHAT, "MCP-5"), (TO_CHAT, "MCP-8a"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}


def in_node(driver: str, *packages: str) -> str:
    """Return the command of a driver beside some packages of npm, which stay installed between runs."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("Node.js and npm are not installed")
    folder = ENVIRONMENTS / ("npm-" + re.sub(r"\W+", "-", " ".join(packages)))
    if not (folder / "package-lock.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        install = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), *packages]
        subprocess.run(install, check=True, timeout=300)
    return shlex.join([node, str(shutil.copy(DRIVERS / driver, folder))])


def test_run_tools_of_the_npm_package_ends_at_a_failing_tool_and_not_at_its_limit(failures) -> None:
    subject, failed = failures(in_node("openai_js.mjs", f"openai@{NPM_OPENAI}"))
    assert (subject["name"], subject["version"]) == ("openai (npm)", NPM_OPENAI)
    assert {(LOOP, "LOOP-6"), (LOOP, "LOOP-7")} <= failed
    assert not failed & {(TO_CHAT, "MCP-3"), (TO_CHAT, "MCP-5"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}


def test_the_ai_sdk_closes_objects_and_shows_the_model_parts_of_results_as_json(failures) -> None:
    subject, failed = failures(in_node("ai_sdk.mjs", *(f"{name}@{version}" for name, version in AI_SDK.items())))
    assert (subject["name"], subject["version"]) == ("ai (npm)", AI_SDK["ai"])
    assert {(TO_CHAT, "LAW-4"), (TO_RESPONSES, "LAW-4"), (LOOP, "LOOP-1"), (LOOP, "LOOP-3")} <= failed
    assert not failed & {(TO_CHAT, "MCP-8a"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}


def test_the_agents_sdk_of_npm_renames_tools_and_opens_closed_objects(failures) -> None:
    packages = (f"{name}@{version}" for name, version in NPM_AGENTS.items())
    subject, failed = failures(in_node("openai_agents_js.mjs", *packages))
    assert (subject["name"], subject["version"]) == ("@openai/agents (npm)", NPM_AGENTS["@openai/agents"])
    assert {(TO_CHAT, "MCP-1"), (TO_CHAT, "LAW-4"), (TO_RESPONSES, "M2R-1"), (LOOP, "LOOP-3")} <= failed
    assert not failed & {(TO_CHAT, "MCP-8a"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}
