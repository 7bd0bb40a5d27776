"""JSON values in texts."""

from __future__ import annotations

from conformance.rules.alignment.embedded import EmbeddedJson, spans_of, texts_in, values_in


def test_the_objects_and_lists_of_a_text_are_found_with_their_places() -> None:
    assert list(spans_of('a {"b": [1]} [x] [2]')) == [EmbeddedJson(2, 12, {"b": [1]}), EmbeddedJson(17, 20, [2])]
    assert list(spans_of("no {json} here")) == []


def test_a_text_with_very_many_brackets_is_given_up() -> None:
    assert list(spans_of("{" * 200 + "[1]")) == []
    assert len(list(spans_of("{" * 199 + "[1]"))) == 1


def test_a_text_that_is_json_holds_what_that_holds() -> None:
    assert list(texts_in({"a": '{"b": "c"}', "d": ["e", 1]})) == ['{"b": "c"}', "c", "e"]
    assert list(values_in(["[1]"])) == [["[1]"], "[1]", [1], 1]
    assert list(values_in([[[[1]]]]))[-1] == [1]
