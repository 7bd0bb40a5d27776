"""Parts of Chat Completions and Responses as blocks."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import RequestError
from conformance.reference.anthropic_blocks import blocks_of, content_of

Object = dict[str, Any]
PNG = "data:image/png;base64,iVBORw0KGgo="
PDF = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}


def text(value: str) -> Object:
    return {"type": "text", "text": value}


# A part, its blocks, and the end of the path of what is reported.
PARTS: list[tuple[Object, list[Object], str | None]] = [
    (text("a"), [text("a")], None),
    ({"type": "input_text", "text": "a"}, [text("a")], None),
    ({"type": "output_text", "text": "a", "annotations": [], "logprobs": []}, [text("a")], None),
    ({"type": "output_text", "text": "a", "annotations": [{"type": "url_citation"}]}, [text("a")], ".annotations"),
    ({**text("a"), "prompt_cache_breakpoint": {"mode": "explicit"}}, [text("a")], ".prompt_cache_breakpoint"),
    (text(""), [], None),
    ({"type": "refusal", "refusal": "No"}, [text("No")], None),
    ({"type": "image_url", "image_url": {"url": PNG, "detail": "auto"}},
     [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}], None),
    ({"type": "image_url", "image_url": {"url": "https://x/a", "detail": "low"}},
     [{"type": "image", "source": {"type": "url", "url": "https://x/a"}}], ".image_url.detail"),
    ({"type": "input_image", "image_url": "https://x/a", "detail": "high"},
     [{"type": "image", "source": {"type": "url", "url": "https://x/a"}}], ".detail"),
    ({"type": "input_image", "file_id": "file-1"}, [text("[image: file-1]")], ""),
    ({"type": "image_url", "image_url": {"url": "data:image/svg+xml;base64,PHN2Zy8+"}}, [text("[image: left out]")],
     ""),
    ({"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0="}},
     [{"type": "document", "source": PDF, "title": "a.pdf"}], None),
    ({"type": "input_file", "file_data": "data:application/pdf;base64,JVBERi0="},
     [{"type": "document", "source": PDF}], None),
    ({"type": "input_file", "file_url": "https://x/a.pdf"},
     [{"type": "document", "source": {"type": "url", "url": "https://x/a.pdf"}}], None),
    ({"type": "input_file", "file_data": "data:text/plain;base64,SGk=", "filename": "a.txt"},
     [{"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Hi"}, "title": "a.txt"}],
     None),
    ({"type": "file", "file": {"file_id": "file-1"}}, [text("[file: file-1]")], ""),
    ({"type": "input_file", "filename": "a.zip", "file_data": "data:application/zip;base64,SGk="},
     [text("[file: a.zip]")], ""),
    ({"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}}, [text("[audio: wav]")], ""),
]  # fmt: skip


@pytest.mark.parametrize(("part", "blocks", "place"), PARTS, ids=[str(part[0])[:70] for part in PARTS])
def test_each_part_has_its_blocks(part: Object, blocks: list[Object], place: str | None, caplog: Any) -> None:
    assert blocks_of([part], "content", "text") == blocks
    wanted = [] if place is None else [f"content[0]{place}"]
    assert [record.getMessage().partition(": ")[0] for record in caplog.records] == wanted


def test_a_refusal_may_be_reported_instead(caplog: Any) -> None:
    assert blocks_of([{"type": "refusal", "refusal": "No"}], "content", "report") == []
    assert "content[0]" in caplog.text


@pytest.mark.parametrize("content", [7, {}, ["a"], [{"type": "text"}]])
def test_what_is_no_content_is_an_error(content: Any) -> None:
    with pytest.raises(RequestError, match="content"):
        blocks_of(content, "content", "text")


def test_one_plain_text_is_a_string() -> None:
    assert content_of([text("a")]) == "a"
    marked = {**text("a"), "cache_control": {"type": "ephemeral"}}
    for blocks in ([text("a"), text("b")], [marked]):
        assert content_of(blocks) == blocks
