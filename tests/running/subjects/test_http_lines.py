"""A line asks one call after another, and brings back what comes of each."""

from __future__ import annotations

from queue import SimpleQueue

from conformance.reference import mcp_tool_to_chat_tool
from conformance.running.subjects.http_client import HttpRequest, HttpResponse, Unsent, address_of
from conformance.running.subjects.http_lines import Back, Line
from tests.running.subjects.faulty_service import FaultyService

LIMIT = 30.0
DESCRIBE = HttpRequest("GET", "/describe")


def test_calls_are_answered_in_order_on_one_connection() -> None:
    service = FaultyService(("mcp-tool-to-chat-tool",), lambda _operation, tool: mcp_tool_to_chat_tool(tool))
    back: SimpleQueue[Back] = SimpleQueue()
    line = Line(address_of(service.url), LIMIT, back)
    try:
        for number in (1, 2):
            line.put(number, DESCRIBE)
        found = [back.get(timeout=LIMIT) for _ in (1, 2)]
        assert [(finding.line, finding.number) for finding in found] == [(line, 1), (line, 2)]
        assert all(isinstance(finding.came, HttpResponse) and finding.came.status == 200 for finding in found)
        assert found[0].at <= found[1].at
    finally:
        line.end()
        service.close()
    line.join(LIMIT)
    assert not line.is_alive()


def test_a_call_that_reaches_nobody_comes_back_as_unsent() -> None:
    back: SimpleQueue[Back] = SimpleQueue()
    line = Line(address_of("http://127.0.0.1:1"), LIMIT, back)
    line.put(5, DESCRIBE)
    found = back.get(timeout=LIMIT)
    assert found.number == 5 and isinstance(found.came, Unsent)
    line.end()
    line.join(LIMIT)
