"""What parts of an input are to Chat."""

from __future__ import annotations

from typing import Any

from conformance.checks.chat_messages.kinds import ASSISTANT, USER, file_fields, holds, is_same_file, kind_in_chat
from conformance.formats.facts import FILE, IMAGE, OTHER, REFUSAL, TEXT, Fact
from conformance.formats.parts import ALL_PARTS, read_part

PICTURE = {"type": "input_image", "image_url": "u"}


def read(part: Any) -> Fact:
    return read_part(part, 0, (), None, ALL_PARTS)


def test_a_part_has_a_form_in_chat_by_its_speaker() -> None:
    for part, speaker, kind in (
        ({"type": "input_text", "text": "a"}, USER, TEXT),
        ({"type": "refusal", "refusal": "no"}, ASSISTANT, REFUSAL),
        ({"type": "refusal", "refusal": "no"}, USER, OTHER),
        (PICTURE, USER, IMAGE),
        (PICTURE, ASSISTANT, OTHER),
        ({"type": "input_file", "file_id": "f"}, USER, FILE),
        ({"type": "input_file", "file_url": "u"}, USER, OTHER),
    ):
        assert kind_in_chat(read(part), speaker) == kind, part


def test_a_file_is_the_same_by_its_id_or_its_data() -> None:
    assert file_fields({"file_id": "f", "file_data": "", "detail": "low"}) == {"file_id": "f"}
    assert is_same_file({"file_id": "f"}, {"file_id": "f", "filename": "a"})
    assert not is_same_file({"filename": "a"}, {"filename": "a"})


def test_a_moved_part_holds_the_one_of_the_output() -> None:
    assert holds(read({"type": "image_url", "image_url": {"url": "u"}}), read(PICTURE))
    assert not holds(read({"type": "image_url", "image_url": {"url": "v"}}), read(PICTURE))
