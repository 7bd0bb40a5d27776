"""python -m tests.suite selftest, with banks of a few converters."""

from __future__ import annotations

import gc
import json
import re
from argparse import ArgumentParser
from dataclasses import replace
from functools import partial

import jsonschema_rs
import pytest

from conformance.reference import mcp_tool_to_chat_tool as reference
from conformance.results.detection import COUNTS
from conformance.rules.contracts.files import read_schema
from tests.suite.commands import arguments as suite_arguments
from tests.suite.commands import selftest as command
from tests.suite.selftest import banks
from tests.suite.selftest.campaign import Campaign, Unexplained
from tests.suite.selftest.model import Mutant, Sound
from tests.suite.selftest.witness import Witness

OPERATION = "mcp-tool-to-chat-tool"
pytestmark = pytest.mark.usefixtures("suite")
TOOL = {"name": "only_here", "inputSchema": {"type": "object"}}


def keeps_defaults(tool):
    result = reference(tool)
    return result | {"function": result["function"] | {"parameters": tool["inputSchema"]}}


def forgets_one_name(tool):
    result = reference(tool)
    if tool["name"] == "only_here":
        del result["function"]["name"]
    return result


DEFECT = Mutant("keeps_defaults", OPERATION, keeps_defaults, ("MCP-2",), innocent=("MCP-9",))
HARMLESS = Mutant("harmless", OPERATION, reference, ("MCP-2", "MCP-1"))
SOUND = Sound("reference", OPERATION, reference, answers=(("unsafe-names", "keep"),))
WITNESSES = {
    (OPERATION, "keeps_defaults"): Witness(cases=("s2-remove-defaults",)),
    (OPERATION, "harmless"): Witness(cases=("gone",)),
}


@pytest.fixture
def selftest(run, monkeypatch):
    """Runs the command with a few subjects in place of the banks."""

    def of(mutants=(DEFECT,), sounds=(SOUND,)):
        monkeypatch.setattr(banks, "all_banks", lambda: banks.Banks(mutants=mutants, sounds=sounds))
        monkeypatch.setattr(command, "gaps", lambda *_: [])
        monkeypatch.setattr(command, "stale_witnesses", lambda *_: ())
        monkeypatch.setattr(command, "read_witnesses", lambda: WITNESSES)
        return partial(run, "selftest", "--max-examples", "1", "--jobs", "2")

    yield of
    gc.unfreeze()  # the command froze it, in a process that it takes for its own


@pytest.mark.expensive("runs a bank")
def test_the_table_says_who_convicted_whom_and_how_soon(selftest):
    ran = selftest()()
    assert (ran.status, ran.err) == (0, "")
    head, columns, defect, _sounds, sound, empty, last = ran.out.splitlines()
    assert head == f"{OPERATION}: 1 defect, 1 sound variant"
    assert columns.split() == ["DEFECT", "CONVICTED", "BY", "FAILS", "SECONDS"]
    name, rule, *sets, seconds = defect.split("  also ")[0].split()
    assert "documents" in sets
    assert (name, rule) == ("keeps_defaults", "MCP-2")
    assert 0 <= float(seconds) < 60
    assert sound.split() == ["reference", "certified"]
    assert empty == ""
    assert last.startswith("1 of 1 defect convicted; 1 of 1 sound variant certified; to conviction ")


def test_a_miss_is_found(selftest):
    ran = selftest((DEFECT, HARMLESS))()
    # When it is seen, as the whole run may take long.
    assert (ran.status, ran.err) == (1, f"{OPERATION} harmless: missed or charged with too much (seed 1)\n")
    (row,) = (line for line in ran.out.splitlines() if line.startswith("  harmless"))
    assert row.split(maxsplit=3)[:3] == ["harmless", "-", "-"]
    assert "MISSED BY MCP-2; MISSED BY MCP-1" in row
    *_table, first, second, last = ran.out.splitlines()
    assert first == f"Missed: MCP-2 must convict {OPERATION} harmless"
    assert second == f"Missed: MCP-1 must convict {OPERATION} harmless"
    assert last.startswith("1 of 2 defects convicted; 1 of 1 sound variant certified; ")


