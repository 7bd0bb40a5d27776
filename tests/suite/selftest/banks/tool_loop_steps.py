"""A loop in small steps, of which broken and sound loops replace some (S3)."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tests.suite.selftest.banks.bank import Bank

OPERATION = "tool-loop"
Object = dict[str, Any]

# Written down, because the contract takes a second to read, and a copy of a mutant in a process imports its bank.
LOOP = (
    "LOOP-1", "LOOP-2", "LOOP-3", "LOOP-4", "LOOP-5", "LOOP-6", "LOOP-6a", "LOOP-7", "LOOP-8", "LOOP-9", "LOOP-10",
    "LOOP-11", "LOOP-11a", "LOOP-12", "LOOP-12a", "LOOP-13", "LOOP-14", "LOOP-15",
)  # fmt: skip
_APIS = ("chat", "responses", "anthropic", "gemini")


def all_but(*rules: str) -> tuple[str, ...]:
    """The rules about loops, without some."""
    return tuple(rule for rule in LOOP if rule not in rules)


class RequestRefused(Exception):
    """The API answers with an error."""


class TooLong(Exception):
    """The model does not stop calling."""


class Loop:
    """A loop in small steps, each of which a mutant may get wrong. It keeps what it asks in the API's own form.

    apis: those that it uses.
    """

    apis: tuple[str, ...] = ("chat", "responses")

    def __init__(self, given: Object) -> None:
        self.given = given
        self.is_chat = given["api"] == "chat"
        self.key = "messages" if self.is_chat else "input"
        self.said: list[Any] = self.conversation(given["messages"])
        self.made: list[Object] = []

    @classmethod
    def run(cls, given: Object) -> Any:
        """Run the loop that an input describes."""
        if not isinstance(given, dict) or given.get("api") not in _APIS:
            raise ValueError("no loop")
        if not isinstance(given.get("max_rounds"), int) or not isinstance(given.get("results"), dict):
            raise ValueError("no loop")
        if given["api"] not in cls.apis:
            raise NotImplementedError(f"no loop by the API {given['api']}")
        loop = cls(given)
        parts = urlsplit(given["base_url"])
        loop.http = http.client.HTTPConnection(parts.netloc)
        loop.path = parts.path
        try:
            return loop.rounds()
        finally:
            loop.http.close()

    http: http.client.HTTPConnection
    path: str

    def rounds(self) -> Any:
        for _round in range(self.limit() + 1):
            body = self.ask(self.request())
            calls = self.calls(body)
            if not calls:
                return self.output(self.text(body))
            self.answer_calls(body, calls)
        return self.at_the_limit()

    def limit(self) -> int:
        return int(self.given["max_rounds"])

    def at_the_limit(self) -> Any:
        raise TooLong(f"more than {self.limit()} rounds")

    # The request.

    def conversation(self, messages: list[Object]) -> list[Any]:
        if self.is_chat:
            return list(messages)
        return [item for message in messages for item in self.items(message)]

    def items(self, message: Object) -> list[Object]:
        return [{"role": message["role"], "content": self.parts(message)}]

    def parts(self, message: Object) -> list[Object]:
        kind = "output_text" if message["role"] == "assistant" else "input_text"
        content = message["content"]
        texts = [content] if isinstance(content, str) else [part["text"] for part in content]
        return [{"type": kind, "text": text} for text in texts]

    def request(self) -> Object:
        body = {"model": self.given["model"], self.key: self.said}
        tools = [self.tool(definition) for definition in self.given["tools"]]
        return body | {"tools": tools} if tools else body

    def tool(self, definition: Object) -> Object:
        return self.nested(definition) if self.is_chat else self.flat(definition)

    def nested(self, definition: Object) -> Object:
        return {"type": "function", "function": dict(definition)}

    def flat(self, definition: Object) -> Object:
        return {"type": "function", **definition}

    def ask(self, body: Object) -> Object:
        status, answer = self.post(body)
        if status != 200 or answer.get("status") == "failed":
            raise RequestRefused(f"{status}: {answer['error']['message']}")
        return answer

    def route(self) -> str:
        return "/chat/completions" if self.is_chat else "/responses"

    def post(self, body: Object) -> tuple[int, Object]:
        self.http.request("POST", self.path + self.route(), json.dumps(body), {"Content-Type": "application/json"})
        answer = self.http.getresponse()
        return answer.status, json.loads(answer.read())

    # The answer.

    def calls(self, body: Object) -> list[Object]:
        if self.is_chat:
            found = body["choices"][0]["message"].get("tool_calls") or []
            return [{"id": call["id"], **call["function"]} for call in found]
        found = [item for item in body["output"] if item["type"] == "function_call"]
        return [{"id": item["call_id"], "name": item["name"], "arguments": item["arguments"]} for item in found]

    def text(self, body: Object) -> str:
        if self.is_chat:
            return body["choices"][0]["message"]["content"] or ""
        parts = [part for item in body["output"] if item["type"] == "message" for part in item["content"]]
        return "".join(part["text"] for part in parts)

    def output(self, text: Any) -> Any:
        return {"answer": text, "calls": self.made}

    # What is run.

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        for call in calls:
            self.add_result(call, self.execute(call))

    def carry(self, body: Object) -> None:
        if self.is_chat:
            self.said.append(body["choices"][0]["message"])
        else:
            self.said += [item for item in body["output"] if item["type"] in ("message", "function_call")]

    def decode(self, text: Any) -> Any:
        value = json.loads(text) if text.strip() else {}
        if not isinstance(value, dict):
            raise ValueError("the arguments are no object")
        return value

    def execute(self, call: Object) -> str:
        try:
            arguments = self.decode(call["arguments"])
        except ValueError as error:
            return self.malformed(call, str(error))
        if call["name"] not in self.given["results"]:
            return self.unknown(call)
        self.list_call(call, arguments)
        value = self.given["results"][call["name"]]
        if isinstance(value, dict) and value.keys() == {"error"}:
            return self.failed(call, value["error"])
        return self.written(value)

    def list_call(self, call: Object, arguments: Any) -> None:
        self.made.append({"id": call["id"], "name": call["name"], "arguments": arguments})

    def malformed(self, call: Object, message: str) -> str:
        return f"Invalid arguments for {call['name']}: {message}"

    def unknown(self, call: Object) -> str:
        return f"Unknown tool {call['name']}"

    def failed(self, call: Object, message: str) -> str:
        return f"Error in {call['name']}: {message}"

    def written(self, value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def add_result(self, call: Object, result: Any) -> None:
        if self.is_chat:
            self.said.append({"role": "tool", "tool_call_id": call["id"], "content": result})
        else:
            self.said.append({"type": "function_call_output", "call_id": call["id"], "output": result})


class InParts(Loop):
    """S4's form: calls and results are parts of messages, the results of one answer in one message."""

    role = "user"

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        if self.is_chat:
            super().answer_calls(body, calls)
            return
        results = [(call, self.execute(call)) for call in calls]
        self.carry(body)
        parts = [{"type": "tool_result", "tool_use_id": call["id"], "content": result} for call, result in results]
        self.said.append({"role": self.role, "content": parts})


def breaking(bank: Bank) -> Callable[..., Any]:
    """Return a decorator that adds a Loop to a bank, with a step that it gets wrong, under its class's name."""

    def broken(*rules: str, **more: Any) -> Any:
        def added(loop: type[Loop]) -> type[Loop]:
            bank.add(loop.__name__, loop.run, *rules, **{"note": loop.__doc__ or "", "examples": 8, **more})
            return loop

        return added

    return broken
