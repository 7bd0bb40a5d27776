"""What a contribution touches: a case one file, a rule two, an operation nothing but what it is made of."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.reference import chat_stream_to_responses_stream, mcp_tool_to_chat_tool, mcp_tools_to_chat_tools
from conformance.rules.checks.by_laws import answers as lawful
from conformance.rules.checks.by_laws import mcp_tools
from conformance.rules.checks.by_laws.answers.charging import law_checks
from conformance.rules.checks.family import Check
from conformance.rules.checks.findings import Failure, Findings
from conformance.rules.checks.registry import family
from conformance.rules.contracts import Specifications, load_specifications
from conformance.rules.laws import texts
from conformance.rules.laws.charges import OF_ANSWERS
from conformance.rules.laws.law import Charge
from tests.suite.selftest.banks import all_banks
from tests.suite.selftest.banks.examples import mutants_of
from tests.suite.selftest.gaps import gaps
from tests.suite.selftest.model import Convert
from tests.suite.selftest.witness import why_stale
from tests.suite.selftest.witness_file import witness_of

BANKS = all_banks()  # of the suite's own specifications
SPECS = Path(__file__).parents[2] / "specs"
SINGLE, LIST, STREAM = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "chat-stream-to-responses-stream"
CASE = """cases:
  - id: of-a-contribution
    rules: [MCP-1]
    note: What is special about the input.
    input: {input}
    output: {output}
"""
RULE = """  - id: NEW-1
    level: SHOULD
    origin: field
    sets: [documents]
    subject: tools
    title: A rule of a contribution
    text: What holds.
    why: What goes wrong otherwise.
    sources: [{{section: A report, link: "https://example.com/report"}}]
    check: {check}
    examples:
      - id: of-a-contribution
        note: What is special about the input.
        input: {input}
        output: {output}
        wrong: {wrong}

"""
MCP_TOOL = {"name": "search", "description": "Searches.", "inputSchema": {"type": "object", "properties": {}}}
FUNCTION = {"name": "search", "description": "Searches.", "parameters": {"type": "object", "properties": {}}}
CHUNKS = [
    {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
    for delta, end in (({"role": "assistant", "content": "One. "}, None), ({"content": "Two."}, None), ({}, "stop"))
]


def nested(**fields: Any) -> Any:
    return {"type": "function", "function": FUNCTION | fields}


def said(text: str) -> Any:
    part = {"type": "output_text", "text": text, "annotations": []}
    message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]}
    return {"status": "completed", "output": [message]}


def no_mark(view: Any) -> Findings:
    """Object to a name that begins with a byte order mark."""
    is_marked = any(pair.body["name"].startswith("\ufeff") for pair in view.pairs)
    return (Failure("mark", "/output", "a name begins with a byte order mark"),) if is_marked else ()


@pytest.fixture
def specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the specifications, which the suite reads instead of its own."""
    folder = Path(shutil.copytree(SPECS, tmp_path / "specs"))
    monkeypatch.setenv("CONFORMANCE_SPECS", str(folder))
    return folder


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Iterable[Callable[..., None]]:
    """Return what adds checks to those of some operations."""

    def add(families: dict[str, Any], checks: dict[str, Check], *operations: str) -> None:
        for name in operations:
            monkeypatch.setitem(families, name, replace(families[name], checks={**families[name].checks, **checks}))
        family.cache_clear()

    yield add
    monkeypatch.undo()
    family.cache_clear()


def with_rule(contract: Path, **words: Any) -> Specifications:
    """Add a rule in front of the others, and load the specifications."""
    written = {key: word if key == "check" else json.dumps(word) for key, word in words.items()}
    text = contract.read_text("utf-8")
    contract.write_text(text.replace("\nrules:\n", "\nrules:\n" + RULE.format(**written)), "utf-8")
    return load_specifications()


def lacking(specifications: Specifications, converters: dict[str, Convert]) -> list[str]:
    """Return what operations lack, and what the mutants that come from their examples do not show."""
    made = [
        mutant for name, convert in converters.items() for mutant in mutants_of(specifications.contracts[name], convert)
    ]
    stale = [
        why for element in made if (why := why_stale(specifications, element, witness_of(element, {}))) is not None
    ]
    return [*gaps(specifications, replace(BANKS, mutants=(*BANKS.mutants, *made)), list(converters)), *stale]


