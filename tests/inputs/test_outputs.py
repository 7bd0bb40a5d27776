"""What three hundred outputs of a model must contain, whatever the seed."""

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.inputs import draw

OPERATION = "responses-output-to-chat-message"
NEEDED = {
    *("a list", "an object", "message", "function_call", "reasoning", "custom_tool_call", "hosted", "action"),
    *("output_text", "refusal", "tool_use", "another part", "two texts", "text and refusal", "text and call"),
    *("an item that is no object", "a call without id", "content that is no list", "no status", "a cut call"),
    *("empty text", "empty arguments", "arguments that are no JSON", "a citation", "a message without parts"),
}
ACTIONS = ("apply_patch_call", "local_shell_call", "shell_call", "computer_call", "mcp_approval_request")


def features(output: Any) -> Iterator[str]:
    yield "an object" if isinstance(output, dict) else "a list"
    items = output["output"] if isinstance(output, dict) else output
    found = [feature for item in items for feature in of_item(item)]
    yield from found
    for element, other in (("output_text", "refusal"), ("output_text", "function_call")):
        if element in found and other in found:
            yield f"text and {'call' if other == 'function_call' else other}"
    if found.count("output_text") > 1:
        yield "two texts"


def of_item(item: Any) -> Iterator[str]:
    if not isinstance(item, dict):
        yield "an item that is no object"
        return
    kind = item.get("type")
    known = kind in ("message", "function_call", "reasoning", "custom_tool_call")
    yield kind if known else "action" if kind in ACTIONS else "hosted"
    if kind == "message":
        content = item.get("content")
        if not isinstance(content, list | None):
            yield "content that is no list"
        elif not content:
            yield "a message without parts"
        yield from of_parts(content if isinstance(content, list) else [])
    elif kind == "function_call":
        if not item.get("call_id"):
            yield "a call without id"
        yield {"completed": "a whole call"}.get(item.get("status"), "a cut call" if "status" in item else "no status")
        yield {"": "empty arguments", '{"location":"NY': "arguments that are no JSON"}.get(
            str(item.get("arguments")), ""
        )


def of_parts(parts: list[Any]) -> Iterator[str]:
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        yield kind if kind in ("output_text", "refusal", "tool_use") else "another part"
        if kind == "output_text":
            yield "empty text" if part.get("text") == "" else "a citation" if part.get("annotations") else ""


@pytest.mark.parametrize("seed", range(3))
def test_three_hundred_outputs_hold_everything(seed: int) -> None:
    assert NEEDED - {feature for output in draw(OPERATION, 300, seed) for feature in features(output)} == set()


def test_no_two_calls_of_a_response_have_the_same_id() -> None:
    for output in draw(OPERATION, 200, 1):
        items = output["output"] if isinstance(output, dict) else output
        ids = [
            item["call_id"]
            for item in items
            if isinstance(item, dict)
            and item.get("call_id") not in (None, "", "call_x")
            and not str(item.get("type")).endswith("_output")
        ]
        assert len(ids) == len(set(ids))
