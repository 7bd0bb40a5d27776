import unicodedata

import pytest

from conformance.base.values import ABSENT
from conformance.rules.checks.findings import LONGEST, NOT_OBSERVABLE, OK, brief, input_at, output_at, versus


def test_what_a_check_returns_without_failures_is_distinguished() -> None:
    assert OK == ()
    assert NOT_OBSERVABLE is not None
    assert NOT_OBSERVABLE != OK


def test_places_are_pointers_into_input_and_output() -> None:
    assert output_at() == "/output"
    assert output_at(0, "a/b~c") == "/output/0/a~1b~0c"
    assert input_at("tools", 2) == "/input/tools/2"


def test_a_value_is_shown_as_json_and_cut() -> None:
    assert brief({"a": "\u00e9"}) == '{"a": "\u00e9"}'
    assert brief("x" * 100) == '"' + "x" * 76 + "..."
    assert brief({1, 2}) == "{1, 2}"


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        pytest.param("Reads one file. " * 20 + "a", "Reads one file. " * 20 + "b", id="the end of a long text"),
        pytest.param({"id": "call_" + "1" * 200}, {"id": "call_" + "1" * 201}, id="the length of an id"),
        pytest.param("x" * 300, "x" * 50 + "y" + "x" * 249, id="the middle of a long text"),
        pytest.param("caf\u00e9", unicodedata.normalize("NFD", "caf\u00e9"), id="letters that look alike"),
        pytest.param(1, 1.0, id="numbers"),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, id="the order of keys"),
    ],
)
def test_a_difference_is_never_cut_off(wanted: object, got: object) -> None:
    message = versus(wanted, got)
    first, other = message.removeprefix("wanted ").split(", got ")
    assert first != other
    assert len(message) < 2 * LONGEST + 30


def test_short_values_are_shown_whole() -> None:
    assert versus({"city": "Paris"}, {}) == 'wanted {"city": "Paris"}, got {}'
    assert versus("a", ABSENT) == 'wanted "a", but it is absent'
    assert versus(ABSENT, 1) == "wanted it absent, got 1"
