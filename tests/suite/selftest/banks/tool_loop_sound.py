"""Sound loops that are built in other ways than the reference (S3)."""

from __future__ import annotations

import copy
import json
from functools import partial
from typing import Any

from conformance.reference import tool_loop
from tests.suite.selftest.banks.tool_loop_blocks import Blocks
from tests.suite.selftest.banks.tool_loop_contents import Contents
from tests.suite.selftest.banks.tool_loop_steps import OPERATION, InParts, Loop, Object, RequestRefused
from tests.suite.selftest.model import Convert, Sound

# Sound loops.


class ByResponseId(Loop):
    """The API keeps the conversation; a follow-up names the answer before and holds the results only."""

    identity: str | None = None

    def request(self) -> Object:
        body = super().request()
        return body | {"previous_response_id": self.identity} if self.identity else body

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        if not self.is_chat:
            self.identity, self.said = body["id"], []
        super().answer_calls(body, calls)

    def carry(self, body: Object) -> None:
        if self.is_chat:
            super().carry(body)


class ByReference(Loop):
    """The API keeps its items; a follow-up refers to each of them by its id."""

    def carry(self, body: Object) -> None:
        if self.is_chat:
            super().carry(body)
        else:
            self.said += [{"type": "item_reference", "id": item["id"]} for item in body["output"]]


class CountsRequests(Loop):
    """max_rounds is a number of requests here; every call is listed; what is said around results is free."""

    def limit(self) -> int:
        return super().limit() - 1

    def execute(self, call: Object) -> str:
        known = len(self.made)
        result = super().execute(call)
        if len(self.made) == known:
            self.list_call(call, None)
        return result

    def written(self, value: Any) -> str:
        return json.dumps({"ok": True, "result": value}, ensure_ascii=False)


class TriesAgain(Loop):
    """A request that the API refuses is sent again; arguments are encoded anew; the whole output goes back."""

    def ask(self, body: Object) -> Object:
        for _attempt in range(2):
            status, answer = self.post(body)
            if status == 200 and answer.get("status") != "failed":
                return answer
        raise RequestRefused("twice")

    def carry(self, body: Object) -> None:
        if self.is_chat:
            super().carry(body)
            return
        for item in body["output"]:
            if item["type"] == "function_call":
                try:
                    item["arguments"] = json.dumps(json.loads(item["arguments"] or "{}"), indent=1)
                except ValueError:
                    item["arguments"] = "{}"
            self.said.append(item)

    def output(self, text: Any) -> Any:
        more = {"usage": None, "finish_reason": "stop"}
        return {**more, "answer": text or None, "calls": [call | {"type": "function"} for call in self.made]}


class Interleaved(Loop):
    """Each call is in front of its result; system messages are instructions; the last request has no tools."""

    asked = 0

    def request(self) -> Object:
        body = super().request()
        self.asked += 1
        if self.asked > self.limit():
            body.pop("tools", None)
        if not self.is_chat:
            system = [utterance["content"][0]["text"] for utterance in self.said if utterance.get("role") == "system"]
            body["input"] = [utterance for utterance in self.said if utterance.get("role") != "system"]
            body["instructions"] = "\n\n".join(system) or None
        return body

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        if self.is_chat:
            super().answer_calls(body, calls)
            return
        self.said += [item for item in body["output"] if item["type"] == "message"]
        for item, call in zip([i for i in body["output"] if i["type"] == "function_call"], calls, strict=True):
            self.said.append({key: item[key] for key in ("type", "call_id", "name", "arguments")})
            self.add_result(call, [{"type": "input_text", "text": self.execute(call)}])

    def tool(self, definition: Object) -> Object:
        return super().tool({key: value for key, value in definition.items() if key != "strict"})


