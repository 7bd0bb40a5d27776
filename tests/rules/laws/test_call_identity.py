"""A call as who asked knows its tool."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import CUSTOM, FUNCTION, GROUP, Arguments, Call
from conformance.formats.model.request import Tool
from conformance.rules.laws.call_identity import as_asked, flat_names, is_flat_name
from tests.rules.laws.samples import call

LOOK, PATCH = Tool(kind=FUNCTION, name="look"), Tool(kind=CUSTOM, name="patch")
FILES = Tool(kind=GROUP, name="files", tools=(LOOK, PATCH))


def test_a_function_that_was_offered_stays_as_it_is() -> None:
    asked = call(name="files__look")
    assert as_asked(asked, (Tool(kind=FUNCTION, name="files__look"), FILES)) is asked


def test_a_name_that_nobody_offered_stays_as_it_is() -> None:
    asked = call(name="other")
    assert as_asked(asked, (LOOK, PATCH, FILES)) is asked


def test_a_custom_tool_that_was_offered_as_a_function_gets_the_one_text_as_its_input() -> None:
    one = as_asked(call(name="patch", arguments='{"input": "*** Begin"}'), (PATCH,))
    assert (one.kind, one.name, one.arguments.text) == (CUSTOM, "patch", "*** Begin")


@pytest.mark.parametrize("arguments", ['{"a": "x", "b": "y"}', '{"a": 1}', "{}", "no JSON", '["x"]'])
def test_arguments_that_are_not_one_text_stay_those_of_the_call(arguments: str) -> None:
    assert as_asked(call(name="patch", arguments=arguments), (PATCH,)).arguments.text == arguments


def test_arguments_that_are_a_value_say_the_same_as_a_text() -> None:
    patch = Call(id="toolu_1", name="patch", arguments=Arguments(value={"input": "*** Begin"}))
    assert as_asked(patch, (PATCH,)).arguments == Arguments(value="*** Begin", text="*** Begin")
    other = Call(id="toolu_1", name="patch", arguments=Arguments(value={"input": 7}))
    assert as_asked(other, (PATCH,)).arguments == other.arguments


def test_a_flat_name_is_the_group_and_the_short_name_of_its_tool() -> None:
    one = as_asked(call(name="files__look", arguments='{"a": "x"}'), (FILES,))
    assert (one.kind, one.group, one.name, one.arguments.text) == (FUNCTION, "files", "look", '{"a": "x"}')
    custom = as_asked(call(name="files__patch", arguments='{"input": "x"}'), (FILES,))
    assert (custom.kind, custom.group, custom.name, custom.arguments.text) == (CUSTOM, "files", "patch", "x")


def test_a_group_that_ends_in_underscores_gets_no_more() -> None:
    assert flat_names("files", "look") == ("files__look",)
    assert flat_names("files__", "look") == ("files__look",)


@pytest.mark.parametrize("between", ["", "__", "_", ".", "-", "/", ":", "--"])
def test_any_separator_makes_a_flat_name(between: str) -> None:
    assert is_flat_name(f"files{between}look", "files", "look")


@pytest.mark.parametrize("flat", [None, "look", "files", "filesxlook", "files__looked", "my_files__look"])
def test_another_name_is_no_flat_name(flat: str | None) -> None:
    assert not is_flat_name(flat, "files", "look")


def test_a_name_is_no_pattern() -> None:
    assert not is_flat_name("a1b__look", "a.b", "look")
    assert is_flat_name("a.b__look", "a.b", "look")
