"""Reads the content of a message or an item as it comes: also what is not as its API has it, and no member beside it.

The readers of a format keep all that they read, with a pointer for each member; what is judged thousands of times needs
what is said alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import unread
from conformance.formats.facts import FILE, IMAGE, REFUSAL, TEXT, is_filled, word
from conformance.formats.model import conversation as model
from conformance.formats.model.conversation import Media, ModelRefusal, Result, Text, Utterance
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.reading import PARTED, AnswerText, ParsedSide, WrongType
from conformance.formats.parts import ALL_PARTS, image_of
from conformance.formats.shared import located

_FILE: Final = ("file_id", "file_data", "filename")


def read_content(
    content: JSON, at: Path, format: str, types: Mapping[str, str] = ALL_PARTS, *, bare: bool = False
) -> Iterator[Utterance | Other]:
    """Yield what a content says: a text, or parts. types: the kind of each type of part; others are unread.

    bare: whether a part may be a text that is no object.
    """
    if isinstance(content, str):
        yield Text(value=content, at=(at,))
    elif isinstance(content, list):
        for place, part in enumerate(content):
            is_bare = bare and isinstance(part, str)
            yield Text(value=part, at=((*at, place),)) if is_bare else _part(part, (*at, place), format, types)


def read_returned(value: JSON, format: str, speaker: tuple[str, str], id: str, holder: str) -> ParsedSide:
    """Read one result of a call. speaker: the member that says that it is one, and the word. id, holder: members."""
    member, word = speaker
    places: dict[str, Path] = {"speaker": (member,), "result/id": (id,), "result/content": (holder,)}
    if not isinstance(value, dict):
        return ParsedSide(answer=None, form="one object", value=value, places=places)
    says = tuple(read_content(value.get(holder), (holder,), format))
    id_, is_one = value.get(id), value.get(member) == word
    return ParsedSide(
        answer=None, form="one object", value=value, places=places,
        returned=Result(id=id_ if isinstance(id_, str) else None, content=says, at=((),)),
        flow=AnswerText(
            value=value.get(holder, ABSENT),
            text=PARTED.join(utterance.value for utterance in says if isinstance(utterance, Text)),
        ),
        misfits={} if is_one else {"speaker": WrongType(f'"{word}"', value.get(member, ABSENT))},
    )  # fmt: skip


def _part(part: JSON, at: Path, format: str, types: Mapping[str, str]) -> Utterance | Other:
    type_ = word(part)
    kind = types.get(type_ or "")
    if kind in (TEXT, REFUSAL):
        said = part.get(kind)
        if isinstance(said, str):
            return Text(value=said, at=(at,)) if kind == TEXT else ModelRefusal(value=said, at=(at,))
    elif kind == IMAGE:
        url, detail = image_of(part)
        if is_filled(url) and (types is ALL_PARTS or isinstance(part["image_url"], dict) is (type_ == "image_url")):
            detail = detail if isinstance(detail, str) else None
            return Media(kind=model.IMAGE, detail=detail, **located(url), at=(at,))
    elif kind == FILE:
        held = part["file"] if isinstance(part.get("file"), dict) else part
        id_, data, name = (held.get(key) if is_filled(held.get(key)) else None for key in _FILE)
        if id_ or data or (name and types is ALL_PARTS):
            return Media(kind="", file_id=id_, name=name, **(located(data) if data else {}), at=(at,))
    return unread(part, at, format, type_)
