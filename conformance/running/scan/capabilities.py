"""What a server may offer, in the order of the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from conformance.apis.emulator import ANTHROPIC, CHAT, GEMINI, RESPONSES

APIS: Final = (CHAT, RESPONSES, ANTHROPIC, GEMINI)
_OPENAI: Final = (CHAT, RESPONSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Capability:
    """One thing that clients rely on. name: of flags and data. title: of the table. apis: those that have it."""

    name: str
    title: str
    apis: tuple[str, ...] = APIS


CAPABILITIES: Final = tuple(
    Capability(name=name, title=title, apis=apis)
    for name, title, apis in (
        ("models", "list of models", APIS),
        ("text", "text", APIS),
        ("usage", "tokens used", APIS),
        ("system", "system instruction", APIS),
        ("turns", "several turns", APIS),
        ("images", "image in a message", APIS),
        ("streaming", "streamed text", APIS),
        ("unicode", "Unicode in a stream", APIS),
        ("stream-usage", "tokens used, in a stream", APIS),
        ("tools", "tool call", APIS),
        ("streamed-tools", "streamed tool call", APIS),
        ("tool-choice", "forced tool call", APIS),
        ("no-tools", "tool choice none", APIS),
        ("parallel-calls", "several calls at once", APIS),
        ("single-call", "at most one call", (CHAT, RESPONSES, ANTHROPIC)),
        ("strict-tools", "strict arguments", (CHAT, RESPONSES, ANTHROPIC)),
        ("custom-tools", "custom tool call", (CHAT, RESPONSES)),
        ("tool-results", "tool result", APIS),
        ("tool-errors", "failed tool", APIS),
        ("long-results", "long tool result", APIS),
        ("json-schema", "answer by a schema", APIS),
        ("json-object", "answer in JSON", (CHAT, RESPONSES, GEMINI)),
        ("stop", "stop sequence", (CHAT, ANTHROPIC, GEMINI)),
        ("max-tokens", "limit of tokens", APIS),
        ("reasoning", "reasoning", APIS),
        ("logprobs", "log probabilities", (CHAT, RESPONSES, GEMINI)),
        ("choices", "several answers", (CHAT, GEMINI)),
        ("previous-response", "previous_response_id", (RESPONSES,)),
        ("prompt-caching", "marks of the prompt cache", (ANTHROPIC,)),
        ("codex-request", "request of Codex", (RESPONSES,)),
        ("claude-code-request", "request of Claude Code", (ANTHROPIC,)),
        ("count-tokens", "tokens, counted in advance", (ANTHROPIC, GEMINI)),
        ("errors", "error for a wrong request", APIS),
        ("unknown-model", "error for an unknown model", APIS),
        ("wrong-key", "error for a wrong key", APIS),
    )
)
BY_NAME: Final = {capability.name: capability for capability in CAPABILITIES}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownClient:
    """A client. apis: those that it may ask by; one is enough. needs: without these it fails. uses: where it can."""

    name: str
    title: str
    apis: tuple[str, ...]
    needs: tuple[str, ...]
    uses: tuple[str, ...] = ()


_SDK: Final = ("text", "streaming")
_LOOP: Final = ("system", "turns", "streaming", "streamed-tools", "tool-results", "tool-errors", "long-results")
CLIENTS: Final = (
    KnownClient(
        name="codex", title="Codex", apis=(RESPONSES,),
        needs=(*_LOOP, "unicode", "codex-request"),
        uses=("reasoning", "parallel-calls", "stream-usage", "images", "custom-tools"),
    ),
    KnownClient(
        name="claude-code", title="Claude Code", apis=(ANTHROPIC,),
        needs=(*_LOOP, "unicode", "stream-usage", "claude-code-request"),
        uses=("parallel-calls", "prompt-caching", "count-tokens", "images", "reasoning"),
    ),
    KnownClient(
        name="gemini-cli", title="Gemini CLI", apis=(GEMINI,),
        needs=(*_LOOP, "unicode"), uses=("parallel-calls", "json-schema", "count-tokens", "images", "reasoning"),
    ),
    KnownClient(
        name="opencode", title="OpenCode", apis=(CHAT, RESPONSES, ANTHROPIC),
        needs=(*_LOOP, "unicode"), uses=("parallel-calls", "stream-usage", "images", "reasoning"),
    ),
    KnownClient(
        name="openai-sdk", title="OpenAI SDK", apis=_OPENAI,
        needs=_SDK, uses=("usage", "tools", "streamed-tools", "json-schema", "models", "errors"),
    ),
    KnownClient(
        name="openai-agents", title="OpenAI Agents SDK", apis=_OPENAI,
        needs=("text", "system", "tools", "tool-results", "tool-errors"),
        uses=("usage", "parallel-calls", "tool-choice", "streamed-tools", "strict-tools", "json-schema"),
    ),
    KnownClient(
        name="anthropic-sdk", title="Anthropic SDK", apis=(ANTHROPIC,),
        needs=(*_SDK, "usage", "stream-usage"), uses=("tools", "streamed-tools", "count-tokens", "errors"),
    ),
    KnownClient(
        name="google-genai", title="google-genai", apis=(GEMINI,),
        needs=_SDK, uses=("tools", "streamed-tools", "json-schema", "count-tokens", "errors"),
    ),
    KnownClient(
        name="langchain", title="LangChain", apis=APIS,
        needs=("text", "system", "turns", "streaming", "tools", "tool-results"),
        uses=("streamed-tools", "stream-usage", "json-schema", "tool-choice", "parallel-calls"),
    ),
    KnownClient(
        name="pydantic-ai", title="Pydantic AI", apis=APIS,
        needs=("text", "system", "tools", "tool-choice", "tool-results"),
        uses=("usage", "streamed-tools", "stream-usage", "json-schema", "parallel-calls"),
    ),
    KnownClient(
        name="ai-sdk", title="Vercel AI SDK", apis=APIS,
        needs=("text", "streaming", "tools", "streamed-tools", "tool-results"),
        uses=("usage", "stream-usage", "json-schema", "tool-choice", "parallel-calls"),
    ),
)  # fmt: skip
CLIENTS_BY_NAME: Final = {client.name: client for client in CLIENTS}
