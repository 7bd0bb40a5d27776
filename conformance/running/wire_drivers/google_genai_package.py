"""Leads conversations through the `google-genai` package, with what it makes of MCP tools and their results.

`certify --wire "python -m conformance.running.wire_drivers.google_genai_package"`
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
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
    "gemini_loops": True,
    "mcp_results": True,
}
SPEAKERS = {"user": "user", "assistant": "model", "tool": "user"}
SYSTEM = ("system", "developer")


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
            contents=list(contents(given["messages"])),
            config={  # an object would be copied with the session, which is none to be copied
                "tools": [session] if given["tools"] else [],
                "automatic_function_calling": {"maximum_remote_calls": given["max_rounds"] + 1},
                **instructions(given["messages"]),
            },
        )
    return answer.text or ""


def instructions(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the system says, as a member of the configuration."""
    parts = [part for message in messages if message["role"] in SYSTEM for part in texts(message)]
    return {"system_instruction": types.Content(parts=parts)} if parts else {}


def contents(messages: list[dict[str, Any]]) -> Iterator[types.Content]:
    """Yield what the others say. A result has the name of its call."""
    names: dict[str, str] = {}
    for message in messages:
        if message["role"] in SYSTEM:
            continue
        parts = texts(message)
        if message["role"] == "tool":
            said = "".join(part.text or "" for part in parts)
            name = names[message["tool_call_id"]]
            parts = [types.Part.from_function_response(name=name, response={"output": said})]
        for call in message.get("tool_calls") or ():
            function = call["function"]
            names[call["id"]] = function["name"]
            parts.append(
                types.Part.from_function_call(name=function["name"], args=json.loads(function["arguments"] or "{}"))
            )
        yield types.Content(role=SPEAKERS[message["role"]], parts=parts)


def texts(message: dict[str, Any]) -> list[types.Part]:
    """Return the texts of a message."""
    content = message.get("content") or []
    held = [content] if isinstance(content, str) else [part["text"] for part in content]
    return [types.Part(text=text) for text in held]


if __name__ == "__main__":
    main()
