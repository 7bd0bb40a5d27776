"""A conversation with tools as Anthropic's Messages API has it: requests, answers, and what goes back of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.reference.anthropic_calls import anthropic_response_to_tool_calls
from conformance.reference.errors import ToolError
from conformance.reference.provider_tools import tool_definition_to_provider_tool
from conformance.reference.schema import copy_json
from conformance.reference.to_anthropic_request import chat_request_to_anthropic_request

Object = dict[str, Any]
Result = tuple[Object, str, bool]  # a call that was read, the text for the model, and whether it failed

_CUT = ("max_tokens", "model_context_window_exceeded")


class AnthropicTalk:
    """What was said so far, in the API's own form.

    messages: Chat messages. tools: definitions `{name, description, parameters, strict?}`. Raises ValueError for those
    that do not convert.
    """

    def __init__(self, model: str, messages: Sequence[Object], tools: Sequence[Object]) -> None:
        self._request = chat_request_to_anthropic_request({"model": model, "messages": list(messages)})
        if tools:
            self._request["tools"] = [
                tool_definition_to_provider_tool({"provider": "anthropic", "definition": tool}) for tool in tools
            ]

    def request(self) -> Object:
        """The body of the next request."""
        return {**self._request, "messages": list(self._request["messages"])}

    def read(self, body: Object) -> Object:
        """What an answer says: `{content, tool_calls, finish_reason}`. Raises ToolError for one that was cut."""
        said = anthropic_response_to_tool_calls(body, failed_response="raise")
        if body.get("stop_reason") in _CUT:
            raise ToolError(f"the answer was cut: stop_reason is {body['stop_reason']}")
        return said

    def is_paused(self, body: Object) -> bool:
        """Whether the model goes on when it gets its answer back."""
        return body.get("stop_reason") == "pause_turn"

    def add(self, body: Object, results: Sequence[Result]) -> None:
        """Take an answer in as it is, and behind it in one message the results of its calls."""
        messages = self._request["messages"]
        messages.append({"role": "assistant", "content": copy_json(body["content"])})
        blocks: list[Object] = []
        for call, text, failed in results:
            blocks.append({"type": "tool_result", "tool_use_id": call["id"], "content": text})
            if failed:
                blocks[-1]["is_error"] = True
        if blocks:
            messages.append({"role": "user", "content": blocks})
