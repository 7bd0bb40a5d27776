"""Broken loops by Anthropic's Messages API."""

from __future__ import annotations

from typing import Any

from conformance.selftest.banks.bank import Bank
from conformance.selftest.banks.tool_loop_blocks import Blocks
from conformance.selftest.banks.tool_loop_steps import OPERATION, Object, all_but, breaking

BANK = Bank(OPERATION)
broken = breaking(BANK)
_THOUGHTS = ("thinking", "redacted_thinking")


# LOOP-1 to LOOP-5: requests, calls and results.


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class ToolsInOpenAisForm(Blocks):
    def tool(self, definition: Object) -> Object:
        return self.flat(definition)


@broken("LOOP-1", innocent=all_but("LOOP-1"))
class SystemTextsAreDropped(Blocks):
    def system(self) -> Any:
        return None


@broken("LOOP-4", "API-1", innocent=("LOOP-2", "LOOP-3"))
class NoLimitOfTokens(Blocks):
    """What OpenAI's APIs do not ask for is not sent."""

    def request(self) -> Object:
        return {key: value for key, value in super().request().items() if key != "max_tokens"}


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class ToolMessages(Blocks):
    """Results come as Chat Completions has them."""

    def add_results(self, blocks: list[Object]) -> None:
        for one in blocks:
            self.said.append({"role": "tool", "tool_call_id": one["tool_use_id"], "content": one["content"]})


@broken("LOOP-3", "API-2", innocent=("LOOP-1", "LOOP-2"))
class ATextBeforeTheResults(Blocks):
    def add_results(self, blocks: list[Object]) -> None:
        super().add_results([{"type": "text", "text": "Here are the results."}, *blocks])


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class ATextBehindTheResults(Blocks):
    """The API takes it, and the model reads what nobody said."""

    def add_results(self, blocks: list[Object]) -> None:
        super().add_results([*blocks, {"type": "text", "text": "Go on."}])


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class IdsOfItsOwn(Blocks):
    """Calls keep their ids, and the results get others."""

    def block(self, call: Object) -> Object:
        return {**super().block(call), "tool_use_id": f"result_{call['id']}"}


@broken("LOOP-3", innocent=("LOOP-1", "LOOP-2"))
class InputsAreForgotten(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [{**one, "input": {}} if one["type"] == "tool_use" else one for one in content]


@broken("LOOP-5", innocent=("LOOP-1", "LOOP-2"))
class OneResultForParallelCalls(Blocks):
    def add_results(self, blocks: list[Object]) -> None:
        super().add_results(blocks[:1])


@broken("LOOP-5", innocent=("LOOP-1",))
class OneCallOfParallelCalls(Blocks):
    """The first block that calls is the call."""

    def calls(self, body: Object) -> list[Object]:
        return super().calls(body)[:1]


@broken("LOOP-10", innocent=all_but("LOOP-10"))
class OnlyTheCallsGoBack(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [one for one in content if one["type"] != "text"]


# LOOP-6, LOOP-12: failures and their mark.


@broken("LOOP-6", "LOOP-6a", innocent=("LOOP-1", "LOOP-2", "LOOP-3", "LOOP-12", "LOOP-13"))
class FailuresAreEmpty(Blocks):
    def failed(self, call: Object, message: str) -> str:
        return ""

    def unknown(self, call: Object) -> str:
        return ""

    def marked(self, block: Object, failed: bool) -> Object:
        return block


@broken("LOOP-12", innocent=all_but("LOOP-12"))
class EveryResultIsAnError(Blocks):
    def marked(self, block: Object, failed: bool) -> Object:
        return {**block, "is_error": True, "content": block["content"] or " "}


@broken("LOOP-12", innocent=all_but("LOOP-12"))
class AWordMakesAnError(Blocks):
    """A value that has the word is taken for the message of an error."""

    def has_failed(self, call: Object) -> bool:
        return super().has_failed(call) or "error" in str(self.given["results"].get(call["name"]))


@broken("LOOP-12a", innocent=all_but("LOOP-12a"))
class TheMarkIsLost(Blocks):
    def marked(self, block: Object, failed: bool) -> Object:
        return block


# LOOP-11: pauses and cuts.


@broken("LOOP-11", innocent=all_but("LOOP-11"))
class APauseIsTheEnd(Blocks):
    def rounds(self) -> Any:
        for _round in range(self.limit() + 1):
            body = self.ask(self.request())
            if body["stop_reason"] == "max_tokens":
                return self.cut(body)
            if body["stop_reason"] != "tool_use":
                return self.output(self.text(body))
            self.answer_calls(body, self.calls(body))
        return self.at_the_limit()


@broken("LOOP-11", innocent=all_but("LOOP-11"))
class APauseIsAskedAgain(Blocks):
    """The request is sent again as it was, without what the model has done."""

    def pause(self, body: Object) -> None:
        pass


@broken("LOOP-11", innocent=all_but("LOOP-11"))
class OnlyTheTextOfAPause(Blocks):
    def pause(self, body: Object) -> None:
        content = [one for one in body["content"] if one["type"] == "text"]
        if content:
            self.said.append({"role": "assistant", "content": content})


@broken("LOOP-11", innocent=all_but("LOOP-11", "LOOP-3"))
class APauseGoesBackAsTheUsers(Blocks):
    def pause(self, body: Object) -> None:
        self.said.append({"role": "user", "content": self.text(body) or "Go on."})


@broken("LOOP-11a", innocent=all_but("LOOP-11a"))
class ACutAnswerIsTheEnd(Blocks):
    def cut(self, body: Object) -> Any:
        return self.output(self.text(body))


# LOOP-13: thoughts.


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [one for one in content if one["type"] not in _THOUGHTS]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class RedactedThoughtsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [one for one in content if one["type"] != "redacted_thinking"]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsAreTrimmed(Blocks):
    """The signature stays, and is no longer one of this text."""

    def kept(self, content: list[Object]) -> list[Object]:
        return [{**one, "thinking": one["thinking"][:8]} if one["type"] == "thinking" else one for one in content]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class SignaturesOfTheFirstThoughts(Blocks):
    """One signature is kept for all."""

    first: str | None = None

    def kept(self, content: list[Object]) -> list[Object]:
        for one in content:
            if one["type"] == "thinking":
                self.first = self.first or one["signature"]
        return [{**one, "signature": self.first} if one["type"] == "thinking" else one for one in content]


@broken("LOOP-13", innocent=all_but("LOOP-13", "LOOP-3"))
class ThoughtsBehindTheCalls(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [one for one in content if one["type"] == "tool_use"] + [
            one for one in content if one["type"] != "tool_use"
        ]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsFirst(Blocks):
    """All thoughts are put in front, also those that were between two calls."""

    def kept(self, content: list[Object]) -> list[Object]:
        thoughts = [one for one in content if one["type"] in _THOUGHTS]
        return [*thoughts, *(one for one in content if one["type"] not in _THOUGHTS)]


# LOOP-14: where results are.


@broken("LOOP-14", innocent=all_but("LOOP-14"))
class AMessageForEachResult(Blocks):
    def add_results(self, blocks: list[Object]) -> None:
        for one in blocks:
            super().add_results([one])


BANKS = (BANK,)