@pytest.mark.expensive("runs a bank")
def test_a_short_run_asks_defects_their_witness_alone_and_in_full_where_it_convicts_them_no_more(selftest):
    ran = selftest((DEFECT, HARMLESS, replace(DEFECT, name="unknown")))("--short")
    assert ran.status == 1
    assert ran.err == f"{OPERATION} harmless: missed or charged with too much (seed 1)\n"
    assert "2 of 3 defects convicted; 2 of them on their witness alone; " in ran.out.splitlines()[-1]


@pytest.mark.expensive("runs a bank")
def test_an_innocent_rule_that_is_charged_is_found(selftest):
    other = Mutant("other", OPERATION, keeps_defaults, ("MCP-2a",), innocent=("MCP-1", "MCP-2"))
    ran = selftest((other,))()
    assert ran.status == 1
    *_table, complaint, last = ran.out.splitlines()
    assert complaint.startswith(f"Accused: {OPERATION} other does not break MCP-2: case ")
    assert "INNOCENT MCP-2" in ran.out
    assert "INNOCENT MCP-1" not in ran.out
    assert "; 1 charged with more than they do; " in last


@pytest.mark.expensive("runs a bank")
def test_a_sound_variant_that_is_accused_is_found(selftest):
    misread = Sound("refuses", OPERATION, reference, answers=(("unsafe-names", "refuse"),))
    ran = selftest(sounds=(Sound("unsound", OPERATION, keeps_defaults), misread))()
    assert ran.status == 1
    assert [line.split() for line in ran.out.splitlines() if line.endswith("NOT CERTIFIED")] == [
        ["unsound", "NOT", "CERTIFIED"],
        ["refuses", "NOT", "CERTIFIED"],
    ]
    complaints = [line for line in ran.out.splitlines() if line.startswith("Accused: ")]
    assert any(line.startswith(f"Accused: {OPERATION} unsound is sound: MCP-2 case ") for line in complaints)
    assert complaints[-1] == f"Accused: {OPERATION} refuses is sound: unsafe-names was read as keep, it is refuse"
    assert "; 0 of 2 sound variants certified; " in ran.out.splitlines()[-1]


@pytest.mark.expensive("runs a bank")
def test_what_only_the_inputs_of_a_mutant_show_is_noted(selftest):
    ran = selftest((Mutant("forgets_one_name", OPERATION, forgets_one_name, ("MCP-1",), inputs=(TOOL,)),))()
    assert ran.status == 0
    assert "by inputs of its own" in ran.out


