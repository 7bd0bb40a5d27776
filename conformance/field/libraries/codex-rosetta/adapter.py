"""CodexRosetta's conversion of a Responses request: RequestConverter.convert, which its proxy calls for each request."""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from codex_rosetta.converters.request_converter import RequestConverter

name = "codex-rosetta"
version = _version("codex-rosetta")


async def responses_request_to_chat_request(request):
    converted, _context = await RequestConverter().convert(request)
    return converted


async def responses_input_to_chat_messages(given):
    body = {"model": "gpt-4o", **(given if isinstance(given, dict) else {"input": given})}
    return (await responses_request_to_chat_request(body))["messages"]


async def responses_tools_to_chat_tools(tools):
    converted = await responses_request_to_chat_request({"model": "gpt-4o", "input": "Hello.", "tools": tools})
    return converted.get("tools", [])
