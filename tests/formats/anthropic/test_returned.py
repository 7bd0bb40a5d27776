from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.anthropic.returned import read_returned
from conformance.formats.model.conversation import IMAGE, Media, Text
from conformance.formats.model.reading import PARTED

TEXT = {"type": "text", "text": "a"}
IMAGE_BLOCK = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}


def block(**members: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": "t1", **members}


def test_a_block_is_read_as_the_result_of_its_call() -> None:
    read = read_returned(block(content=[TEXT, IMAGE_BLOCK], is_error=True))
    assert read.returned is not None
    assert (read.returned.id, read.returned.failed, read.misfits) == ("t1", True, {})
    text, image = read.returned.content
    assert isinstance(text, Text)
    assert isinstance(image, Media)
    assert (text.value, image.kind, image.media_type) == ("a", IMAGE, "image/png")
    assert read.held(image.at[0]) == IMAGE_BLOCK


@pytest.mark.parametrize(
    ("content", "value"), [({}, ""), ({"content": ""}, ""), ({"content": None}, None), ({"content": [TEXT]}, [TEXT])]
)
def test_what_stands_for_the_content_is_its_flow(content: dict[str, Any], value: Any) -> None:
    flow = read_returned(block(**content)).flow
    assert flow is not None
    assert flow.value == value
    assert flow.text == ("a" if value else "")


def test_documents_of_texts_and_found_texts_are_texts() -> None:
    document = {"type": "document", "title": "T", "source": {"type": "text", "media_type": "text/plain", "data": "D"}}
    found = {"type": "search_result", "source": "https://example.org", "title": "S", "content": [TEXT]}
    flow = read_returned(block(content=[document, found])).flow
    assert flow is not None
    assert {"T", "D", "S", "a"} <= set(flow.text.split(PARTED))


def test_what_is_no_result_says_so() -> None:
    assert read_returned([]).returned is None
    read = read_returned({"tool_use_id": 1, "is_error": "true"})
    assert "speaker" in read.misfits
    assert read.returned is not None
    assert (read.returned.id, read.returned.failed) == (None, None)