@pytest.mark.expensive("runs four converters with two seeds")
def test_the_table_is_data_too_with_a_run_for_each_seed(selftest, here):
    selftest = selftest((DEFECT, replace(HARMLESS, rules=("MCP-2",))), (SOUND, SOUND))
    ran = selftest("--seed", "1", "--seed", "7", "--quiet", "--json", "table.json", "--score", ".")
    assert ran.status == 1
    assert [line.partition(" ")[0] for line in ran.out.splitlines()] == ["Missed:", "1"]
    table = json.loads((here / "table.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("selftest.schema.json"), table)
    assert table["good"] is False
    assert table["run"]["seeds"] == [1, 7]
    found, harmless = table["defects"]
    assert [run["seed"] for run in found["runs"]] == [1, 7]
    assert [(run["convicted"], run["missed"], run["accused"]) for run in found["runs"]] == [(["MCP-2"], [], [])] * 2
    assert [(run["missed"], run["seconds"]) for run in harmless["runs"]] == [(["MCP-2"], None)] * 2
    assert [run["certified"] for sound in table["sound"] for run in sound["runs"]] == [True] * 4
    score = json.loads((here / OPERATION / "detection.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("detection.schema.json"), score)
    assert score["suite"] == table["suite"]
    assert {name: score[name] for name in COUNTS} == {"defects": 2, "convicted": 1, "sound": 2, "certified": 2}


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("--operation", "mcp-tool-to-chat"), "Unknown operation 'mcp-tool-to-chat' in --operation."),
        (("--operation", "tool-loop"), "The self-test has no subject for tool-loop."),
        (("--jobs", "0"), "'0' is not a number of processes"),
        (("--json", "."), ". cannot be written: it is a folder. Choose another place with --json."),
        (("--score", "/proc"), "/proc/any.json cannot be written: "),
    ],
)
def test_mistakes_are_one_line(selftest, arguments, reported):
    ran = selftest()(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert reported in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("flag", ["score", "behaviours"])
def test_what_is_written_without_a_folder_is_written_beside_the_contracts(flag):
    parser = ArgumentParser()
    suite_arguments.selftest(parser)
    folder = vars(parser.parse_args([f"--{flag}"]))[flag]
    assert (folder / OPERATION / "contract.yaml").is_file()


@pytest.mark.expensive("runs a bank")
def test_the_banks_of_the_package_are_run(run, monkeypatch):
    """A few of one bank: all of them are run where the engine is tested."""

    def few(operations):
        whole = banks.load_banks(operations)
        return replace(whole, mutants=whole.mutants[::10], sounds=whole.sounds[:2])

    monkeypatch.setattr(command, "load_banks", few)
    ran = run("selftest", "--operation", "chat-response-to-tool-calls", "--max-examples", "5", "--quiet")
    assert (ran.status, ran.err) == (0, "")
    assert re.match(r"([1-9]\d*) of \1 defects convicted; 2 of 2 sound variants certified; ", ran.out)


@pytest.mark.expensive("changes each part of all results of an operation")
def test_leaves_are_required_free_or_unchecked(run):
    ran = run("selftest", "--leaves", "--operation", "responses-output-to-chat-message", "--max-examples", "0")
    lines = ran.out.splitlines()
    assert ran.err == ""
    assert lines[0].startswith("responses-output-to-chat-message: ")
    assert any(line.startswith("    /output/tool_calls/*/function/name  ") for line in lines)
    assert any("further-members: The message, its calls and their functions" in line for line in lines)
    assert lines[-1].startswith("responses-output-to-chat-message: ")
    assert " unchecked" in lines[-1]


@pytest.mark.expensive("runs a bank")
def test_leaves_write_no_file(run, here):
    ran = run("selftest", "--leaves", "--json", str(here / "x.json"))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines() == ["conformance: --leaves writes no file. Remove --json and --score."]


def test_what_random_changes_nothing_explains_is_shown_and_fails(run, monkeypatch):
    found = Campaign(operation=OPERATION, results=1)
    found.noticed["MCP-1"] = 2
    asked = []
    monkeypatch.setattr(command, "run_campaign", lambda *given: asked.append(given[1:]) or [found])
    arguments = ("selftest", "--operation", OPERATION, "--changes", "3", "--seed", "4", "--jobs", "1")
    ran = run(*arguments)
    assert asked == [((OPERATION,), (4,), 100, 1, 3)]
    assert (ran.status, ran.err) == (0, "")
    assert f"{OPERATION}: 1 results" in ran.out
    found.unexplained["other", "/output/name"] = 1
    found.examples["other", "/output/name"] = Unexplained(
        at="/output/name", by="reference", case=None, input={}, before="a", after="b"
    )
    ran = run(*arguments, "--quiet")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        f'Unexplained: {OPERATION} /output/name: other 1, by reference at /output/name, "a" became "b", input {{}}',
        f"{OPERATION}: 3 changes, 2 noticed, 0 free, 1 unexplained",
    ]


@pytest.mark.expensive("runs a bank")
def test_random_changes_write_no_file(run):
    ran = run("selftest", "--changes", "--json", "x.json")
    assert (ran.status, ran.err) == (2, "conformance: --changes writes no file. Remove --json and --score.\n")
