"""What a result holds is kept: its texts in order, its images, where its links are; none of its data is another's."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from conformance.base.values import ABSENT, same
from conformance.base.wording import brief, but_got, versus
from conformance.formats.model.conversation import IMAGE, Media
from conformance.rules.laws.contents import (
    LINK,
    RESOURCE,
    REWRITTEN,
    UNKNOWN,
    ResultComparison,
    is_data_of,
    kind_of,
    text_of,
)
from conformance.rules.laws.law import OUTPUT, REACHED, UNSEEN, Breach, Found
from conformance.rules.laws.talk_pairing import known_by

# How languages write an object that is no JSON.
_AS_LANGUAGES: Final = re.compile(r"TextContent\(|'type': ?'text'|type='text'|\[object Object\]|\{type:text")


def answered(pair: ResultComparison) -> Iterator[Found]:
    """What came is one result, and it answers the call."""
    yield "form", REACHED
    if pair.came is None or pair.arrived is None:
        got = ABSENT if pair.arrived is None else pair.arrived.value
        yield "form", Breach("no-object", (OUTPUT,), f"wanted one object, {but_got(got)}")
        return
    for kind, (wanted, value) in pair.arrived.misfits.items():
        name = pair.name_of(kind)
        yield "form", Breach(f"other-{name}", pair.place_of(kind), f"{name}: wanted {wanted}, {but_got(value)}")
    id_ = pair.arrived.held(pair.arrived.places["result/id"])
    if id_ != pair.owed.id:
        name = pair.name_of("result/id")
        yield "form", Breach(f"other-{name}", pair.place_of("result/id"), f"{name}: {versus(pair.owed.id, id_)}")


def texts(pair: ResultComparison) -> Iterator[Found]:
    """The text of each block arrives, in order, and not as a language shows an object."""
    if pair.came is None or not pair.worded or pair.is_replaced:
        return
    yield "kept/text", REACHED
    for utterance in pair.lost:
        message = f"the text {brief(text_of(utterance))} is not in the result, {brief(pair.flow.value)}"
        yield "kept/text", Breach("lost", pair.in_input(utterance), message)
    is_shown = _AS_LANGUAGES.search(pair.flow.text) is not None
    if is_shown := is_shown and not any(_AS_LANGUAGES.search(text_of(part)) for part in pair.owed.content):
        message = f"the result is written as a language shows an object: {brief(pair.flow.text)}"
        yield "kept/text", Breach("language-notation", pair.at_content, message)
    rewritten = pair.with_fate(REWRITTEN)
    for utterance in rewritten:
        message = f"the JSON {brief(text_of(utterance))} is written otherwise"
        yield "kept/text", Breach("json-rewritten", pair.at_content, message)
    if not (pair.lost or is_shown or rewritten or pair.in_order):
        message = "the texts are not all there in the order of the blocks"
        yield "order/text", Breach("order", pair.at_content, message)


def images(pair: ResultComparison) -> Iterator[Found]:
    """An image of a type that the target takes is a part of what came."""
    owed = [block for block in pair.blocks if isinstance(block, Media) and pair.is_owed_as_image(block)]
    if pair.came is None or not owed or pair.is_replaced:
        return
    yield "kept/image", REACHED
    for medium in owed:
        if not any(isinstance(part, Media) and part.kind == IMAGE and is_data_of(medium, part) for part in pair.parts):
            message = f"the image of type {medium.media_type} is no image of the output"
            yield "kept/image", Breach("image-lost", pair.in_input(medium), message)


def data(pair: ResultComparison) -> Iterator[Found]:
    """Each part that is no text is the data of a block, with its type, as often as the block is there, or a link."""
    if not pair.parts:
        return
    yield "added/data", REACHED
    media = [part for part in pair.owed.content if isinstance(part, Media)]
    left = Counter(medium.address for medium in media if medium.data)
    links = [form for medium in media if kind_of(medium) == LINK for form in forms_of(medium.address or "")]
    for part in pair.parts:
        if any(link in known_by(part) for link in links):
            continue
        found = (medium for medium in media if medium.data and is_data_of(medium, part) and left[medium.address] > 0)
        if (block := next(found, None)) is not None:
            left[block.address] -= 1
        else:
            message = f"this is the data of no block that is left: {brief(pair.as_written(part))}"
            yield "added/data", Breach("other-data", pair.in_output(part), message)


def anything(pair: ResultComparison) -> Iterator[Found]:
    """What says something does not become nothing."""
    if pair.came is None or pair.is_odd or not (pair.is_filled or pair.owed.structured not in (ABSENT, "")):
        return
    yield "kept/anything", REACHED
    if pair.is_empty:
        filled = sorted({kind_of(part) for part in pair.owed.content if pair.says_anything(part)})
        message = f"a result with {', '.join(filled or ['structured content'])} became {brief(pair.flow.value)}"
        yield "kept/anything", Breach("emptied-result", pair.at_content, message)


def links(pair: ResultComparison) -> Iterator[Found]:
    """Where a link leads, what is at it, and where a text is from: each arrives, or a report may replace it."""
    if pair.came is None or pair.is_replaced:
        return
    media = [(block, kind_of(block)) for block in pair.blocks if isinstance(block, Media)]
    linked = [medium for medium, kind in media if kind == LINK]
    addresses = [(medium, medium.url or "") for medium in linked]
    named = [
        (medium, (medium.name if kind == LINK else medium.url) or "")
        for medium, kind in media
        if kind in (LINK, RESOURCE)
    ]
    about = [(medium, (medium.about or "").strip()) for medium in linked]
    yield from _media_of_kind(pair, "link", "the address", addresses, is_reported=True)
    yield from _media_of_kind(pair, "name", "", [pair for pair in named if pair[1]])
    yield from _media_of_kind(
        pair, "description", "the description", [pair for pair in about if pair[1]], is_reported=True
    )


def forms_of(address: str) -> tuple[str, ...]:
    """Return an address as it is written, and with its letters beyond ASCII as RFC 3987, 3.1 writes them in a URI."""
    return tuple(dict.fromkeys((address, quote(address, safe=string.printable))))


def _media_of_kind(
    pair: ResultComparison, kind: str, what: str, owed: list[tuple[Media, str]], *, is_reported: bool = False
) -> Iterator[Found]:
    if not owed:
        return
    key = f"kept/{kind}"
    lost = [(medium, text) for medium, text in owed if not any(map(pair.names, forms_of(text)))]
    reported = bool(lost) and is_reported and pair.reported()
    yield key, UNSEEN if reported is None else REACHED
    if reported is False:
        for medium, text in lost:
            message = f"{what} {brief(text)} is not in the result".strip()
            yield key, Breach(f"{kind}-lost", pair.in_input(medium), message)


def structured(pair: ResultComparison) -> Iterator[Found]:
    """A structured value arrives where no content does, and once where a text says it too."""
    value, got = pair.owed.structured, pair.flow.value
    if pair.came is None or not pair.structured:
        return
    if not (pair.is_filled or pair.is_odd or _is_said_to_others(pair)):
        yield "kept/structured", REACHED
        if not pair.has_structured and not (value == "" and isinstance(got, str)):
            message = f"the structured content {brief(value)} is not in the result, {brief(got)}"
            yield "kept/structured", Breach("structured-lost", pair.at_content, message)
    if pair.is_filled and pair.repeated and value and isinstance(value, dict | list):
        yield "twice/structured", REACHED
        found = sum(same(value, other_value) for other_value in pair.values)
        if found > max(pair.repeated, 1):
            message = f"the structured content is in the result {found} times: {brief(got)}"
            yield "twice/structured", Breach("twice-written", pair.at_content, message)


def _is_said_to_others(pair: ResultComparison) -> bool:
    """Whether something came, and the content says anything: what need not arrive may, and then is the content."""
    says = (pair.says_anything(part) or (isinstance(part, Media) and part.url) for part in pair.owed.content)
    return not pair.is_empty and any(says)


def neighbours(pair: ResultComparison) -> Iterator[Found]:
    """What a converter does not know does not take its neighbours with it."""
    if pair.came is None or not pair.worded or not pair.given.freedom.unknown:
        return
    yield "neighbours", REACHED
    if len(pair.lost) == len(pair.worded) and not pair.is_replaced:
        message = f"no text arrived beside a block of {UNKNOWN} type"
        yield "neighbours", Breach("neighbours-lost", pair.at_content, message)
