"""A loop by Anthropic's Messages API in small steps, of which broken and sound loops replace some."""

from __future__ import annotations

import json
from typing import Any

from tests.suite.selftest.banks.tool_loop_steps import Loop, Object, RequestRefused

_CUT = ("max_tokens", "model_context_window_exceeded")


class Blocks(Loop):
    """A loop that keeps the messages of Anthropic's API, and knows no other one."""

    apis = ("anthropic",)

    def __init__(self, given: Object) -> None:
        super().__init__(given)
        self.key = "messages"

    def conversation(self, messages: list[Object]) -> list[Any]:
        return [message for message in messages if message["role"] not in ("system", "developer")]

    def system(self) -> Any:
        texts = [message["content"] for message in self.given["messages"] if message["role"] in ("system", "developer")]
        return "\n".join(texts)

    def request(self) -> Object:
        body = {**super().request(), "max_tokens": 1024}
        return {**body, "system": self.system()} if self.system() else body

    def tool(self, definition: Object) -> Object:
        rest = {key: value for key, value in definition.items() if key != "parameters"}
        return {**rest, "input_schema": definition["parameters"]}

    def route(self) -> str:
        return "/messages"

    def rounds(self) -> Any:
        for _round in range(self.limit() + 1):
            body = self.ask(self.request())
            if body["stop_reason"] in _CUT:
                return self.cut(body)
            calls = self.calls(body)
            if body["stop_reason"] == "pause_turn":
                self.pause(body)
                continue
            if not calls:
                return self.output(self.text(body))
            self.answer_calls(body, calls)
        return self.at_the_limit()

    def cut(self, body: Object) -> Any:
        raise RequestRefused(f"the answer was cut: {body['stop_reason']}")

    def pause(self, body: Object) -> None:
        self.said.append({"role": "assistant", "content": body["content"]})

    def calls(self, body: Object) -> list[Object]:
        return [
            {"id": block["id"], "name": block["name"], "arguments": json.dumps(block["input"])}
            for block in body["content"]
            if block["type"] == "tool_use"
        ]

    def text(self, body: Object) -> str:
        return "".join(block["text"] for block in body["content"] if block["type"] == "text")

    def carry(self, body: Object) -> None:
        self.said.append({"role": "assistant", "content": self.kept(body["content"])})

    def kept(self, content: list[Object]) -> list[Object]:
        """What goes back of an answer."""
        return content

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        self.add_results([self.block(call) for call in calls])

    def block(self, call: Object) -> Object:
        text = self.execute(call)
        return self.marked({"type": "tool_result", "tool_use_id": call["id"], "content": text}, self.has_failed(call))

    def has_failed(self, call: Object) -> bool:
        results = self.given["results"]
        value = results.get(call["name"])
        return call["name"] not in results or (isinstance(value, dict) and value.keys() == {"error"})

    def marked(self, block: Object, failed: bool) -> Object:
        return {**block, "is_error": True} if failed else block

    def add_results(self, blocks: list[Object]) -> None:
        self.said.append({"role": "user", "content": blocks})
