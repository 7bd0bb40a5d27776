from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.trial import Trial
from conformance.rules.losses.account import MOST_NAMES, TOO_DEEP, FieldLoss, LossAccount, Losses

SCHEMA = {"type": "object", "properties": {"city": {"type": "string", "default": "Oslo"}}}
WITHOUT = {"type": "object", "properties": {"city": {"type": "string"}}}


def account(*trials: tuple[Any, Any], requests: Any = None) -> Losses:
    """Return the account of some inputs and what became of them."""
    reported = LossAccount()
    for given, got in trials:
        reported.take(Trial(operation="any", input=given, outcome=Outcome(output=got), requests=requests))
    return reported.losses()["any"]


def reported(losses: Losses) -> dict[str, str]:
    """Say of each field what became of it: its counts that are not 0, and where it went."""
    return {field.field: line(field) for field in losses.fields}


def line(loss: FieldLoss) -> str:
    counts = [f"{getattr(loss, state)} {state}" for state in ("kept", "renamed", "changed", "dropped", "empty")]
    return ", ".join([count for count in counts if count[:2] != "0 "] + list(loss.became))


def made(losses: Losses) -> list[tuple[str, int, tuple[str, ...]]]:
    return [tuple(element) for element in (*losses.defaulted, *losses.invented)]


def test_kept_is_the_same_name_wherever_it_is():
    losses = account(({"name": "get_weather"}, {"function": {"name": "get_weather"}}))
    assert reported(losses) == {"name": "1 kept, function.name"}
    assert made(losses) == []


def test_renamed_is_another_name():
    assert reported(account(({"call_id": "call_1"}, {"id": "call_1"}))) == {"call_id": "1 renamed, id"}


def test_changed_is_another_value_under_the_name():
    given = {"name": "get_weather", "strict": True, "description": "Tells the weather."}
    got = {"function": {"name": "get_weather", "strict": False, "description": "Weather"}}
    losses = account((given, got))
    assert reported(losses) == {
        "name": "1 kept, function.name",
        "strict": "1 changed, function.strict",
        "description": "1 changed, function.description",
    }
    assert made(losses) == []


def test_dropped_is_reported_of_the_largest_part_of_which_nothing_is_left():
    hints = {"title": "Weather", "hints": {"readOnlyHint": True}}
    losses = account(
        ({"name": "get_weather", "annotations": hints, "n": 1, "tags": ["one-tag"]}, {"name": "get_weather"})
    )
    assert reported(losses) == {
        "annotations": "1 dropped",
        "n": "1 dropped",
        "name": "1 kept, name",
        "tags": "1 dropped",
    }


def test_of_what_is_dropped_the_empty_is_counted_apart():
    given = {"name": "get_weather", "a": None, "b": "", "c": [], "d": {}, "e": False, "f": 0}
    losses = reported(account((given, {"name": "get_weather"})))
    assert [losses[name] for name in "abcd"] == ["1 dropped, 1 empty"] * 4
    assert [losses[name] for name in "ef"] == ["1 dropped"] * 2


def test_a_whole_schema_is_one_field():
    given = [{"name": "get_weather", "inputSchema": SCHEMA}, {"name": "get_time", "inputSchema": WITHOUT}]
    losses = account((given, [{"name": element["name"], "parameters": WITHOUT} for element in given]))
    schema = losses.fields[0]
    assert line(schema) == "1 renamed, 1 changed, *.parameters"
    assert (schema.went, schema.came) == ({"default": 1}, {})


def test_keywords_are_counted_where_schemas_stand_only():
    source = {"type": "object", "properties": {"default": {"default": {"default": 1}}}, "enum": [{"default": 1}]}
    result = {"type": "object", "properties": {"default": {"title": "new", "nullable": True}}, "enum": [{}]}
    (field,) = account(({"parameters": source}, {"parameters": result})).fields
    assert (field.went, field.came) == ({"default": 1}, {"nullable": 1, "title": 1})


def test_the_order_of_a_schemas_keys_is_no_change():
    turned = dict(reversed(SCHEMA.items()))
    assert reported(account(({"parameters": SCHEMA}, {"parameters": turned}))) == {"parameters": "1 kept, parameters"}


