"""Broken loops, and sound ones that are built in other ways than the reference (S3)."""

from __future__ import annotations

import copy
import http.client
import json
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from conformance.reference import tool_loop
from conformance.selftest.banks.bank import Bank, dying, number, remembering, rules_of
from conformance.selftest.model import Convert, Sound

OPERATION = "tool-loop"
BANK = Bank(OPERATION)
Object = dict[str, Any]

LOOP = rules_of(OPERATION, "LOOP-")


def all_but(*rules: str) -> tuple[str, ...]:
    """The rules about loops, without some."""
    return tuple(rule for rule in LOOP if rule not in rules)


class Refused(Exception):
    """The API answers with an error."""


class TooLong(Exception):
    """The model does not stop calling."""


class Loop:
    """A loop in small steps, each of which a mutant may get wrong. It keeps what it asks in the API's own form."""

    def __init__(self, given: Object) -> None:
        self.given = given
        self.is_chat = given["api"] == "chat"
        self.key = "messages" if self.is_chat else "input"
        self.said: list[Any] = self.conversation(given["messages"])
        self.made: list[Object] = []

    @classmethod
    def run(cls, given: Object) -> Any:
        """Run the loop that an input describes."""
        if not isinstance(given, dict) or given.get("api") not in ("chat", "responses"):
            raise ValueError("no loop")
        if not isinstance(given.get("max_rounds"), int) or not isinstance(given.get("results"), dict):
            raise ValueError("no loop")
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
            raise Refused(f"{status}: {answer['error']['message']}")
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
            self.said += [item for item in body["output"] if item["type"] == "function_call"]

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


def broken(*rules: str, **more: Any) -> Any:
    """Add a Loop with a step that it gets wrong, under its class's name."""

    def added(loop: type[Loop]) -> type[Loop]:
        BANK.add(loop.__name__, loop.run, *rules, **{"note": loop.__doc__ or "", "examples": 8, **more})
        return loop

    return added


# LOOP-1: the first request.


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class NestedEverywhere(Loop):
    """S3's problem: the Chat API's form goes to the Responses API."""

    def flat(self, definition: Object) -> Object:
        return self.nested(definition)


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class FlatEverywhere(Loop):
    def nested(self, definition: Object) -> Object:
        return self.flat(definition)


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class NoTools(Loop):
    def request(self) -> Object:
        return {"model": self.given["model"], self.key: self.said}


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class OnlyTheFirstTool(Loop):
    def request(self) -> Object:
        body = super().request()
        return body | {"tools": body["tools"][:1]} if "tools" in body else body


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class ParametersWithoutDefaults(Loop):
    def tool(self, definition: Object) -> Object:
        parameters = json.loads(json.dumps(definition["parameters"]), object_hook=_without_default)
        return super().tool(definition | {"parameters": parameters})


def _without_default(value: Object) -> Object:
    return {key: member for key, member in value.items() if key != "default"}


# An API refuses most of these schemas under strict, so nothing follows that shows the later rules.
@broken("LOOP-1", innocent=("LOOP-2", "LOOP-3", "LOOP-4"))
class AlwaysStrict(Loop):
    def tool(self, definition: Object) -> Object:
        return super().tool(definition | {"strict": True})


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class AModelOfItsOwn(Loop):
    def request(self) -> Object:
        return super().request() | {"model": "gpt-4o"}


@broken("LOOP-1")
class OneRouteForBoth(Loop):
    def route(self) -> str:
        return "/chat/completions"


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class NoSystemMessage(Loop):
    def conversation(self, messages: list[Object]) -> list[Any]:
        return super().conversation([one for one in messages if one["role"] != "system"])


# LOOP-2: calls, their arguments, their order.


@broken("LOOP-2", innocent=all_but("LOOP-2"))
class UndecodedArguments(Loop):
    def list_call(self, call: Object, arguments: Any) -> None:
        super().list_call(call, call["arguments"])


@broken("LOOP-2", innocent=all_but("LOOP-2"))
class ArgumentsDecodedTwice(Loop):
    def decode(self, text: Any) -> Any:
        return {key: self.again(value) for key, value in super().decode(text).items()}

    def again(self, value: Any) -> Any:
        try:
            return json.loads(value, parse_constant=number, parse_float=number) if isinstance(value, str) else value
        except ValueError:
            return value


