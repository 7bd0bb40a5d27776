"""Broken loops by Anthropic's Messages API."""

from __future__ import annotations

import json
from itertools import groupby, takewhile
from typing import Any

from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.tool_loop_blocks import Blocks
from tests.suite.selftest.banks.tool_loop_steps import OPERATION, Object, all_but, breaking

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
        for block in blocks:
            self.said.append({"role": "tool", "tool_call_id": block["tool_use_id"], "content": block["content"]})


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
        return [{**part, "input": {}} if part["type"] == "tool_use" else part for part in content]


@broken("LOOP-3", "API-2", innocent=("LOOP-1", "LOOP-2"))
class AMarkInEachRound(Blocks):
    """The last result of each round is marked for the cache, and no mark is taken away."""

    def add_results(self, blocks: list[Object]) -> None:
        super().add_results([*blocks[:-1], {**blocks[-1], "cache_control": {"type": "ephemeral"}}])


@broken("LOOP-3", "API-2", innocent=("LOOP-1",))
class StepsOfTheHostAreCalls(Blocks):
    """What the host has run is run once more, as a tool that nobody knows."""

    def calls(self, body: Object) -> list[Object]:
        hosted = [
            {"id": block["id"], "name": block["name"], "arguments": json.dumps(block["input"])}
            for block in body["content"]
            if block["type"] == "server_tool_use" and body["stop_reason"] != "pause_turn"
        ]
        return [*hosted, *super().calls(body)]


@broken("LOOP-4", innocent=("LOOP-1", "LOOP-2", "LOOP-3"))
class TheFirstBlockIsTheAnswer(Blocks):
    def text(self, body: Object) -> str:
        return str(body["content"][0]["text"]) if body["content"] else ""


@broken("LOOP-4", innocent=all_but("LOOP-4"))
class TheFirstTextIsTheAnswer(Blocks):
    def text(self, body: Object) -> str:
        return next((block["text"] for block in body["content"] if block["type"] == "text"), "")


@broken("LOOP-4", innocent=all_but("LOOP-4"))
class ThoughtsAreInTheAnswer(Blocks):
    def text(self, body: Object) -> str:
        return "".join(block.get("text") or block.get("thinking") or "" for block in body["content"])


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
        return [part for part in content if part["type"] != "text"]


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


@broken("LOOP-3", "API-2", innocent=("LOOP-1", "LOOP-2"))
class WordlessFailures(Blocks):
    """The message of an error is the result, with the mark, also where it is empty."""

    def failed(self, call: Object, message: str) -> str:
        return message


# LOOP-11: pauses and cuts.


@broken("API-2", innocent=all_but("LOOP-4"))
class ACallThatIsNotThereIsAnswered(Blocks):
    """Whether there are calls is read from the end of the answer, and their results are a message of nothing."""

    def rounds(self) -> Any:
        for _round in range(self.limit() + 1):
            body = self.ask(self.request())
            if body["stop_reason"] in ("max_tokens", "model_context_window_exceeded"):
                return self.cut(body)
            if body["stop_reason"] == "pause_turn":
                self.pause(body)
            elif body["stop_reason"] == "tool_use":
                self.answer_calls(body, self.calls(body))
            else:
                return self.output(self.text(body))
        return self.at_the_limit()


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
        content = [part for part in body["content"] if part["type"] == "text"]
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


@broken("LOOP-4", innocent=all_but("LOOP-4"))
class ACutAnswerSaysSomethingElse(Blocks):
    def cut(self, body: Object) -> Any:
        return {**self.output("Done."), "stop_reason": body["stop_reason"]}


# LOOP-15: steps of the host's tools.


def _is_step(block: Object) -> bool:
    return block["type"].endswith(("_tool_use", "_tool_result"))


@broken("LOOP-15", innocent=all_but("LOOP-15"))
class StepsAreDropped(Blocks):
    """What nobody asks the client to do is left out."""

    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if not _is_step(part)]


@broken("LOOP-15", innocent=all_but("LOOP-15"))
class ResultsOfStepsAreDropped(Blocks):
    """The host runs each step once more."""

    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if not part["type"].endswith("_tool_result")]


