"""Broken loops: requests, results and the way to the answer (S3)."""

from __future__ import annotations

import json
from typing import Any

from tests.suite.selftest.banks.bank import Bank, number
from tests.suite.selftest.banks.tool_loop_steps import (
    LOOP,
    OPERATION,
    InParts,
    Loop,
    Object,
    RequestRefused,
    all_but,
    breaking,
)

BANK = Bank(OPERATION)
broken = breaking(BANK)


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


@broken("LOOP-1", innocent=all_but("LOOP-1"), sets=("documents",))
class WritesOutThatNothingIsRequired(Loop):
    def tool(self, definition: Object) -> Object:
        return super().tool(definition | {"parameters": {"required": []} | definition["parameters"]})


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
        return super().conversation([message for message in messages if message["role"] != "system"])


class _Following(Loop):
    """A loop whose later requests differ. first: whether the request is the first one."""

    first = True

    def request(self) -> Object:
        body = super().request()
        if not self.first:
            body = self.later(body)
        self.first = False
        return body

    def later(self, body: Object) -> Object:
        return body


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class AnotherModelGoesOn(_Following):
    def later(self, body: Object) -> Object:
        return body | {"model": "gpt-4o-mini"}


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class LaterToolsWithoutDescriptions(_Following):
    def tool(self, definition: Object) -> Object:
        return super().tool(definition if self.first else definition | {"description": "A tool."})


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class EachToolTwice(Loop):
    def request(self) -> Object:
        body = super().request()
        return body | {"tools": body["tools"] * 2} if "tools" in body else body


@broken("LOOP-1", innocent=("LOOP-2", "LOOP-5"))
class APromptOfItsOwn(Loop):
    def conversation(self, messages: list[Object]) -> list[Any]:
        return super().conversation([{"role": "system", "content": "You are a helpful assistant."}, *messages])


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


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2", "LOOP-5"))
class AsksTheQuestionAgain(Loop):
    def answer_calls(self, body: Object, calls: list[Object]) -> None:
        super().answer_calls(body, calls)
        self.said += self.conversation(
            [message for message in self.given["messages"] if message["role"] == "user"][-1:]
        )


@broken("ALL-4", innocent=("LOOP-2", "LOOP-5"))
class QuotedTexts(Loop):
    """Encodes each text of the conversation once more."""

    def conversation(self, messages: list[Object]) -> list[Any]:
        texts = [
            message | {"content": json.dumps(message["content"], ensure_ascii=False)}
            if message["role"] == "user" and isinstance(message["content"], str)
            else message
            for message in messages
        ]
        return super().conversation(texts)


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


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class ResultPartsOfTheAssistant(InParts):
    """S4's form of results, in messages of the wrong role."""

    role = "assistant"


@broken("LOOP-3", innocent=all_but("LOOP-3"))
class RefusalIsNone(Loop):
    """The text of a null is in the history."""

    def carry(self, body: Object) -> None:
        super().carry(body)
        if self.is_chat:
            self.said[-1] = self.said[-1] | {"refusal": "None"}


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
        self.said = [
            utterance
            for utterance in self.said
            if utterance.get(key) != call["id"] or utterance.get("type") == "function_call"
        ]
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
        except RequestRefused as error:
            return self.output(f"Sorry: {error}")


@broken("LOOP-4", innocent=("LOOP-1", "LOOP-2", "LOOP-3"))
class BelievesAResponseThatFailed(Loop):
    """What the status of a response says is not read, and one that failed has an empty text."""

    def ask(self, body: Object) -> Object:
        status, answer = self.post(body)
        if status != 200:
            raise RequestRefused(f"{status}: {answer['error']['message']}")
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


# LOOP-9: the tools of later requests.


@broken("LOOP-9", innocent=all_but("LOOP-9"))
class ToolsInTheFirstRequestOnly(_Following):
    def later(self, body: Object) -> Object:
        return {key: value for key, value in body.items() if key != "tools"}


@broken("LOOP-9", innocent=all_but("LOOP-9"))
class ToolsInTheFirstTwoRequestsOnly(_Following):
    asked = 0

    def later(self, body: Object) -> Object:
        self.asked += 1
        return body if self.asked < 2 else {key: value for key, value in body.items() if key != "tools"}


# LOOP-10: what the model says beside its calls.


@broken("LOOP-10", innocent=all_but("LOOP-10"))
class NullContentBesideCalls(Loop):
    def carry(self, body: Object) -> None:
        super().carry(body)
        if self.is_chat:
            self.said[-1] = self.said[-1] | {"content": None}


@broken("LOOP-10", innocent=all_but("LOOP-10"))
class OnlyCallsOfAResponse(Loop):
    def carry(self, body: Object) -> None:
        before = len(self.said)
        super().carry(body)
        if not self.is_chat:
            self.said[before:] = [item for item in self.said[before:] if item["type"] == "function_call"]


@broken("LOOP-10", innocent=all_but("LOOP-10"))
class TextOfTheLastRoundOnly(Loop):
    """The history is cut: of the messages with calls, the newest one keeps its text."""

    def carry(self, body: Object) -> None:
        if self.is_chat:
            self.said = [
                utterance | {"content": None} if utterance.get("tool_calls") else utterance for utterance in self.said
            ]
        super().carry(body)


BANKS = (BANK,)
