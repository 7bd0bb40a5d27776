"""Four changes in each pinned kind (a rename, a removal, a new value, a new required member), and whom they break.

What is expected was written from the declarations of the operations and their rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from conformance.formats.operations import operations_from, operations_with
from tests.running.drift.planting import ROOT, Plant, removed, renamed, required, with_value

LOOP = ("tool-loop",)
# Text and calls say no more of an end than whether the answer is whole.
READ_ENDS_OF_RESPONSES = operations_with(
    lambda value: value.source == "responses-response" and value.target != "tool-calls"
)
READ_ENDS_OF_STREAMS = operations_with(
    lambda value: value.source == "responses-stream" and value.target != "tool-calls"
)


def to(*targets: str) -> tuple[str, ...]:
    """The operations whose results have one of some formats."""
    return operations_with(lambda value: value.target in targets)


def with_refusals(target: str) -> tuple[str, ...]:
    """The operations whose results may have a refusal, which Gemini has none of."""
    return operations_with(lambda value: value.target == target and not value.source.startswith("gemini"))


class Planted(NamedTuple):
    """A change. place: where it is reported. read, written: the operations of which it breaks that side."""

    plant: Plant
    place: str
    read: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


FROM_CHAT, FROM_CHAT_STREAM = (
    operations_from("chat-response", "chat-exchange"),
    operations_from("chat-stream", "chat-stream-exchange"),
)
FROM_RESPONSES = operations_from("responses-response", "responses-output")
FROM_ANTHROPIC, FROM_ANTHROPIC_STREAM = (
    operations_from("anthropic-response", "anthropic-exchange"),
    operations_from("anthropic-stream", "anthropic-stream-exchange"),
)
GEMINI_REQUESTS = operations_from("gemini-request")
FROM_GEMINI = (
    *operations_from("gemini-response", "gemini-exchange", "gemini-stream", "gemini-stream-exchange"), *LOOP
)  # fmt: skip
TO_GEMINI = to("gemini-response", "gemini-stream")
FROM_MCP_TOOLS, FROM_MCP_RESULTS = (
    operations_from("mcp-tool", "mcp-tools"),
    operations_from("mcp-result", "mcp-named-result"),
)
CHAT_TOOLS = (*to("chat-tool", "chat-tools", "chat-request"), "tool-definition-to-provider-tool", *LOOP)
RESPONSES_TOOLS = (*to("responses-tools", "responses-request"), "tool-definition-to-provider-tool", *LOOP)
ANTHROPIC_TOOLS = (*to("anthropic-tools", "anthropic-request"), "tool-definition-to-provider-tool", *LOOP)
# Exchanges hold the Responses request, whose tools the answer repeats.
EXCHANGES = operations_with(lambda value: value.source.endswith("-exchange"))


def anthropic_request(beta: str) -> tuple[Planted, ...]:
    reads = operations_from("anthropic-request")
    result, image, tool = f"{beta}ToolResultBlockParam", f"{beta}Base64ImageSourceParam", f"{beta}ToolParam"
    return (
        Planted(
            renamed(result, "content", "result"), f"{result}.content", reads,
            (*to("anthropic-request", "anthropic-tool-result"), *LOOP),
        ),
        # Chat and Responses requests do not say that a call failed.
        Planted(
            removed(result, "is_error"), f"{result}.is_error", reads,
            (*to("anthropic-tool-result"), "gemini-request-to-anthropic-request", *LOOP),
        ),
        # Gemini takes any type.
        Planted(
            with_value(image, "media_type", "image/avif"), f"{image}.media_type",
            tuple(name for name in reads if not name.endswith("gemini-request")),
        ),
        Planted(required(tool, "version"), f"{tool}.version", (), ANTHROPIC_TOOLS),
    )  # fmt: skip


def anthropic_response(beta: str) -> tuple[Planted, ...]:
    call, text, writes = f"{beta}ToolUseBlock", f"{beta}TextBlock", to("anthropic-response")
    return (
        Planted(renamed(call, "input", "arguments"), f"{call}.input", (*FROM_ANTHROPIC, *LOOP), writes),
        Planted(removed(ROOT, "stop_sequence"), f"{ROOT}.stop_sequence", (), writes),
        Planted(with_value(ROOT, "stop_reason", "paused"), f"{ROOT}.stop_reason", (*FROM_ANTHROPIC, *LOOP)),
        Planted(required(text, "language"), f"{text}.language", (), writes),
    )


def anthropic_event(beta: str) -> tuple[Planted, ...]:
    piece, thought, text = f"{beta}InputJSONDelta", f"{beta}ThinkingDelta", f"{beta}TextBlock"
    writes = to("anthropic-stream")
    with_thoughts = tuple(name for name in FROM_ANTHROPIC_STREAM if not name.endswith("tool-calls"))
    return (
        Planted(renamed(piece, "partial_json", "piece"), f"{piece}.partial_json", FROM_ANTHROPIC_STREAM, writes),
        Planted(removed(thought, "thinking"), f"{thought}.thinking", with_thoughts, writes),
        Planted(with_value("Delta", "stop_reason", "paused"), "Delta.stop_reason", FROM_ANTHROPIC_STREAM),
        Planted(required(text, "language"), f"{text}.language", (), writes),
    )


CHANGES: Mapping[str, tuple[Planted, ...]] = {
    "chat-request": (
        Planted(
            renamed("FunctionDefinition", "parameters", "schema"), "FunctionDefinition.parameters",
            operations_from("chat-tools", "chat-request", "registry-tools", "registry-request"), CHAT_TOOLS,
        ),
        Planted(
            removed("ChatCompletionToolMessageParam", "tool_call_id"), "ChatCompletionToolMessageParam.tool_call_id",
            (*operations_from("chat-messages", "chat-request", "registry-request"), *LOOP),
            (*to("chat-messages", "chat-request", "tool-message"), *LOOP),
        ),
        # The other APIs get the value as it is.
        Planted(with_value("ImageURL", "detail", "ultra"), "ImageURL.detail"),
        Planted(
            required("ChatCompletionAssistantMessageParam", "turn"), "ChatCompletionAssistantMessageParam.turn", (),
            (*to("chat-messages", "chat-message", "chat-request"), *LOOP),
        ),
    ),
    "chat-response": (
        Planted(
            renamed("ChatCompletionMessage", "tool_calls", "calls"), "ChatCompletionMessage.tool_calls",
            (*FROM_CHAT, *LOOP), to("chat-response"),
        ),
        # Gemini's answers have no refusals of the model's own.
        Planted(
            removed("ChatCompletionMessage", "refusal"), "ChatCompletionMessage.refusal",
            FROM_CHAT, ("anthropic-response-to-chat-response", "responses-response-to-chat-response"),
        ),
        Planted(with_value("Choice", "finish_reason", "paused"), "Choice.finish_reason", FROM_CHAT),
        Planted(required("CompletionUsage", "cached"), "CompletionUsage.cached", (), to("chat-response")),
    ),
    "chat-chunk": (
        Planted(
            renamed("ChoiceDelta", "tool_calls", "calls"), "ChoiceDelta.tool_calls",
            FROM_CHAT_STREAM, to("chat-stream"),
        ),
        # Gemini's answers have no refusals of the model's own.
        Planted(
            removed("ChoiceDelta", "refusal"), "ChoiceDelta.refusal",
            FROM_CHAT_STREAM, ("anthropic-stream-to-chat-stream", "responses-stream-to-chat-stream"),
        ),
        Planted(with_value("Choice", "finish_reason", "paused"), "Choice.finish_reason", FROM_CHAT_STREAM),
        Planted(required("Choice", "sequence"), "Choice.sequence", (), to("chat-stream")),
    ),
    "responses-request": (
        Planted(
            renamed("FunctionCallOutput", "output", "result"), "FunctionCallOutput.output",
            operations_from("responses-input", "responses-request"),
            (*to("responses-input", "responses-request", "function-call-output"), *LOOP),
        ),
        Planted(
            removed("FunctionToolParam", "description"), "FunctionToolParam.description",
            (*operations_from("responses-tools", "responses-request"), *EXCHANGES), RESPONSES_TOOLS,
        ),
        # The other APIs get the value as it is.
        Planted(with_value("ResponseInputImageParam", "detail", "ultra"), "ResponseInputImageParam.detail"),
        Planted(required("FunctionToolParam", "version"), "FunctionToolParam.version", (), RESPONSES_TOOLS),
    ),
    "responses-response": (
        Planted(
            renamed("ResponseFunctionToolCall", "arguments", "input"), "ResponseFunctionToolCall.arguments",
            (*FROM_RESPONSES, *LOOP), to("responses-response"),
        ),
        Planted(
            removed("ResponseOutputRefusal", "refusal"), "ResponseOutputRefusal.refusal",
            FROM_RESPONSES, with_refusals("responses-response"),
        ),
        Planted(
            with_value("IncompleteDetails", "reason", "paused"), "IncompleteDetails.reason",
            READ_ENDS_OF_RESPONSES,
        ),
        Planted(
            required("ResponseOutputText", "language"), "ResponseOutputText.language", (), to("responses-response"),
        ),
    ),
    "responses-event": (
        Planted(
            renamed("ResponseFunctionCallArgumentsDeltaEvent", "delta", "piece"),
            "ResponseFunctionCallArgumentsDeltaEvent.delta",
            operations_from("responses-stream"), to("responses-stream"),
        ),
        # The streams that it becomes are written from the deltas.
        Planted(
            removed("ResponseRefusalDoneEvent", "refusal"), "ResponseRefusalDoneEvent.refusal",
            ("responses-stream-to-tool-calls",), with_refusals("responses-stream"),
        ),
        Planted(
            with_value("IncompleteDetails", "reason", "paused"), "IncompleteDetails.reason",
            READ_ENDS_OF_STREAMS,
        ),
        Planted(
            required("ResponseOutputItemAddedEvent", "time"), "ResponseOutputItemAddedEvent.time",
            (), to("responses-stream"),
        ),
    ),
    # What only MCP's servers write has new members and values that nothing reads.
    "mcp-tool": (
        Planted(renamed("Tool", "inputSchema", "schema"), "Tool.inputSchema", FROM_MCP_TOOLS),
        Planted(removed("Tool", "description"), "Tool.description", FROM_MCP_TOOLS),
        Planted(with_value("Icon", "theme", "sepia"), "Icon.theme"),
        Planted(required("Tool", "version"), "Tool.version"),
    ),
    "mcp-result": (
        Planted(renamed("TextContent", "text", "content"), "TextContent.text", FROM_MCP_RESULTS),
        Planted(removed("ImageContent", "data"), "ImageContent.data", FROM_MCP_RESULTS),
        Planted(with_value("Icon", "theme", "sepia"), "Icon.theme"),
        Planted(required("CallToolResult", "version"), "CallToolResult.version"),
    ),
    # What is written alone breaks nothing when more is taken.
    "anthropic-tool": (
        Planted(
            renamed("ToolParam", "input_schema", "schema"), "ToolParam.input_schema", (),
            (*to("anthropic-tools"), "tool-definition-to-provider-tool"),
        ),
        Planted(
            removed("ToolParam", "description"), "ToolParam.description", (),
            (*to("anthropic-tools"), "tool-definition-to-provider-tool"),
        ),
        Planted(with_value("CacheControlEphemeralParam", "ttl", "1d"), "CacheControlEphemeralParam.ttl"),
        Planted(
            required("ToolParam", "version"), "ToolParam.version", (),
            (*to("anthropic-tools"), "tool-definition-to-provider-tool"),
        ),
    ),
    "anthropic-request": anthropic_request(""),
    "anthropic-response": anthropic_response(""),
    "anthropic-event": anthropic_event(""),
    "anthropic-beta-request": anthropic_request("Beta"),
    "anthropic-beta-response": anthropic_response("Beta"),
    "anthropic-beta-event": anthropic_event("Beta"),
    "google-tool": (
        Planted(
            renamed("FunctionDeclaration", "parameters", "schema"), "FunctionDeclaration.parameters", (),
            ("tool-definition-to-provider-tool",),
        ),
        Planted(removed("Schema", "description"), "Schema.description", (), ("tool-definition-to-provider-tool",)),
        Planted(with_value("Type", "", "DATE"), "Schema.type"),
        Planted(
            required("FunctionDeclaration", "version"), "FunctionDeclaration.version", (),
            ("tool-definition-to-provider-tool",),
        ),
    ),
    "gemini-request": (
        Planted(
            renamed("FunctionResponse", "response", "result"), "FunctionResponse.response", GEMINI_REQUESTS,
            (*to("gemini-request", "gemini-function-response"), *LOOP),
        ),
        Planted(removed("Content", "role"), "Content.role", GEMINI_REQUESTS, (*to("gemini-request"), *LOOP)),
        # Anthropic's tiers are others.
        Planted(
            with_value("ServiceTier", "", "urgent"), "Request.serviceTier",
            tuple(name for name in GEMINI_REQUESTS if not name.endswith("anthropic-request")),
        ),
        Planted(
            required("FunctionDeclaration", "version"), "FunctionDeclaration.version", (),
            (*to("gemini-request", "gemini-tools"), *LOOP),
        ),
    ),
    "gemini-response": (
        Planted(renamed("FunctionCall", "args", "arguments"), "FunctionCall.args", FROM_GEMINI, TO_GEMINI),
        Planted(removed("Part", "thought"), "Part.thought", FROM_GEMINI, TO_GEMINI),
        Planted(with_value("FinishReason", "", "PAUSED"), "Candidate.finishReason", FROM_GEMINI),
        Planted(required("Candidate", "number"), "Candidate.number", (), TO_GEMINI),
    ),
}  # fmt: skip
