"""Leads conversations through the OpenAI Agents SDK, with the tools of the MCP server that each line names.

`certify --wire "python -m conformance.running.wire_drivers.openai_agents"`
"""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.metadata import version
from typing import Any

from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner
from agents.mcp import MCPServer, MCPServerStdio
from openai import AsyncOpenAI

SDK = {"name": "openai-agents", "version": version("openai-agents"), "language": "python"}
MODELS = {"chat": OpenAIChatCompletionsModel, "responses": OpenAIResponsesModel}


async def main() -> None:
    """Lead a conversation for each line of standard input; write a line for each."""
    client = AsyncOpenAI(max_retries=0)  # the address and the key are in the environment
    line = await asyncio.to_thread(sys.stdin.readline)
    if not line:
        return
    command, *arguments = json.loads(line)["mcp_server"]
    # One server for all: its file says which tools it has at the moment, and nothing is cached.
    async with MCPServerStdio({"command": command, "args": arguments}, client_session_timeout_seconds=30) as server:
        while line:
            given = json.loads(line)
            try:
                answer = await lead(given, client, server)
            except Exception as error:  # whatever ended the conversation is its result
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps({**answer, "sdk": SDK}), flush=True)
            line = await asyncio.to_thread(sys.stdin.readline)


async def lead(given: dict[str, Any], client: AsyncOpenAI, server: MCPServer) -> dict[str, Any]:
    """Lead one conversation."""
    model = MODELS[given["api"]](given["model"], client)
    agent = Agent(name="driver", model=model, mcp_servers=[server])
    result = await Runner.run(agent, given["messages"], max_turns=given["max_rounds"] + 1)
    return {"answer": result.final_output}


if __name__ == "__main__":
    asyncio.run(main())
