"""codex-bridge's conversion of a Responses request, without an earlier response.

codex_bridge.translate.to_chat_request makes the Chat request; what is sent is its to_dict().
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from codex_bridge.session import SessionStore
from codex_bridge.translate import to_chat_request
from codex_bridge.types import ResponsesRequest

name = "codex-bridge-python"
version = _version("codex-bridge-python")


def responses_request_to_chat_request(request):
    return to_chat_request(ResponsesRequest.from_dict(request), [], SessionStore()).to_dict()


def responses_input_to_chat_messages(given):
    body = {"model": "gpt-4o", **(given if isinstance(given, dict) else {"input": given})}
    return responses_request_to_chat_request(body)["messages"]


def responses_tools_to_chat_tools(tools):
    return responses_request_to_chat_request({"model": "gpt-4o", "input": "Hello.", "tools": tools}).get("tools", [])