# LOOP-6: where a malformed call shares its id with another one, the second run of either may be taken for made-up arguments.
@broken("LOOP-2", innocent=all_but("LOOP-2", "LOOP-6"))
class EachCallTwice(Loop):
    def execute(self, call: Object) -> str:
        super().execute(call)
        return super().execute(call)


@broken("LOOP-2", innocent=all_but("LOOP-2"))
class LastResultFirst(Loop):
    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        results = [(call, self.execute(call)) for call in calls]
        for call, result in reversed(results):
            self.add_result(call, result)


@broken("LOOP-2", innocent=("LOOP-1", "LOOP-4"))
class EqualCallsAreOne(Loop):
    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        known: dict[str, str] = {}
        for call in calls:
            key = call["name"] + call["arguments"]
            if key not in known:
                known[key] = self.execute(call)
            self.add_result(call, known[key])


# LOOP-3: what a follow-up holds.


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2", "LOOP-4"))
class ResultsWithoutTheirCalls(Loop):
    def carry(self, body: Object) -> None:
        pass


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2", "LOOP-4"))
class CallsWithoutTheirResults(Loop):
    def add_result(self, call: Object, result: Any) -> None:
        pass


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2", "LOOP-4"))
class OnlyTheLastRound(Loop):
    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.said = self.conversation(self.given["messages"])
        super().answer_calls(body, calls)


@broken("LOOP-3", innocent=all_but("LOOP-3"))
class TheQuestionIsForgotten(Loop):
    forgotten = False

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        if not self.forgotten:
            self.said, self.forgotten = [], True
        super().answer_calls(body, calls)


@broken("LOOP-3", innocent=all_but("LOOP-3"))
class ResultsAsPython(Loop):
    def written(self, value: Any) -> str:
        return str(value)


@broken("ALL-4a", innocent=(*LOOP, "ALL-4"))
class ResultsFullOfEscapes(Loop):
    def written(self, value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value)


@broken("LOOP-3", innocent=(*all_but("LOOP-3"), "ALL-3"))
class StringsAsJsonStrings(Loop):
    """What serialising every result does."""

    def written(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)


@broken("LOOP-3", innocent=(*all_but("LOOP-3"), "ALL-3"))
class StringsEncodedTwice(Loop):
    def written(self, value: Any) -> str:
        text = json.dumps(value, ensure_ascii=False)
        return json.dumps(text, ensure_ascii=False) if isinstance(value, str) else text


@broken("LOOP-3", innocent=all_but("LOOP-3"))
class ResultsAsObjects(Loop):
    def written(self, value: Any) -> Any:
        return value


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2", "LOOP-4"))
class ToolMessagesInTheInput(Loop):
    """What S3 sent at first: messages that the Responses API does not know."""

    def add_result(self, call: Object, result: Any) -> None:
        self.said.append({"role": "tool", "tool_call_id": call["id"], "content": result})


@broken("LOOP-3", innocent=all_but("LOOP-3"))
class ContentIsNull(Loop):
    """S3's third problem: an assistant message without content is before the calls."""

    def carry(self, body: Object) -> None:
        if not self.is_chat:
            self.said.append({"role": "assistant", "content": None})
        super().carry(body)


@broken("API-2", "LOOP-4", innocent=all_but("LOOP-4"))
class TextPartsOfTheWrongRole(Loop):
    def parts(self, message: Object) -> list[Object]:
        return [part | {"type": "text"} for part in super().parts(message)]


@broken("LOOP-3", innocent=all_but("LOOP-3"))
class CallIdsAsItemIds(Loop):
    def carry(self, body: Object) -> None:
        if not self.is_chat:
            for item in body["output"]:
                item["id"] = item.get("call_id", item["id"])
        super().carry(body)


@broken("LOOP-3", innocent=all_but("LOOP-3"))
class AnotherFormInLaterRounds(Loop):
    def add_result(self, call: Object, result: Any) -> None:
        if self.is_chat or len(self.made) < 2:
            super().add_result(call, result)
            return
        text = f"Tool result for {call['id']}: {result}"
        self.said.append({"role": "user", "content": [{"type": "input_text", "text": text}]})


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2", "LOOP-4"))
class OneTurnForEachId(Loop):
    """Calls and results are kept by id, so an id that comes again overwrites the first."""

    def add_result(self, call: Object, result: Any) -> None:
        key = "tool_call_id" if self.is_chat else "call_id"
        self.said = [one for one in self.said if one.get(key) != call["id"] or one.get("type") == "function_call"]
        super().add_result(call, result)


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2", "LOOP-4", "LOOP-5", "LOOP-7"))
class ResultsOfOneRoundChangePlaces(Loop):
    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        results = [self.execute(call) for call in calls]
        for call, result in zip(calls, reversed(results), strict=True):
            self.add_result(call, result)


