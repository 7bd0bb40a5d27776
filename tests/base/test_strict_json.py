import json

import pytest

from conformance.base.strict_json import BeyondDouble, NotFinite, RepeatedKey, TooManyDigits, json_or_absent, parse_json
from conformance.base.values import ABSENT


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}'])
def test_words_in_place_of_numbers_are_refused(text: str) -> None:
    with pytest.raises(NotFinite, match="is not a JSON number"):
        parse_json(text)


@pytest.mark.parametrize("text", ["1e999", "[-1e400]"])
def test_numbers_beyond_a_double_are_refused_as_such(text: str) -> None:
    with pytest.raises(BeyondDouble, match="is beyond what a double holds"):
        parse_json(text)


def test_what_is_said_of_a_number_of_too_many_digits_names_nothing_of_python() -> None:
    with pytest.raises(TooManyDigits) as error:
        parse_json(f"[{'9' * 5000}]")
    assert str(error.value) == "a number has more digits than this suite reads (4,300)"


@pytest.mark.parametrize("text", ["", "{", "'a'", "[1,]", "\ufeff{}"])
def test_texts_that_are_not_json_are_refused(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        parse_json(text)


def test_repeated_keys_are_refused_on_request() -> None:
    assert parse_json('{"a": 1, "a": 2}') == {"a": 2}
    with pytest.raises(RepeatedKey):
        parse_json('[{"a": 1, "a": 2}]', unique_keys=True)


@pytest.mark.parametrize("text", [" [1, 1.0, -0.0, 18446744073709551616]\n", b'{"a": {"a": "\\u00e9"}}'])
def test_json_texts_give_their_values(text: str | bytes) -> None:
    assert repr(parse_json(text)) == repr(json.loads(text))


def test_what_is_no_json_text_is_absent() -> None:
    assert json_or_absent('{"a": 1.0}') == {"a": 1.0}
    assert all(json_or_absent(text) is ABSENT for text in ("{", "NaN", "[" * 100_000, None, {"a": 1}))
