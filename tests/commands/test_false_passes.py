"""Subjects that are wrong only where a suite may not look: none of them conforms."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance import reference
from tests.running.subjects.faulty_service import FaultyService, MethodNotFound

SINGLE, LIST, FLAT = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"

# A process whose conversions are the reference's, but for what DEED does with `request` and `answer`. `seen`: how often
# each input came before.
PROCESS = """
import json, sys
from conformance import reference

seen = {}
for line in sys.stdin:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "describe":
        answer["result"] = {"protocol": 1, "name": "acme", "operations": OPERATIONS}
    else:
        operation, given = request["params"]["operation"], request["params"]["input"]
        key = operation + json.dumps(given)
        seen[key] = seen.get(key, -1) + 1
        try:
            answer["result"] = {"output": getattr(reference, operation.replace("-", "_"))(given)}
        except Exception as error:
            answer["error"] = {"code": -32000, "message": str(error)}
        DEED
    print(json.dumps(answer), flush=True)
"""
REFUSED = """
        if CONDITION:
            answer.pop("result", None)
            answer["error"] = {"code": -32601, "message": "no such method"}
"""
SOME = ("--max-examples", "2", "--seed", "1")


@pytest.fixture
def process(here: Path) -> Callable[..., tuple[str, str]]:
    """Writes a subject process; gives the arguments that reach it."""

    def write(deed: str, *operations: str) -> tuple[str, str]:
        text = PROCESS.replace("OPERATIONS", json.dumps(operations)).replace("DEED", deed.strip())
        (here / "subject.py").write_text(text, "utf-8")
        return "--command", f"{sys.executable} subject.py"

    return write


def report_in(here: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return report


def failing(report: dict[str, Any]) -> set[str]:
    return {rule["id"] for rule in report["rules"] if rule["verdict"] == "fail" and rule["level"] == "MUST"}


@pytest.mark.expensive("certifies a converter")
def test_the_process_of_these_tests_conforms_where_it_does_nothing_wrong(run, here, process) -> None:
    ran = run("certify", *process("pass", SINGLE, LIST, FLAT), *SOME)
    assert ran.status == 0, ran.out + ran.err
    ledger = report_in(here)["ledger"]
    assert ledger["items"]["open"] == {}
    assert ledger["operations"]["judged"] == 3


@pytest.mark.usefixtures("few_cases")
def test_method_not_found_after_describe_is_the_answer_to_that_input(run, here, process) -> None:
    deed = REFUSED.replace("CONDITION", "'default' in json.dumps(given)")
    ran = run("certify", *process(deed, SINGLE), *SOME)
    assert ran.status == 1
    assert failing(report_in(here))


@pytest.mark.parametrize("status", [200, 404, 501])
@pytest.mark.usefixtures("few_cases")
def test_method_not_found_over_http_is_the_answer_to_that_input(run, here, status: int) -> None:
    def convert(_operation: str, given: Any) -> Any:
        if "default" in json.dumps(given):
            raise MethodNotFound(status)
        return reference.mcp_tool_to_chat_tool(given)

    service = FaultyService((SINGLE,), convert)
    try:
        ran = run("certify", "--url", service.url, "--operation", SINGLE, *SOME)
    finally:
        service.close()
    assert ran.status == 1
    assert failing(report_in(here))


@pytest.mark.parametrize(
    "deed",
    [
        "if seen[key]: sys.exit(3)",
        "if len(given) == 1: sys.exit(3)",
    ],
    ids=["again", "an entry alone"],
)
def test_a_fault_in_a_further_call_of_a_trial_counts(run, here, process, deed: str) -> None:
    """Asked again, or asked for one entry of a list alone."""
    ran = run("certify", *process(deed, LIST), "--case", "s2-convert-all-tools", "--report-dir", "reports", *SOME)
    assert ran.status == 1
    assert failing(report_in(here))


@pytest.mark.expensive("certifies two operations in a process")
def test_an_operation_that_refuses_what_an_operation_before_it_made_fails(run, here, process) -> None:
    """A chain that breaks is judged by the rules of the operation it breaks in."""
    deed = """
        if operation == "chat-tools-to-responses-tools" and len(seen) > 700:
            answer.pop("result", None)
            answer["error"] = {"code": -32000, "message": "not today"}
"""
    operations = (LIST, "chat-tools-to-responses-tools", FLAT)
    # One process: what it answers depends on how much it was asked.
    ran = run("certify", *process(deed, *operations), *SOME, "--jobs", "1")
    assert ran.status == 1
    assert failing(report_in(here))


STREAM, CHAT_TOOLS = "responses-stream-to-tool-calls", "chat-tools-to-responses-tools"
# Converters that are the reference but for what they do with a stream that broke off, or with a malformed tool.
DAMAGED = """
import os
from conformance import reference

def whole(events):
    return reference.responses_stream_to_tool_calls(events) | {"done": True}

def empty_calls(events):
    result = reference.responses_stream_to_tool_calls(events)
    if not result["done"]:
        begun = [event["item"] for event in events if event["type"] == "response.output_item.added"]
        calls = [item for item in begun if item["type"] == "function_call"]
        known = [call["id"] for call in result["tool_calls"]]
        result["tool_calls"] += [
            {"id": call["call_id"], "type": "function", "name": call["name"], "arguments": {}}
            for call in calls if call["call_id"] not in known
        ]
    return result

def dies(tools):
    names = [str(tool.get("function")) for tool in tools or () if isinstance(tool, dict)]
    if len(names) > 1 and any("x" * 65 in name or "'name': ''" in name for name in names):
        os._exit(7)
    return reference.chat_tools_to_responses_tools(tools)
"""


@pytest.mark.parametrize(
    ("operation", "converter", "rule", "examples"),
    [(STREAM, "whole", "CALL-10", 20), (STREAM, "empty_calls", "CALL-10", 20), (CHAT_TOOLS, "dies", "ALL-7", 100)],
)
@pytest.mark.expensive("certifies a converter")
def test_a_converter_that_is_wrong_only_with_damaged_input_fails(
    run, here, operation: str, converter: str, rule: str, examples: int
) -> None:
    (here / "damaged.py").write_text(DAMAGED, "utf-8")
    given = ("--max-examples", str(examples), "--seed", "1", "-v")
    done = run("certify", "--bind", f"{operation}=damaged:{converter}", *given)
    assert done.status == 1, done.out
    assert f"    breaks    {rule} of {operation} (" in done.out
