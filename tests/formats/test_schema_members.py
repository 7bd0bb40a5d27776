"""Every member, variant and word of the pinned types is read, or listed as what the model has no place for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields

import pytest

from conformance.apis.oracles.pinned import schema_of
from conformance.base.values import JSON
from conformance.formats.model.conversation import HOSTED
from conformance.formats.model.fact import Fact, Other, Path
from conformance.formats.model.request import Tool
from tests.formats.samples import ANSWER, REQUEST, STREAM, case_samples, module
from tests.formats.schema_members import Members

FORMS = {"request": REQUEST, "response": ANSWER, "chunk": STREAM, "event": STREAM}
KINDS = {
    "chat": ("chat-request", "chat-response", "chat-chunk"),
    "responses": ("responses-request", "responses-response", "responses-event"),
}


def schema(kind: str):
    """Return what is pinned of a kind: of events those that hold neither a response nor an item."""
    found = schema_of(kind)
    if kind != "responses-event":
        return found
    names = [branch["$ref"].removeprefix("#/$defs/") for branch in found["anyOf"]]
    own = [name for name in names if not {"response", "item"} & found["$defs"][name]["properties"].keys()]
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in own], "$defs": found["$defs"]}


def read(format: str, form: str, value: JSON) -> tuple[Fact, ...]:
    if form != STREAM:
        return (getattr(module(format, "read"), f"read_{form}")(value),)
    growth = module(format, "stream").read_stream(value)
    return (growth.answer, *growth.others)


def facts(fact: Fact) -> Iterator[Fact]:
    """Yield a fact and all that it holds, but nothing of a hosted tool."""
    yield fact
    held = () if isinstance(fact, Tool) and fact.kind == HOSTED else fields(fact)
    for field in held:
        value = getattr(fact, field.name)
        for element in value if isinstance(value, tuple) else (value,):
            if isinstance(element, Fact):
                yield from facts(element)


def shape(value: JSON, at: Path) -> str:
    """Return a path with the type or role of each entry."""
    steps = []
    for step in at:
        value = value[step] if (isinstance(value, dict) and step in value) or isinstance(value, list) else None
        word = value.get("type") or value.get("role") if isinstance(value, dict) and isinstance(step, int) else None
        steps.append(str(step) if isinstance(step, str) else f"*:{word}" if isinstance(word, str) else "*")
    return "/".join(steps)


def listed(format: str, form: str, shape: str) -> str:
    """Return how the table lists a shape: chunks and events as what they are pieces of."""
    if format == "chat":
        return shape.removeprefix("*/").replace("/delta/", "/message/") if form == STREAM else shape
    if form == STREAM:
        return "" if "/part" in shape else shape.removeprefix("*:").replace("error/error/", "error/")
    first, slash, rest = shape.partition("/")
    shape = f"items/{rest}" if first in ("input", "output") and slash else shape
    return shape.replace("*:user/content", "*:message/content")


def unread(format: str) -> set[str]:
    """Return the shapes that are read in no value."""
    beside: set[str] = set()
    for kind in KINDS[format]:
        form = FORMS[kind.partition("-")[2]]
        others, held = set(), set()
        for value in values(format, form, kind):
            for one in (other_fact for fact in read(format, form, value) for other_fact in facts(fact)):
                if type(one) is Other:
                    others.add(shape(value, one.at[0] if one.at else one.place))
                else:
                    held.update(shape(value, at) for at in one.at[1:])
        beside |= {listed(format, form, other) for other in others - held}
    # Types that cases make up are those that the API may add.
    return {note for note in beside if note and re.search("next.year", note) is None}


def values(format: str, form: str, kind: str) -> Iterable[JSON]:
    made = Members(schema(kind), frozenset({"content"})).values()
    yield from ([element] for element in made) if form == STREAM else made
    yield from (
        case_sample.value
        for case_sample in case_samples()
        if (case_sample.format, case_sample.form, case_sample.is_real) == (format, form, True)
    )


@pytest.mark.parametrize("format", KINDS)
def test_every_member_is_read_or_listed_with_a_reason(format: str) -> None:
    table = module(format, "ignored_members").BESIDE
    assert unread(format) == {shape for shapes in table.values() for shape in shapes}
