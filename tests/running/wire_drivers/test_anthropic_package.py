"""The driver of the `anthropic` package offers what the package makes of MCP tools, and says that it has that API."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from typing import Any

import pytest

from conformance.apis.emulator import Emulator
from conformance.apis.emulator.anthropic import ANTHROPIC

driver = pytest.importorskip(
    "conformance.running.wire_drivers.anthropic_package", reason="the anthropic and mcp packages"
)
TOOL = {"name": "add", "description": "Adds.", "inputSchema": {"type": "object", "properties": {"a": {"default": 1}}}}


def given(api: str, *tools: Any) -> dict[str, Any]:
    served = [sys.executable, "-m", "conformance.mcp_demo"]
    talk = [{"role": "user", "content": "Hello."}]
    return {"api": api, "model": "m", "messages": talk, "tools": list(tools), "mcp_server": served, "max_rounds": 1}


@pytest.mark.expensive("starts a driver with its SDK")
def test_it_asks_once_with_the_tools_of_the_package() -> None:
    with Emulator() as api:
        base_url = api.open(ANTHROPIC, ["I see.", "None."])
        address = base_url.removesuffix("/v1")

        async def ask() -> list[str]:
            async with driver.anthropic.AsyncAnthropic(base_url=address, api_key="any", max_retries=0) as client:
                return [await driver.ask(client, given(ANTHROPIC, *tools)) for tools in ([TOOL], [])]

        assert asyncio.run(ask()) == ["I see.", "None."]
        first, second = (element.body for element in api.end(base_url))
    assert first["tools"] == [{"name": "add", "description": "Adds.", "input_schema": TOOL["inputSchema"]}]
    assert second.get("tools", []) == []


def test_it_says_which_api_it_has(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "any")
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(given("chat")) + "\n"))
    driver.main()
    said = json.loads(capsys.readouterr().out)
    assert said["unsupported"] is True and said["sdk"]["anthropic"] is True
