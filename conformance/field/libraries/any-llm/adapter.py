"""any-llm's converters of tools.

The tools of a Responses request are made by any_llm.tools.prepare_tools and the private any_llm.tools._flatten_responses_tool,
as AnyLLM.aresponses calls them. Anthropic's and Google's tools are made by the private _convert_tool_spec of each provider.
What the GWDG's service takes is what the openai provider sends.
"""

# Served in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

from importlib.metadata import version as _version

from any_llm.constants import LLMProvider
from any_llm.providers.anthropic.utils import _convert_tool_spec as _for_anthropic
from any_llm.providers.gemini.utils import _convert_tool_spec as _for_google
from any_llm.tools import _flatten_responses_tool, prepare_tools

name = "any-llm"
version = _version("any-llm-sdk")


def chat_tools_to_responses_tools(tools):
    return [_flatten_responses_tool(tool) for tool in prepare_tools(tools)]


def tool_definition_to_provider_tool(given):
    provider, tools = given["provider"], [{"type": "function", "function": given["definition"]}]
    if provider in ("openai-chat", "gwdg"):
        return prepare_tools(tools)[0]
    if provider == "openai-responses":
        return _flatten_responses_tool(prepare_tools(tools)[0])
    if provider == "anthropic":
        return _for_anthropic(prepare_tools(tools))[0]
    if provider == "google":
        (tool,) = _for_google(prepare_tools(tools), "gemini")
        return tool.function_declarations[0].model_dump(mode="json", by_alias=True, exclude_none=True)
    return LLMProvider.from_string(provider)
