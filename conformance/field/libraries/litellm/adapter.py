"""litellm's converters. What MCP's own model refuses is an error, as it is for litellm's callers.

transform_mcp_tool_to_openai_tool; LiteLLMResponsesTransformationHandler, which bridges a Chat request to the Responses API, with
its private _convert_tools_to_responses_format; and LiteLLMCompletionResponsesConfig, which does the opposite.

litellm takes several seconds to import: use `--start-timeout 60` on a slow machine.
"""

# Served in an environment of the library's own, on Python 3.8 or newer: no annotations to check here.
# mypy: ignore-errors

import os

# Without it litellm asks the network for a price list while it is imported.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

from importlib.metadata import version as _version

from litellm.completion_extras.litellm_responses_transformation.transformation import (
    LiteLLMResponsesTransformationHandler,
)
from litellm.experimental_mcp_client.tools import transform_mcp_tool_to_openai_tool
from litellm.responses.litellm_completion_transformation.transformation import LiteLLMCompletionResponsesConfig
from mcp.types import Tool

name = "litellm"
version = _version("litellm")

_handler = LiteLLMResponsesTransformationHandler()


def mcp_tool_to_chat_tool(tool):
    """litellm takes MCP's model of a tool, which refuses a tool that MCP does not allow."""
    return transform_mcp_tool_to_openai_tool(Tool.model_validate(tool))


def chat_tools_to_responses_tools(tools):
    """The list that litellm puts into a Responses request when a Chat request is bridged to it."""
    return _handler._convert_tools_to_responses_format(tools)


def chat_messages_to_responses_input(messages):
    """The first system message becomes the instructions."""
    items, instructions = _handler.convert_chat_completion_messages_to_responses_api(messages)
    return {"input": items, **({"instructions": instructions} if instructions else {})}


def responses_input_to_chat_messages(given):
    request = dict(given) if isinstance(given, dict) else {"input": given}
    convert = LiteLLMCompletionResponsesConfig.transform_responses_api_request_to_chat_completion_request
    return convert("gpt-4o", request.pop("input"), request, "openai")["messages"]
