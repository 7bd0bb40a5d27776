"""The operations, each declared in a row: its formats, and where its checks and inputs are.

What is known of inputs is looked up by the source. A table elsewhere that lists operations by name holds what is
known of this one operation alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

from conformance.formats.exchange_parts import answer_format

ITSELF: Final = ""  # a place: the input itself
_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation: it converts values of one format to values of another one.

    source, target: the formats. Everything that is known of an input or a result alone is found by them.
    checks: its package below conformance.rules.checks, such as by_laws.requests. inputs: the module that draws its
    inputs.
    entries: the key under which an input has the list whose entries are asked alone too, or ITSELF; None where it has
    none. tools: the key under which an input has the tools whose names a subject may change, or ITSELF; None where it
    has none. empty_names: whether it takes an empty name of a tool for one. scripted: whether the subject talks to an
    API: its inputs are planned with the API's answers.
    """

    name: str
    source: str
    target: str
    checks: str
    inputs: str
    entries: str | None = None
    tools: str | None = None
    empty_names: bool = False
    scripted: bool = False


# A list of tools, whose entries are asked alone too; of MCP's a name may be empty.
_LIST: Final[Mapping[str, Any]] = {"entries": ITSELF, "tools": ITSELF}
_MCP_LIST: Final[Mapping[str, Any]] = {**_LIST, "empty_names": True}


def _converts(source: str, target: str, checks: str, inputs: str, *, name: str = "", **more: Any) -> Operation:
    """Declare an operation. name: where it does not consist of the formats; that of an exchange is of its answers."""
    name = name or f"{answer_format(source)}-to-{target}"
    return Operation(name=name, source=source, target=target, checks=checks, inputs=inputs, **more)


