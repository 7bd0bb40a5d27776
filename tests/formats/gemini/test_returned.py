from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.cursor import Pen
from conformance.formats.gemini.returned import read_returned, write_turn
from conformance.formats.model.conversation import TOOL, Call, Media, Result, Text, Turn

PNG = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}


def part(response: Any, **members: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": "f", "response": response, **members}}


@pytest.mark.parametrize(
    ("response", "text", "failed"),
    [
        ({"output": "a"}, "a", None),
        ({"result": "a"}, "a", None),
        ({"error": "a"}, "a", True),
        ({"output": {"a": "\u00e9"}}, '{"a": "\u00e9"}', None),
        ({"rows": [1]}, '{"rows": [1]}', None),
        ({"output": "a", "isError": True}, '{"output": "a", "isError": true}', True),
        ({"error": ""}, "", None),
        ({"output": None}, "", None),
        ({}, "{}", None),
        ("a", "a", None),
        ([1], "[1]", None),
    ],
)
def test_what_a_tool_returned_is_a_text(response: Any, text: str, failed: bool | None) -> None:
    side = read_returned(part(response))
    assert side.returned is not None
    (said,) = side.returned.content
    assert isinstance(said, Text)
    assert (side.returned.id, side.returned.failed, said.value) == ("f", failed, text)
    assert side.flow is not None
    assert side.flow.text == text


def test_parts_are_media_and_either_spelling_is_read() -> None:
    held = part({"output": "a"}, parts=[PNG])["functionResponse"]
    for name in ("functionResponse", "function_response"):
        side = read_returned({name: held})
        assert side.returned is not None
        (_text, image) = side.returned.content
        assert isinstance(image, Media)
        assert (image.media_type, image.data, side.misfits) == ("image/png", "iVBORw0KGgo=", {})
        assert side.held(side.places["result/content"]) == {"output": "a"}


def test_what_is_no_such_part_is_none() -> None:
    assert read_returned(7).returned is None
    assert list(read_returned({"text": "a"}).misfits) == ["speaker"]


def test_a_result_is_written_under_the_name_of_its_call() -> None:
    failed = Result(id="f", failed=True, content=(Text(value="a"),))
    image = Media(kind="image", media_type="image/png", data="iVBORw0KGgo=", is_inline=True)
    turn = Turn(speaker=TOOL, says=(Call(id="f"), failed, Result(id="f", content=(Text(value="a"), image))))
    assert write_turn(turn, Pen("gemini")) == [
        {"functionCall": {"name": "f", "args": {}}}, part({"error": "a"}), part({"output": "a"}, parts=[PNG]),
    ]  # fmt: skip