# LOOP-4: on to the answer.


@broken("LOOP-4", innocent=("LOOP-1", "LOOP-2", "LOOP-3"))
class OneRoundOnly(Loop):
    def rounds(self) -> Any:
        body = self.ask(self.request())
        calls = self.calls(body)
        if calls:
            self.answer_calls(body, calls)
            body = self.ask(self.request())
        return self.output(self.text(body))


@broken("LOOP-4")
class ATextEndsIt(Loop):
    """What the model says beside a call is taken for its answer."""

    def calls(self, body: Object) -> list[Object]:
        return [] if self.text(body) else super().calls(body)


@broken("LOOP-4", innocent=("LOOP-1", "LOOP-2", "LOOP-3"))
class AsksOnceMore(Loop):
    def output(self, text: Any) -> Any:
        if text:
            self.post(self.request())
        return super().output(text)


@broken("LOOP-4", innocent=("LOOP-1", "LOOP-2", "LOOP-3"))
class ErrorsAreAnAnswer(Loop):
    def rounds(self) -> Any:
        try:
            return super().rounds()
        except Refused as error:
            return self.output(f"Sorry: {error}")


@broken("LOOP-4", innocent=("LOOP-1", "LOOP-2", "LOOP-3"))
class BelievesAResponseThatFailed(Loop):
    """What the status of a response says is not read, and one that failed has an empty text."""

    def ask(self, body: Object) -> Object:
        status, answer = self.post(body)
        if status != 200:
            raise Refused(f"{status}: {answer['error']['message']}")
        return answer


# LOOP-5: parallel calls.


@broken("LOOP-5", innocent=("LOOP-1", "LOOP-4"))
class OnlyTheFirstOfParallelCalls(Loop):
    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        for call in calls:
            result = self.execute(call)
            if call is calls[0]:
                self.add_result(call, result)


@broken("LOOP-5", innocent=("LOOP-1",))
class AsksBetweenTheResults(Loop):
    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        self.carry(body)
        for call in calls:
            self.add_result(call, self.execute(call))
            if call is calls[0] and len(calls) > 1:
                self.post(self.request())


# LOOP-6: calls that cannot be run.


