"""Loops by Anthropic's Messages API with a reported bug: each is a sound one with what its report describes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.suite.selftest.banks.tool_loop_blocks import Blocks
from tests.suite.selftest.banks.tool_loop_steps import Object
from tests.suite.selftest.model import Convert

BUGS: dict[str, Convert] = {}


def reported(*threads: str) -> Callable[[type[Blocks]], type[Blocks]]:
    """Say which reports a loop is."""

    def added(loop: type[Blocks]) -> type[Blocks]:
        BUGS.update(dict.fromkeys(threads, loop.run))
        return loop

    return added


# What goes back of an answer.


def is_thought(block: Object) -> bool:
    return block["type"] in ("thinking", "redacted_thinking")


@reported("langgenius/dify/issues/41092", "open-octo/octo-agent/pull/74", "denn-gubsky/loomcycle/pull/617")
class ThoughtsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if not is_thought(part)]


@reported("griffinwork40/agent-afk/pull/288", "maximhq/bifrost/issues/4942")
class RedactedThoughtsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part["type"] != "redacted_thinking"]


@reported("brainlid/langchain/pull/587")
class ThoughtsLoseTheirSignature(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [{name: member for name, member in part.items() if name != "signature"} for part in content]


@reported("alibaba/open-code-review/issues/811")
class ThoughtsAreTexts(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [{"type": "text", "text": part["thinking"]} if part["type"] == "thinking" else part for part in content]


@reported("gotgenes/pi-anthropic-auth/issues/66")
class CallsAreMovedToTheEnd(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        calls = [part for part in content if part["type"] == "tool_use"]
        return [part for part in content if part["type"] != "tool_use"] + calls


@reported("langgenius/dify-official-plugins/issues/3658")
class ThoughtsFirstAndRedactedOnesBehind(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        plain = [part for part in content if part["type"] == "thinking"]
        redacted = [part for part in content if part["type"] == "redacted_thinking"]
        return plain + redacted + [part for part in content if not is_thought(part)]


@reported("TanStack/ai/pull/336")
class ThoughtsOfTheFirstAnswerAlone(Blocks):
    rounds_seen = 0

    def kept(self, content: list[Object]) -> list[Object]:
        self.rounds_seen += 1
        return content if self.rounds_seen == 1 else [part for part in content if not is_thought(part)]


@reported("langchain4j/langchain4j/issues/6244")
class ThoughtsWithoutWordsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part.get("thinking", "words").strip()]


@reported("simonw/llm-anthropic/pull/87")
class ThoughtsInARowAreOne(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        made: list[Object] = []
        for part in content:
            if made and made[-1]["type"] == part["type"] == "thinking":
                made[-1] = part | {"thinking": made[-1]["thinking"] + part["thinking"]}
            else:
                made.append(part)
        return made


@reported("BerriAI/litellm/pull/23137")
class ThoughtsAreThereTwice(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if is_thought(part)] + content


@reported("patterns-ai-core/langchainrb/pull/869", "php-llm/llm-chain/pull/209")
class TextsBesideCallsAreDropped(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part for part in content if part["type"] != "text"]


@reported("librefang/librefang/pull/1476")
class InputsGoBackAsText(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [part | {"input": json.dumps(part["input"])} if part["type"] == "tool_use" else part for part in content]


@reported("2389-research/tracker/issues/568", "mastra-ai/mastra/issues/11376")
class EmptyInputsAreLeftOut(Blocks):
    def kept(self, content: list[Object]) -> list[Object]:
        return [{name: member for name, member in part.items() if name != "input" or member} for part in content]


@reported("inngest/agent-kit/issues/276", "microsoft/agent-framework/issues/4328")
class CallsAreTheUsers(Blocks):
    def carry(self, body: Object) -> None:
        self.said.append({"role": "user", "content": self.kept(body["content"])})


# Calls and their results.


@reported("Chainlit/chainlit/issues/2662")
class OneOfParallelCallsIsRun(Blocks):
    def calls(self, body: Object) -> list[Object]:
        return super().calls(body)[:1]


@reported("Hmbown/Codewhale/issues/6378")
class AMadeUpResultBesideTheOwn(Blocks):
    """Each result is a message of its own, and calls without one in the first of them get a made-up one there."""

    def add_results(self, blocks: list[Object]) -> None:
        missing = [block | {"content": "The call was not executed.", "is_error": True} for block in blocks[1:]]
        super().add_results([*blocks[:1], *missing])
        for block in blocks[1:]:
            super().add_results([block])


@reported("JetBrains/koog/pull/1753")
class TheMarkIsNotUsed(Blocks):
    def marked(self, block: Object, failed: bool) -> Object:
        return block


@reported("bytedance/trae-agent/pull/231")
class WordlessFailures(Blocks):
    """The result of a tool that failed is its message, even an empty one, with the mark."""

    def failed(self, call: Object, message: str) -> str:
        return message


@reported("continuedev/continue/pull/6937")
class AMarkInEachRound(Blocks):
    def add_results(self, blocks: list[Object]) -> None:
        super().add_results([*blocks[:-1], blocks[-1] | {"cache_control": {"type": "ephemeral"}}])


# How an answer ends.


@reported("shareAI-lab/learn-claude-code/pull/156")
class TheFirstBlockIsTheAnswer(Blocks):
    def text(self, body: Object) -> str:
        return str(body["content"][0]["text"]) if body["content"] else ""


@reported("Tencent/WeKnora/pull/1868")
class AnAnswerIsNoEnd(Blocks):
    """The end of an answer is a word of Chat Completions, which this API does not say."""

    def rounds(self) -> Any:
        text = ""
        for _round in range(self.limit() + 1):
            body = self.ask(self.request())
            calls = self.calls(body)
            text += self.text(body)
            if body["stop_reason"] == "stop":
                break
            if calls:
                self.answer_calls(body, calls)
            else:
                self.said += [{"role": "assistant", "content": body["content"]}, {"role": "user", "content": "Go on."}]
        return self.output(text)


@reported(
    "gsd-build/gsd-2/pull/2870",
    "anthropics/anthropic-sdk-python/pull/1174",
    "FMXExpress/PasClaw/pull/420",
    "DataDog/integrations-core/pull/24260",
    "open-octo/octo-agent/pull/2382",
    "rescrv/claudius/pull/106",
)
class EachEndButOneIsTheEnd(Blocks):
    """Whether the loop goes on is read from the end alone: pauses and cuts end it, and no call is needed."""

    def rounds(self) -> Any:
        for _round in range(self.limit() + 1):
            body = self.ask(self.request())
            if body["stop_reason"] != "tool_use":
                return self.output(self.text(body))
            self.answer_calls(body, self.calls(body))
        return self.at_the_limit()


@reported("opensearch-project/ml-commons/issues/4011")
class TheLimitIsAnEmptyAnswer(Blocks):
    def at_the_limit(self) -> Any:
        return self.output("")
