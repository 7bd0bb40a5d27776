"""What the suite shows of a converter that follows the listed removal procedure."""

from __future__ import annotations

import functools
import json

import jsonschema_rs
import pytest

from conformance.base.values import packed
from conformance.formats.json_schema import subschemas
from conformance.running.engine.result import PASS, Evidence, RunResult
from tests.running.engine.certifying import certified, run, verdicts
from tests.suite.selftest.banks.bank import MCP_TOOL
from tests.suite.selftest.banks.chat_tools_errors import BANK as CHAT_MUTANTS
from tests.suite.selftest.banks.mcp_tools import s2_listing

SEEDS = (1, 2)


@functools.cache
def judged(seed: int) -> RunResult:
    """Only MCP-2, whose evidence is made small; its cases convict it anyhow."""
    return certified({MCP_TOOL: s2_listing}, MCP_TOOL, seed=seed, rules=("MCP-2",), max_examples=60)


def generated(result: RunResult, rule: str) -> list[Evidence]:
    """The evidence of a rule that no case gave."""
    return [shown for entry in result.rules if entry.rule.id == rule for shown in entry.evidence if shown.case is None]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_evidence_is_one_property(seed: int) -> None:
    shown = [element for element in generated(judged(seed), "MCP-2") if element.kind == "default-kept"]
    assert shown
    tool = shown[0].input
    assert len(json.dumps(tool, ensure_ascii=False).encode()) <= 160, tool
    maps = [
        schema["properties"]
        for _path, schema in subschemas(tool["inputSchema"])
        if isinstance(schema, dict) and "properties" in schema
    ]
    # The one that keeps its default, and at most one that it lies in: the procedure fails on nested ones only.
    assert [len(properties) for properties in maps] in ([1], [1, 1]), tool


@pytest.mark.parametrize("seed", SEEDS)
def test_the_evidence_is_a_valid_tool(seed: int) -> None:
    for element in generated(judged(seed), "MCP-2"):
        assert isinstance(element.input["name"], str)
        assert element.input["inputSchema"]["type"] == "object"
        assert jsonschema_rs.meta.is_valid(element.input["inputSchema"])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_evidence_shows_the_default_that_stayed(seed: int) -> None:
    for element in generated(judged(seed), "MCP-2")[:1]:
        assert "default" in json.dumps(element.outcome.output)
        assert element.at.endswith("/default")
        assert "default" in element.message
        # A property may have the name.
        assert json.dumps(element.outcome.output).count('"default"') > json.dumps(element.expected).count('"default"')


def test_the_same_seed_gives_the_same_evidence() -> None:
    again = certified({MCP_TOOL: s2_listing}, MCP_TOOL, seed=SEEDS[0], rules=("MCP-2",), max_examples=60)
    first, second = generated(judged(SEEDS[0]), "MCP-2"), generated(again, "MCP-2")
    assert [packed(element.input) for element in first] == [packed(element.input) for element in second]
    assert [(element.at, element.message) for element in first] == [(element.at, element.message) for element in second]


def test_the_listed_procedure_does_what_the_document_shows() -> None:
    cases = ("s2-nested-objects", "s2-test-nested-objects", "s2-rule-2", "s2-rule-4", "s2-no-parameters")
    found = verdicts(certified({MCP_TOOL: s2_listing}, MCP_TOOL, cases=cases))
    assert {rule: verdict for rule, verdict in found.items() if verdict not in (PASS, "not-applicable")} == {}
    assert found["MCP-2"] == PASS


def test_shrunk_evidence_still_fails_by_the_same_rule() -> None:
    mutant = next(mutant for mutant in CHAT_MUTANTS if mutant.name == "strict_of_the_tool_before")
    shown = generated(run(mutant, rules=("ISO-1",), max_examples=100), "ISO-1")
    of_each_cause = {element.cause: element for element in reversed(shown)}  # others are shown as they were generated
    assert of_each_cause
    for element in of_each_cause.values():
        assert 2 <= len(element.input) <= 3
        repeated = run(mutant, rules=("ISO-1",), inputs_only=(element.input,))
        assert verdicts(repeated) == {"ISO-1": "fail"}