class InBlocks(Blocks):
    """By Anthropic's API: all contents are blocks, a call is run where it was cut, and a pause ends with an error.

    So does an answer that says that it calls, and has no call.
    """

    def conversation(self, messages: list[Object]) -> list[Any]:
        said = [
            {**element, "content": self.parts({**element, "role": "user"})}
            for element in super().conversation(messages)
        ]
        return [
            {**utterance, "content": [{**part, "type": "text"} for part in utterance["content"]]} for utterance in said
        ]

    def system(self) -> Any:
        texts = [message["content"] for message in self.given["messages"] if message["role"] in ("system", "developer")]
        return [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}} for text in texts]

    def written(self, value: Any) -> Any:
        return [{"type": "text", "text": super().written(value)}] if value != "" else []

    def marked(self, block: Object, failed: bool) -> Object:
        return {**block, "is_error": failed}

    def cut(self, body: Object) -> Any:
        return {**self.output(self.text(body)), "stop_reason": body["stop_reason"]}

    def pause(self, body: Object) -> None:
        raise RequestRefused("no tools of the API's own were offered")

    def calls(self, body: Object) -> list[Object]:
        found = super().calls(body)
        if body["stop_reason"] == "tool_use" and not found:
            raise RequestRefused("the answer has no call")
        return found


class Streaming(Blocks):
    """By Anthropic's API in streams. Thoughts of earlier rounds are left out; what was said before a pause is kept.

    What was cut, or lacks its call, is asked for once more.
    """

    before = ""

    def ask(self, body: Object) -> Object:
        answer = super().ask(body)
        lacks_its_call = answer["stop_reason"] == "tool_use" and not self.calls(answer)
        return super().ask(body) if lacks_its_call or answer["stop_reason"] == "max_tokens" else answer

    def post(self, body: Object) -> tuple[int, Object]:
        self.http.request(
            "POST", self.path + self.route(), json.dumps({**body, "stream": True}), {"Content-Type": "application/json"}
        )
        answer = self.http.getresponse()
        read = answer.read()
        if answer.status != 200:
            return answer.status, json.loads(read)
        lines = [line for line in read.decode().split("\n") if line.startswith("data: ")]
        message: Object = {}
        for event in (json.loads(line.removeprefix("data: ")) for line in lines):
            message = _grown(message, event)
        return answer.status, message

    def carry(self, body: Object) -> None:
        self.said = [_without_thoughts(utterance) for utterance in self.said]
        super().carry(body)

    def pause(self, body: Object) -> None:
        super().pause(body)
        self.before += self.text(body)

    def output(self, text: Any) -> Any:
        return super().output(self.before + text)


def _without_thoughts(message: Object) -> Object:
    """Return a message that a follow-up has had its answer to, without what the model thought, if it says more."""
    if message["role"] != "assistant" or not isinstance(message["content"], list):
        return message
    left = [part for part in message["content"] if "thinking" not in part["type"]]
    return {**message, "content": left or message["content"]}


def _grown(message: Object, event: Object) -> Object:
    """Return what is known of an answer after an event of its stream."""
    if event["type"] == "message_start":
        return dict(event["message"])
    if event["type"] == "content_block_start":
        message["content"].append({**event["content_block"], "pieces": ""})
    elif event["type"] == "content_block_delta":
        block, delta = message["content"][event["index"]], event["delta"]
        if delta["type"] == "input_json_delta":
            block["pieces"] += delta["partial_json"]
        else:
            name = delta["type"].removesuffix("_delta")
            block[name] = block.get(name, "") + delta[name]
    elif event["type"] == "content_block_stop":
        block = message["content"][event["index"]]
        pieces = block.pop("pieces")
        if pieces:
            block["input"] = json.loads(pieces)
    elif event["type"] == "message_delta":
        message.update(event["delta"])
    return message


