"""Reads the parts of a content: texts, images, files, audio, refusals, and calls and results that are parts."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Final

from conformance.base.values import JSON
from conformance.formats.facts import (
    AUDIO,
    FILE,
    IMAGE,
    INLINE,
    OTHER,
    REFUSAL,
    TEXT,
    USE,
    Path,
    WireItem,
    is_filled,
    word,
)

# The kinds of parts, by their type, in each API. Calls and results as parts are a form that gateways use in both.
_SHARED: Final = {"refusal": REFUSAL, "input_audio": AUDIO, "tool_use": USE, "tool_result": INLINE}
CHAT_PARTS: Final[Mapping[str, str]] = {"text": TEXT, "image_url": IMAGE, "file": FILE, **_SHARED}
RESPONSES_PARTS: Final[Mapping[str, str]] = {
    "input_text": TEXT, "output_text": TEXT, "input_image": IMAGE, "input_file": FILE, **_SHARED,
}  # fmt: skip
# What a converter may have written, in the right form or not.
ALL_PARTS: Final[Mapping[str, str]] = {**CHAT_PARTS, **RESPONSES_PARTS, "output_image": IMAGE, "image": IMAGE}
# A member of parts that both APIs have. A converter that does not know it leaves it out.
BREAKPOINT: Final = "prompt_cache_breakpoint"


def read_content(
    content: JSON,
    entry: int,
    at: Path,
    role: str | None,
    source: JSON,
    types: Mapping[str, str],
    *,
    inside: bool = False,
) -> Iterator[WireItem]:
    """Yield the facts of a content: a text, or a list of parts. source: the message that holds it."""
    if isinstance(content, str):
        yield WireItem(kind=TEXT, entry=entry, at=at, role=role, source=source, value=content, inside=inside)
    for number, part in enumerate(content if isinstance(content, list) else ()):
        yield read_part(part, entry, (*at, number), role, types, inside=inside)


def read_part(
    part: JSON, entry: int, at: Path, role: str | None, types: Mapping[str, str], *, inside: bool = False
) -> WireItem:
    """Read one part. types: the kind of each type of part that counts; a part of another type is OTHER."""
    type_ = word(part)
    kind = types.get(type_ or "", OTHER)
    value, detail, whole = part, None, bool(type_)
    if kind in (TEXT, REFUSAL):
        value = part.get("refusal" if kind == REFUSAL else "text")
        if not isinstance(value, str):
            kind, value, whole = OTHER, part, False
    elif kind == IMAGE:
        value, detail = image_of(part)
        whole = is_filled(value) and isinstance(part["image_url"], dict) is (type_ == "image_url")
    elif kind == FILE:
        holder = part.get("file")
        value = holder if isinstance(holder, dict) else {key: part[key] for key in part if key != "type"}
        whole = bool(value) and isinstance(holder, dict) is (type_ == "file")
    elif kind == AUDIO:
        value = part.get("input_audio")
        whole = isinstance(value, dict)
    elif kind == USE:
        value = part.get("id"), part.get("name"), part.get("input")
        whole = is_filled(value[0]) and is_filled(value[1]) and isinstance(value[2], dict)
    elif kind == INLINE:
        value = part.get("tool_use_id"), part.get("content")
        whole = is_filled(value[0]) and (isinstance(value[1], str) or _are_texts(value[1], types))
    return WireItem(
        kind=kind, entry=entry, at=at, source=part, value=value, type=type_, role=role, detail=detail,
        inside=inside, is_part=True, is_whole=whole,
    )  # fmt: skip


def _are_texts(content: JSON, types: Mapping[str, str]) -> bool:
    parts = list(read_content(content, 0, (), None, None, types))
    return bool(parts) and all(part.kind == TEXT and part.is_whole for part in parts)


def image_of(part: JSON) -> tuple[JSON, JSON]:
    """Return the URL and the detail of an image, in the form of either API."""
    held = part.get("image_url")
    if not isinstance(held, dict):
        return held, part.get("detail")
    return held.get("url"), held.get("detail")


def texts_of(content: JSON, types: Mapping[str, str] = CHAT_PARTS) -> list[str]:
    """Return the texts of a content."""
    facts = read_content(content, 0, (), None, None, types)
    return [fact.value for fact in facts if fact.kind == TEXT and fact.is_whole]


def has_bad_base64(url: JSON) -> bool:
    """Return whether a URL is a data URL that announces base64 and holds none."""
    head, _comma, data = url.partition(",") if isinstance(url, str) else ("", "", "")
    if not (head.startswith("data:") and head.endswith(";base64")):
        return False
    try:
        return not b64decode(data, validate=True)
    except ValueError:
        return True


def without_cache_control(value: JSON) -> JSON:
    """Return a part, or a list of parts, without the cache_control of the parts themselves."""
    if isinstance(value, list):
        return [without_cache_control(member) for member in value]
    if isinstance(value, dict):
        return {
            key: without_cache_control(member) if key == "content" else member
            for key, member in value.items()
            if key != "cache_control"
        }
    return value
