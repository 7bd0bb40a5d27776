"""What becomes of the schemas of tools: each difference has a key of its own."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.tools.schemas import schemas
from conformance.rules.checks.trial import Trial
from conformance.rules.laws.law import Breach
from tests.rules.checks.tool_samples import chat, mcp
from tests.suite.selftest.banks.bank import MCP_TOOLS


def keys(source: Any, result: Any, **choices: str) -> set[str]:
    known = {name.replace("_", "-"): answer for name, answer in choices.items()}
    outcome = Outcome(output=[chat(parameters=result)])
    view = view_of(Trial(operation=MCP_TOOLS, input=[mcp(inputSchema=source)], outcome=outcome, choices=known))
    return {key for key, schema in schemas(view) if isinstance(schema, Breach)}


def test_properties_that_a_choice_adds_are_missed() -> None:
    bare = {"type": "object"}
    assert keys(bare, bare, missing_properties="add") == {"root/chosen", "root/absent"}
    assert keys(bare, bare, missing_properties="keep") == {"root/absent"}
    assert keys(bare | {"properties": {}}, bare) == {"root/empty", "schema/keyword-lost"}


def test_a_lost_schema_is_no_changed_one() -> None:
    assert keys({"type": "object"}, ABSENT) == {"kept/schema/lost"}
    assert keys({"type": "object"}, None) == {"kept/schema/null", "schema/value-changed"}


def test_a_lost_name_that_is_a_keyword_and_special_is_both() -> None:
    source = {"type": "object", "properties": {"$ref": {}, "a": {"default": 1}, "b": {}}}
    assert keys(source, {"type": "object", "properties": {"a": {"default": 1}}}) == {
        "schema/name-lost/keyword", "schema/name-lost/special", "schema/name-lost", "schema/default-in-property",
    }  # fmt: skip
