"""python -m tests.suite selftest --witness, and what a self-test says of a witness that no longer holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.reference import mcp_tool_to_chat_tool as reference
from tests.suite.commands import selftest
from tests.suite.selftest.banks import Banks
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.witness import Witness

OPERATION = "mcp-tool-to-chat-tool"
OTHER = ("tool-loop", "forgets")
KNOWN = {(OPERATION, "keeps_defaults"): Witness(cases=("name-of-64-characters",)), OTHER: Witness(cases=("a-case",))}
QUIET = ("--max-examples", "0", "--jobs", "1", "--quiet")


def keeps_defaults(tool: Any) -> Any:
    result = reference(tool)
    return result | {"function": result["function"] | {"parameters": tool["inputSchema"]}}


@pytest.fixture(autouse=True)
def banks(suite: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bank of one converter with a defect, and witnesses of which its own shows nothing."""
    held = Banks(mutants=(Mutant("keeps_defaults", OPERATION, keeps_defaults, ("MCP-2",)),), sounds=())
    monkeypatch.setattr(selftest, "gaps", lambda *_: [])
    monkeypatch.setattr(selftest, "load_banks", lambda _operations: held)
    monkeypatch.setattr(selftest, "read_witnesses", lambda: dict(KNOWN))


def test_a_stale_witness_ends_with_1_and_names_the_command(run):
    ran = run("selftest", *QUIET)
    stale, again, last = ran.out.splitlines()
    assert ran.status == 1
    assert stale == (
        f"Stale witness: {OPERATION} keeps_defaults: MCP-2 did not convict it with case name-of-64-characters"
    )
    assert again == f"Find them again: python -m tests.suite selftest --operation {OPERATION} --witness"
    assert last.startswith("1 of 1 defect convicted; ")


def test_a_defect_without_a_record_is_no_stale_witness(run, monkeypatch):
    monkeypatch.setattr(selftest, "read_witnesses", dict)
    ran = run("selftest", *QUIET)
    assert (ran.status, ran.out.splitlines()[1:]) == (0, [])
    assert ran.out.startswith("1 of 1 defect convicted; ")


def test_witnesses_are_found_and_written_and_those_of_other_operations_stay(run, here):
    (here / "tool-loop.json").write_text("{}", "utf-8")
    ran = run("selftest", "--operation", OPERATION, "--jobs", "1", "--witness", ".")
    assert (ran.status, ran.out, ran.err) == (0, "1 of 1 defects have a witness\n", "")
    ((name, found),) = read_witnesses_of(here)
    assert name == "keeps_defaults"
    assert found["cases"] != ["name-of-64-characters"]
    assert (here / "tool-loop.json").read_text("utf-8") == "{}"


def read_witnesses_of(folder):
    return json.loads((folder / f"{OPERATION}.json").read_text("utf-8"))["witnesses"].items()


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("--score", "."), "--witness writes nothing else. Remove --json and --score."),
        (("--json", "table.json"), "--witness writes nothing else. Remove --json and --score."),
    ],
)
def test_a_mistake_is_one_line(run, arguments, reported):
    ran = run("selftest", "--witness", ".", *arguments)
    assert (ran.status, ran.out, ran.err) == (2, "", f"conformance: {reported}\n")
