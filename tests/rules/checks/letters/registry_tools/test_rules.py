from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.registry_tools.samples import (
    LIST,
    OBJECT,
    SHELL,
    SHELL_TOOL,
    SILENT,
    as_custom,
    charged,
    custom,
    failed,
    of_one,
    tool,
)


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
    assert of_one(tool(strict=True), tool(), reported=SILENT) == {"REG-11"}
    assert of_one(tool(strict=False), tool(), reported=SILENT) == set()
    view = view_of(Trial(operation=LIST, input=[tool(strict=True)], outcome=Outcome(output=[tool()])))
    assert family(LIST).checks["strict-reported"](view) is NOT_OBSERVABLE


def test_a_function_without_description_or_parameters() -> None:
    bare = tool(description=ABSENT, parameters=ABSENT)
    for parameters in (ABSENT, {}, OBJECT, OBJECT | {"additionalProperties": False, "required": []}):
        for description in (ABSENT, "", "a", "No description."):
            assert of_one(bare, tool(description=description, parameters=parameters)) == set()
    assert of_one(bare, tool(description=None)) == {"REG-1a", "API-1"}
    assert of_one(bare, tool(parameters=None)) == {"REG-1a"}  # the API takes null
    assert charged([bare], []) == {"REG-1a"}
    assert charged([bare], failed()) == {"CONV-1"}


def test_keys_that_nobody_gave_and_keys_that_the_api_takes_all_the_same() -> None:
    assert of_one(tool(), tool(source="x")) == {"REG-1"}
    assert of_one(tool(source="x"), tool(source="x")) == set()
    assert of_one(tool(), tool() | {"strict": False}) == {"REG-1", "API-1"}
    assert of_one(tool() | {"id": 1}, tool() | {"id": 1}) == {"API-1"}


def test_a_description_that_is_no_text_may_go_and_may_stay() -> None:
    for result in ([], [tool(description=ABSENT)], [tool(description=5)], [tool(description="5")]):
        assert charged([tool(description=5)], result) == set()
    assert charged([tool(description=5), tool("b")], failed(), alone=(failed(), Outcome(output=[tool("b")]))) == {
        "REG-6b"
    }


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


def test_the_format_is_anywhere_also_inside_json() -> None:
    format_ = {"type": "grammar", "syntax": "lark", "definition": 'start: "ä"\n'}
    entry = custom(format=format_)
    for text in (format_["definition"], json.dumps(format_), json.dumps(format_, ensure_ascii=False)):
        described = tool("run", description=f"Runs. {text}", parameters={"type": "object"})
        assert of_one(entry, described) == set()
    in_schema = {"type": "object", "properties": {"input": {"type": "string", "description": 'start: "ä"\n'}}}
    assert of_one(entry, as_custom(in_schema)) == set()
    assert of_one(entry, as_custom({"type": "object"}), reported=()) == {"REG-4a"}
    lost = ({"message": "the grammar of run was left out"},)
    assert of_one(entry, as_custom({"type": "object"}), reported=lost) == set()


def test_a_description_that_a_format_of_blanks_extends_is_no_changed_text() -> None:
    entry = custom(format={"type": "grammar", "syntax": "lark", "definition": " \n"})
    extended = tool("run", description="Runs. \n", parameters={"type": "object"})
    assert of_one(entry, extended) == set()


@pytest.mark.parametrize("definition", ["\\d+", "a\\.b"])
def test_a_format_whose_backslashes_are_doubled_is_another_one(definition: str) -> None:
    format_ = {"type": "grammar", "syntax": "regex", "definition": definition}
    doubled = definition.replace("\\", "\\\\")
    for text, rules in ((definition, set()), (json.dumps(format_), set()), (doubled, {"REG-4a"})):
        described = tool("run", description=f"Runs. {text}", parameters={"type": "object"})
        assert of_one(custom(format=format_), described, reported=()) == rules


def test_a_custom_tool_s_description_may_be_extended_and_not_changed() -> None:
    assert of_one(custom(), tool("run", description="Runs. Takes text.", parameters={"type": "object"})) == set()
    assert of_one(custom(), tool("run", description="runs.", parameters={"type": "object"})) == {"REG-4", "ALL-4"}
