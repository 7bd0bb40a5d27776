"""What a Gemini answer rests on, as the annotations of a Chat message: places in bytes become places in characters."""

from typing import Any

from conformance.reference.errors import LOG
from conformance.reference.members import Object, lose_rest

_READ = {"groundingChunks", "groundingSupports", "searchEntryPoint", "webSearchQueries", "retrievalMetadata"}


def annotations_of(grounding: Any, place: str, text: str, target: str) -> list[Object]:
    """The citations of web pages. What cites something else, or is not cited, is reported. text: all of the answer."""
    if not isinstance(grounding, dict):
        return []
    chunks, supports = map(list_or_empty, map(grounding.get, ("groundingChunks", "groundingSupports")))
    lose_rest(grounding, _READ, place, target)
    data, found, cited = text.encode("utf-8", "surrogatepass"), [], set[int]()
    for number, support in enumerate(supports):
        at, held = f"{place}.groundingSupports[{number}]", support if isinstance(support, dict) else {}
        segment = held.get("segment") if isinstance(held.get("segment"), dict) else {}
        for index in list_or_empty(held.get("groundingChunkIndices")):
            page = _page(chunks, index)
            span = _span(data, segment)
            if page is None or span is None:
                LOG.warning("%s: %s cites web pages only, in its text; this citation is left out", at, target)
                continue
            cited.add(index)
            title = page.get("title") or ""
            found.append({"type": "url_citation", "url_citation": {"url": page["uri"], "title": title, **span}})
    for number in range(len(chunks)):
        if number not in cited:
            at = f"{place}.groundingChunks[{number}]"
            LOG.warning("%s: %s has no place for a source without a citation; left out", at, target)
    return found


def list_or_empty(value: Any) -> list[Any]:
    """A list; an empty one for what is none."""
    return value if isinstance(value, list) else []


def _page(chunks: list[Any], index: Any) -> Object | None:
    chunk = chunks[index] if isinstance(index, int) and 0 <= index < len(chunks) else None
    page = chunk.get("web") if isinstance(chunk, dict) else None
    return page if isinstance(page, dict) and isinstance(page.get("uri"), str) else None


def _span(data: bytes, segment: Any) -> Object | None:
    """Where a citation is, in characters; None where it is of one part among several, or outside of the text."""
    start, end = segment.get("startIndex") or 0, segment.get("endIndex")
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(data):
        return None
    if segment.get("partIndex"):
        return None
    first, last = (len(data[:place].decode("utf-8", "ignore")) for place in (start, end))
    return {"start_index": first, "end_index": last}
