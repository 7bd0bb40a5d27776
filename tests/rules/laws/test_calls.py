"""The laws of calls: each arrives with its id, name and arguments, in order, and no others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.answer import UNSAID, Answer
from conformance.formats.model.conversation import CUSTOM, GROUP, Arguments, Call
from conformance.formats.model.request import Request, Tool
from conformance.rules.laws import calls
from conformance.rules.laws.compared import Law
from tests.rules.laws.samples import answer, breaches, call, custom, messages, text

A, B = call("call_a", "f", '{"a":1}'), call("call_b", "g", '{"b":2}')
PATCH = custom("call_c")


@pytest.mark.parametrize("law", [calls.kept_calls, calls.exact, calls.added_calls, calls.order])
def test_calls_that_arrive_as_they_were_are_right(law: Law) -> None:
    assert breaches(law, answer(A, B, PATCH), answer(A, B, PATCH)) == []


def test_a_call_that_is_lost_is_found_by_its_kind() -> None:
    assert breaches(calls.kept_calls, answer(A, B), answer(A)) == [("kept/call/function", "lost")]
    assert breaches(calls.kept_calls, answer(A, PATCH), answer(A)) == [("kept/call/custom", "lost")]
    assert messages(calls.kept_calls, answer(A, B), answer(A)) == ['the call "call_b" of "g" did not arrive']


@pytest.mark.parametrize(
    ("owed", "got", "member", "kind"),
    [
        (A, call("call_z", "f", '{"a":1}'), "id", "id"),
        (A, call("", "f", '{"a":1}'), "id", "id"),
        (call(None), call(""), "id", "no-id"),
        (call(""), call(""), "id", "no-id"),
        (A, call("call_a", "F", '{"a":1}'), "name", "name"),
        (A, call("call_a", "f", '{"a":1}', group="space"), "name", "name"),
        (A, call("call_a", "f", '{"a": 1}'), "arguments", "json-rewritten"),
        (A, call("call_a", "f", '{"a":2}'), "arguments", "arguments"),
        (call(arguments='{"a":'), call(arguments="{}"), "arguments", "arguments"),
        (A, Call(id="call_a", name="f", kind=CUSTOM, arguments=A.arguments), "kind", "kind"),
    ],
)
def test_a_member_of_a_call_that_changed_is_found(owed: Call, got: Call, member: str, kind: str) -> None:
    assert breaches(calls.exact, answer(owed), answer(got)) == [(f"exact/call/function/{member}", kind)]


@pytest.mark.parametrize(
    ("owed", "got"),
    [
        (call(None), call("call_made")),
        (call(""), call("call_made")),
        (call(arguments=""), call(arguments="{}")),
        (call(name="space__f"), call(name="f", group="space")),
        (call(name="space.f"), call(name="f", group="space")),
    ],
)
def test_an_id_is_made_empty_arguments_are_an_object_and_a_flat_name_is_divided(owed: Call, got: Call) -> None:
    assert breaches(calls.exact, answer(owed), answer(got)) == []


SPACE = Tool(kind=GROUP, name="space", tools=(Tool(name="f"), Tool(kind=CUSTOM, name="p")))
REQUEST = Request(tools=(SPACE, Tool(kind=CUSTOM, name="apply_patch")))


def test_a_tool_of_a_group_is_called_by_both_names() -> None:
    flat, divided = call(name="space__f"), call(name="f", group="space")
    assert breaches(calls.exact, answer(flat), answer(divided), request=REQUEST) == []
    assert breaches(calls.exact, answer(flat), answer(flat), request=REQUEST) == [
        ("exact/call/function/group", "flat-name")
    ]
    assert breaches(calls.exact, answer(flat), answer(call(name="f")), request=REQUEST) == [
        ("exact/call/function/name", "name")
    ]
    assert breaches(calls.exact, answer(flat), answer(call(name="f", group="")), request=REQUEST) == [
        ("exact/call/function/name", "name")
    ]


def test_a_function_call_of_a_custom_tool_is_a_custom_call_with_its_text() -> None:
    asked = call(name="apply_patch", arguments='{"input":"*** Begin"}')
    right = custom()
    assert breaches(calls.exact, answer(asked), answer(right), request=REQUEST) == []
    assert breaches(calls.exact, answer(asked), answer(asked), request=REQUEST) == [("exact/call/custom/kind", "kind")]
    wrapped = custom(input='{"input":"*** Begin"}')
    assert breaches(calls.exact, answer(asked), answer(wrapped), request=REQUEST) == [
        ("exact/call/custom/arguments", "arguments")
    ]
    of_group = call(name="space__p", arguments='{"input":"x"}')
    assert breaches(calls.exact, answer(of_group), answer(custom(name="p", input="x", group="space")),
                    request=REQUEST) == []  # fmt: skip


def test_a_stream_may_pass_on_arguments_that_are_no_object_and_a_whole_answer_may_not() -> None:
    cut = call(arguments='{"a":')
    came = replace(cut, arguments=Arguments(value='{"a":'))
    repaired = replace(cut, arguments=Arguments(value={"a": None}))
    lacks = {"lacks": lambda kind: kind == "call/arguments-text"}
    found = [("exact/call/function/arguments", "arguments")]
    assert breaches(calls.exact, answer(cut), answer(came), is_stream=True, **lacks) == []
    assert breaches(calls.exact, answer(cut), answer(came), **lacks) == found
    assert breaches(calls.exact, answer(cut), answer(repaired), is_stream=True, **lacks) == found


def test_a_malformed_call_without_a_name_is_free() -> None:
    source = answer(call(name=""), A)
    assert breaches(calls.kept_calls, source, answer(A), is_loose=True) == []
    assert breaches(calls.kept_calls, source, answer(A)) == [("kept/call/function", "lost")]


def test_a_call_from_nothing_and_a_call_that_comes_twice_are_found() -> None:
    assert breaches(calls.added_calls, answer(A), answer(A, B)) == [("added/call", "unasked")]
    assert breaches(calls.added_calls, answer(A), answer(A, call("call_a", "f", '{"a":1}'))) == [
        ("added/call", "unasked")
    ]


def test_calls_in_another_order_are_found() -> None:
    source, got = answer(A, B), answer(B, A)
    assert breaches(calls.order, source, got) == [("order/call/function", "order")]
    assert messages(calls.order, source, got) == [
        'the calls are in another order: wanted ["call_a", "call_b"], got ["call_b", "call_a"]'
    ]


def test_a_message_names_the_call() -> None:
    grouped = messages(calls.exact, answer(call()), answer(call(group="space")))
    assert grouped == ['name: wanted "look", got "look" of the group "space"']
    lost = messages(calls.exact, answer(A), answer(call("call_a", "f", '{"a":2}')))
    assert lost == ['arguments: wanted "{\\"a\\":1}", got "{\\"a\\":2}"']


def test_without_groups_in_the_target_a_name_may_lack_its_group() -> None:
    owed = answer(call(name="find", group="crm"))
    assert breaches(calls.exact, owed, answer(call(name="find")), flat=True) == []
    assert breaches(calls.exact, owed, answer(call(name="find"))) == [("exact/call/function/name", "name")]
    assert breaches(calls.exact, owed, answer(call(name="erp_find")), flat=True) == [
        ("exact/call/function/name", "name")
    ]


@pytest.mark.parametrize(
    "got", [call(arguments='{"a'), call(arguments='{"a": 1}'), call(arguments=""), call(arguments='{"a"')]
)
def test_a_call_of_a_stream_that_broke_off_is_as_it_was_so_far(got: Call) -> None:
    begun = answer(call(arguments='{"a"'), end=UNSAID)
    assert breaches(calls.so_far, begun, answer(got, end=UNSAID), is_stream=True) == []


def test_a_value_of_a_stream_that_broke_off_may_be_any_text_of_it() -> None:
    begun = answer(Call(id="call_1", name="look", arguments=Arguments(value={"a": 1})), end=UNSAID)
    for written, found in (
        ('{"a": 1}', []),
        ('{"a":1}', []),
        ('{"a', []),
        ('{ "a" : ', []),
        ("{}", []),
        ('{"a":2}', [("added/call/so-far", "invented")]),
        ("{'a'", [("added/call/so-far", "invented")]),
    ):
        assert breaches(calls.so_far, begun, answer(call(arguments=written), end=UNSAID), is_stream=True) == found


@pytest.mark.parametrize("got", [call(id="call_2"), call(name="loo"), call(arguments='{"b'), call(kind=CUSTOM)])
def test_a_call_of_a_stream_that_broke_off_is_no_other_one(got: Call) -> None:
    begun = answer(call(arguments='{"a"'), end=UNSAID)
    found = breaches(calls.so_far, begun, answer(got, end=UNSAID), is_stream=True)
    assert found == [("added/call/so-far", "invented")]


def placed(*says: Any) -> Answer:
    """An answer whose facts have the places of its items."""
    return answer(*(replace(utterance, at=(("output", number),)) for number, utterance in enumerate(says)))


def test_calls_are_behind_the_texts_that_they_were_made_behind() -> None:
    before, after = text("I look. "), text("Done.")
    given = placed(before, A, after, B)
    for got, kinds in (
        (placed(before, A, after, B), []),
        (placed(text("I "), text("look."), A, after, B), []),
        (placed(text("I look."), A, text("\n\nDone."), B), []),
        (placed(before, after, A, B), [("order/said", "text-moved")]),
        (placed(A, B, before, after), [("order/said", "text-moved"), ("order/said", "text-moved")]),
        (placed(before, A, B), []),  # that a text is lost is another rule's
    ):
        assert breaches(calls.behind, given, got, in_items=True) == kinds
    assert breaches(calls.behind, given, placed(before, after, A, B)) == []


def test_calls_of_a_malformed_source_are_neither_merged_nor_lost_in_silence() -> None:
    two = answer(call("a"), call("b", arguments='{"x":1}'))
    merged, found = answer(call("a", arguments='{}{"x":1}')), [("apart/call", "merged")]
    assert breaches(calls.apart, two, merged, is_loose=True) == found
    assert breaches(calls.apart, two, two, is_loose=True) == []
    assert breaches(calls.apart, two, merged, is_loose=True, said=("a call has no index",)) == []
    assert breaches(calls.apart, two, merged) == []  # of others, other laws say it
    assert breaches(calls.apart, two, None, is_loose=True, error="no index") == []


def test_two_calls_have_two_ids_where_the_target_refuses_one_of_both() -> None:
    twice = answer(call("a"), call("a"))
    assert breaches(calls.apart, twice, twice, is_loose=True) == []
    assert breaches(calls.apart, twice, twice, is_loose=True, own_call_ids=True) == [("apart/call", "one-id")]


@pytest.mark.parametrize(
    ("ids", "came", "wrong"),
    [
        (("Bash:0", "Bash:1"), ("Bash:0", "Bash:1"), 0),
        (("Bash:0", "Bash:1"), ("Bash_0", "Bash_1"), 0),
        (("Bash:0", "call_1"), ("toolu_01", "call_1"), 0),
        (("Bash:0", "Bash:1"), ("Bash", "Bash"), 2),
        (("Bash:0", "Bash_0"), ("Bash_0", "Bash_0"), 1),
        (("Bash:0", "call_1"), ("Bash_0", "toolu_1"), 1),
        (("Bash:0", "call_1"), ("Bash.0", "call_1"), 1),
        (("Bash:0", "call_1"), ("", "call_1"), 1),
    ],
)
def test_an_id_that_the_api_refuses_may_become_one_that_it_takes(ids: Any, came: Any, wrong: int) -> None:
    source, got = (answer(*(call(id_, f"f{n}") for n, id_ in enumerate(each))) for each in (ids, came))
    found = breaches(calls.exact, source, got, takes_id=lambda value: value.replace("_", "").isalnum())
    assert found == [("exact/call/function/id", "id")] * wrong


def test_a_format_that_has_the_value_in_place_of_the_text_has_the_same_value() -> None:
    lacks = {"lacks": lambda kind: kind == "call/arguments-text"}
    same, other = (replace(A, arguments=Arguments(value={"a": number})) for number in (1, 2))
    assert breaches(calls.exact, answer(A), answer(same), **lacks) == []
    assert breaches(calls.exact, answer(A), answer(other), **lacks) == [("exact/call/function/arguments", "arguments")]


def test_a_value_stays_the_same_value_between_formats_that_have_one() -> None:
    same, other = (replace(A, arguments=Arguments(value={"a": number})) for number in (1, 2))
    found, lacks = (
        [("exact/call/written/arguments", "arguments")],
        {"lacks": lambda kind: kind == "call/arguments-text"},
    )
    assert breaches(calls.exact, answer(same), answer(same), **lacks) == []
    assert breaches(calls.exact, answer(same), answer(other), **lacks) == found
    assert breaches(calls.exact, answer(same), answer(same)) == found  # a text is owed


def test_a_call_without_an_id_gets_one_of_its_own_also_where_the_target_takes_no_id_twice() -> None:
    owed = answer(replace(A, id=None), replace(A, id=None))
    got = answer(replace(A, id="1"), replace(A, id="1"))
    assert breaches(calls.exact, owed, got, own_call_ids=True) == [("exact/call/function/id", "one-id")] * 2
