"""Leads conversations through the `anthropic` package, with what it makes of an MCP server's tools and their results.

`certify --wire "python -m conformance.running.wire_drivers.anthropic_package"`
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import anthropic
from anthropic.lib.tools.mcp import async_mcp_tool
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import Tool

SDK = {
    "name": "anthropic",
    "version": anthropic.__version__,
    "language": "python",
    "anthropic": True,
    "mcp_results": True,
}
MAX_TOKENS = 1024


def main() -> None:
    """Lead a conversation for each line of standard input; write a line for each."""
    asyncio.run(lead_all())


async def lead_all() -> None:
    """Lead them one after the other, with one client."""
    # The address and the key are in the environment.
    async with anthropic.AsyncAnthropic(max_retries=0) as client:
        for line in sys.stdin:
            given = json.loads(line)
            answer: dict[str, Any]
            if given["api"] != "anthropic":
                answer = {"error": f"the package has no API {given['api']}", "unsupported": True}
            else:
                try:
                    answer = {"answer": await ask(client, given)}
                except Exception as error:  # whatever ended the conversation is its result
                    answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps({**answer, "sdk": SDK}), flush=True)


async def ask(client: anthropic.AsyncAnthropic, given: dict[str, Any]) -> str:
    """Lead one conversation by the package's own loop, and return the text of the last answer."""
    command, *arguments = given["mcp_server"]
    server = StdioServerParameters(command=command, args=arguments)
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        runner = client.beta.messages.tool_runner(
            model=given["model"],
            max_tokens=MAX_TOKENS,
            messages=given["messages"],
            tools=[async_mcp_tool(Tool.model_validate(tool), session) for tool in given["tools"]],
            max_iterations=given["max_rounds"] + 1,
            thread=False,  # each request has the whole conversation
        )
        answer = await runner.until_done()
    return "".join(block.text for block in answer.content if block.type == "text")


if __name__ == "__main__":
    main()
