"""certify on a converter whose results nest more levels than anybody expects: it is judged, not the suite's end."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"

NESTING = """
from conformance.reference import mcp_tool_to_chat_tool

def convert(tool):
    result = mcp_tool_to_chat_tool(tool)
    value = result["function"]["parameters"]
    for _ in range(LEVELS):
        value = {"a": [value]}
    result["function"]["parameters"] = value
    return result
"""


@pytest.mark.parametrize("where", ["--in-process", "--timeout=60"], ids=["in process", "in a child"])
@pytest.mark.parametrize("levels", [200, 480, 3000])
def test_a_result_of_many_levels_is_judged(run, here, where: str, levels: int) -> None:
    (here / "nesting.py").write_text(NESTING.replace("LEVELS", str(levels)), "utf-8")
    ran = run(
        "certify", f"--bind={SINGLE}=nesting:convert", where, "--max-examples=0", "--rule=MCP-3", "--rule=ALL-1",
        "--report-dir=reports", alone=False,
    )  # fmt: skip
    assert (ran.status, ran.err) == (1, "")
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert {rule["verdict"] for rule in report["rules"]} <= {"fail", "pass", "not-run"}
    assert any(rule["evidence"] for rule in report["rules"])
