"""Parts of a content, in the forms of both APIs."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import JSON
from conformance.formats.facts import AUDIO, FILE, IMAGE, INLINE, OTHER, REFUSAL, TEXT, USE
from conformance.formats.parts import (
    ALL_PARTS,
    CHAT_PARTS,
    RESPONSES_PARTS,
    has_bad_base64,
    read_content,
    read_part,
    texts_of,
    without_cache_control,
)

FILE_FIELDS = {"file_id": "file_1", "filename": "a.pdf"}


@pytest.mark.parametrize(
    ("part", "kind", "value"),
    [
        ({"type": "text", "text": "a"}, TEXT, "a"),
        ({"type": "output_text", "text": ""}, TEXT, ""),
        ({"type": "refusal", "refusal": "no"}, REFUSAL, "no"),
        ({"type": "image_url", "image_url": {"url": "u"}}, IMAGE, "u"),
        ({"type": "input_image", "image_url": "u"}, IMAGE, "u"),
        ({"type": "file", "file": FILE_FIELDS}, FILE, FILE_FIELDS),
        ({"type": "input_file", **FILE_FIELDS}, FILE, FILE_FIELDS),
        ({"type": "input_audio", "input_audio": {"data": ""}}, AUDIO, {"data": ""}),
        ({"type": "tool_use", "id": "1", "name": "f", "input": {}}, USE, ("1", "f", {})),
        ({"type": "tool_result", "tool_use_id": "1", "content": "a"}, INLINE, ("1", "a")),
        ({"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "a"}]}, INLINE, None),
        ({"type": "new"}, OTHER, {"type": "new"}),
    ],
)
def test_a_part_has_its_kind_and_value(part: Any, kind: str, value: Any) -> None:
    fact = read_part(part, 0, ("at",), "user", ALL_PARTS)
    assert (fact.kind, fact.is_whole, fact.type) == (kind, True, part["type"])
    assert value is None or fact.value == value


@pytest.mark.parametrize(
    "part",
    [
        None, "a", {}, {"type": 1}, {"type": "text"}, {"type": "text", "text": 1}, {"type": "refusal"},
        {"type": "image_url"}, {"type": "image_url", "image_url": "u"},
        {"type": "input_image", "image_url": {"url": "u"}}, {"type": "input_image"},
        {"type": "file"}, {"type": "file", "file": {}}, {"type": "input_audio"},
        {"type": "tool_use", "id": "1", "name": "f", "input": "{}"}, {"type": "tool_use", "name": "f", "input": {}},
        {"type": "tool_result", "tool_use_id": "1", "content": []}, {"type": "tool_result", "content": "a"},
    ],
)  # fmt: skip
def test_a_part_without_what_its_type_requires_is_not_whole(part: Any) -> None:
    assert not read_part(part, 0, (), "user", ALL_PARTS).is_whole


def test_a_part_of_the_other_api_is_other_where_only_one_counts() -> None:
    assert read_part({"type": "input_text", "text": "a"}, 0, (), "user", CHAT_PARTS).kind == OTHER
    assert read_part({"type": "text", "text": "a"}, 0, (), "user", RESPONSES_PARTS).kind == OTHER


def test_the_detail_of_an_image_is_read_from_either_place() -> None:
    for image in ({"image_url": {"url": "u", "detail": "low"}}, {"image_url": "u", "detail": "low"}):
        assert read_part({"type": "input_image", **image}, 0, (), "user", ALL_PARTS).detail == "low"


def test_content_is_a_text_or_a_list_of_parts_with_their_places() -> None:
    (text,) = read_content("a", 3, (3, "content"), "user", {}, CHAT_PARTS)
    assert (text.at, text.is_part, text.entry, text.role) == ((3, "content"), False, 3, "user")
    parts = [{"type": "text", "text": "a"}, {"type": "new"}, {"type": "text", "text": "b"}]
    assert [fact.at for fact in read_content(parts, 3, (3, "content"), "user", {}, CHAT_PARTS)] == [
        (3, "content", 0), (3, "content", 1), (3, "content", 2),
    ]  # fmt: skip
    assert texts_of(parts) == ["a", "b"]
    assert list(read_content(None, 0, (), "user", {}, CHAT_PARTS)) == []


@pytest.mark.parametrize("url", ["data:image/png;base64,...", "data:image/png;base64,", "data:;base64,iVBOR"])
def test_a_data_url_that_announces_base64_holds_some(url: str) -> None:
    assert has_bad_base64(url)


@pytest.mark.parametrize("url", ["data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,<svg/>", "https://a.b/c", 5])
def test_other_images_hold_no_bad_base64(url: JSON) -> None:
    assert not has_bad_base64(url)


def test_a_part_is_had_without_its_cache_control_and_those_in_it() -> None:
    inner = {"type": "text", "text": "a", "cache_control": {}}
    part = {"type": "tool_result", "content": [inner], "input": {"cache_control": 1}, "cache_control": {}}
    bare = {"type": "tool_result", "content": [{"type": "text", "text": "a"}], "input": {"cache_control": 1}}
    assert without_cache_control([part, "b"]) == [bare, "b"]
