"""Broken loops: calls that cannot be run, the limit, and what holds for every operation."""

from __future__ import annotations

import json
from typing import Any

from conformance.reference import tool_loop
from tests.suite.selftest.banks.bank import Bank, dying, remembering
from tests.suite.selftest.banks.tool_loop_steps import LOOP, OPERATION, Loop, Object, RequestRefused, all_but, breaking

BANK = Bank(OPERATION)
broken = breaking(BANK)


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


@broken("LOOP-6", "LOOP-6a", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-4", "LOOP-5"))
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


@broken("LOOP-8", innocent=all_but("LOOP-1", "LOOP-3", "LOOP-8"))
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


@broken("ALL-2", innocent=(*all_but("LOOP-1", "LOOP-3"), "ALL-8"))
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
    """A model's message goes back as a part of itself, with its keys in the place of a part's."""

    def carry(self, body: Object) -> None:
        super().carry(body)
        if self.is_chat:
            message = self.said[-1]
            self.said[-1] = {**message, "content": [message]}


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


@broken("ALL-3", "ALL-3a", innocent=LOOP, sets=("safe",))
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


@broken("ALL-3", "ALL-3a", innocent=LOOP, sets=("safe",))
class ArgumentsComeBackAsFloats(Loop):
    def carry(self, body: Object) -> None:
        before = len(self.said)
        super().carry(body)
        for utterance in self.said[before:]:
            for holder in (
                [call["function"] for call in utterance.get("tool_calls") or ()] if self.is_chat else [utterance]
            ):
                if "arguments" not in holder:
                    continue
                try:
                    holder["arguments"] = json.dumps(json.loads(holder["arguments"], parse_int=float))
                except ValueError:
                    pass  # malformed arguments come back as they are


@broken("ALL-3", "ALL-3a", innocent=LOOP, sets=("safe",))
class ResultsAsFloats(Loop):
    def written(self, value: Any) -> str:
        return value if isinstance(value, str) else super().written(json.loads(json.dumps(value), parse_int=float))


@broken("ALL-3", innocent=(*LOOP, "ALL-3a"))
class ShortIntegersAsFloats(Loop):
    """Each integer is the same number afterwards, in another form."""

    def written(self, value: Any) -> str:
        read = json.loads(json.dumps(value), parse_int=lambda text: int(text) if len(text) > 15 else float(text))
        return value if isinstance(value, str) else super().written(read)


@broken("ALL-4", innocent=LOOP)
class ResultsInAscii(Loop):
    def written(self, value: Any) -> str:
        return super().written(value).encode("ascii", "replace").decode()


@broken("ALL-4", innocent=LOOP)
class DescriptionsInLowerCase(Loop):
    def tool(self, definition: Object) -> Object:
        described = definition.get("description")
        return super().tool(definition | {"description": described.lower()} if described else definition)


@broken("ALL-6", innocent=("LOOP-1",), examples=1)
class AtMostAHundredCalls(Loop):
    def calls(self, body: Object) -> list[Object]:
        found = super().calls(body)
        if len(found) > 500:
            raise RequestRefused("too many calls")
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


BANKS = (BANK,)
