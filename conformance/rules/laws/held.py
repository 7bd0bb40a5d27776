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


def answered(both: ResultComparison) -> Iterator[Found]:
    """What came is one result, and it answers the call."""
    yield "form", REACHED
    if both.came is None or both.arrived is None:
        got = ABSENT if both.arrived is None else both.arrived.value
        yield "form", Breach("no-object", (OUTPUT,), f"wanted one object, {but_got(got)}")
        return
    for kind, (wanted, value) in both.arrived.misfits.items():
        name = both.name_of(kind)
        yield "form", Breach(f"other-{name}", both.place_of(kind), f"{name}: wanted {wanted}, {but_got(value)}")
    id_ = both.arrived.held(both.arrived.places["result/id"])
    if id_ != both.owed.id:
        name = both.name_of("result/id")
        yield "form", Breach(f"other-{name}", both.place_of("result/id"), f"{name}: {versus(both.owed.id, id_)}")


def texts(both: ResultComparison) -> Iterator[Found]:
    """The text of each block arrives, in order, and not as a language shows an object."""
    if both.came is None or not both.worded or both.is_replaced:
        return
    yield "kept/text", REACHED
    for one in both.lost:
        message = f"the text {brief(text_of(one))} is not in the result, {brief(both.flow.value)}"
        yield "kept/text", Breach("lost", both.in_input(one), message)
    is_shown = _AS_LANGUAGES.search(both.flow.text) is not None
    if is_shown := is_shown and not any(_AS_LANGUAGES.search(text_of(one)) for one in both.owed.content):
        message = f"the result is written as a language shows an object: {brief(both.flow.text)}"
        yield "kept/text", Breach("language-notation", both.at_content, message)
    rewritten = both.with_fate(REWRITTEN)
    for one in rewritten:
        message = f"the JSON {brief(text_of(one))} is written otherwise"
        yield "kept/text", Breach("json-rewritten", both.at_content, message)
    if not (both.lost or is_shown or rewritten or both.in_order):
        message = "the texts are not all there in the order of the blocks"
        yield "order/text", Breach("order", both.at_content, message)


def images(both: ResultComparison) -> Iterator[Found]:
    """An image of a type that the target takes is a part of what came."""
    owed = [one for one in both.blocks if isinstance(one, Media) and both.is_owed_as_image(one)]
    if both.came is None or not owed or both.is_replaced:
        return
    yield "kept/image", REACHED
    for one in owed:
        if not any(isinstance(part, Media) and part.kind == IMAGE and is_data_of(one, part) for part in both.parts):
            message = f"the image of type {one.media_type} is no image of the output"
            yield "kept/image", Breach("image-lost", both.in_input(one), message)


def data(both: ResultComparison) -> Iterator[Found]:
    """Each part that is no text is the data of a block, with its type, as often as the block is there, or a link."""
    if not both.parts:
        return
    yield "added/data", REACHED
    media = [one for one in both.owed.content if isinstance(one, Media)]
    left = Counter(one.address for one in media if one.data)
    links = [form for one in media if kind_of(one) == LINK for form in forms_of(one.address or "")]
    for part in both.parts:
        if any(link in known_by(part) for link in links):
            continue
        found = (one for one in media if one.data and is_data_of(one, part) and left[one.address] > 0)
        if (block := next(found, None)) is not None:
            left[block.address] -= 1
        else:
            message = f"this is the data of no block that is left: {brief(both.as_written(part))}"
            yield "added/data", Breach("other-data", both.in_output(part), message)


def anything(both: ResultComparison) -> Iterator[Found]:
    """What says something does not become nothing."""
    if both.came is None or both.is_odd or not (both.is_filled or both.owed.structured not in (ABSENT, "")):
        return
    yield "kept/anything", REACHED
    if both.is_empty:
        filled = sorted({kind_of(one) for one in both.owed.content if both.says_anything(one)})
        message = f"a result with {', '.join(filled or ['structured content'])} became {brief(both.flow.value)}"
        yield "kept/anything", Breach("emptied-result", both.at_content, message)


def links(both: ResultComparison) -> Iterator[Found]:
    """Where a link leads, what is at it, and where a text is from: each arrives, or a report may replace it."""
    if both.came is None or both.is_replaced:
        return
    media = [(one, kind_of(one)) for one in both.blocks if isinstance(one, Media)]
    linked = [one for one, kind in media if kind == LINK]
    addresses = [(one, one.url or "") for one in linked]
    named = [(one, (one.name if kind == LINK else one.url) or "") for one, kind in media if kind in (LINK, RESOURCE)]
    about = [(one, (one.about or "").strip()) for one in linked]
    yield from _media_of_kind(both, "link", "the address", addresses, is_reported=True)
    yield from _media_of_kind(both, "name", "", [one for one in named if one[1]])
    yield from _media_of_kind(
        both, "description", "the description", [one for one in about if one[1]], is_reported=True
    )


def forms_of(address: str) -> tuple[str, ...]:
    """Return an address as it is written, and with its letters beyond ASCII as RFC 3987, 3.1 writes them in a URI."""
    return tuple(dict.fromkeys((address, quote(address, safe=string.printable))))


def _media_of_kind(
    both: ResultComparison, kind: str, what: str, owed: list[tuple[Media, str]], *, is_reported: bool = False
) -> Iterator[Found]:
    if not owed:
        return
    key = f"kept/{kind}"
    lost = [(one, text) for one, text in owed if not any(map(both.names, forms_of(text)))]
    reported = bool(lost) and is_reported and both.reported()
    yield key, UNSEEN if reported is None else REACHED
    if reported is False:
        for one, text in lost:
            message = f"{what} {brief(text)} is not in the result".strip()
            yield key, Breach(f"{kind}-lost", both.in_input(one), message)


def structured(both: ResultComparison) -> Iterator[Found]:
    """A structured value arrives where no content does, and once where a text says it too."""
    value, got = both.owed.structured, both.flow.value
    if both.came is None or not both.structured:
        return
    if not (both.is_filled or both.is_odd or _is_said_to_others(both)):
        yield "kept/structured", REACHED
        if not both.has_structured and not (value == "" and isinstance(got, str)):
            message = f"the structured content {brief(value)} is not in the result, {brief(got)}"
            yield "kept/structured", Breach("structured-lost", both.at_content, message)
    if both.is_filled and both.repeated and value and isinstance(value, dict | list):
        yield "twice/structured", REACHED
        found = sum(same(value, one) for one in both.values)
        if found > max(both.repeated, 1):
            message = f"the structured content is in the result {found} times: {brief(got)}"
            yield "twice/structured", Breach("twice-written", both.at_content, message)


def _is_said_to_others(both: ResultComparison) -> bool:
    """Whether something came, and the content says anything: what need not arrive may, and then is the content."""
    says = (both.says_anything(one) or (isinstance(one, Media) and one.url) for one in both.owed.content)
    return not both.is_empty and any(says)


def neighbours(both: ResultComparison) -> Iterator[Found]:
    """What a converter does not know does not take its neighbours with it."""
    if both.came is None or not both.worded or not both.given.freedom.unknown:
        return
    yield "neighbours", REACHED
    if len(both.lost) == len(both.worded) and not both.is_replaced:
        message = f"no text arrived beside a block of {UNKNOWN} type"
        yield "neighbours", Breach("neighbours-lost", both.at_content, message)
