"""Which source format each operation reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from conformance.apis.input_validity.answers import (
    FAILED_ANSWER,
    INCOMPLETE_WHOLE,
    chat_response,
    output,
    parsed_response,
)
from conformance.apis.input_validity.anthropic import (
    anthropic_exchange,
    anthropic_request,
    anthropic_response,
    anthropic_stream,
    anthropic_stream_exchange,
)
from conformance.apis.input_validity.chat_streams import INDEXES_OF_BLOCKS, chat_stream
from conformance.apis.input_validity.conversations import messages, responses_input
from conformance.apis.input_validity.exchanges import chat_exchange, chat_stream_exchange
from conformance.apis.input_validity.gemini import gemini_request
from conformance.apis.input_validity.gemini_answers import (
    gemini_exchange,
    gemini_response,
    gemini_stream,
    gemini_stream_exchange,
)
from conformance.apis.input_validity.loops import loop
from conformance.apis.input_validity.model import CHUNK_OF_HOSTS, DOCUMENTED, MALFORMED, REAL, Reason, Standing
from conformance.apis.input_validity.results import mcp_named_result, mcp_result
from conformance.apis.input_validity.streams import stream
from conformance.apis.input_validity.tools import (
    BOOLEAN_PROPERTY,
    NEWEST,
    chat_tools,
    mcp_tool,
    mcp_tools,
    provider_definition,
    registry_tools,
    responses_tools,
)
from conformance.apis.input_validity.unasked import (
    UNASKED,
    chat_response_for_anthropic,
    chat_response_for_gemini,
    chat_stream_for_anthropic,
    chat_stream_for_gemini,
)
from conformance.apis.input_validity.whole_requests import (
    whole_chat_request,
    whole_registry_request,
    whole_responses_request,
)
from conformance.base.values import JSON, packed, readable, unpacked
from conformance.formats.operations import source_format

# By source format.
_SOURCES: Mapping[str, Callable[[JSON], Iterator[Reason]]] = {
    "chat-tools": chat_tools,
    "responses-tools": responses_tools,
    "mcp-tool": mcp_tool,
    "mcp-tools": mcp_tools,
    "registry-tools": registry_tools,
    "registry-request": whole_registry_request,
    "tool-definition": provider_definition,
    "chat-messages": messages,
    "responses-input": responses_input,
    "responses-output": output,
    "responses-response": parsed_response,
    "chat-response": chat_response,
    "chat-stream": chat_stream,
    "chat-exchange": chat_exchange,
    "chat-stream-exchange": chat_stream_exchange,
    "responses-stream": stream,
    "chat-request": whole_chat_request,
    "responses-request": whole_responses_request,
    "anthropic-request": anthropic_request,
    "anthropic-response": anthropic_response,
    "anthropic-stream": anthropic_stream,
    "anthropic-exchange": anthropic_exchange,
    "anthropic-stream-exchange": anthropic_stream_exchange,
    "gemini-request": gemini_request,
    "gemini-response": gemini_response,
    "gemini-stream": gemini_stream,
    "gemini-exchange": gemini_exchange,
    "gemini-stream-exchange": gemini_stream_exchange,
    "mcp-result": mcp_result,
    "mcp-named-result": mcp_named_result,
    "tool-loop": loop,
}
# By operation, where its source is what the client of another API can ask for.
_OF_CLIENTS: Mapping[str, Callable[[JSON], Iterator[Reason]]] = {
    "chat-response-to-anthropic-response": chat_response_for_anthropic,
    "chat-stream-to-anthropic-stream": chat_stream_for_anthropic,
    "chat-response-to-gemini-response": chat_response_for_gemini,
    "chat-stream-to-gemini-stream": chat_stream_for_gemini,
}
_READERS = {**_SOURCES, **_OF_CLIENTS}

# The rules of what is documented, not malformed.
_DOCUMENTED = frozenset({
    NEWEST, BOOLEAN_PROPERTY, INCOMPLETE_WHOLE, FAILED_ANSWER, INDEXES_OF_BLOCKS, CHUNK_OF_HOSTS, UNASKED,
})  # fmt: skip


def has_standing(operation: str) -> bool:
    """Whether the source format of an operation is known."""
    return source_format(operation) in _SOURCES


def standing_of(operation: str, value: JSON) -> Standing:
    """Return the standing of an input of an operation, from the source format and what its client can ask for.

    DOCUMENTED is computed only for MCP tools that the newest version allows, for definitions with a boolean in the
    place of a property's schema, for incomplete calls with whole arguments, for calls of a Chat stream whose indexes
    count the blocks before them too, for chunks that say nothing of the answer, and for answers of a
    backend that failed, or that have what no request of the client's API asks for; otherwise a case declares it. Raises
    KeyError for an unknown operation.
    """
    if not has_standing(operation):
        raise KeyError(operation)
    return standing_in(operation if operation in _OF_CLIENTS else source_format(operation), value)


def standing_in(source: str, value: JSON) -> Standing:
    """Return the standing of a value of a source format, or of an operation with a reader of its own.

    Raises KeyError for an unknown format.
    """
    data = packed(value)
    return _standing(source, value) if data is None else _standing_of_packed(source, data)


# Several rules ask for the standing of one input, and runs in one process have their cases in common.
@lru_cache(maxsize=1_000)
def _standing_of_packed(source: str, data: bytes) -> Standing:
    return _standing(source, unpacked(data))


def _standing(source: str, value: JSON) -> Standing:
    reasons = _READERS[source]
    try:
        found = list(reasons(value))
    except ValueError:  # what the validator cannot read
        found = list(reasons(readable(value)))
    if not found:
        return Standing(kind=REAL)
    kind = DOCUMENTED if all(reason.rule in _DOCUMENTED for reason in found) else MALFORMED
    # Several requirements may object to one place; the first one says what is wrong there.
    return Standing(kind=kind, reasons=tuple({reason.at: reason for reason in reversed(found)}.values())[::-1])