@broken("LOOP-6", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-5", "LOOP-7"))
class UnknownToolsRaise(Loop):
    def unknown(self, call: Object) -> str:
        raise KeyError(call["name"])


@broken("LOOP-6", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-5", "LOOP-7"))
class FailingToolsRaise(Loop):
    def failed(self, call: Object, message: str) -> str:
        raise RuntimeError(message)


@broken("LOOP-6", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-5", "LOOP-7"))
class MalformedArgumentsRaise(Loop):
    def malformed(self, call: Object, message: str) -> str:
        raise ValueError(message)


@broken("LOOP-6", innocent=("LOOP-1", "LOOP-3", "LOOP-4", "LOOP-5", "LOOP-7"))
class MalformedArgumentsAreNone(Loop):
    def decode(self, text: Any) -> Any:
        try:
            return super().decode(text)
        except ValueError:
            return {}


@broken("LOOP-6", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-4", "LOOP-5"))
class NothingIsSaid(Loop):
    def failed(self, call: Object, message: str) -> str:
        return ""

    def malformed(self, call: Object, message: str) -> str:
        return "null"

    def unknown(self, call: Object) -> str:
        return "null"


@broken("LOOP-6", innocent=("LOOP-1", "LOOP-2", "LOOP-4", "LOOP-7"))
class UnknownCallsAreSkipped(Loop):
    def add_result(self, call: Object, result: Any) -> None:
        if call["name"] in self.given["results"]:
            super().add_result(call, result)


# LOOP-7: the limit.


@broken("LOOP-7", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-4", "LOOP-5", "LOOP-6"))
class NoLimit(Loop):
    def limit(self) -> int:
        return 50


@broken("LOOP-7", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-4", "LOOP-5", "LOOP-6"))
class TheLimitIsAnAnswer(Loop):
    def at_the_limit(self) -> Any:
        return self.output("I could not finish in time.")


@broken("LOOP-7", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-4", "LOOP-5", "LOOP-6"))
class TheLimitAsksForAnAnswer(Loop):
    def at_the_limit(self) -> Any:
        body = self.request()
        body.pop("tools", None)
        return self.output(self.text(self.ask(body)))


@broken("LOOP-7", "LOOP-4", innocent=("LOOP-1", "LOOP-2", "LOOP-3"))
class TwoRoundsLess(Loop):
    def limit(self) -> int:
        return max(0, super().limit() - 2)


# LOOP-8: content from outside the conversation.


class Remembers(Loop):
    """The client of the last user is the next one's, and so is what was said to it."""

    before: list[Any]

    def conversation(self, messages: list[Object]) -> list[Any]:
        texts = [message["content"] for message in messages if isinstance(message["content"], str)]
        self.known, type(self).before = type(self).before, texts
        return super().conversation(messages)

    known: list[Any]


@broken("LOOP-8", innocent=all_but("LOOP-8"))
class MemoryInASystemMessage(Remembers):
    before: list[Any] = []  # noqa: RUF012 - that it is everybody's is the defect

    def request(self) -> Object:
        body = super().request()
        return {**body, self.key: [{"role": "system", "content": f"Known: {self.known}"}, *self.said]}


@broken("LOOP-8", innocent=all_but("LOOP-8"))
class MemoryInTheMetadata(Remembers):
    before: list[Any] = []  # noqa: RUF012 - that it is everybody's is the defect

    def request(self) -> Object:
        return {**super().request(), "metadata": {"before": " ".join(self.known)}}


# What holds for every operation.


@broken("ALL-1")
class CallsAsATuple(Loop):
    def output(self, text: Any) -> Any:
        return {"answer": text, "calls": tuple(self.made)}


@broken("ALL-2", "LOOP-2")
class CallsOfEarlierLoops(Loop):
    everything: list[Object] = []  # noqa: RUF012 - that is the defect

    def list_call(self, call: Object, arguments: Any) -> None:
        super().list_call(call, arguments)
        if not call["name"].startswith("Run"):
            self.everything.append(self.made[-1])

    def output(self, text: Any) -> Any:
        return {"answer": text, "calls": list(self.everything)}


@broken("ALL-2", innocent=(*LOOP, "ALL-8"))
class MessagesOfEarlierLoops(Loop):
    """The answer stays right, only the requests grow."""

    memory: list[Object] = []  # noqa: RUF012 - that is the defect

    def conversation(self, messages: list[Object]) -> list[Any]:
        remembered = [{"role": "system", "content": text["content"]} for text in self.memory[-1:]]
        self.memory.append({"role": "system", "content": f"Conversation {len(self.memory)}"})
        return super().conversation(remembered + messages)


# API-1, API-2: requests that only the API's rules refuse.


@broken("API-1", "LOOP-3", innocent=all_but("LOOP-3"))
class MessagesInsideTheirContent(Loop):
    """A model's message goes back as a part of itself, with all its keys."""

    def carry(self, body: Object) -> None:
        super().carry(body)
        if self.is_chat:
            message = self.said[-1]
            parts = [{"type": "text", "text": message["content"] or "-", **message, "content": None}]
            self.said[-1] = {**message, "content": [{k: v for k, v in parts[0].items() if k != "content"}]}


@broken("API-1", "LOOP-4", innocent=("LOOP-1",))
class ParametersOfTheOtherApi(Loop):
    """The first request limits its tokens by the name that the other API has for it."""

    def request(self) -> Object:
        return {**super().request(), ("max_output_tokens" if self.is_chat else "max_tokens"): 1000}


@broken("API-1", "LOOP-3", innocent=all_but("LOOP-3"))
class KeysBesideResults(Loop):
    """What the program knows of a result goes to the API with it."""

    def add_result(self, call: Object, result: Any) -> None:
        super().add_result(call, result)
        self.said[-1]["is_error"] = False


@broken("API-2", "LOOP-3", innocent=all_but("LOOP-3"))
class AnswersThatWereNeverGiven(Loop):
    """A follow-up names a response that the API does not know."""

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        super().answer_calls(body, calls)
        self.before = "resp_of_yesterday"

    before: str | None = None

    def request(self) -> Object:
        body = super().request()
        return body if self.before is None or self.is_chat else body | {"previous_response_id": self.before}


by_question = remembering(tool_loop, lambda given: given["messages"][-1] if isinstance(given, dict) else given)
BANK.add("answers_by_question", by_question(), "ALL-2", anew=by_question)


@broken("ALL-3", innocent=LOOP)
class FloatingIntegers(Loop):
    def decode(self, text: Any) -> Any:
        super().decode(text)
        return json.loads(text, parse_int=float) if text.strip() else {}


@broken("ALL-4", innocent=LOOP)
class TrimmedTexts(Loop):
    def output(self, text: Any) -> Any:
        return super().output(text.strip())


@broken("ALL-4", innocent=LOOP)
class ConversationInAscii(Loop):
    def conversation(self, messages: list[Object]) -> list[Any]:
        said = json.dumps(messages, ensure_ascii=False).encode("ascii", "replace").decode()
        return super().conversation(json.loads(said))


@broken("ALL-6", innocent=("LOOP-1",), examples=1)
class AtMostAHundredCalls(Loop):
    def calls(self, body: Object) -> list[Object]:
        found = super().calls(body)
        if len(found) > 500:
            raise Refused("too many calls")
        return found


@broken("ALL-7")
class AnswersAnything(Loop):
    @classmethod
    def run(cls, given: Any) -> Any:
        try:
            return super().run(given)
        except (ValueError, TypeError, AttributeError, KeyError):
            return {"answer": "I could not understand that.", "calls": []}


BANK.add("dies_of_the_wrong_shape", dying(tool_loop, lambda given: not isinstance(given, dict)), "ALL-7",
         mortal=True, examples=1)  # fmt: skip


@broken("ALL-8", innocent=LOOP)
class TheCallersMessages(Loop):
    def conversation(self, messages: list[Object]) -> list[Any]:
        return messages if self.is_chat else super().conversation(messages)


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
        raise Refused("twice")

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
    """Each call is in front of its result; system messages are instructions; tools come with the first request only."""

    def request(self) -> Object:
        body = super().request()
        if self.made:
            body.pop("tools", None)
        if not self.is_chat:
            system = [one["content"][0]["text"] for one in self.said if one.get("role") == "system"]
            body["input"] = [one for one in self.said if one.get("role") != "system"]
            body["instructions"] = "\n\n".join(system) or None
        return body

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        if self.is_chat:
            super().answer_calls(body, calls)
            return
        for item, call in zip([i for i in body["output"] if i["type"] == "function_call"], calls, strict=True):
            self.said.append({key: item[key] for key in ("type", "call_id", "name", "arguments")})
            self.add_result(call, [{"type": "input_text", "text": self.execute(call)}])

    def tool(self, definition: Object) -> Object:
        return super().tool({key: value for key, value in definition.items() if key != "strict"})


class InParts(Loop):
    """S4's form: calls and results are parts of messages, the results of one answer in one message."""

    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        if self.is_chat:
            super().answer_calls(body, calls)
            return
        results = [(call, self.execute(call)) for call in calls]
        self.carry(body)
        parts = [{"type": "tool_result", "tool_use_id": call["id"], "content": result} for call, result in results]
        self.said.append({"role": "user", "content": parts})


def _forms(*forms: str) -> tuple[tuple[str, str], ...]:
    return tuple(("tool-turns", form) for form in forms)


def _on_a_copy(given: Any) -> Any:
    return copy.deepcopy(Loop.run(copy.deepcopy(given)))


_SOUND: tuple[tuple[str, Convert, str], ...] = (
    ("reference items", tool_loop, "items"),
    ("reference parts", partial(tool_loop, tool_turns="parts"), "parts"),
    ("reference text", partial(tool_loop, tool_turns="text"), "text"),
    ("the plain loop", _on_a_copy, "items"),
    ("by response id", ByResponseId.run, "items"),
    ("counts requests", CountsRequests.run, "items"),
    ("tries again", TriesAgain.run, "items"),
    ("interleaved", Interleaved.run, "items"),
    ("in parts", InParts.run, "parts"),
)

BANKS = (BANK,)
SOUND = tuple(Sound(name, OPERATION, function, answers=_forms(form)) for name, function, form in _SOUND)