OPERATIONS: tuple[Operation, ...] = (
    _converts("anthropic-request", "chat-request", "by_laws.requests", "anthropic_requests"),
    _converts("anthropic-request", "gemini-request", "by_laws.requests", "anthropic_requests"),
    _converts("anthropic-request", "responses-request", "by_laws.requests", "anthropic_requests"),
    _converts("anthropic-response", "chat-response", "by_laws.answers", "anthropic_answers"),
    _converts("anthropic-response", "gemini-response", "by_laws.answers", "anthropic_answers"),
    _converts("anthropic-exchange", "responses-response", "by_laws.answers", "anthropic_exchanges"),
    _converts("anthropic-response", "tool-calls", "letters.tool_calls", "anthropic_answers"),
    _converts("anthropic-stream", "chat-stream", "by_laws.answers", "anthropic_answers"),
    _converts("anthropic-stream", "gemini-stream", "by_laws.answers", "anthropic_answers"),
    _converts("anthropic-stream-exchange", "responses-stream", "by_laws.answers", "anthropic_exchanges"),
    _converts("anthropic-stream", "tool-calls", "letters.tool_calls", "anthropic_answers"),
    _converts("chat-messages", "responses-input", "letters.responses_input", "conversations"),
    _converts("chat-request", "anthropic-request", "by_laws.requests", "requests"),
    _converts("chat-request", "gemini-request", "by_laws.requests", "requests"),
    _converts("chat-request", "responses-request", "by_laws.openai_requests", "requests"),
    _converts("chat-response", "anthropic-response", "by_laws.answers", "backend_answers"),
    _converts("chat-response", "gemini-response", "by_laws.answers", "answers_for_gemini"),
    _converts("chat-exchange", "responses-response", "by_laws.answers", "exchanges"),
    _converts("chat-response", "tool-calls", "letters.tool_calls", "chat_answers"),
    _converts("chat-stream", "anthropic-stream", "by_laws.answers", "backend_answers"),
    _converts("chat-stream", "gemini-stream", "by_laws.answers", "answers_for_gemini"),
    _converts("chat-stream-exchange", "responses-stream", "by_laws.answers", "exchanges"),
    _converts("chat-stream", "tool-calls", "letters.tool_calls", "answer_chunks"),
    _converts("chat-tools", "responses-tools", "by_laws.chat_tools", "tools", **_LIST),
    _converts("gemini-request", "anthropic-request", "by_laws.requests", "gemini_requests"),
    _converts("gemini-request", "chat-request", "by_laws.requests", "gemini_requests"),
    _converts("gemini-request", "responses-request", "by_laws.requests", "gemini_requests"),
    _converts("gemini-response", "anthropic-response", "by_laws.answers", "gemini_answers"),
    _converts("gemini-response", "chat-response", "by_laws.answers", "gemini_answers"),
    _converts("gemini-exchange", "responses-response", "by_laws.answers", "gemini_exchanges"),
    _converts("gemini-response", "tool-calls", "letters.tool_calls", "gemini_answers"),
    _converts("gemini-stream", "anthropic-stream", "by_laws.answers", "gemini_streams"),
    _converts("gemini-stream", "chat-stream", "by_laws.answers", "gemini_streams"),
    _converts("gemini-stream-exchange", "responses-stream", "by_laws.answers", "gemini_exchanges"),
    _converts("gemini-stream", "tool-calls", "letters.tool_calls", "gemini_streams"),
    _converts("mcp-result", "anthropic-tool-result", "by_laws.mcp_results", "mcp_results"),
    _converts("mcp-result", "function-call-output", "by_laws.mcp_results", "mcp_results"),
    _converts(
        "mcp-named-result",
        "gemini-function-response",
        "by_laws.mcp_results",
        "mcp_named_results",
        name="mcp-result-to-gemini-function-response",
    ),
    _converts("mcp-result", "tool-message", "by_laws.mcp_results", "mcp_results"),
    _converts("mcp-tool", "chat-tool", "by_laws.mcp_tools", "tools", tools=ITSELF, empty_names=True),
    _converts("mcp-tools", "anthropic-tools", "by_laws.anthropic_tools", "tools", **_MCP_LIST),
    _converts("mcp-tools", "chat-tools", "by_laws.mcp_tools", "tools", **_MCP_LIST),
    _converts("mcp-tools", "gemini-tools", "by_laws.gemini_tools", "tools", **_MCP_LIST),
    _converts("mcp-tools", "responses-tools", "by_laws.flat_mcp_tools", "tools", **_MCP_LIST),
    _converts("registry-request", "chat-request", "letters.registry_tools", "registry", entries="tools", tools="tools"),
    _converts("registry-tools", "chat-tools", "letters.registry_tools", "registry", **_LIST),
    _converts("responses-input", "chat-messages", "by_laws.chat_messages", "items"),
    _converts("responses-output", "chat-message", "by_laws.chat_message", "outputs", entries=ITSELF),
    _converts(
        "responses-response", "tool-calls", "letters.tool_calls", "answers", name="responses-output-to-tool-calls"
    ),
    _converts("responses-request", "anthropic-request", "by_laws.requests", "flat_requests"),
    _converts("responses-request", "chat-request", "by_laws.openai_requests", "flat_requests"),
    _converts("responses-request", "gemini-request", "by_laws.requests", "flat_requests"),
    _converts("responses-response", "anthropic-response", "by_laws.answers", "responses"),
    _converts("responses-response", "chat-response", "by_laws.chat_responses", "responses"),
    _converts("responses-response", "gemini-response", "by_laws.answers", "responses"),
    _converts("responses-stream", "anthropic-stream", "by_laws.answers", "answer_streams"),
    _converts("responses-stream", "chat-stream", "by_laws.chat_responses", "answer_streams"),
    _converts("responses-stream", "gemini-stream", "by_laws.answers", "answer_streams"),
    _converts("responses-stream", "tool-calls", "letters.tool_calls", "answer_streams"),
    _converts("responses-tools", "chat-tools", "by_laws.responses_tools", "flat_tools", **_LIST),
    _converts("tool-definition", "provider-tool", "letters.provider_tools", "definitions", tools="definition"),
    _converts(
        "tool-loop", "conversation", "by_laws.tool_loop", "loops", name="tool-loop", tools="tools", scripted=True
    ),
)


@cache
def operations() -> Mapping[str, Operation]:
    """Return all operations by name, sorted."""
    return MappingProxyType(
        {operation.name: operation for operation in sorted(OPERATIONS, key=lambda operation: operation.name)}
    )


def declared(name: str) -> Operation | None:
    """Return an operation; None for one that is not declared."""
    return operations().get(name)


def is_scripted(name: str) -> bool:
    """Whether the subject of an operation talks to an API."""
    operation = declared(name)
    return operation is not None and operation.scripted


def operations_with(wanted: Callable[[Operation], bool]) -> tuple[str, ...]:
    """Return the names of the operations of which something holds."""
    return tuple(name for name, operation in operations().items() if wanted(operation))


def operations_from(*sources: str) -> tuple[str, ...]:
    """Return the names of the operations whose inputs have one of some formats."""
    return operations_with(lambda value: value.source in sources)


def between(source: str, target: str) -> str:
    """Return the name of the operation that converts one format to another. Raises KeyError for none."""
    for name, operation in operations().items():
        if (operation.source, operation.target) == (source, target):
            return name
    raise KeyError(f"{source} to {target}")


def source_format(name: str) -> str:
    """Return the format of an operation's inputs; an empty text for one that is not declared."""
    operation = declared(name)
    return "" if operation is None else operation.source


def of_source(table: Mapping[str, _Entry], name: str) -> _Entry | None:
    """Return what a table by source format has for an operation; None where it has nothing."""
    return table.get(source_format(name))
