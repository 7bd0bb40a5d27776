"""Changes of a part of a request leave the other parts as they are."""

from __future__ import annotations

from dataclasses import replace

from conformance.formats.chat.read import read_request
from conformance.formats.model.conversation import Text
from tests.suite.selftest.mutators.request_edits import (
    MARK,
    of_kind,
    of_late_texts,
    of_setting,
    of_tools,
    offers_customs,
    with_setting,
)

GIVEN = {
    "model": "m",
    "messages": [{"role": "user", "content": "a"}, {"role": "user", "content": f"{MARK}b"}],
    "tools": [{"type": "custom", "custom": {"name": "sql", "description": "Runs it."}}],
    "top_p": 0.5,
}
REQUEST = read_request(GIVEN)


def texts(request) -> list[str]:
    return [fact.value for turn in request.conversation.turns for fact in turn.says]


def test_texts_are_changed_and_those_of_the_system_alone() -> None:
    def louder(text: Text) -> tuple[Text, ...]:
        return (replace(text, value=text.value.upper()),)

    assert texts(of_kind(Text, louder)(REQUEST, REQUEST)) == ["A", "[SYSTEM] B"]
    assert texts(of_late_texts(louder)(REQUEST, REQUEST)) == ["a", "[SYSTEM] B"]
    assert texts(of_kind(Text, louder, "model")(REQUEST, REQUEST)) == ["a", f"{MARK}b"]


def test_a_turn_that_says_nothing_goes() -> None:
    assert texts(of_late_texts(lambda _one: ())(REQUEST, REQUEST)) == ["a"]


def test_a_setting_is_changed_or_added_where_there_is_none() -> None:
    def settings(request) -> dict[str, object]:
        return {setting.name: setting.value for setting in request.settings}

    assert settings(of_setting("top_p", lambda value: value * 2)(REQUEST, REQUEST))["top_p"] == 1.0
    assert settings(with_setting("top_p", 0)(REQUEST, REQUEST))["top_p"] == 0.5
    assert settings(with_setting("temperature", 1)(REQUEST, REQUEST))["temperature"] == 1


def test_custom_tools_are_offered_once_as_functions() -> None:
    without = replace(REQUEST, tools=None)
    (tool,) = offers_customs(without, REQUEST).tools
    assert (tool.name, tool.description, tool.schema.value["required"]) == ("sql", "Runs it.", ["input"])
    assert offers_customs(REQUEST, REQUEST) == REQUEST
    (renamed,) = of_tools(lambda value: replace(value, name="query"))(REQUEST, REQUEST).tools
    assert renamed.name == "query"
