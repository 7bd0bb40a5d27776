"""Leads conversations through the `google-genai` package, with what it makes of MCP tools and their results.

`certify --wire "python -m conformance.running.wire_drivers.google_genai_package"`
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from google import genai
from google.genai import types
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

SDK = {
    "name": "google-genai",
    "version": genai.__version__,
    "language": "python",
    "gemini": True,
    "mcp_results": True,
}
SPEAKERS = {"user": "user", "assistant": "model"}


def main() -> None:
    """Lead a conversation for each line of standard input; write a line for each."""
    asyncio.run(lead_all())


async def lead_all() -> None:
    """Lead them one after the other, with one client."""
    async with genai.Client().aio as client:  # the address and the key are in the environment
        for line in sys.stdin:
            given = json.loads(line)
            answer: dict[str, Any]
            if given["api"] != "gemini":
                answer = {"error": f"the package has no API {given['api']}", "unsupported": True}
            else:
                try:
                    answer = {"answer": await ask(client, given)}
                except Exception as raised:  # whatever ended the conversation is its result
                    error: BaseException = raised
                    while isinstance(error, BaseExceptionGroup):  # of the server's streams
                        error = error.exceptions[0]
                    answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps({**answer, "sdk": SDK}), flush=True)


async def ask(client: Any, given: dict[str, Any]) -> str:
    """Lead one conversation by the package's own loop, and return the text of the last answer."""
    command, *arguments = given["mcp_server"]
    server = StdioServerParameters(command=command, args=arguments)
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        answer = await client.models.generate_content(
            model=given["model"],
            contents=[
                types.Content(role=SPEAKERS[message["role"]], parts=[types.Part(text=message["content"])])
                for message in given["messages"]
            ],
            config={  # an object would be copied with the session, which is none to be copied
                "tools": [session] if given["tools"] else [],
                "automatic_function_calling": {"maximum_remote_calls": given["max_rounds"] + 1},
            },
        )
    return answer.text or ""


if __name__ == "__main__":
    main()
