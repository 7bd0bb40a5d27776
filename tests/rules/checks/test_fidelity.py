from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks import fidelity
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import flat, nested
from tests.suite.selftest.banks.bank import CHAT_TOOLS


def seen(source: Any, result: Any, **fields: Any) -> ToolsView:
    given, made = [nested(parameters=source)], [flat(parameters=result, **fields)]
    view = view_of(Trial(operation=CHAT_TOOLS, input=given, outcome=Outcome(output=made), choices={}))
    assert isinstance(view, ToolsView)
    return view


PROPERTIES = {"b": {"minimum": 1}, "a": {"$ref": "#/$defs/A"}}
SOURCE: dict[str, Any] = {"type": "object", "title": "T", "properties": PROPERTIES, "$defs": {"A": {}}}


def test_changes_of_names_descriptions_and_schemas_are_exact_or_not() -> None:
    assert fidelity.exact(seen(SOURCE, SOURCE)).changes == ()
    changed = {**SOURCE, "title": "t", "properties": {**PROPERTIES, "b": {"minimum": 1.0}}}
    found = fidelity.exact(seen(SOURCE, changed, name="A")).changes
    assert [(finding.kind, finding.at) for finding in found] == [
        ("text-changed", "/output/0/name"),
        ("text-changed", "/output/0/parameters/title"),
        ("number-changed", "/output/0/parameters/properties/b/minimum"),
    ]


def test_a_text_that_is_elsewhere_in_the_entry_was_not_rewritten() -> None:
    view = seen(SOURCE, SOURCE, description="a")  # the name
    assert fidelity.exact(view).changes == ()


def test_key_order() -> None:
    assert fidelity.key_order(seen(SOURCE, SOURCE)) == ()
    (failure,) = fidelity.key_order(seen(SOURCE, dict(reversed(SOURCE.items())))) or ()
    assert failure.kind == "order-changed"


def test_references_resolve_if_they_did_before() -> None:
    assert fidelity.refs_resolve(seen(SOURCE, SOURCE)) == ()
    without = {key: value for key, value in SOURCE.items() if key != "$defs"}
    (failure,) = fidelity.refs_resolve(seen(SOURCE, without)) or ()
    assert failure.at == "/output/0/parameters/$defs"  # what is missing, which another rule may name too
    assert fidelity.refs_resolve(seen(without, without)) == ()
    assert fidelity.refs_resolve(seen({"type": "object"}, {"type": "object"})) is None


@pytest.mark.parametrize(
    ("result", "kinds"),
    [
        (SOURCE, []),
        ({**SOURCE, "title": "another"}, []),
        ({**SOURCE, "additionalProperties": False}, ["closed"]),
        ({**SOURCE, "additionalProperties": False, "required": ["b"]}, ["meaning"]),
        ({**SOURCE, "required": ["b"]}, ["meaning"]),
    ],
)
def test_a_schema_takes_what_its_source_takes(result: Any, kinds: list[str]) -> None:
    findings = fidelity.schema_meaning(seen(SOURCE, result))
    assert isinstance(findings, tuple)
    assert [finding.kind for finding in findings] == kinds


def test_a_flat_tool_is_returned_as_it_is() -> None:
    def judged(made: Any) -> Any:
        trial = Trial(operation=CHAT_TOOLS, input=[flat()], outcome=Outcome(output=made), choices={})
        view = view_of(trial)
        assert isinstance(view, ToolsView)
        return fidelity.target_form_kept(view)

    assert judged([flat()]) == ()
    assert [finding.kind for finding in judged([flat(strict=True)])] == ["changed"]
    assert [finding.kind for finding in judged([])] == ["lost"]


@pytest.mark.parametrize("union", ["anyOf", "oneOf"])
def test_a_default_of_a_lone_alternative_stays(union: str) -> None:
    alternatives: list[Any] = [{"default": 0}, {"type": "null"}]
    source = {"type": "object", "properties": {"a": {union: alternatives}}}
    merged = {"type": "object", "properties": {"a": {"default": 0}}}
    assert fidelity.schema_says_the_same(seen(source, merged)) == ()
    alternatives.append({"type": "string"})
    assert [element.kind for element in fidelity.schema_says_the_same(seen(source, merged)) or ()] == ["default"]


def test_a_default_of_merged_schemas_stays() -> None:
    source = {"type": "object", "properties": {"a": {"allOf": [{"default": 0}]}}}
    for default, charged in ((0, False), (1, True)):
        view = seen(source, {"type": "object", "properties": {"a": {"default": default}}})
        assert bool(fidelity.schema_says_the_same(view)) is charged
