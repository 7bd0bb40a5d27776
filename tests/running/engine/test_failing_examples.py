from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.base.observation import Fault, Outcome
from conformance.inputs import draw
from conformance.reference import mcp_tool_to_chat_tool
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.trial import Trial
from conformance.running.engine.failing_examples import MOST, FailingExamples
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.options import Options
from conformance.running.engine.result import FAIL, PASS, Earlier
from tests.command import run_here
from tests.running.engine.certifying import certified, specifications, verdicts
from tests.suite.selftest.banks.bank import MCP_TOOL, MCP_TOOLS

DIGEST = "sha256:" + "0" * 64
ON = Options(earlier=".conformance")
CONTRACT = specifications().contracts[MCP_TOOL]
JUDGE = Judge(CONTRACT, CONTRACT.rules, {})
NAME = "browser_dom"  # that of no worked example
SEED = 3  # one of its first 30 examples has that name; of the next seed's first 2 none


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project of this test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / ".conformance"


def kept_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("earlier-*.json"))


def keep(*values: Any, operation: str = MCP_TOOL, subject: str = "acme") -> None:
    FailingExamples(subject, DIGEST, ON).keep((operation, value) for value in values)


def planned(
    subject: str = "acme", options: Options = ON, exact_numbers: bool = True, digest: str = DIGEST
) -> list[Any]:
    return [element.input for element in FailingExamples(subject, digest, options).plan(CONTRACT, exact_numbers)]


def judged(fails: bool, fault: Fault | None = None) -> None:
    """A run in which what is kept fails or does not."""
    earlier = FailingExamples("acme", DIGEST, ON)
    failures = (("MCP-1", Failure("x", "/output", "x")),) if fails else ()
    for element in earlier.plan(CONTRACT, True):
        trial = Trial(operation=MCP_TOOL, input=element.input, outcome=Outcome(fault=fault))
        earlier.take(element, trial, Judgement(frozenset(), frozenset(), failures), JUDGE)
    earlier.keep(())


def test_what_failed_is_planned_in_the_next_run():
    keep({"name": "a"}, {"name": "größe\ud800", "inputSchema": {"maximum": 2**70, "minimum": -0.0}})
    assert planned() == [{"name": "a"}, {"name": "größe\ud800", "inputSchema": {"maximum": 2**70, "minimum": -0.0}}]
    assert planned("other") == []


def test_the_newest_come_first_each_once_and_no_more_than_some():
    keep({"name": "a"}, {"name": "b"})
    keep({"name": "b"}, {"name": "c"})
    assert planned() == [{"name": "b"}, {"name": "c"}, {"name": "a"}]
    keep(*({"name": str(number)} for number in range(30)))
    assert planned() == [{"name": str(number)} for number in range(MOST)]


def test_numbers_beyond_the_transport_are_what_it_leaves_of_them():
    keep({"name": "a", "inputSchema": {"maximum": 1.0, "minimum": -(2**60)}})
    assert str(planned(exact_numbers=False)) == str([{"name": "a", "inputSchema": {"maximum": 1, "minimum": -(2**53)}}])


def test_what_no_longer_fails_goes(folder: Path):
    keep({"name": "a"})
    judged(fails=True)
    assert planned() == [{"name": "a"}]
    judged(fails=False, fault=Fault("given-up", "not asked"))
    assert planned() == [{"name": "a"}]
    judged(fails=False)
    assert planned() == []
    assert kept_files(folder) == []


def test_examples_of_other_specifications_are_not_asked():
    keep({"name": "a"})
    assert planned(digest="sha256:" + "1" * 64) == []


def test_a_run_says_how_many_it_asked_and_which_rules_object():
    keep({"name": "a"}, {"name": "b"})
    earlier = FailingExamples("acme", DIGEST, ON)
    failures = (("MCP-1", Failure("x", "/output", "x")),)
    for element in earlier.plan(CONTRACT, True):
        trial = Trial(operation=MCP_TOOL, input=element.input, outcome=Outcome())
        fails = element.input == {"name": "b"}
        earlier.take(element, trial, Judgement(frozenset(), frozenset(), failures if fails else ()), JUDGE)
    assert earlier.used() == [Earlier(MCP_TOOL, asked=2, failing=1, rules=("MCP-1",))]


def test_what_was_not_judged_stays():
    keep({"name": "a"})
    keep([{"name": "b"}], operation=MCP_TOOLS)
    judged(fails=False)
    assert planned() == []
    assert FailingExamples("acme", DIGEST, ON).count([MCP_TOOL, MCP_TOOLS]) == 1


def test_what_every_run_asks_is_not_kept(folder: Path):
    keep(None, 7, "text")
    keep({"name": "a" * 30_000})
    assert kept_files(folder) == []


@pytest.mark.parametrize(
    "narrowed",
    [
        Options(),
        replace(ON, max_examples=0),
        replace(ON, rules=("MCP-1",)),
        replace(ON, origins=("api",)),
        replace(ON, cases=("a",)),
        replace(ON, only_inputs=True),
    ],
)
def test_a_narrowed_run_neither_tries_nor_keeps(narrowed: Options):
    keep({"name": "a"})
    assert planned(options=narrowed) == []
    FailingExamples("acme", DIGEST, narrowed).keep([(MCP_TOOL, {"name": "b"})])
    assert planned() == [{"name": "a"}]


