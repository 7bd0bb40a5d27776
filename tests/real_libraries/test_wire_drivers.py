"""SDKs nobody here wrote, judged over the wire. Each fact below was seen in their requests before it stood here."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.running.subjects.named import library_table
from tests.real_libraries.conftest import packages_of

TO_CHAT, TO_RESPONSES, LOOP = "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools", "tool-loop"


@pytest.fixture
def failures(tmp_path: Path) -> Callable[..., tuple[dict[str, Any], set[tuple[str, str]]]]:
    """Certifies a subject, run in a folder; gives the subject, and which MUST rules fail."""

    def judged(*subject: str, folder: Path = tmp_path) -> tuple[dict[str, Any], set[tuple[str, str]]]:
        words = [sys.executable, "-m", "conformance", "certify", *subject, "--seed", "1"]
        words += ["--report-dir", str(tmp_path / "reports")]
        subprocess.run(words, cwd=folder, check=False, timeout=600)
        report = json.loads((tmp_path / "reports" / "report.json").read_text("utf-8"))
        failed = [rule for rule in report["rules"] if rule["verdict"] == "fail" and rule["level"] == "MUST"]
        return report["subject"], {(rule["operation"], rule["id"]) for rule in failed}

    return judged


def test_openai_agents_keeps_defaults_and_ends_at_an_unknown_tool(failures) -> None:
    pytest.importorskip("agents", reason="openai-agents is not installed")
    subject, failed = failures(
        "--wire", shlex.join([sys.executable, "-m", "conformance.running.wire_drivers.openai_agents"])
    )
    assert subject["name"] == "openai-agents"
    assert {(TO_CHAT, "MCP-2"), (TO_RESPONSES, "M2R-1a"), (LOOP, "LOOP-6")} <= failed
    assert not failed & {(TO_CHAT, "MCP-5"), (TO_CHAT, "MCP-8a"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}


def test_run_tools_of_the_npm_package_ends_at_a_failing_tool_and_not_at_its_limit(failures) -> None:
    subject, failed = failures("openai-js", folder=packages_of("openai-js"))
    assert subject["name"] == "openai (npm)" and subject["version"] in library_table("openai-js")["tried"][0]
    assert {(LOOP, "LOOP-6"), (LOOP, "LOOP-7")} <= failed
    assert not failed & {(TO_CHAT, "MCP-3"), (TO_CHAT, "MCP-5"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}


def test_the_ai_sdk_closes_objects_and_shows_the_model_parts_of_results_as_json(failures) -> None:
    subject, failed = failures("ai-sdk", folder=packages_of("ai-sdk"))
    assert subject["name"] == "ai (npm)" and subject["version"] in library_table("ai-sdk")["tried"][0]
    assert {(TO_CHAT, "LAW-4"), (TO_RESPONSES, "LAW-4"), (LOOP, "LOOP-1"), (LOOP, "LOOP-3")} <= failed
    assert not failed & {(TO_CHAT, "MCP-8a"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}


def test_the_agents_sdk_of_npm_renames_tools_and_opens_closed_objects(failures) -> None:
    subject, failed = failures("openai-agents-js", folder=packages_of("openai-agents-js"))
    assert (
        subject["name"] == "@openai/agents (npm)"
        and subject["version"] in library_table("openai-agents-js")["tried"][0]
    )
    assert {(TO_CHAT, "MCP-1"), (TO_CHAT, "LAW-4"), (TO_RESPONSES, "M2R-1"), (LOOP, "LOOP-3")} <= failed
    assert not failed & {(TO_CHAT, "MCP-8a"), (LOOP, "LOOP-5"), (LOOP, "LOOP-8")}
