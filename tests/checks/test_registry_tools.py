"""Who is charged with what a registry's tools became, and which answers an observation shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.checks.findings import NOT_OBSERVABLE
from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.observation import Outcome, Refusal
from conformance.values import ABSENT
from tests.engine.certifying import specifications

LIST, REQUEST = "registry-tools-to-chat-tools", "registry-request-to-chat-request"
OBJECT = {"type": "object", "properties": {}}
SHELL = {"type": "local_shell"}
UNKNOWN = {"type": "teleport"}
NAMELESS = {"type": "function", "function": {"description": "A."}}
SHELL_TOOL = {
    "type": "function",
    "function": {
        "name": "local_shell",
        "description": "Execute local shell commands in the browser environment",
        "parameters": {
            "type": "object",
            "properties": {"command": {"type": "string", "description": "The shell command to execute"}},
            "required": ["command"],
        },
    },
}
FIELDS = {"model": "m", "messages": [{"role": "user", "content": None}]}
TOLD = ({"level": "warning"},)
SILENT: tuple[Any, ...] = ()


def tool(name: Any = "a", **function: Any) -> dict[str, Any]:
    inner = {"name": name, "description": "A.", "parameters": OBJECT, **function}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


def schema(**properties: Any) -> dict[str, Any]:
    return tool(parameters={"type": "object", "properties": properties})


def custom(**fields: Any) -> dict[str, Any]:
    return {"type": "custom", "custom": {"name": "run", "description": "Runs.", **fields}}


def as_custom(parameters: Any, **fields: Any) -> dict[str, Any]:
    return tool("run", description="Runs.", parameters=parameters) | fields


def failed(message: str = "no") -> Outcome:
    return Outcome(refusal=Refusal(message))


def charged(given: Any, outcome: Any, told: Any = TOLD, alone: Any = None, **choices: str) -> set[str]:
    """Return the rules that object; of a request where the input is an object."""
    operation = REQUEST if isinstance(given, dict) else LIST
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=told)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=known, alone=alone))
    checks = family(operation).checks
    return {
        rule.id
        for rule in specifications().contracts[operation].rules
        if isinstance(findings := checks[rule.check](view), tuple) and findings
    }


def of_one(entry: Any, result: Any, **more: Any) -> set[str]:
    return charged([entry], [result], **more)


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


def test_neighbours_do_not_matter() -> None:
    given, one = [custom(), tool()], {"type": "object", "properties": {"input": {"type": "string"}}}
    alone = (Outcome(output=[as_custom(one)]), Outcome(output=[tool()]))
    assert charged(given, [as_custom(one), tool()], alone=alone) == set()
    assert charged(given, [as_custom(one | {"description": "Before a."}), tool()], alone=alone) == {"LAW-6"}
    # What fails or is lost together is charged to the rule that says it arrives.
    assert charged(given, [as_custom(one)], alone=alone) == charged(given, failed(), alone=alone) == {"REG-1"}


# Functions.


@pytest.mark.parametrize("answer", ["drop", "keep"])
def test_strict_false_may_go_and_none_may_become_false(answer: str) -> None:
    assert of_one(tool(strict=False), tool(), strict_in_chat=answer) == set()
    expected = {"REG-1"} if answer == "drop" else set()
    assert of_one(tool(), tool(strict=False), strict_in_chat=answer) == expected
    assert of_one(tool(strict=False), tool(strict=True), strict_in_chat=answer) == {"REG-1"}
    assert of_one(tool(strict=True), tool(strict=False), strict_in_chat=answer) == {"REG-1"}


def test_strict_true_is_held_to_the_answer() -> None:
    assert of_one(tool(strict=True), tool()) == of_one(tool(strict=True), tool(strict=True)) == set()
    assert of_one(tool(strict=True), tool(), strict_in_chat="keep") == {"REG-1"}
    assert of_one(tool(strict=True), tool(strict=True), strict_in_chat="drop") == {"REG-1"}


def test_dropping_strict_true_is_reported_or_charged_or_not_seen() -> None:
    assert of_one(tool(strict=True), tool(), told=SILENT) == {"REG-11"}
    assert of_one(tool(strict=False), tool(), told=SILENT) == set()
    view = view_of(Trial(operation=LIST, input=[tool(strict=True)], outcome=Outcome(output=[tool()])))
    assert family(LIST).checks["registry-strict-reported"](view) is NOT_OBSERVABLE


def test_a_function_without_description_or_parameters() -> None:
    bare = tool(description=ABSENT, parameters=ABSENT)
    for parameters in (ABSENT, {}, OBJECT, OBJECT | {"additionalProperties": False, "required": []}):
        for description in (ABSENT, "", "a", "No description."):
            assert of_one(bare, tool(description=description, parameters=parameters)) == set()
    assert of_one(bare, tool(description=None)) == {"REG-1a", "API-1"}
    assert of_one(bare, tool(parameters=None)) == {"REG-1a", "API-1"}
    assert charged([bare], []) == charged([bare], failed()) == {"REG-1a"}


def test_keys_that_nobody_gave_and_keys_that_the_api_does_not_know() -> None:
    assert of_one(tool(), tool(source="x")) == {"REG-1", "API-1"}
    assert of_one(tool(source="x"), tool(source="x")) == {"API-1"}
    assert of_one(tool(), tool() | {"strict": False}) == {"REG-1", "API-1"}
    assert of_one(tool() | {"id": 1}, tool() | {"id": 1}) == {"API-1"}


def test_a_description_that_is_no_text_may_go_and_may_stay() -> None:
    for result in ([], [tool(description=ABSENT)], [tool(description=5)], [tool(description="5")]):
        assert charged([tool(description=5)], result) == set()
    assert charged([tool(description=5), tool("b")], failed(), alone=(failed(), Outcome(output=[tool("b")]))) == {
        "REG-6b"
    }


# The other types.


def test_local_shell_is_exact() -> None:
    assert of_one(SHELL | {"timeout": 1}, SHELL_TOOL) == set()
    changed = {**SHELL_TOOL["function"], "description": "Runs."}  # type: ignore[dict-item]
    assert of_one(SHELL, {"type": "function", "function": changed}) == {"REG-2"}
    assert of_one(SHELL, SHELL) == {"REG-2", "API-1"}
    assert charged([SHELL, tool()], [tool()]) == {"REG-2"}


@pytest.mark.parametrize(
    ("parameters", "sound"),
    [
        ({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}, True),
        ({"type": "object", "properties": {"query": {"type": ["string"]}, "n": {}}, "required": ["n", "query"]}, True),
        ({"type": "object", "properties": {"query": {"type": "string"}}}, False),
        ({"type": "object", "properties": {"query": {"type": "array"}}, "required": ["query"]}, False),
        ({"properties": {"query": {"type": "string"}}, "required": ["query"]}, False),
        (None, False),
    ],
)
def test_web_search_asks_for_a_query(parameters: Any, sound: bool) -> None:
    result = tool("web_search", description=ABSENT, parameters=parameters)
    assert of_one({"type": "web_search"}, result) - {"API-1"} == (set() if sound else {"REG-3"})


@pytest.mark.parametrize(
    ("parameters", "sound"),
    [
        ({"type": "object", "properties": {"input": {"type": "string"}}, "additionalProperties": False}, True),
        (
            {"type": "object", "properties": {"input": {"type": "string", "pattern": "^a$"}}, "required": ["input"]},
            True,
        ),
        ({"type": "object"}, True),
        ({"type": "object", "additionalProperties": {"type": "string"}}, True),
        ({"type": "object", "properties": {}, "additionalProperties": False}, False),
        ({"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False}, False),
        ({"type": "object", "properties": {"a": {"enum": ["x"]}}, "additionalProperties": {"type": "null"}}, False),
        ({"type": "object", "properties": {"type": {"type": ["string", "null"], "default": {"type": "text"}}}}, True),
        ({"type": "object", "properties": {"input": {"type": "text"}}}, False),
        ({"type": "object", "properties": {"input": {"type": "STRING"}}, "required": ["input"]}, False),
        ({"type": "object", "properties": {"input": {"type": "string"}, "n": {"type": ["int"]}}}, False),
        ({"type": "string"}, False),
        (ABSENT, False),
    ],
)
def test_a_custom_tool_takes_free_form_input(parameters: Any, sound: bool) -> None:
    assert of_one(custom(), as_custom(parameters)) == (set() if sound else {"REG-4"})


def test_a_custom_tool_that_is_passed_on_is_the_document_s_matter_alone() -> None:
    assert of_one(custom(), custom()) == {"REG-4"}


def test_the_format_stands_anywhere_also_inside_json() -> None:
    format_ = {"type": "grammar", "syntax": "lark", "definition": 'start: "ä"\n'}
    entry = custom(format=format_)
    for text in (format_["definition"], json.dumps(format_), json.dumps(format_, ensure_ascii=False)):
        described = tool("run", description=f"Runs. {text}", parameters={"type": "object"})
        assert of_one(entry, described) == set()
    in_schema = {"type": "object", "properties": {"input": {"type": "string", "description": 'start: "ä"\n'}}}
    assert of_one(entry, as_custom(in_schema)) == set()
    assert of_one(entry, as_custom({"type": "object"})) == {"REG-4a"}


def test_a_custom_tool_s_description_may_be_extended_and_not_changed() -> None:
    assert of_one(custom(), tool("run", description="Runs. Takes text.", parameters={"type": "object"})) == set()
    assert of_one(custom(), tool("run", description="runs.", parameters={"type": "object"})) == {"REG-4", "ALL-4"}


# Schemas.


@pytest.mark.parametrize(
    ("source", "result", "rules"),
    [
        ({"type": "string", "enum": ["a"]}, {"type": "string"}, {"REG-5"}),
        ({"type": "array", "items": {"type": "string"}}, {"type": "array"}, {"REG-5"}),
        ({"properties": {"b": {"type": "string"}}}, {"properties": {}}, {"REG-5"}),
        ({"properties": {"b": {}}, "required": ["b"]}, {"properties": {"b": {}}}, {"REG-5"}),
        ({"additionalProperties": {"type": "string"}}, {"additionalProperties": True}, {"REG-5"}),
        ({"additionalProperties": {"enum": ["a"]}}, {"additionalProperties": {}}, {"REG-5"}),
        ({"type": "object"}, {"type": "object", "additionalProperties": False}, {"REG-5"}),
        ({"properties": {"b": {}}}, {"properties": {"b": {}}, "required": ["b"]}, {"REG-5"}),
        ({"type": "string", "format": "date"}, {"type": "string"}, {"REG-5a"}),
        ({"type": "string", "maxLength": 3}, {"type": "string"}, {"REG-5a", "LAW-4"}),
        ({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}, {"anyOf": [{}, {"type": "null"}]}, {"REG-5a", "LAW-4"}),
        ({"type": "array", "items": True}, {"type": "array"}, {"REG-5a"}),
        ({"description": "", "required": [], "properties": {}}, {}, {"REG-5a"}),
        ({}, {"type": "string"}, {"LAW-4"}),
        ({"type": "object"}, {"type": "object", "properties": {}, "required": [], "additionalProperties": True}, set()),
        ({"type": "array"}, {"type": "array", "items": {}}, set()),
        (True, {}, {"REG-5a"}),
    ],
)
def test_who_keeps_a_keyword(source: Any, result: Any, rules: set[str]) -> None:
    for place in (lambda node: node, lambda node: {"type": "array", "items": {"properties": {"b": node}}}):
        assert of_one(schema(a=place(source)), schema(a=place(result))) == rules


def test_additions_that_say_nothing_are_free_in_worked_examples_too() -> None:
    given = [schema(a={"type": "object"})]
    plain = view_of(Trial(operation=LIST, input=given, outcome=Outcome(output=given)))
    filled = view_of(
        Trial(
            operation=LIST,
            input=given,
            outcome=Outcome(output=[schema(a={"type": "object", "properties": {}, "title": "A"})]),
        )
    )
    assert plain.essence() == filled.essence()


@pytest.mark.parametrize(
    "parameters", ["{}", "", 0, False, [], {"type": "text"}, {"properties": []}, {"required": "a"}]
)
def test_an_invalid_schema_stays(parameters: Any) -> None:
    entry = tool(parameters=parameters)
    assert of_one(entry, entry) == set()
    for result in (tool(), tool(parameters=ABSENT)):
        assert of_one(entry, result) - {"API-2", "ALL-3"} == {"REG-7"}
    assert charged([entry], []) == charged([entry], failed()) == {"REG-7"}


def test_only_what_is_invalid_is_a_matter_of_invalid_schemas() -> None:
    source = {"bad": None, "good": {"type": "string", "enum": ["a"], "format": "date"}}
    assert of_one(schema(**source), schema(bad={}, good=source["good"])) == {"REG-7"}
    assert of_one(schema(**source), schema(good=source["good"])) == {"REG-7"}
    assert of_one(schema(**source), schema(bad=None, good={"type": "string", "format": "date"})) == {"REG-5"}
    assert of_one(schema(**source), schema(bad=None, good={"type": "string", "enum": ["a"]})) == {"REG-5a"}


# Lists.


def test_what_is_left_out_is_charged_where_it_arrives() -> None:
    assert charged([UNKNOWN, tool()], [tool()]) == set()
    assert charged([UNKNOWN, tool()], [tool()], told=SILENT) == {"REG-6a"}
    assert charged([UNKNOWN], [UNKNOWN]) == {"REG-6"}
    assert charged([None, tool()], [None, tool()]) >= {"REG-6"}
    assert charged([NAMELESS], [NAMELESS]) == {"REG-6b"}
    assert charged([tool(5)], [tool("5")]) == {"REG-6b"}
    assert charged(["search"], [tool("search")]) == {"REG-6b"}


def test_the_entry_that_fails_alone_is_to_blame() -> None:
    alone = (Outcome(output=[tool()]), failed(), Outcome(output=[]))
    assert charged([tool(), NAMELESS, UNKNOWN], failed(), alone=alone) == {"REG-6b"}
    alone = (Outcome(output=[tool()]), Outcome(output=[]), failed())
    assert charged([tool(), NAMELESS, UNKNOWN], failed(), alone=alone) == {"REG-6"}
    alone = (Outcome(output=[tool()]), Outcome(output=[tool()]))
    assert charged([tool(), tool()], failed("duplicate"), alone=alone) == {"REG-1"}


def test_a_tool_lost_beside_another_entry_is_that_entry_s_matter() -> None:
    alone = (Outcome(output=[]), Outcome(output=[tool()]))
    assert charged([NAMELESS, tool()], [], alone=alone) == {"REG-6b"}
    assert charged([UNKNOWN, tool()], [], alone=alone) == {"REG-6"}
    assert charged([tool(), tool()], [tool()], alone=(Outcome(output=[tool()]),) * 2) == {"REG-1"}


def test_a_tool_is_known_by_what_it_becomes_alone() -> None:
    odd, owed = tool(description=0, parameters=ABSENT), tool(parameters={"type": "object", "required": ["x"]})
    first = tool(description=ABSENT)
    alone = (Outcome(output=[first]), Outcome(output=[owed]))
    assert charged([odd, owed], [first], alone=alone).isdisjoint({"REG-1", "REG-5"})
    assert charged([odd, owed], [owed, first], alone=alone) == {"REG-8"}


def test_order_and_count() -> None:
    given = [SHELL, tool(), tool("b")]
    assert charged(given, [tool(), SHELL_TOOL, tool("b")]) == {"REG-8"}
    assert charged(given, [SHELL_TOOL, tool(), tool("b"), tool("b")]) == {"REG-8"}
    assert charged([tool()], tool()) == {"REG-8"}
    assert charged([], failed()) == charged([], None) == {"REG-8"}


def test_flat_tools_may_go_and_may_convert() -> None:
    flat = {"type": "function", "name": "a", "description": "A.", "parameters": OBJECT}
    assert charged([flat], []) == charged([flat], [tool()]) == set()
    assert charged([flat], [flat]) == {"API-1"}


# Requests.


def test_the_fields_of_a_request() -> None:
    given = FIELDS | {"temperature": 1, "tools": [tool()]}
    assert charged(given, given) == set()
    for changed in ({"temperature": 2}, {"messages": [{"role": "user"}]}, {"stream": True}):
        assert charged(given, given | changed) == {"REG-10"}
    assert charged(given, {key: value for key, value in given.items() if key != "temperature"}) == {"REG-10"}
    assert charged(given, given | {"temperature": 1.0}) == {"ALL-3"}
    assert charged(given, [tool()]) == charged(FIELDS, failed()) == {"REG-10"}


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


# The readers of choices.


@pytest.mark.parametrize(
    ("given", "output", "answer"),
    [
        (tool(strict=True), tool(), "drop"),
        (tool(strict=True), tool(strict=None), "drop"),
        (tool(strict=True), tool(strict=True), "keep"),
        (tool(strict=True), tool(strict=False), None),
        (tool(strict=False), tool(), None),
        (tool(strict=True), tool()["function"], None),
    ],
)
def test_the_answers_to_strict_in_chat(given: Any, output: Any, answer: str | None) -> None:
    assert (
        family(LIST).readers["strict-in-chat"](
            view_of(Trial(operation=LIST, input=[given], outcome=Outcome(output=[output])))
        )
        == answer
    )
    trial = Trial(
        operation=REQUEST, input=FIELDS | {"tools": [given]}, outcome=Outcome(output=FIELDS | {"tools": [output]})
    )
    assert family(REQUEST).readers["strict-in-chat"](view_of(trial)) == answer


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