def damaged() -> Iterator[tuple[str, Callable[[bytes], bytes]]]:
    yield "empty", lambda whole: b""
    yield "cut", lambda whole: whole[:-5]
    yield "other values", lambda whole: whole.replace(b"[{", b"5, {").replace(b"}]", b"}")
    for name, data in (("list", b"[]"), ("values", b'{"a": 5}'), ("no JSON", b"{"), ("deep", b"[" * 100_000)):
        yield name, lambda whole, data=data: data


@pytest.mark.parametrize("damage", [damage for _name, damage in damaged()], ids=[name for name, _damage in damaged()])
def test_a_damaged_file_is_as_good_as_none(folder: Path, damage: Callable[[bytes], bytes]):
    keep({"name": "a"})
    (file,) = kept_files(folder)
    file.write_bytes(damage(file.read_bytes()))
    assert planned() == []
    keep({"name": "c"})
    assert planned() == [{"name": "c"}]


def loses_one(tool: Any) -> Any:
    """Forgets the description of one tool."""
    result = mcp_tool_to_chat_tool(tool)
    if result["function"]["name"] == NAME:
        result["function"]["description"] = "!"
    return result


def evidence(result: Any) -> list[tuple[str, str, Any]]:
    return [(entry.rule.id, shown.message, shown.input) for entry in result.rules for shown in entry.evidence]


def of_defect(function: Any = loses_one, seed: int = SEED, max_examples: int = 30, earlier: bool = True) -> Any:
    folder = ".conformance" if earlier else None
    return certified({MCP_TOOL: function}, MCP_TOOL, seed=seed, max_examples=max_examples, earlier=folder)


@pytest.mark.expensive("certifies converters with defects")
def test_a_defect_stays_in_sight_until_it_is_corrected(folder: Path):
    assert not any(isinstance(tool, dict) and tool.get("name") == NAME for tool in draw(MCP_TOOL, 2, SEED + 1))
    first = of_defect()
    assert verdicts(first)["MCP-1"] == FAIL
    assert evidence(first) == evidence(of_defect(earlier=False))
    assert verdicts(of_defect(seed=SEED + 1, max_examples=2, earlier=False))["MCP-1"] == PASS
    again = of_defect(seed=SEED + 1, max_examples=2)
    assert verdicts(again)["MCP-1"] == FAIL
    assert {given["name"] for rule, _message, given in evidence(again) if rule == "MCP-1"} == {NAME}
    assert verdicts(of_defect(mcp_tool_to_chat_tool, SEED + 1, 2))["MCP-1"] == PASS
    assert kept_files(folder) == []


def test_a_subject_that_never_failed_has_no_file(folder: Path):
    of_defect(mcp_tool_to_chat_tool)
    assert kept_files(folder) == []


# One of them at least is in 100 examples of any seed, and none is in a worked example.
NAMES = (NAME, "create_issue", "list-models", "Run2", "x")
BROKEN = f"""
from conformance.reference import mcp_tool_to_chat_tool

def convert(tool):
    result = mcp_tool_to_chat_tool(tool)
    if result["function"]["name"] in {NAMES!r}:
        result["function"]["description"] = "!"
    return result
"""


def command(here: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Run the command; return its exit status and what the report says of MCP-1."""
    (here / "report.json").unlink(missing_ok=True)
    bound = ("--bind", f"{MCP_TOOL}=acme:convert", "--report-dir", str(here))
    done = run_here(here, ("certify", *bound, *arguments), os.environ)
    assert done.status in (0, 1), done.err
    report = json.loads((here / "report.json").read_text("utf-8"))
    (rule,) = (rule for rule in report["rules"] if rule["id"] == "MCP-1")
    return done.status, rule


@pytest.mark.expensive("certifies converters with defects")
def test_the_whole_command_run_again(tmp_path: Path, folder: Path):
    (tmp_path / "acme.py").write_text(BROKEN, "utf-8")
    assert command(tmp_path, "--seed", "1")[0] == 1
    assert kept_files(folder) == []  # a seed repeats a run, whatever ran before, and leaves nothing to the next
    status, rule = command(tmp_path)
    assert (status, rule["verdict"]) == (1, "fail")
    assert len(kept_files(folder)) == 1
    assert (folder / ".gitignore").read_text("utf-8") == "*\n"
    assert command(tmp_path, "--max-examples", "1", "--no-earlier")[0] == 0
    status, again = command(tmp_path, "--max-examples", "1")
    assert status == 1
    assert again["evidence"][0]["input"]["name"] in NAMES
    assert command(tmp_path, "--max-examples", "0")[0] == 0
    (tmp_path / "acme.py").write_text(BROKEN.replace(repr(NAMES), "()"), "utf-8")
    assert command(tmp_path, "--max-examples", "1")[0] == 0
    assert kept_files(folder) == []
