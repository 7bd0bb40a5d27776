"""certify: the rule whose text names a defect fails, through the whole command."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

REQUEST = "registry-request-to-chat-request"


@pytest.fixture
def certify(run, here):
    """Certifies a function of the mutants; gives the rules of the report by id."""

    def certified(operation: str, module: str, function: str, *arguments: str) -> dict[str, dict[str, Any]]:
        source = f"from conformance.selftest.banks import {module} as mutants\n\nconvert = mutants.{function}\n"
        (here / "mutant.py").write_text(source, "utf-8")
        done = run("certify", "--bind", f"{operation}=mutant:convert", *arguments)
        assert (done.status, done.err) == (1, "")
        report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
        return {rule["id"]: rule for rule in report["rules"]}

    return certified


def test_a_tool_of_a_request_that_is_lost_beside_a_malformed_entry_is_charged_to_reg_6b(certify) -> None:
    ends = "in_request(mutants.ends_at_a_malformed_entry)"
    rules = certify(REQUEST, "registry_tools", ends, "--max-examples", "0")
    assert rules["REG-6b"]["verdict"] == "fail"
    assert "this tool is lost" in rules["REG-6b"]["evidence"][0]["message"]
    assert rules["REG-6"]["verdict"] == rules["REG-8"]["verdict"] == "pass"


@pytest.mark.parametrize(
    ("operation", "module", "function"),
    [
        ("mcp-tool-to-chat-tool", "mcp_tools", "by_name()"),
        ("chat-tools-to-responses-tools", "chat_tools_errors", "remembering_by_name()"),
        ("tool-loop", "tool_loop_trouble", "by_question()"),
    ],
)
def test_a_result_that_depends_on_earlier_inputs_is_charged_to_all_2(certify, run, operation, module, function) -> None:
    """Asked again it gives the same, so only a copy that was asked in another order shows it."""
    rules = certify(operation, module, function, "--max-examples", "20")
    assert rules["ALL-2"]["verdict"] == "fail"
    (evidence, *_more) = rules["ALL-2"]["evidence"]
    assert "in another order, a new copy of the subject" in evidence["message"]
    repeated = run(*shlex.split(evidence["reproduce"])[1:])
    assert repeated.status == 1
    assert "ALL-2" in repeated.out