def test_a_constant_is_defaulted_and_the_rest_invented():
    losses = account(
        *(({"name": name}, {"type": "function", "name": name, "n": n}) for n, name in enumerate(("abcd", "efgh")))
    )
    assert [tuple(element) for element in losses.defaulted] == [("type", 2, ('"function"',))]
    assert [tuple(element) for element in losses.invented] == [("n", 2, ("0", "1"))]
    assert losses.trials == 2


def test_what_was_made_once_is_no_constant():
    losses = account(({"name": "get_weather"}, {"name": "get_weather", "strict": False}))
    assert losses.defaulted == ()
    assert made(losses) == [("strict", 1, ("false",))]


def test_texts_that_were_joined_are_kept():
    given = [{"role": "system", "content": "Be brief."}, {"role": "system", "content": "Be kind."}]
    losses = account((given, {"instructions": "Be brief.\n\nBe kind."}))
    assert reported(losses)["*.content"] == "2 renamed, instructions"
    assert made(losses) == []


def test_short_texts_follow_the_long_ones_of_their_field():
    long = (
        [{"id": "item_1", "delta": "Hello, "}, {"id": "item_1", "delta": "world"}],
        {"id": "item_1", "content": "Hello, world"},
    )
    short = ([{"id": "item_2", "delta": "ab"}, {"id": "item_2", "delta": "cd"}], {"id": "item_2", "content": "abcd"})
    assert reported(account(long, short))["*.delta"] == "4 renamed, content"
    assert reported(account(short))["*.delta"] == "2 dropped"


def test_what_is_common_matches_by_its_name_alone():
    given = {"name": "get_weather", "flag": False, "kind": "function"}
    losses = account((given, {"name": "get_weather", "strict": False, "type": "function"}))
    assert reported(losses) == {"name": "1 kept, name", "flag": "1 dropped", "kind": "1 dropped"}


def test_what_is_common_is_looked_for_where_its_object_went():
    given = [{"name": "get_weather", "strict": True}, {"name": "get_time", "strict": False}]
    got = [{"name": "get_weather", "strict": True}, {"name": "get_time"}]
    assert reported(account((given, got)))["*.strict"] == "1 kept, 1 dropped, *.strict"


def test_one_and_true_are_two_values():
    losses = account(({"name": "get_weather", "n": 1}, {"name": "get_weather", "n": True}))
    assert reported(losses)["n"] == "1 changed, n"


def test_lists_of_common_values_are_one_field():
    given = {"name": "get_weather", "stop": ["", 1], "enum": [1, None]}
    losses = account((given, {"name": "get_weather", "stop": ["", True], "enum": [1, None]}))
    assert reported(losses) == {"name": "1 kept, name", "stop": "1 changed, stop", "enum": "1 kept, enum"}


def test_an_entry_that_is_left_out_is_dropped_whole():
    given = [{"name": "get_weather", "n": 1}, {"name": "left_out", "n": 2}, 17]
    losses = reported(account((given, [{"name": "get_weather", "n": 1}])))
    assert losses == {"*": "2 dropped", "*.name": "1 kept, *.name", "*.n": "1 kept, *.n"}


def test_entries_without_a_rare_value_are_known_by_their_neighbours():
    given = [
        {"role": "user", "content": "Hello"},
        {"role": "user", "content": ""},
        {"role": "user", "content": "Go on."},
    ]
    got = [{"role": element["role"], "content": [{"type": "text", "text": element["content"]}]} for element in given]
    losses = account((given, got))
    assert reported(losses) == {"*.role": "3 kept, *.role", "*.content": "3 renamed, *.content.*.text"}
    assert made(losses) == [("*.content.*.type", 3, ('"text"',))]


def test_json_text_is_the_value_that_it_says():
    arguments = '{"city": "Oslo", "days": [1, 2]}'
    read = {"city": "Oslo", "days": [1, 2]}
    call = {"id": "call_1", "arguments": arguments}
    parsed = account((call, {"id": "call_1", "arguments": read}))
    written = account(({"id": "call_1", "input": read}, {"id": "call_1", "arguments": arguments}))
    assert reported(parsed)["arguments"] == "1 kept, arguments"
    assert reported(written)["input"] == "1 renamed, arguments"
    assert made(parsed) + made(written) == []


