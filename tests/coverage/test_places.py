"""The places of a source format: their rows, and what a value covers."""

from __future__ import annotations

from tests.suite.coverage.places import PlaceReader, marks, rows

TEXT = {"type": "string"}
PART = {"properties": {"type": {"const": "text"}, "text": TEXT}, "required": ["type", "text"]}
IMAGE = {
    "properties": {"type": {"const": "image"}, "url": TEXT, "detail": {"enum": ["low", "high"]}},
    "required": ["url"],
}
MESSAGE = {
    "properties": {
        "role": {"const": "user"},
        "content": {"anyOf": [TEXT, {"type": "array", "items": {"anyOf": [PART, {"$ref": "#/$defs/Image"}]}}]},
    },
    "required": ["role", "content"],
}
CALL = {"properties": {"role": {"const": "tool"}, "silent": {"type": "boolean"}}, "required": ["role"]}
LIST = {"type": "array", "items": {"anyOf": [MESSAGE, CALL]}}


def place(reads=None, unread=(), members=()):
    return PlaceReader({"Image": IMAGE}, reads, unread, members).place([LIST], "messages")


def covered(value, **given):
    found = place(**given)
    return set(marks(found, "messages", value)) & set(rows(found, "messages"))


def test_every_variant_optional_member_value_and_type_is_a_row():
    listed = list(rows(place(), "messages"))
    assert len(listed) == len(set(listed))
    assert {
        "messages/user: occurs", "messages/user/content: text", "messages/user/content: list",
        "messages/user/content: empty",
        "messages/user/content/image/detail: absent", 'messages/user/content/image/detail: "low"',
        "messages/user/content/image/url: data", "messages/user/content/text/text: CRLF", "messages/tool/silent: false",
        "messages: no entry", "messages: more than 128 entries",
    } <= set(listed)  # fmt: skip
    assert "messages/user/content: present" not in listed  # it is required


def test_a_value_covers_what_it_contains():
    image = {"type": "image", "url": "https://example.org/?a&b"}
    found = covered([{"role": "user", "content": [image, image]}, {"role": "tool", "silent": True}])
    assert found == {
        "messages: several entries", "messages/user: occurs", "messages/user/content: list",
        "messages/user/content: several entries", "messages/user/content: identical neighbours",
        "messages/user/content/image: occurs", "messages/user/content/image/detail: absent",
        "messages/user/content/image/url: https", "messages/user/content/image/url: a query", "messages/tool: occurs",
        "messages/tool/silent: present", "messages/tool/silent: true",
    }  # fmt: skip


def test_classes_of_texts_are_those_of_their_place():
    found = covered([{"role": "user", "content": " e\u0301 \U0001f642\r\n"}])
    assert {row.rpartition(": ")[2] for row in found if row.startswith("messages/user/content: ")} == {
        "text", "blank at the start", "blank at the end", "combining mark", "surrogate pair", "CRLF",
    }  # fmt: skip


def test_what_is_not_read_has_a_row_for_its_presence_alone():
    listed = list(rows(place(reads=("user", "image"), unread=("*/url",)), "messages"))
    assert "messages/tool: occurs" in listed
    assert not any(row.startswith("messages/tool/") for row in listed)
    assert not any(row.startswith("messages/user/content/image/url") for row in listed)


def test_members_can_be_chosen_by_path():
    listed = list(rows(place(members=(("*/image", ("url",)),)), "messages"))
    assert any("image/url" in row for row in listed)
    assert not any("image/detail" in row for row in listed)
