"""A conversation with tools as Gemini's generateContent has it: requests, answers, and what goes back of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from conformance.reference.anthropic_loop import Result
from conformance.reference.errors import ToolError
from conformance.reference.gemini_calls import gemini_response_to_tool_calls
from conformance.reference.schema import copy_json
from conformance.reference.to_gemini_request import chat_request_to_gemini_request

Object = dict[str, Any]

_NOT_WHOLE = {"length": "was cut", "content_filter": "was blocked"}


class GeminiTalk:
    """What was said so far, in the API's own form. A request has its model beside the rest, for its address.

    messages: Chat messages. tools: definitions `{name, description, parameters, strict?}`. Raises ValueError for those
    that do not convert.
    """

    def __init__(self, model: str, messages: Sequence[Object], tools: Sequence[Object]) -> None:
        functions = [{key: value for key, value in tool.items() if key != "strict"} for tool in tools]
        offered = [{"type": "function", "function": function} for function in functions]
        given = {"model": model, "messages": list(messages), "tools": offered}
        self._request = {"model": model} | chat_request_to_gemini_request(given)

    def request(self) -> Object:
        """The body of the next request."""
        return {**self._request, "contents": list(self._request["contents"])}

    def read(self, body: Object) -> Object:
        """What an answer says: `{content, tool_calls, finish_reason}`. Raises ToolError for one that is not whole."""
        said = gemini_response_to_tool_calls(body, failed_response="raise")
        reason = said.get("incomplete_details", {}).get("reason", said["finish_reason"])
        if reason in _NOT_WHOLE:
            raise ToolError(f"the answer {_NOT_WHOLE[reason]}")
        return said

    def is_paused(self, _body: Object) -> bool:
        """This API does not pause."""
        return False

    def add(self, body: Object, results: Sequence[Result]) -> None:
        """Take an answer in as it is, with its signatures, and behind it in one content the results of its calls."""
        content = {"role": "model"} | copy_json(body["candidates"][0]["content"])
        calls = [part["functionCall"] for part in content["parts"] if "functionCall" in part]
        parts = []
        for call, (_said, text, failed) in zip(calls, results, strict=True):
            own = {key: call[key] for key in ("id", "name") if key in call}  # an id only where the API gave one
            response = json.loads(text) if failed else {"output": text}
            parts.append({"functionResponse": own | {"response": response}})
        self._request["contents"] += [content, {"role": "user", "parts": parts}]
