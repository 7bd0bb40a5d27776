"""A loop by Gemini's generateContent in small steps, of which broken and sound loops replace some."""

from __future__ import annotations

import json
from typing import Any

from tests.suite.selftest.banks.tool_loop_steps import Loop, Object, RequestRefused

_SYSTEM = ("system", "developer")


class Contents(Loop):
    """A loop that keeps the contents of Gemini's API, and knows no other one."""

    apis = ("gemini",)

    def __init__(self, given: Object) -> None:
        super().__init__(given)
        self.key = "contents"

    def conversation(self, messages: list[Object]) -> list[Any]:
        said = [message for message in messages if message["role"] not in _SYSTEM]
        return [self.content(message) for message in said]

    def content(self, message: Object) -> Object:
        role = "model" if message["role"] == "assistant" else "user"
        return {"role": role, "parts": [{"text": part["text"]} for part in self.parts(message)]}

    def system(self) -> Any:
        messages = [message for message in self.given["messages"] if message["role"] in _SYSTEM]
        parts = [{"text": part["text"]} for message in messages for part in self.parts(message)]
        return {"parts": parts} if parts else None

    def request(self) -> Object:
        body: Object = {"contents": self.said}
        declared = [self.declaration(definition) for definition in self.given["tools"]]
        if declared:
            body["tools"] = [{"functionDeclarations": declared}]
        return body | {"systemInstruction": self.system()} if self.system() else body

    def declaration(self, definition: Object) -> Object:
        kept = {key: definition[key] for key in ("name", "description") if key in definition}
        return {**kept, "parametersJsonSchema": definition["parameters"]}

    def route(self) -> str:
        return f"/models/{self.given['model']}:generateContent"

    def rounds(self) -> Any:
        for _round in range(self.limit() + 1):
            body = self.ask(self.request())
            if not body.get("candidates"):
                return self.blocked(body)
            calls = self.calls(body)
            if body["candidates"][0]["finishReason"] != "STOP":
                return self.cut(body)
            if not calls:
                return self.output(self.text(body))
            self.answer_calls(body, calls)
        return self.at_the_limit()

    def blocked(self, body: Object) -> Any:
        raise RequestRefused(f"the request was blocked: {body['promptFeedback']['blockReason']}")

    def cut(self, body: Object) -> Any:
        raise RequestRefused(f"the answer was cut: {body['candidates'][0]['finishReason']}")

    def said_in(self, body: Object) -> list[Object]:
        """The parts of an answer."""
        return body["candidates"][0]["content"].get("parts") or []

    def calls(self, body: Object) -> list[Object]:
        made = [part["functionCall"] for part in self.said_in(body) if "functionCall" in part]
        return [
            {"id": call.get("id"), "name": call["name"], "arguments": json.dumps(call.get("args") or {})}
            for call in made
        ]

    def text(self, body: Object) -> str:
        return "".join(part["text"] for part in self.said_in(body) if "text" in part and not part.get("thought"))

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.said.append({"role": "model", "parts": self.kept(self.said_in(body))})
        self.add_results([self.result(call) for call in calls])

    def kept(self, parts: list[Object]) -> list[Object]:
        """What goes back of an answer."""
        return parts

    def result(self, call: Object) -> Object:
        text = self.execute(call)
        named = {key: call[key] for key in ("id", "name") if call[key] is not None}
        return {"functionResponse": {**named, "response": self.response(call, text)}}

    def response(self, call: Object, text: Any) -> Any:
        return {"error" if self.has_failed(call) else "output": text}

    def has_failed(self, call: Object) -> bool:
        results = self.given["results"]
        value = results.get(call["name"])
        return call["name"] not in results or (isinstance(value, dict) and value.keys() == {"error"})

    def add_results(self, parts: list[Object]) -> None:
        self.said.append({"role": "user", "parts": parts})
