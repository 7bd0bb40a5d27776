"""The rule whose text names a defect fails; the command that its evidence names repeats it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from conformance.running.engine.result import FAIL, PASS
from tests.running.engine.certifying import certified, verdicts
from tests.suite.selftest.banks import chat_tools_errors, registry_tools, tool_loop_trouble

REQUEST, SINGLE = "registry-request-to-chat-request", "mcp-tool-to-chat-tool"
ORDER = "in another order, a new copy of the subject"


def test_a_tool_of_a_request_that_is_lost_beside_a_malformed_entry_is_charged_to_reg_6b() -> None:
    convert = registry_tools.in_request(registry_tools.ends_at_a_malformed_entry)
    result = certified({REQUEST: convert}, REQUEST, max_examples=0, shrink=False)
    found = verdicts(result)
    assert (found["REG-6b"], found["REG-6"], found["REG-8"]) == (FAIL, PASS, PASS)
    (lost,) = (rule for rule in result.rules if rule.rule.id == "REG-6b")
    assert "this tool is lost" in lost.evidence[0].message


@pytest.mark.parametrize(
    ("operation", "make"),
    [
        ("chat-tools-to-responses-tools", chat_tools_errors.remembering_by_name),
        ("tool-loop", tool_loop_trouble.by_question),
    ],
)
@pytest.mark.expensive("certifies a converter")
def test_a_result_that_depends_on_earlier_inputs_is_charged_to_all_2(operation, make) -> None:
    """Asked again it gives the same, so only a copy that was asked in another order shows it."""
    copies = {"anew": lambda: {operation: make()}}
    result = certified({operation: make()}, operation, max_examples=20, rules=("ALL-2",), shrink=False, **copies)
    (entry,) = result.rules
    assert entry.verdict == FAIL
    assert ORDER in entry.evidence[0].message


@pytest.mark.expensive("certifies, and repeats what was found")
def test_a_result_that_depends_on_earlier_inputs_is_repeated_by_the_command(run, here) -> None:
    checkout = str(Path(__file__).parents[2])
    lines = "import sys", f"sys.path.append({checkout!r})", "from tests.suite.selftest.banks.mcp_tools import by_name"
    (here / "mutant.py").write_text("\n".join((*lines, "convert = by_name()", "")), "utf-8")
    only = ("--rule", "ALL-2", "--max-examples", "0", "--report-dir", "reports")
    done = run("certify", "--bind", f"{SINGLE}=mutant:convert", *only)
    assert (done.status, done.err) == (1, "")
    (entry,) = json.loads((here / "reports" / "report.json").read_text("utf-8"))["rules"]
    assert entry["verdict"] == "fail"
    evidence = entry["evidence"][0]
    assert ORDER in evidence["message"]
    repeated = run(*shlex.split(evidence["reproduce"])[1:])
    assert repeated.status == 1
    assert "ALL-2" in repeated.out
