"""The changes of grades, as an Atom feed (RFC 4287)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from conformance.field.board import DIRECTIONS, BoardData
from conformance.results.text import one_line, visible

ATOM = "http://www.w3.org/2005/Atom"
NEVER = "1970-01-01"  # where no day at all is known
NAME = "Grades of real converters"


def feed_xml(board: BoardData, *, page: str, feed: str) -> bytes:
    """Return the feed: an entry for each version that has other grades than the one before it, the newest first.

    page, feed: their addresses. Equal boards give equal bytes.
    """
    entries = sorted(_changes(board), key=lambda change: change[0], reverse=True)
    root = ElementTree.Element("feed", {"xmlns": ATOM})
    _add(root, "id", _id("board"))
    _add(root, "title", NAME)
    _add(root, "updated", _moment(entries[0][0] if entries else NEVER))
    _add(_add(root, "author"), "name", "tool-conformance")
    _add(root, "link", rel="self", href=feed)
    _add(root, "link", rel="alternate", href=page)
    for day, library, version, lines in entries:
        entry = _add(root, "entry")
        _add(entry, "id", _id(f"board/{library}/{version}"))
        _add(entry, "title", one_line(f"{library} {version}: {lines[0]}", 200))
        _add(entry, "updated", _moment(day))
        _add(entry, "link", rel="alternate", href=page)
        text = "".join(f"<li>{escape(one_line(line))}</li>" for line in lines)
        _add(entry, "content", f"<ul>{text}</ul>", type="html")
    ElementTree.indent(root, " ")
    text_: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text_ + b"\n"


def _changes(board: BoardData) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield day, library, version and a line for each direction that changed; of the oldest version all its grades."""
    for library in board["libraries"]:
        versions = [library, *library["history"]]
        for now, before in zip(versions, [*versions[1:], None], strict=True):
            lines = list(_lines(now, before))
            if lines:
                day = now["released"] or now["day"] or NEVER
                yield day, library["library"], now["version"], lines


def _lines(now: Mapping[str, Any], before: Mapping[str, Any] | None) -> Iterator[str]:
    for direction in DIRECTIONS:
        new, old = (entry["grades"].get(direction.key) if entry else None for entry in (now, before))
        if not new or (old and old["grade"] == new["grade"]):
            continue
        said = f"{direction.short} {new['grade']} {new['percent']} %"
        if old and before:
            said += f", {old['grade']} {old['percent']} % in {before['version']}"
            said += "" if before["specs"] == now["specs"] else " by other rules"
        yield said


def _add(parent: ElementTree.Element, tag: str, text: str | None = None, **attributes: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, tag, attributes)
    element.text = text
    return element


def _id(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, visible(f'tool-conformance/{name}'))}"


def _moment(day: str) -> str:
    return f"{one_line(day, 40)}T00:00:00Z" if "T" not in day else one_line(day, 40)