@broken("API-2", innocent=all_but("LOOP-3", "LOOP-15"))
class CallsOfStepsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part["type"] != "server_tool_use"]


@broken("LOOP-15", innocent=all_but("LOOP-15"))
class ResultsOfStepsAreEmpty(Blocks):
    """What only the host can read is thrown away."""

    def kept(self, content: list[Object]) -> list[Object]:
        return [{**part, "content": []} if part["type"] == "web_search_tool_result" else part for part in content]


@broken("LOOP-15", innocent=all_but("LOOP-15"))
class StepsFirst(Blocks):
    """Steps are kept in a list of their own."""

    def kept(self, content: list[Object]) -> list[Object]:
        return sorted(content, key=lambda value: not _is_step(value))


@broken("LOOP-15", innocent=all_but("LOOP-15"))
class SearchesAlone(Blocks):
    """The steps of one tool are known, and no others."""

    def kept(self, content: list[Object]) -> list[Object]:
        return [
            part
            for part in content
            if not _is_step(part) or part["type"] == "web_search_tool_result" or part.get("name") == "web_search"
        ]


# LOOP-13: thoughts.


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part["type"] not in _THOUGHTS]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class RedactedThoughtsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part["type"] != "redacted_thinking"]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsAreTrimmed(Blocks):
    """The signature stays, and is no longer one of this text."""

    def kept(self, content: list[Object]) -> list[Object]:
        return [{**part, "thinking": part["thinking"][:8]} if part["type"] == "thinking" else part for part in content]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class SignaturesOfTheFirstThoughts(Blocks):
    """One signature is kept for all."""

    first: str | None = None

    def kept(self, content: list[Object]) -> list[Object]:
        for part in content:
            if part["type"] == "thinking":
                self.first = self.first or part["signature"]
        return [{**part, "signature": self.first} if part["type"] == "thinking" else part for part in content]


@broken("LOOP-13", innocent=all_but("LOOP-13", "LOOP-3", "LOOP-15"))
class ThoughtsBehindTheCalls(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part["type"] == "tool_use"] + [
            part for part in content if part["type"] != "tool_use"
        ]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsFirst(Blocks):
    """All thoughts are put in front, also those that were between two calls."""

    def kept(self, content: list[Object]) -> list[Object]:
        thoughts = [part for part in content if part["type"] in _THOUGHTS]
        return [*thoughts, *(part for part in content if part["type"] not in _THOUGHTS)]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class WordlessThoughtsAreDropped(Blocks):
    """A thought is its text, so that one that is its signature alone is none."""

    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part.get("thinking") != ""]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsInARowAreOne(Blocks):
    """The texts are joined, and the last signature is kept."""

    def kept(self, content: list[Object]) -> list[Object]:
        made: list[Object] = []
        for part in content:
            if made and made[-1]["type"] == part["type"] == "thinking":
                made[-1] = {**part, "thinking": made[-1]["thinking"] + part["thinking"]}
            else:
                made.append(part)
        return made


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class RedactedThoughtsLast(Blocks):
    """Of thoughts behind each other, those that only the host can read come last."""

    def kept(self, content: list[Object]) -> list[Object]:
        rows = [(is_thought, [*row]) for is_thought, row in groupby(content, lambda value: value["type"] in _THOUGHTS)]
        for is_thought, row in rows:
            if is_thought:
                row.sort(key=lambda value: value["type"] == "redacted_thinking")
        return [cell for _is_thought, row in rows for cell in row]


@broken("LOOP-13", innocent=all_but("LOOP-13"))
class ThoughtsTwice(Blocks):
    """They are kept beside the content, which has them too."""

    def kept(self, content: list[Object]) -> list[Object]:
        first = [*takewhile(lambda value: value["type"] in _THOUGHTS, content)]
        return [*first, *content]


# LOOP-14: where results are.


@broken("LOOP-14", innocent=all_but("LOOP-14"))
class AMessageForEachResult(Blocks):
    def add_results(self, blocks: list[Object]) -> None:
        for block in blocks:
            super().add_results([block])


BANKS = (BANK,)
