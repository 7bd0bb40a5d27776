"""How Anthropic's API writes places and errors: one request for each answer that it was seen to give."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import accepts, findings_of, refusals_of
from conformance.apis.oracles.anthropic_words import form_place, place, tool_place
from tests.apis.oracles.requests import OBJECT, USER, anthropic, picture, result, says, use

OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}
CALLED = (USER, says("assistant", use()))
# What was recorded or reported, and the smallest request for it.
ANSWERS: dict[str, dict[str, Any]] = {
    "max_tokens: Field required": {"model": "claude-haiku-4-5", "messages": [USER]},
    "user: Extra inputs are not permitted": anthropic(user="ada"),
    "messages.0.name: Extra inputs are not permitted": anthropic({**USER, "name": "Ada"}),
    "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted": anthropic(
        USER,
        says(
            "assistant",
            {"type": "thinking", "thinking": "h", "signature": "s", "cache_control": {"type": "ephemeral"}},
            "Hi",
        ),
        USER,
    ),
    "messages.0.content.0.text.text: Input should be a valid string": anthropic(
        says("user", {"type": "text", "text": 5})
    ),
    "messages.1.content.0.tool_use.input: Input should be a valid dictionary": anthropic(
        USER, says("assistant", use(input="{}")), says("user", result())
    ),
    "tools.0.custom.input_schema: Field required": anthropic(tools=[{"name": "look", "description": "Looks."}]),
    "tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'": anthropic(
        tools=[
            {"name": "look", "description": "Looks.", "input_schema": OBJECT},
            {"name": "a.b", "description": "Looks.", "input_schema": OBJECT},
        ]
    ),
    "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false": anthropic(
        output_config={"format": {"type": "json_schema", "schema": OPEN}}
    ),
    "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.": {
        **anthropic(output_config={"effort": "xhigh"}),
        "model": "claude-opus-4-6",
    },
    "messages.0: all messages must have non-empty content except for the optional final assistant message": anthropic(
        {"role": "user", "content": ""}
    ),
    "messages: text content blocks must be non-empty": anthropic(says("user", "")),
    "messages.4.content.0.tool_result: content cannot be empty if `is_error` is true": anthropic(
        *CALLED, says("user", result()), says("assistant", use("b")), says("user", result("b", "", is_error=True))
    ),
    "messages.2.content.0.tool_result.content.0.image.source.base64: invalid base64 data": anthropic(
        *CALLED, says("user", result(content=[picture("data:image/png;base64,iVBORw0KGgo=")]))
    ),
    "messages.0.content.0.image.source.base64.data: Image does not match the provided media type image/png": anthropic(
        says("user", picture("/9j/4AAQ"))
    ),
    "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024": anthropic(
        max_tokens=2000, thinking={"type": "enabled", "budget_tokens": 512}
    ),
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` "
    "block must have a corresponding `tool_result` block in the next message.": anthropic(*CALLED, USER),
    'messages: Unexpected role "tool". Allowed roles are "user" or "assistant".': anthropic(
        USER, {"role": "tool", "content": "1"}
    ),
}


@pytest.mark.parametrize("message", ANSWERS)
def test_the_answer_is_the_apis_own_and_names_that_mistake_alone(message: str) -> None:
    (found,) = refusals_of("anthropic-request", ANSWERS[message])
    assert found.message == message
    assert found.body() == {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": message},
        "request_id": None,
    }
    assert not accepts("anthropic-request", ANSWERS[message])


def test_a_block_of_an_unknown_type_is_refused_by_its_tag() -> None:
    request = anthropic(says("user", "Hi", {"type": "image_url", "image_url": {"url": "data:,"}}))
    (found,) = refusals_of("anthropic-request", request)
    begins = "messages.0.content.1: Input tag 'image_url' found using 'type' does not match any of the expected tags: "
    assert found.message.startswith(begins)
    assert "'document'" in found.message
    assert found.at == "/messages/0/content/1/type"


def test_what_only_a_beta_has_is_taken_with_a_warning() -> None:
    server = {"type": "url", "name": "files", "url": "https://example.com/mcp"}
    request = anthropic(USER, mcp_servers=[server])
    (found,) = findings_of("anthropic-request", request)
    assert (found.level, found.at) == ("warning", "/mcp_servers")
    assert "anthropic-beta" in found.message
    assert accepts("anthropic-request", request)
    assert refusals_of("anthropic-request", request) == ()
    # A mistake in it, or beside it, is one all the same.
    assert [
        refusal.at for refusal in refusals_of("anthropic-request", {**request, "mcp_servers": [{**server, "x": 1}]})
    ] == ["/mcp_servers/0/x"]
    assert [refusal.at for refusal in refusals_of("anthropic-request", {**request, "seed": 1})] == ["/seed"]


def test_a_place_names_the_form_of_each_block_on_its_way() -> None:
    request = anthropic(
        says("user", {**result(content=[picture("AAAA")]), "cache_control": {"type": "ephemeral", "ttl": "1d"}}),
        thinking={"type": "enabled"},
        tools=[{"name": "look"}, {"type": "bash_20250124", "name": "bash"}],
        system=[{"type": "text", "text": "Be brief."}],
    )
    block = ("messages", 0, "content", 0)
    assert place((*block, "content", 0, "source", "data"), request) == (
        "messages.0.content.0.tool_result.content.0.image.source.base64.data"
    )
    assert place((*block, "cache_control", "ttl"), request) == (
        "messages.0.content.0.tool_result.cache_control.ephemeral.ttl"
    )
    assert place(block, request) == "messages.0.content.0"
    assert form_place(block, request) == "messages.0.content.0.tool_result"
    assert place(("thinking", "budget_tokens"), request) == "thinking.enabled.budget_tokens"
    assert place(("tools", 1, "name"), request) == "tools.1.bash_20250124.name"
    assert place(("system", 0, "text"), request) == "system.0.text"
    assert place(("messages", 7, "content", 1, "x"), request) == "messages.7.content.1.x"
    assert tool_place(("name",), request["tools"][0], 3) == "tools.3.custom.name"
