"""The wrapper that passes everything on."""

from __future__ import annotations

from conformance.base.observation import ConversionRequest
from conformance.running.subjects.base import SubjectWrapper
from conformance.running.subjects.reference import ReferenceConfig

MCP = "mcp-tool-to-chat-tool"
TOOL = {"name": "a", "inputSchema": {"type": "object", "properties": {}}}


def test_a_wrapper_passes_everything_on() -> None:
    subject = ReferenceConfig(operations=(MCP,)).open()
    wrapper = SubjectWrapper(subject)
    assert wrapper.describe() is subject.describe()
    assert wrapper.watches is subject.watches is True
    assert wrapper.faults == subject.faults == 0
    assert wrapper.restart() is subject.restart() is False
    ((request, outcome),) = wrapper.ask([ConversionRequest(key=1, operation=MCP, input=TOOL)])
    assert request.key == 1
    assert outcome.output["function"]["name"] == "a"
    wrapper.close()
