"""What the rules of responses-tools-to-chat-tools object to, and what they leave free."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.choice_readings import IllegalAnswer
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

OPERATION = "responses-tools-to-chat-tools"
EMPTY = {"type": "object", "properties": {}}
OPEN = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}
CLOSED = OPEN | {"required": ["a", "b"], "additionalProperties": False}
SEARCH = {"type": "file_search", "vector_store_ids": ["vs_1"]}


def flat(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = {"type": "function", "name": name, "description": "A.", "strict": False, "parameters": EMPTY, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def nested(name: Any = "a", **fields: Any) -> dict[str, Any]:
    tool = flat(name, **fields)
    return {"type": tool.pop("type"), "function": tool}


def view(given: Any, outcome: Any, chained: Any, reports: tuple[str, ...], choices: dict[str, str]) -> Any:
    diagnostics = tuple({"level": "warning", "message": report} for report in reports)
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=diagnostics)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    back = None if chained is None else Outcome(output=chained)
    return view_of(Trial(operation=OPERATION, input=given, outcome=outcome, choices=known, chained=back))


def charged(
    given: Any, outcome: Any, *, chained: Any = None, reports: tuple[str, ...] = (), **choices: str
) -> set[str]:
    seen = view(given, outcome, chained, reports, choices)
    checks = family(OPERATION).checks
    found = {rule.id: checks[rule.check](seen) for rule in specifications().contracts[OPERATION].rules}
    return {rule for rule, findings in found.items() if isinstance(findings, tuple) and findings}


def refused(message: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(message))


def test_a_function_is_nested_with_its_words() -> None:
    assert charged([flat()], [nested()]) == set()
    assert charged([flat()], [flat()]) == {"RTC-1", "API-1"}
    assert charged([flat()], [nested("b")]) == {"RTC-1"}
    assert charged([flat()], [nested(description="B.")]) == {"RTC-1"}
    assert charged([flat()], []) == {"RTC-1"}
    assert charged([flat(description="")], [nested(description=ABSENT)]) == set()
    assert charged([flat(description=ABSENT)], [nested(description="a")]) == set()
    assert charged([flat(description=ABSENT)], [nested(description="b")]) == {"RTC-1"}


def test_strict_off_is_the_same_as_none_for_chat() -> None:
    assert charged([flat()], [nested(strict=ABSENT)]) == charged([flat()], [nested(strict=None)]) == set()
    assert charged([flat()], [nested(strict=True)]) == {"RTC-3"}
    assert charged([flat(strict=True, parameters=CLOSED)], [nested(strict=ABSENT, parameters=CLOSED)]) == {"RTC-3"}


@pytest.mark.parametrize("strict", [ABSENT, None, False])
def test_an_absent_strict_may_be_off(strict: Any) -> None:
    assert charged([flat(strict=ABSENT, parameters=OPEN)], [nested(strict=strict, parameters=OPEN)]) == set()


def test_an_absent_strict_may_be_on_where_the_schema_is_closed_too() -> None:
    given = [flat(strict=ABSENT, parameters=OPEN)]
    nullable = CLOSED | {"properties": {"a": {"type": "string"}, "b": {"type": ["integer", "null"]}}}
    assert charged(given, [nested(strict=True, parameters=CLOSED)]) == set()
    assert charged(given, [nested(strict=True, parameters=nullable)]) == set()
    assert charged(given, [nested(strict=True, parameters=OPEN)]) >= {"RTC-3a"}
    assert charged(given, [nested(strict=ABSENT, parameters=CLOSED)]) == {"RTC-2", "LAW-4"}


def test_all_tools_without_strict_are_treated_alike() -> None:
    given = [flat("a", strict=ABSENT), flat("b", strict=ABSENT)]
    made = [nested("a", strict=False), nested("b", strict=ABSENT)]
    assert charged(given, made) == set()
    assert charged(given, made, strict_when_absent="omit") == {"RTC-3b"}


def test_a_tool_without_counterpart_is_left_out_with_a_report_or_refused() -> None:
    given = [flat(), SEARCH]
    report = ("file_search is left out",)
    assert charged(given, [nested()], reports=report) == set()
    assert charged(given, [nested()], reports=("one tool is left out",)) == {"RTC-5b"}
    assert charged(given, [nested()]) == {"RTC-5a"}
    assert charged(given, [nested(), SEARCH], reports=report) == {"RTC-5"}
    made = {"type": "function", "function": {"name": "file_search", "parameters": EMPTY}}
    assert charged(given, [nested(), made], reports=report) == {"RTC-5"}
    assert charged(given, [nested()], reports=report, tool_without_counterpart="refuse") == {"RTC-5"}
    assert charged(given, refused("file_search is no tool of Chat")) == set()
    assert charged(given, refused("no"), tool_without_counterpart="refuse") == {"RTC-9a"}


def test_a_function_may_stand_for_a_tool_of_the_client() -> None:
    made = {"type": "function", "function": {"name": "local_shell", "parameters": EMPTY}}
    assert charged([{"type": "local_shell"}], [made]) == set()
    assert charged([{"type": "local_shell"}], [{"type": "local_shell"}]) == {"RTC-5"}


def test_a_web_search_may_be_elsewhere_in_the_request() -> None:
    assert charged([flat(), {"type": "web_search"}], [nested()]) == set()


def test_a_member_without_a_place_stays_or_is_reported() -> None:
    given = [flat(defer_loading=True)]
    assert charged(given, [nested()]) == {"RTC-6"}
    assert charged(given, [nested()], reports=("defer_loading is lost",)) == set()
    assert charged(given, [nested(defer_loading=True)]) == set()
    assert charged([flat(defer_loading=False, allowed_callers=["direct"])], [nested()]) == set()


def test_a_hosted_tool_is_no_tool_of_a_namespace_whose_name_it_contains() -> None:
    space = {"type": "namespace", "name": "crm", "description": "", "tools": [flat("_")]}
    made = nested("__hosted_file_search", description="Searches files.")
    assert charged([space, SEARCH], [made], reports=("crm",)) == {"RTC-5"}
    assert charged([space, SEARCH], [nested("crm__"), made]) == {"RTC-5"}


def test_a_grammar_is_in_the_function_or_reported() -> None:
    given = [
        {"type": "custom", "name": "edit", "format": {"type": "grammar", "syntax": "lark", "definition": 'a: "b"'}}
    ]
    taking = {"type": "object", "properties": {"input": {"type": "string"}}}
    made = {"name": "edit", "parameters": taking}
    assert charged(given, [{"type": "function", "function": made}]) == {"RTC-6"}
    assert charged(given, [{"type": "function", "function": made}], reports=("the grammar is lost",)) == set()
    assert charged(given, [{"type": "function", "function": made | {"description": 'In lark:\na: "b"'}}]) == set()


def test_a_function_without_a_name_is_no_other_tool() -> None:
    custom = {"type": "custom", "name": "y", "description": "Y."}
    for given in ([flat(ABSENT), flat("")], [flat(ABSENT), custom]):
        nameless = [nested(ABSENT if tool.get("name") is None else "") for tool in given if tool["type"] == "function"]
        assert charged(given, nameless, reports=("y",)) == {"RTC-9"}


def test_tools_of_a_namespace_have_names_of_their_own() -> None:
    given = [flat("search"), {"type": "namespace", "name": "crm", "description": "", "tools": [flat("search")]}]
    assert charged(given, [nested("search"), nested("crm__search")]) == set()
    assert charged(given, [nested("search"), nested("search")]) == {"RTC-7"}
    assert charged(given, [nested("search")]) == {"RTC-5a"}
    assert charged(given, [nested("search"), given[1]], reports=("search",)) == {"RTC-7"}


def test_absent_parameters_may_be_an_empty_object_with_properties() -> None:
    given = [{"type": "function", "name": "search", "description": "Searches."}]
    made = {"name": "search", "description": "Searches."}
    assert charged(given, [{"type": "function", "function": made}]) == set()
    assert charged(given, [{"type": "function", "function": made | {"parameters": EMPTY}}]) == set()
    assert charged(given, [{"type": "function", "function": made | {"parameters": {"type": "object"}}}]) == {"RTC-1"}


def test_the_way_back_gives_the_same_function() -> None:
    given = [flat(parameters=OPEN)]
    assert charged(given, [nested(parameters=OPEN)], chained=given) == set()
    assert charged(given, [nested(parameters=OPEN)], chained=[flat(parameters=OPEN, strict=True)]) == {"RTC-10"}
    assert charged(given, [nested(parameters=OPEN)], chained=[]) == {"RTC-10"}
    worded = OPEN | {"$schema": "http://json-schema.org/draft-07/schema#"}
    assert charged([flat(parameters=worded)], [nested(parameters=worded)], chained=[flat(parameters=OPEN)]) == set()
    assert charged([flat(parameters=OPEN, description="A")], [nested(parameters=OPEN, description="B")],
                   chained=[flat(parameters=OPEN, description="B")]) == {"RTC-1"}  # fmt: skip


def read(choice: str, given: Any, outcome: Any) -> Any:
    return family(OPERATION).readers[choice](view(given, outcome, None, (), {}))


def test_what_a_probe_proves() -> None:
    bare = [flat(strict=ABSENT)]
    assert read("strict-when-absent", bare, [nested(strict=ABSENT)]) == "omit"
    assert read("strict-when-absent", bare, [nested(strict=None)]) == "omit"
    assert read("strict-when-absent", bare, [nested(strict=False)]) == "false"
    assert read("strict-when-absent", bare, [nested(strict=True)]) == "true"
    assert read("strict-when-absent", [flat()], [nested()]) is None
    assert read("tool-without-counterpart", [flat(), SEARCH], [nested()]) == "leave-out"
    assert read("tool-without-counterpart", [flat(), SEARCH], refused()) == "refuse"
    assert read("tool-without-counterpart", [flat(), SEARCH], []) is None
    assert isinstance(read("tool-without-counterpart", [flat(), SEARCH], [nested(), SEARCH]), IllegalAnswer)


def test_two_outputs_are_compared_without_what_may_be_left_out() -> None:
    invalid = {"type": "text"}
    assert view([flat(parameters=invalid)], [nested(parameters=invalid)], None, (), {}).essence() == []
    assert len(view([flat()], [nested()], None, (), {}).essence()) == 1


def test_what_is_no_tool_and_arrives_is_passed_on() -> None:
    """By this kind it is one defect with others that were passed on."""
    found = family(OPERATION).checks["no-tool-arrives"](view([flat(name=ABSENT)], [nested(name=ABSENT)], None, (), {}))
    assert [failure.kind for failure in found] == ["passed"]
