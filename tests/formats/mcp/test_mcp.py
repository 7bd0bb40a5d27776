"""Tools and results of MCP: any value is read, and of what is real nothing stays unread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.apis.oracles.pinned import schema_of
from conformance.base.values import ABSENT, JSON
from conformance.formats.mcp.read import read_result, read_returned, read_tools
from conformance.formats.model.conversation import AUDIO, IMAGE, Result
from conformance.formats.model.fact import Fact, Other, facts_in
from conformance.inputs.examples import draw_examples
from tests.formats.mcp.beside import BESIDE
from tests.formats.mutations import ODD, is_deep, mutated
from tests.formats.recorded import astray, unread
from tests.formats.schema_members import Members
from tests.formats.test_readers_never_raise import drawn
from tests.formats.test_schema_members import shape
from tests.running.engine.certifying import specifications

TOOLS, RESULT = "tools", "result"
SOURCES = {
    "mcp-tool-to-chat-tool": TOOLS,
    "mcp-tools-to-chat-tools": TOOLS,
    "mcp-result-to-tool-message": RESULT,
    "mcp-result-to-function-call-output": RESULT,
}


def read(form: str, value: JSON) -> tuple[Fact, ...]:
    return read_tools(value) if form == TOOLS else (read_result(value),)


def given_values(form: str) -> Iterator[tuple[JSON, bool]]:
    """Yield the tools or results of cases, and generated ones, each with whether it is real."""
    for operation, own in SOURCES.items():
        if own == form:
            cases = ((case.input, case.standing is None) for case in specifications().contracts[operation].cases)
            made = ((example.value, example.mutation is None) for example in draw_examples(operation, 25, 1))
            for value, is_real in chain(cases, made):
                if form == TOOLS:
                    yield (value if operation == "mcp-tools-to-chat-tools" else [value]), is_real
                else:
                    yield (value.get("result") if isinstance(value, dict) else value), is_real


@pytest.mark.parametrize("form", [TOOLS, RESULT])
def test_nothing_that_is_given_is_unread(form: str) -> None:
    count = 0
    for value, is_real in given_values(form):
        facts = read(form, value)
        assert [at for fact in facts for at in astray(value, fact)] == []
        assert not is_real or unread(value, *facts) == []
        count += is_real
    assert count > 50


@pytest.mark.parametrize("form", [TOOLS, RESULT])
def test_any_value_is_read_and_pointers_lead_into_it(form: str) -> None:
    @drawn
    @given(mutated(st.sampled_from([value for value, _real in given_values(form)])))
    def check(value: JSON) -> None:
        facts = read(form, value)
        assert is_deep(value) or [at for fact in facts for at in astray(value, fact)] == []

    check()
    assert all(isinstance(fact, Fact) for value in ODD for element in (value, [value]) for fact in read(form, element))


def test_every_member_is_read_or_listed_with_a_reason() -> None:
    others, held = set(), set()
    for form, kind in ((TOOLS, "mcp-tool"), (RESULT, "mcp-result")):
        for member in Members(schema_of(kind)).values():
            value = [member] if form == TOOLS else member
            for fact in (found for facts in read(form, value) for found in facts_in(facts)):
                if type(fact) is Other:
                    others.add(shape(value, fact.at[0]))
                else:
                    held.update(shape(value, at) for at in fact.at[1:])
    assert others - held == {other_shape for shapes in BESIDE.values() for other_shape in shapes}


def test_blocks_are_media_of_their_kind() -> None:
    blocks = [
        {"type": "image", "data": "aGk=", "mimeType": "image/png"},
        {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "file:///a", "name": "a", "description": "b"},
        {"type": "resource", "resource": {"uri": "file:///a", "text": "c"}},
        {"type": "resource", "resource": {"uri": "file:///a", "blob": "aGk="}},
    ]
    image, sound, link, text, blob = read_result({"content": blocks}).content
    assert [(element.kind, element.data) for element in (image, sound, blob)] == [
        (IMAGE, "aGk="),
        (AUDIO, "aGk="),
        ("", "aGk="),
    ]
    assert (link.url, link.name, link.about, text.text) == ("file:///a", "a", "b", "c")


def test_a_result_that_holds_an_object_alone_is_structured() -> None:
    result = read_result({"structuredContent": {"a": 1}, "content": [], "isError": True}, id="call_1")
    assert (result.id, result.structured, result.failed, result.content) == ("call_1", {"a": 1}, True, ())
    assert read_result({"content": []}).structured is ABSENT


def test_of_a_result_with_its_call_is_known_what_may_be_left_out_and_what_is_odd() -> None:
    hidden = {"type": "text", "text": "a", "annotations": {"audience": ["user"]}}
    blocks = [hidden, {"type": "text", "text": "b"}, {"type": "new"}]
    reading = read_returned({"tool_call_id": "1", "result": {"content": blocks}})
    assert reading.returned is not None and reading.returned.id == "1"
    assert reading.freedom.optional == {("result", "content", 0)}
    assert [element.at[0] for element in reading.freedom.unknown] == [("result", "content", 2)]
    assert not reading.freedom.is_broken


@pytest.mark.parametrize("odd", [7, {"type": "text", "text": 1}, {"type": "image", "data": "AA=="}, {"text": "a"}])
def test_a_malformed_block_is_no_block_of_an_unknown_type(odd: JSON) -> None:
    freedom = read_returned({"tool_call_id": "1", "result": {"content": [odd]}}).freedom
    assert freedom.is_broken and not freedom.unknown
    assert read_returned({"result": {"content": [], "isError": "no"}}).freedom.is_broken
    assert read_returned(odd).returned == Result(at=(("result",),))
