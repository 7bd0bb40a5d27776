"""The driver of the `google-genai` package offers what the package makes of MCP tools, and says which API it has."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.emulator import GEMINI, Emulator

driver = pytest.importorskip(
    "conformance.running.wire_drivers.google_genai_package", reason="the google-genai and mcp packages"
)
TOOL = {"name": "add", "description": "Adds.", "inputSchema": {"type": "object", "properties": {"a": {"default": 1}}}}
CALL = [{"functionCall": {"name": "add", "args": {}}}]


def given(api: str, served: str, *tools: Any) -> dict[str, Any]:
    server = [sys.executable, "-m", "conformance.mcp_demo", "--tools", served]
    talk = [{"role": "user", "content": "Hello."}]
    return {"api": api, "model": "m", "messages": talk, "tools": list(tools), "mcp_server": server, "max_rounds": 1}


@pytest.mark.expensive("starts a driver with its SDK")
def test_it_asks_with_the_tools_of_the_package_and_answers_calls(tmp_path: Path) -> None:
    served = tmp_path / "tools.json"
    served.write_text(json.dumps({"tools": [TOOL], "results": {"add": "three"}}), "utf-8")
    with Emulator() as api:
        base_url = api.open(GEMINI, [CALL, "I see.", "None."])
        options = driver.types.HttpOptions(base_url=base_url.removesuffix("/v1"))

        async def ask() -> list[str]:
            async with driver.genai.Client(api_key="any", http_options=options).aio as client:
                return [await driver.ask(client, given(GEMINI, str(served), *tools)) for tools in ([TOOL], [])]

        assert asyncio.run(ask()) == ["I see.", "None."]
        first, second, other = (element.body for element in api.end(base_url))
    (declared,) = first["tools"][0]["functionDeclarations"]
    assert (declared["name"], declared["description"]) == ("add", "Adds.")
    (result,) = second["contents"][-1]["parts"]
    assert "three" in json.dumps(result["functionResponse"]["response"])
    assert other.get("tools", []) == []


def test_it_says_which_api_it_has(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "any")
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(given("chat", "none")) + "\n"))
    driver.main()
    said = json.loads(capsys.readouterr().out)
    assert said["unsupported"] is True and said["sdk"]["gemini"] is said["sdk"]["gemini_loops"] is True


def test_a_conversation_arrives_with_what_was_called_before() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}
    messages = [
        {"role": "developer", "content": [{"type": "text", "text": "Be brief."}]},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "two"},
    ]
    called, result = (content.model_dump(exclude_none=True) for content in driver.contents(messages))
    assert called == {"role": "model", "parts": [{"function_call": {"name": "add", "args": {"a": 1}}}]}
    response = {"name": "add", "response": {"output": "two"}}
    assert result == {"role": "user", "parts": [{"function_response": response}]}
    (said,) = driver.instructions(messages)["system_instruction"].parts
    assert said.text == "Be brief." and driver.instructions(messages[1:]) == {}