class InSnakeCase(Contents):
    """By Gemini's API: in the other spelling, with a role of functions, wrapped values, and parts of the model alone.

    A call without an id gets one, which only its own list has; what was cut is returned with the reason of its end.
    """

    def request(self) -> Object:
        body = super().request()
        names = {"systemInstruction": "system_instruction"}
        made = {names.get(key, key): value for key, value in body.items()}
        return made | (
            {"tools": [{"function_declarations": body["tools"][0]["functionDeclarations"]}]}
            if self.given["tools"]
            else {}
        )

    def declaration(self, definition: Object) -> Object:
        made = super().declaration(definition)
        return {"parameters_json_schema": made.pop("parametersJsonSchema"), **made}

    def list_call(self, call: Object, arguments: Any) -> None:
        super().list_call({**call, "id": call["id"] or f"own_{len(self.made)}"}, arguments)

    def kept(self, parts: list[Object]) -> list[Object]:
        left = [part for part in parts if not part.get("thought")]
        return [{_SNAKE.get(key, key): value for key, value in part.items()} for part in left]

    def result(self, call: Object) -> Object:
        return {_SNAKE.get(key, key): value for key, value in super().result(call).items()}

    def written(self, value: Any) -> Any:
        return value

    def response(self, call: Object, text: Any) -> Any:
        return super().response(call, text) if self.has_failed(call) else {"ok": True, "result": text}

    def add_results(self, parts: list[Object]) -> None:
        self.said.append({"role": "function", "parts": parts})

    def cut(self, body: Object) -> Any:
        return {**self.output(self.text(body)), "finish_reason": body["candidates"][0]["finishReason"]}

    def blocked(self, body: Object) -> Any:
        return self.output("")


_SNAKE = {
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "thoughtSignature": "thought_signature",
}


class StreamedChunks(Contents):
    """By Gemini's API in streams. Objects are results as they are, and ids are not written."""

    def route(self) -> str:
        return f"/models/{self.given['model']}:streamGenerateContent?alt=sse"

    def post(self, body: Object) -> tuple[int, Object]:
        self.http.request("POST", self.path + self.route(), json.dumps(body), {"Content-Type": "application/json"})
        answer = self.http.getresponse()
        read = answer.read()
        if answer.status != 200:
            return answer.status, json.loads(read)
        lines = [line for line in read.decode().split("\n") if line.startswith("data: ")]
        chunks = [json.loads(line.removeprefix("data: ")) for line in lines]
        candidates = [chunk["candidates"][0] for chunk in chunks if chunk.get("candidates")]
        if not candidates:
            return answer.status, chunks[-1]
        parts = [part for candidate in candidates for part in candidate.get("content", {}).get("parts", ())]
        content = {"role": "model", "parts": [part for part in parts if part != {"text": ""}]}
        return answer.status, {"candidates": [{"content": content, "finishReason": candidates[-1]["finishReason"]}]}

    def written(self, value: Any) -> Any:
        return value

    def response(self, call: Object, text: Any) -> Any:
        return text if isinstance(text, dict) else super().response(call, text)

    def result(self, call: Object) -> Object:
        made = super().result(call)["functionResponse"]
        return {"functionResponse": {key: value for key, value in made.items() if key != "id"}}


def _forms(form: str | None) -> tuple[tuple[str, str], ...]:
    return (("tool-turns", form),) if form is not None else ()


def _on_a_copy(given: Any) -> Any:
    return copy.deepcopy(Loop.run(copy.deepcopy(given)))


_SOUND: tuple[tuple[str, Convert, str | None], ...] = (
    ("reference items", tool_loop, "items"),
    ("reference parts", partial(tool_loop, tool_turns="parts"), "parts"),
    ("reference text", partial(tool_loop, tool_turns="text"), "text"),
    ("the plain loop", _on_a_copy, "items"),
    ("by response id", ByResponseId.run, "items"),
    ("by reference", ByReference.run, "items"),
    ("counts requests", CountsRequests.run, "items"),
    ("tries again", TriesAgain.run, "items"),
    ("interleaved", Interleaved.run, "items"),
    ("in parts", InParts.run, "parts"),
    ("by Anthropic, in blocks", InBlocks.run, None),
    ("by Anthropic, in streams", Streaming.run, None),
    ("by Gemini, in snake case", InSnakeCase.run, None),
    ("by Gemini, in streams", StreamedChunks.run, None),
)

SOUND = tuple(Sound(name, OPERATION, function, answers=_forms(form)) for name, function, form in _SOUND)
