"""What changed from version to version, as an Atom feed (RFC 4287)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from conformance.field.pages.site import BOARD, FEED, NAME, Site, flaws, library_file, short
from conformance.field.pages.versions import LibraryHistory, VersionChange
from conformance.field.rows import FoundDefect, SurveyRow
from conformance.results.text import clip, counted, one_line, visible
from conformance.results.titles import placed

ATOM = "http://www.w3.org/2005/Atom"
NEVER = "1970-01-01"  # where no release date at all is known
NAMED = 20  # defects that an entry lists as new, or as gone


def feed_xml(site: Site) -> bytes:
    """Return the feed: an entry for each judged version, the newest release first. Equal rows give equal bytes."""
    newest = site.newest_release or NEVER
    feed = ElementTree.Element("feed", {"xmlns": ATOM})
    _add(feed, "id", _id("field"))
    _add(feed, "title", NAME)
    _add(feed, "updated", _moment(newest))
    _add(_add(feed, "author"), "name", "tool-conformance")
    _add(feed, "link", rel="self", href=FEED)
    _add(feed, "link", rel="alternate", href=BOARD)
    judged = [(row.task.released or newest, history, row) for history in site.histories for row in history.judged]
    for day, history, row in sorted(judged, key=lambda entry: entry[0], reverse=True):
        _entry(feed, day, history, row)
    ElementTree.indent(feed, " ")
    text: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _entry(feed: ElementTree.Element, day: str, history: LibraryHistory, row: SurveyRow) -> None:
    entry = _add(feed, "entry")
    change = history.change(row)
    found = counted(len(flaws(row)), "published defect")
    _add(entry, "id", _id(f"field/{row.task.library}/{row.task.version}"))
    _add(entry, "title", one_line(f"{history.name} {row.task.version}: {_change_text(change) or found}", 200))
    _add(entry, "updated", _moment(day))
    _add(entry, "link", rel="alternate", href=library_file(history.name))
    _add(entry, "content", _content(found, change), type="html")


def _change_text(change: VersionChange | None) -> str:
    if change is None:
        return ""
    return f"{counted(len(change.new), 'new defect')}, {len(change.gone):,} gone since {change.older.task.version}"


def _content(found: str, change: VersionChange | None) -> str:
    parts = [f"<p>{escape(found)}.</p>"]
    if change is None:
        return "".join([*parts, "<p>No older version was judged.</p>"])
    parts.append(f"<p>{escape(one_line(_change_text(change)))}.</p>")
    if change.other_rules:
        parts.append("<p>The two versions were not judged by the same specifications.</p>")
    parts += [_list(title, defects) for title, defects in (("New", change.new), ("Gone", change.gone)) if defects]
    return "".join(parts)


def _list(title: str, defects: Sequence[FoundDefect]) -> str:
    lines = [
        f"{defect.rule} of {defect.operation}: {clip(placed(defect.at, defect.message), 300)}"
        for defect in defects[:NAMED]
    ]
    if len(defects) > NAMED:
        lines.append(f"{len(defects) - NAMED} more")
    return f"<p>{title}:</p><ul>{''.join(f'<li>{escape(one_line(line))}</li>' for line in lines)}</ul>"


def _add(parent: ElementTree.Element, tag: str, text: str | None = None, **attributes: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, tag, attributes)
    element.text = text
    return element


def _id(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, visible(f'tool-conformance/{name}'))}"


def _moment(day: str) -> str:
    return f"{short(day)}T00:00:00Z" if "T" not in day else short(day)
