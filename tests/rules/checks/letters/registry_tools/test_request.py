from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.registry_tools.samples import (
    FIELDS,
    LIST,
    NAMELESS,
    REQUEST,
    SHELL,
    SHELL_TOOL,
    UNKNOWN,
    charged,
    failed,
    tool,
)
from tests.running.engine.certifying import specifications


def test_the_request_form_says_of_tools_what_the_list_form_says() -> None:
    both = [
        {
            rule.id: rule
            for rule in specifications().contracts[operation].rules
            if rule.id not in ("REG-10", "API-3", "LAW-6")
        }
        for operation in (LIST, REQUEST)
    ]
    assert both[0] == both[1]


def test_the_fields_of_a_request() -> None:
    given = FIELDS | {"temperature": 1, "tools": [tool()]}
    assert charged(given, given) == set()
    for changed in ({"temperature": 2}, {"messages": [{"role": "user"}]}, {"stream": True}):
        assert charged(given, given | changed) == {"REG-10"}
    assert charged(given, {key: value for key, value in given.items() if key != "temperature"}) == {"REG-10"}
    assert charged(given, given | {"temperature": 1.0}) == {"ALL-3"}
    assert charged(given, [tool()]) == {"REG-10"}
    assert charged(FIELDS, failed()) == {"CONV-1"}


def test_a_field_that_is_null_may_come_and_go() -> None:
    assert charged(FIELDS | {"stop": None}, FIELDS) == charged(FIELDS, FIELDS | {"stop": None}) == set()


def test_a_request_without_tools_gets_no_key() -> None:
    for given in (FIELDS, FIELDS | {"tools": None}):
        assert charged(given, FIELDS) == set()
        for tools in (None, [], [tool()]):
            assert charged(given, FIELDS | {"tools": tools}) >= {"REG-10"}


@pytest.mark.parametrize("tools", [[], [UNKNOWN], [None]])
def test_where_no_tool_is_left(tools: Any) -> None:
    given = FIELDS | {"tools": tools}
    assert charged(given, FIELDS) == charged(given, FIELDS, empty_tools="omit") == set()
    assert charged(given, FIELDS | {"tools": []}, empty_tools="keep") == {"API-3"}
    assert charged(given, FIELDS, empty_tools="keep") == {"REG-10"}
    assert charged(given, FIELDS | {"tools": []}, empty_tools="omit") == {"REG-10", "API-3"}
    assert charged(given, FIELDS | {"tools": None}) == {"REG-10"}


def test_what_needs_tools_may_go_with_them_and_not_else() -> None:
    given = FIELDS | {"tool_choice": "auto", "parallel_tool_calls": False}
    assert charged(given | {"tools": []}, FIELDS) == charged(given | {"tools": []}, given) == set()
    assert charged(given, FIELDS) == {"REG-10"}
    assert charged(given | {"tools": []}, FIELDS | {"tools": []}) == {"REG-10", "API-3"}


def test_the_tools_of_a_request_are_judged_as_a_list() -> None:
    given = FIELDS | {"tools": [SHELL, tool(), NAMELESS]}
    assert charged(given, FIELDS | {"tools": [SHELL_TOOL, tool()]}) == set()
    assert charged(given, FIELDS | {"tools": [tool(), SHELL_TOOL]}) == {"REG-8"}
    assert charged(given, FIELDS | {"tools": [SHELL_TOOL]}) == {"REG-1"}
    assert charged(given, FIELDS) == {"REG-1", "REG-2"}
    assert charged(given, failed()) == {"REG-6b"}
    assert charged(given, FIELDS | {"tools": {"a": 1}}) == {"REG-8"}


def test_what_is_made_of_no_request() -> None:
    def kinds(given: Any, output: Any) -> list[str]:
        findings = family(REQUEST).checks["wrong-shape"](
            view_of(Trial(operation=REQUEST, input=given, outcome=Outcome(output=output)))
        )
        assert isinstance(findings, tuple)
        return [failure.kind for failure in findings]

    assert kinds("Hello", FIELDS) == kinds(FIELDS | {"tools": "x"}, FIELDS | {"tools": [tool()]}) == ["made-up"]
    for given in (None, [], {}, FIELDS | {"tools": "x"}):
        for output in ({}, None) if not isinstance(given, dict) else ({}, FIELDS, FIELDS | {"tools": []}):
            assert kinds(given, output) == []


@pytest.mark.parametrize(
    ("tools", "output", "answer"),
    [
        ([], FIELDS, "omit"),
        ([], FIELDS | {"tools": []}, "keep"),
        ([UNKNOWN], FIELDS, "omit"),
        ([UNKNOWN], FIELDS | {"tools": [UNKNOWN]}, None),
        ([], FIELDS | {"tools": None}, None),
        (None, FIELDS, None),
        ([tool()], FIELDS, None),
    ],
)
def test_the_answers_to_empty_tools(tools: Any, output: Any, answer: str | None) -> None:
    view = view_of(Trial(operation=REQUEST, input=FIELDS | {"tools": tools}, outcome=Outcome(output=output)))
    assert family(REQUEST).readers["empty-tools"](view) == answer