def test_names_of_the_users_own_are_no_fields():
    given = {"_meta": {"example.org/a": 1}, "results": {"get_weather": "It rains.", "get_time": "Noon has passed."}}
    got = {"outputs": ["It rains.", "Noon has passed."]}
    assert reported(account((given, got))) == {"_meta": "1 dropped", "results.*": "2 renamed, outputs.*"}


def test_fields_of_very_many_names_are_one():
    names = [f"field_{number}" for number in range(MOST_NAMES + 1)]
    losses = account(
        ({"extra": {name: f"The value of {name}" for name in names}}, {}), ({"a": "It is."}, {"a": "It is."})
    )
    assert reported(losses) == {"a": "1 kept, a", "extra": "1 dropped"}
    kept = {"extra": {name: f"The value of {name}" for name in names}}
    (field,) = account((kept, kept)).fields
    assert (field.field, field.kept, field.became) == (
        "extra.*",
        len(names),
        {f"extra.{name}": 1 for name in sorted(names)},
    )


def test_odd_names_are_distinguished():
    given = {"a.b": "one text", "": "another text", "*": "a third text"}
    assert set(reported(account((given, given)))) == {'["a.b"]', '[""]', '["*"]'}


def test_what_an_api_was_asked_is_the_result_too():
    seen = [
        {"path": "/", "body": {"model": "first"}, "answer": 0},
        {"path": "/", "body": {"model": "gpt-x"}, "answer": 1},
    ]
    losses = account(({"model": "gpt-x", "script": ["It rains."]}, {"answer": "It rains."}), requests=seen)
    assert reported(losses) == {"model": "1 kept, request.model", "script.*": "1 renamed, answer"}


def test_a_call_that_gave_no_output_is_no_trial():
    reported = LossAccount()
    reported.take(Trial(operation="any", input={"name": "get_weather"}, outcome=Outcome(refusal=Refusal("no"))))
    assert reported.losses() == {}


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "", "a text", [], {}, [[]], [None], [[{}]], {"a": [[1]]}])
def test_any_value_is_traced(value):
    kept = account((value, value))
    lost = account((value, {"other": 1}))
    assert kept.trials == lost.trials == 1
    assert not any(field.dropped or field.changed for field in kept.fields)


def test_subclasses_count_as_what_they_extend():
    class Text(str):
        __slots__ = ()

    class Object(dict[str, Any]):
        pass

    losses = account(({"name": "get_weather", "n": 1}, Object(function=Object(name=Text("get_weather"), n=1))))
    assert reported(losses) == {"name": "1 kept, function.name", "n": "1 kept, function.n"}


def test_what_is_nested_too_deeply_is_left_out():
    deep: Any = "the bottom"
    for _level in range(5_000):
        deep = [deep]
    reported = LossAccount()
    reported.take(Trial(operation="any", input=deep, outcome=Outcome(output=deep)))
    reported.take(Trial(operation="any", input=["a text"], outcome=Outcome(output=["a text"])))
    assert reported.losses()["any"].trials == 1


def test_deep_schemas_are_traced():
    deep: Any = {"type": "string"}
    for _level in range(3_000):
        deep = {"type": "array", "items": deep}
    given = {"name": "get_weather", "inputSchema": deep}
    losses = account(
        (given, {"name": "get_weather", "parameters": deep}), (given, {"name": "x", "parameters": {"items": deep}})
    )
    assert reported(losses)["name"] == "1 kept, 1 changed, name"
    told_of_schema = account(({"name": "get_weather"}, {"name": "get_weather", "parameters": deep}))
    assert made(told_of_schema) == [("parameters", 1, (TOO_DEEP,))]


def test_the_order_of_the_trials_is_free():
    trials = [
        (
            [{"role": "user", "content": text, "n": number}, {"role": "tool", "content": "", "id": f"call_{number}"}],
            [{"content": [{"text": text}], "n": number % 3}, {"output": "", "call": f"call_{number}"}],
        )
        for number, text in enumerate(["Hello", "", "a", "Go on.", "Hello, world", "0", "", "null"])
    ]
    first = account(*trials)
    for seed in range(5):
        mixed = trials[:]
        random.Random(seed).shuffle(mixed)
        assert account(*mixed) == first
