"""What the result of an MCP tool call holds, block by block, and the JSON values that a text holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.formats.facts import word
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON

TEXT, IMAGE, AUDIO, LINK, RESOURCE, BLOB = "text", "image", "audio", "link", "resource", "blob"
UNKNOWN, BROKEN = "unknown", "broken"
# The types of images that the Responses API takes.
IMAGE_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_MOST_PLACES, _MOST_LEVELS = 200, 3  # in a text: where a JSON value may begin; levels of values in values


class Block(NamedTuple):
    """One block of content. at: its position. text, data, mime_type, uri, name, description: "" where it has none.

    is_optional: it is not for the model, which may get it all the same.
    """

    kind: str
    at: int
    text: str = ""
    data: str = ""
    mime_type: str = ""
    uri: str = ""
    name: str = ""
    is_optional: bool = False
    description: str = ""

    @property
    def data_url(self) -> str:
        """Its data as the Responses API takes it."""
        return f"data:{self.mime_type};base64,{self.data}"

    @property
    def is_filled(self) -> bool:
        """Whether it says anything."""
        return self.kind not in (TEXT, RESOURCE, BROKEN) or bool(self.text.strip())


def read_block(block: JSON, at: int) -> Block:
    """Read one block of content."""
    kind = word(block)
    if kind is None:
        return Block(BROKEN, at)
    found = Block(UNKNOWN, at)
    if kind == "text":
        found = Block(TEXT, at, text=block.get("text"))
    elif kind in ("image", "audio"):
        found = Block(kind, at, data=block.get("data"), mime_type=block.get("mimeType"))
    elif kind == "resource_link":
        said = block.get("description")
        described = said if isinstance(said, str) else ""
        found = Block(LINK, at, uri=block.get("uri"), name=block.get("name"), description=described)
    elif kind == "resource":
        found = _resource(block.get("resource"), at)
    if not all(isinstance(value, str) for value in found[2:7]):
        return Block(BROKEN, at)
    return found._replace(is_optional=not _is_for_model(block))


def _resource(resource: JSON, at: int) -> Block:
    if not isinstance(resource, dict) or ("text" in resource) is ("blob" in resource):
        return Block(BROKEN, at)
    uri: JSON = resource.get("uri")
    if "text" in resource:
        return Block(RESOURCE, at, text=resource["text"], uri=uri)
    return Block(BLOB, at, data=resource["blob"], uri=uri, mime_type=resource.get("mimeType") or "")


def _is_for_model(block: dict[str, JSON]) -> bool:
    annotations = block.get("annotations")
    audience = annotations.get("audience") if isinstance(annotations, dict) else None
    return not isinstance(audience, list) or "assistant" in audience


class Span(NamedTuple):
    """A JSON object or list in a text, and where it is."""

    start: int
    end: int
    value: JSON


def spans_of(text: str) -> Iterator[Span]:
    """Yield the objects and lists that a text holds, none of them inside another one."""
    decoder, place, left = json.JSONDecoder(), 0, _MOST_PLACES
    while left:
        starts = [at for at in (text.find("{", place), text.find("[", place)) if at >= 0]
        if not starts:
            return
        place, left = min(starts), left - 1
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place += 1
            continue
        yield Span(place, end, value)
        place = end


def values_in(value: JSON, levels: int = _MOST_LEVELS) -> Iterator[JSON]:
    """Yield a value, and what it holds, down to some levels; a text that is JSON is one level."""
    yield value
    if not levels:
        return
    if isinstance(value, str):
        inner = json_or_absent(value)
        members = [inner] if isinstance(inner, dict | list) else []
    else:
        members = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    for member in members:
        yield from values_in(member, levels - 1)


def texts_in(value: JSON) -> Iterator[str]:
    """Yield the texts in a JSON value, in order; for a text that is an object or a list, those in it too."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
            inner = json_or_absent(one) if one[:1] in ("{", "[") else ABSENT
            one = inner if isinstance(inner, dict | list) else None
        if isinstance(one, dict | list):
            waiting += reversed(list(one.values()) if isinstance(one, dict) else one)


def names_in(value: JSON) -> Iterator[str]:
    """Yield the names of the members of a JSON value, at any depth."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield from one
        if isinstance(one, dict | list):
            waiting += one.values() if isinstance(one, dict) else one
