"""Which call that arrived is which call of the source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Arguments, Call
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.laws.pairing import WRITTEN, CallKey, form_of, is_twice, matched, paired, payload_of
from tests.rules.laws.samples import answer, both


def key(id: str | None = "a", name: str = "f", payload: str = "{}", group: str | None = None) -> CallKey:
    return CallKey(id, group, name, payload)


def partners(
    owed: Sequence[CallKey | None],
    got: Sequence[CallKey | None],
    fates: Sequence[str] = (),
    **more: bool | Sequence[str],
) -> list[int | None]:
    return list(matched(owed, got, fates or [MUST] * len(owed), **more).partners)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        ([key("a"), key("b")], [0, 1]),
        ([key("b"), key("a")], [1, 0]),
        ([key("b", payload="[]"), key("a", name="g")], [1, 0]),
    ],
    ids=["in order", "in another order", "changed beside their ids"],
)
def test_calls_are_known_by_their_ids(got: list[CallKey], expected: list[int]) -> None:
    assert partners([key("a"), key("b")], got) == expected


def test_equal_calls_of_one_id_keep_their_order() -> None:
    assert partners([key("a"), key("a")], [key("a"), key("a")]) == [0, 1]


def test_a_call_with_another_id_is_known_by_what_it_says() -> None:
    owed = [key("a", payload='{"x": 1}'), key("b", payload='{"x": 2}')]
    assert partners(owed, [key("n1", payload='{"x": 2}'), key("n2", payload='{"x": 1}')]) == [1, 0]


def test_a_name_alone_does_where_nothing_else_is_left() -> None:
    owed, got = [key("a", payload="1")], [key("n", payload="2")]
    assert partners(owed, got) == [0]
    assert partners(owed, got, by_name=False) == [None]


def test_what_must_arrive_chooses_before_what_may() -> None:
    assert partners([key("a"), key("a")], [key("a")], [MAY, MUST]) == [None, 0]


def test_what_may_arrive_is_not_known_by_its_name_alone() -> None:
    assert partners([key("a", payload="1")], [key("n", payload="2")], [MAY]) == [None]


def test_what_must_not_arrive_is_known_by_its_id_alone() -> None:
    assert partners([key("a")], [key("a", payload="other")], [NEVER]) == [0]
    assert partners([key("a")], [key("n")], [NEVER]) == [None]


def test_the_own_id_of_an_item_stands_for_the_id_of_its_call() -> None:
    assert partners([key("a", payload="1")], [key("item", name="g", payload="2")], items=["item"]) == [0]


def test_of_what_nothing_is_known_is_not_paired() -> None:
    assert partners([None, key("a")], [key("a"), None]) == [None, 0]


def test_a_call_that_repeats_a_paired_one_is_twice() -> None:
    matcher = matched([key("a")], [key("a"), key("a", payload="[]"), key("b")], [MUST])
    assert [is_twice(matcher, element) for element in matcher.actual] == [True, True, False]
    assert not is_twice(matcher, None)


@pytest.mark.parametrize(
    ("call", "form", "payload"),
    [
        (Call(name="f", arguments=Arguments(text="{}", value={})), FUNCTION, "{}"),
        (Call(name="f", arguments=Arguments(value={"a": 1})), WRITTEN, {"a": 1}),
        (Call(name="f", arguments=Arguments()), FUNCTION, ABSENT),
        (Call(kind=CUSTOM, name="f", arguments=Arguments(text="x")), CUSTOM, "x"),
    ],
    ids=["a text", "a value", "nothing", "custom"],
)
def test_a_call_has_a_form_and_a_payload(call: Call, form: str, payload: object) -> None:
    assert (form_of(call), payload_of(call)) == (form, payload)


def test_a_text_of_arguments_and_their_value_are_one_content() -> None:
    def call(id_: str, **arguments: Any) -> Call:
        return Call(id=id_, name="f", arguments=Arguments(**arguments))

    owed = [call("a", text='{"n": 1}', value={"n": 1}), call("b", text='{"n": 2}', value={"n": 2})]
    got = [call("x", value={"n": 2}), call("y", value={"n": 1})]
    found = paired(both(answer(*owed), answer(*got)))
    assert [(finding.owed.id, finding.got.id) for finding in found] == [("a", "y"), ("b", "x")]