def test_a_case_is_one_file(specs: Path) -> None:
    text = CASE.format(input=json.dumps(MCP_TOOL), output=json.dumps(nested()))
    (specs / SINGLE / "cases" / "of-a-contribution.yaml").write_text(text, "utf-8")
    specifications = load_specifications()
    cases = [case.id for case in specifications.contracts[LIST].cases]
    assert "of-a-contribution" in cases
    assert gaps(specifications, BANKS, [SINGLE, LIST]) == []


def test_a_letter_rule_is_its_contract_and_its_check(specs: Path, check: Callable[..., None]) -> None:
    check(mcp_tools.FAMILIES, {"no-mark": no_mark}, SINGLE, LIST)
    words = {"input": MCP_TOOL, "output": nested(), "wrong": nested(name="\ufeffsearch")}
    specifications = with_rule(specs / SINGLE / "contract.yaml", check="no-mark", **words)
    assert lacking(specifications, {SINGLE: mcp_tool_to_chat_tool, LIST: mcp_tools_to_chat_tools}) == []


def test_a_rule_that_a_law_charges_is_its_contract_and_its_charge(specs: Path, check: Callable[..., None]) -> None:
    charges = {**OF_ANSWERS[texts.kept_texts], "kept/text": Charge("text-arrives")}
    laws = law_checks({**OF_ANSWERS, texts.kept_texts: charges}, lambda view: view.judged)
    check(lawful.FAMILIES, laws, STREAM)
    words = {"input": {"chunks": CHUNKS}, "output": said("One. Two."), "wrong": said("Two.")}
    specifications = with_rule(specs / STREAM / "contract.yaml", check="text-arrives", **words)
    assert lacking(specifications, {STREAM: chat_stream_to_responses_stream}) == []


def test_an_example_that_breaks_nothing_is_a_gap_of_its_rule(specs: Path, check: Callable[..., None]) -> None:
    check(mcp_tools.FAMILIES, {"no-mark": no_mark}, SINGLE, LIST)
    words = {"input": MCP_TOOL, "output": nested(), "wrong": nested(name="another")}
    specifications = with_rule(specs / SINGLE / "contract.yaml", check="no-mark", **words)
    found = lacking(specifications, {SINGLE: mcp_tool_to_chat_tool})
    assert found == ["NEW-1 did not convict it with case of-a-contribution"]


# An operation is declared by a row of a table, and its name is in tables that are made when a process starts.
PROGRAM = """
import functools
import conformance.rules.contracts, conformance.formats.operations as declared, conformance.reference
declared.OPERATIONS += (declared.Operation(
    name="responses-stream-to-responses-response", source="responses-stream", target="responses-response",
    checks="by_laws.answers", inputs="answer_streams"),)
conformance.reference.responses_stream_to_responses_response = lambda events: events[-1]["response"]
conformance.reference.__all__.append("responses_stream_to_responses_response")
# Those of a folder that somebody chose are read each time.
conformance.rules.contracts.load_specifications = functools.cache(conformance.rules.contracts.load_specifications)
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.records import load_coverage
from conformance.rules.scope.features import FEATURES
from tests.suite.selftest.banks import all_banks
from tests.suite.selftest.gaps import gaps
from conformance.apis.input_validity.operations import has_standing
from conformance.inputs.operations import inputs_of
name = "responses-stream-to-responses-response"
found = gaps(load_specifications(), all_banks(), [name])
print(*[one for one in found if "has no case" not in one], sep="\\n", end="")
assert has_standing(name) and inputs_of(name) and name in load_coverage() and name in FEATURES["usage"].rules
assert sum(one.operation == name for one in all_banks().mutants) > 100
"""
CONTRACT = """
operation: responses-stream-to-responses-response
title: A Responses stream as the response that it makes
documents: []
input: The events of a Responses stream in a list
output: A Responses response
conversion_rule: KEEP-1
laws: [answer]
rules: []
free:
  - id: all-that-is-free
    text: What a sound converter may do.
    variants: [new_ids, an_item_for_each_part, refusals_as_text, brief, knows_no_request, like_a_server]
"""


@pytest.mark.expensive("adds an operation and certifies it")
def test_an_operation_between_known_formats_is_declared_and_lacks_nothing_but_cases(specs: Path) -> None:
    """In a process of its own: what is known of operations is made of their declarations when it starts."""
    own = specs / "responses-stream-to-responses-response"
    own.mkdir()
    (own / "contract.yaml").write_text(CONTRACT, "utf-8")
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
