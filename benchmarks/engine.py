"""A case through the engine, against the bare loop."""

from __future__ import annotations

import io
import time
from functools import cache

from tools import converted, tools

from conformance.contracts import Case, Expectation, Specifications, load_specifications
from conformance.engine import Options, certify
from conformance.observation import Description
from conformance.reference import mcp_tool_to_chat_tool
from conformance.reports import junit
from conformance.reports.document import document, to_json
from conformance.reports.plain import Plain
from conformance.subjects.in_process import InProcessSubject

OPERATION = "mcp-tool-to-chat-tool"


def _floor() -> None:
    for tool, expected in zip(tools(), converted(), strict=True):
        if mcp_tool_to_chat_tool(tool) != expected:
            raise SystemExit("the reference does not repeat itself")


def floor_cpu() -> float:
    """CPU seconds a case of the bare loop."""
    begun = time.process_time()
    _floor()
    return (time.process_time() - begun) / len(tools())


def floor_wall() -> float:
    """Seconds a case of the bare loop."""
    begun = time.perf_counter()
    _floor()
    return (time.perf_counter() - begun) / len(tools())


@cache
def _specifications() -> Specifications:
    """Return the contract with the tools as its cases: each judged by every rule of it."""
    loaded = load_specifications([OPERATION])
    cases = tuple(
        Case(f"tool-{number}", ("MCP-1",), "a tool", tool, (Expectation({}, output=output),))
        for number, (tool, output) in enumerate(zip(tools(), converted(), strict=True))
    )
    contract = loaded.contracts[OPERATION]._replace(cases=cases)
    return loaded._replace(contracts={OPERATION: contract}, digest="sha256:" + "0" * 64)


def _run(*, purity: bool) -> float:
    subject = InProcessSubject(
        {OPERATION: mcp_tool_to_chat_tool},
        Description("reference", None, None, "reference", (OPERATION,), {}, exact_numbers=True),
        watch=purity,
    )
    specifications = _specifications()
    begun = time.process_time()
    result = certify(specifications, subject, Options(max_examples=0, repeat=purity), [Plain(io.StringIO())])
    report = document(result)
    to_json(report)
    junit.render(report)
    seconds = time.process_time() - begun
    if not result.conforms or max(entry.cases_run for entry in result.rules) != len(tools()):
        raise SystemExit("the run did not judge every tool, or found fault with the reference")
    return seconds / len(tools())


def reported() -> float:
    """CPU seconds a case: found choices, planned, asked, judged by every rule, counted, report.json and JUnit."""
    return _run(purity=False)


def reported_with_purity() -> float:
    """The same, with the argument and shared objects observed and every fourth case asked again."""
    return _run(purity=True)
