"""pytest --conformance-subject: items for a converter that the command line names."""

from __future__ import annotations

import json
import os

import pytest

from tests.command import run_here
from tests.commands.pytest_plugin.conftest import SINGLE

pytestmark = pytest.mark.usefixtures("few_cases")

SOUND = f"--conformance-bind={SINGLE}=sound:convert"
DEFECT = f"--conformance-bind={SINGLE}=keeps_defaults:convert"
CASES = "--conformance-max-examples=0"
RULES = "--conformance-by=rule"
OUTCOMES = {
    "pass": "PASSED", "fail": "FAILED", "not-applicable": "SKIPPED", "not-observable": "SKIPPED", "not-run": "FAILED",
}  # fmt: skip


def entry(rule: str, operation: str = SINGLE) -> str:
    return f'[[failure]]\noperation = "{operation}"\nrule = "{rule}"\nreason = "known to us"\n'


def test_a_sound_converter_has_an_item_for_each_rule(run):
    done = run(SOUND, CASES, RULES)
    assert done.status == 0
    assert done.verdicts["MCP-2"] == "PASSED"
    assert "conformance: sound:convert, every MUST, by rule, seed 1, 0 examples an operation" in done.out
    assert done.counted().keys() <= {"PASSED", "SKIPPED", "XFAIL"}


def test_the_verdicts_are_those_of_the_command(run, project):
    done = run(DEFECT, RULES, "--conformance-max-examples=20", "--conformance-seed=7")
    words = ("--bind", f"{SINGLE}=keeps_defaults:convert", "--seed", "7", "--max-examples", "20", "--quiet")
    run_here(project.path, ("certify", *words), os.environ)
    rules = json.loads((project.path / "reports" / "report.json").read_text("utf-8"))["rules"]
    assert done.verdicts == {
        rule["id"]: "XFAIL" if (rule["verdict"], rule["level"]) == ("fail", "SHOULD") else OUTCOMES[rule["verdict"]]
        for rule in rules
    }
    assert done.status == 1


def test_a_failure_says_what_where_and_how_to_repeat_it(run):
    done = run(DEFECT, RULES, CASES)
    reported = done.out[done.out.index(f"_ {SINGLE} MCP-2 _") :].splitlines()
    assert reported[1] == f"MCP-2 (MUST) {SINGLE}: No property keeps a default, at any depth"
    case = next(number for number, line in enumerate(reported) if line.startswith("  case "))
    name, _, message = reported[case].removeprefix("  case ").partition(": ")
    assert "still has its default" in message
    assert [line.split()[0] for line in reported[case + 1 : case + 6]] == [
        "at",
        "input",
        "expected",
        "actual",
        "repeat",
    ]
    assert reported[case + 5].endswith(
        f"conformance certify --bind {SINGLE}=keeps_defaults:convert --operation {SINGLE} --rule MCP-2 --case {name}"
    )
    assert "Traceback" not in done.out
    assert "runs.py" not in done.out


@pytest.mark.expensive("a run of pytest that certifies")
def test_a_generated_failure_is_small_and_repeated_by_its_seed(run):
    done = run(DEFECT, RULES, "-k", "MCP-2", "--conformance-seed=3", "--conformance-max-examples=30")
    reported = done.out[done.out.index("MCP-2 (MUST)") :]
    example = reported[reported.index("  example:") :].splitlines()
    assert len(example[2]) < 200
    assert example[5].endswith("--rule MCP-2a --seed 3 --max-examples 30")


def test_a_should_that_fails_does_not_decide(run, project):
    (project.path / "sorts.py").write_text(
        "import json\nfrom sound import convert as right\n\n"
        "def convert(tool):\n    return json.loads(json.dumps(right(tool), sort_keys=True))\n",
        "utf-8",
    )
    done = run(f"--conformance-bind={SINGLE}=sorts:convert", RULES, CASES, "-k", "ALL-5")
    assert (done.status, done.verdicts) == (0, {"ALL-5": "XFAIL"})
    assert "ALL-5 is SHOULD: " in done.out


def test_a_set_has_its_own_rules_and_levels(run):
    done = run(SOUND, RULES, CASES, "--conformance-requirements=robust")
    assert set(done.verdicts) == {"CONV-1", "ALL-1", "ALL-2", "ALL-6", "ALL-7", "ALL-8", "ALL-10", "MCP-10", "MCP-11"}


def test_an_expected_failure_is_a_strict_xfail(run, project):
    (project.path / "known.toml").write_text(entry("MCP-2") + entry("MCP-3"), "utf-8")
    done = run(DEFECT, RULES, CASES, "--conformance-expected-failures=known.toml")
    assert (done.verdicts["MCP-2"], done.verdicts["MCP-3"]) == ("XFAIL", "FAILED")
    assert "[XPASS(strict)] known to us" in done.out
    assert done.verdicts["MCP-2a"] == "FAILED"


@pytest.mark.expensive("two runs of pytest that certify")
def test_an_expected_failure_excuses_its_cause_and_no_other(run, project):
    for cause, verdict in (("default-kept at default", "XFAIL"), ("default-lost at default", "FAILED")):
        (project.path / "known.toml").write_text(f'{entry("MCP-2")}cause = "{cause}"\n', "utf-8")
        done = run(DEFECT, RULES, CASES, "--conformance-expected-failures=known.toml", "-k", "MCP-2 and not MCP-2a")
        assert done.verdicts["MCP-2"] == verdict


@pytest.mark.expensive("a run of pytest that certifies")
def test_of_an_entry_that_names_several_rules_one_may_pass(run, project):
    (project.path / "known.toml").write_text(
        '[[failure]]\noperation = "mcp-*"\nrule = ["MCP-2", "MCP-3"]\nreason = "known to us"\n', "utf-8"
    )
    done = run(DEFECT, RULES, CASES, "--conformance-expected-failures=known.toml", "-k", "MCP-2 or MCP-3")
    assert (done.verdicts["MCP-2"], done.verdicts["MCP-3"]) == ("XFAIL", "XPASS")


def test_a_misspelt_rule_of_an_entry_is_refused(run, project):
    (project.path / "known.toml").write_text(entry("MPC-2"), "utf-8")
    done = run(SOUND, CASES, "--conformance-expected-failures=known.toml")
    assert done.status == 4
    assert "known.toml, line 1 (failure 1): 'MPC-2' is no rule of mcp-tool-to-chat-tool. Did you mean " in done.out


def test_an_entry_for_no_rule_of_the_subject_fails(run, project):
    (project.path / "known.toml").write_text(entry("LOOP-1", "tool-loop"), "utf-8")
    done = run(SOUND, CASES, "--conformance-expected-failures=known.toml", "-k", "expected")
    assert done.status == 1
    assert "LOOP-1 of tool-loop is expected to fail and is not a rule of this subject (known to us)" in done.out


def test_what_was_not_run_fails_though_it_is_expected_to(run, project):
    project.makepyfile(refuses="def convert(tool):\n    raise ValueError('not today')\n")
    (project.path / "known.toml").write_text(entry("MCP-2"), "utf-8")
    bind = f"--conformance-bind={SINGLE}=refuses:convert"
    done = run(bind, RULES, CASES, "-k", "MCP-2 and not MCP-2a", "--conformance-expected-failures=known.toml")
    assert done.verdicts["MCP-2"] == "FAILED"
    assert "MCP-2 was not run: no conversion that should have reached it returned a result" in done.out


def test_a_subject_that_cannot_be_served_is_one_failing_item(run):
    done = run(f"--conformance-bind={SINGLE}=nowhere:convert")
    assert (done.status, done.verdicts) == (1, {"describe": "FAILED"})
    assert "no module named 'nowhere'" in done.out


def test_the_users_own_tests_run_beside_it(run, project):
    project.makepyfile(test_own="def test_own():\n    assert True\n")
    assert run(SOUND, CASES).verdicts["test_own"] == "PASSED"
    assert "test_own" not in run(SOUND, CASES, "-m", "conformance").verdicts
    assert run(SOUND, CASES, "test_own.py", "-k", "test_own").verdicts == {"test_own": "PASSED"}


@pytest.mark.expensive("a run of pytest that certifies")
def test_failed_ones_are_run_again_by_last_failed(run):
    first = run(DEFECT, RULES, CASES)
    again = run(DEFECT, RULES, CASES, "--lf")
    assert set(again.verdicts) == {name for name, verdict in first.verdicts.items() if verdict == "FAILED"}


def test_a_converter_is_found_by_pythonpath(run, project):
    (project.path / "src").mkdir()
    (project.path / "src" / "inner.py").write_text(
        "from conformance.reference import mcp_tool_to_chat_tool as convert\n"
    )
    project.makeini("[pytest]\npythonpath = src\n")
    done = run(f"--conformance-bind={SINGLE}=inner:convert", RULES, CASES, "-k", "MCP-2")
    assert done.verdicts["MCP-2"] == "PASSED"


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["--conformance-subject=acme"], "Unknown subject 'acme'"),
        (["--conformance-subject="], "The SUBJECT argument is empty."),
        (["--conformance-subject=reference", SOUND], "cannot be combined with --conformance-bind"),
        ([SOUND, "--conformance-by=set"], "--conformance-by is 'set'. Write 'defect' or 'rule'."),
        ([SOUND, "-o", "conformance_by=set"], "conformance_by is 'set'. Write 'defect' or 'rule'."),
        ([SOUND, "--conformance-seed=x"], "--conformance-seed 'x' is not a whole number"),
        ([SOUND, "--conformance-max-examples=-1"], "--conformance-max-examples '-1' is not a whole number"),
        ([SOUND, "--conformance-time-limit=0"], "--conformance-time-limit '0' is not a number of seconds above 0"),
        ([SOUND, "--conformance-operation=tool"], "Unknown operation 'tool' in --conformance-operation"),
        ([SOUND, "--conformance-requirements=apis"], "Unknown requirement set 'apis'"),
        (
            [SOUND, "--conformance-expected-failures=no.toml"],
            "ERROR: --conformance-expected-failures no.toml cannot be",
        ),
        (["--conformance-bind=tool=sound:convert"], "Unknown operation 'tool' in --conformance-bind"),
    ],
)
def test_a_mistake_is_one_line(run, arguments, reported):
    done = run(*arguments)
    assert done.status == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in done.out.splitlines() if line.startswith("ERROR: ")]
    assert reported in line


@pytest.mark.expensive("a run of pytest that certifies")
def test_rules_of_an_operation_that_takes_too_long_are_not_run(run, project):
    (project.path / "slow.py").write_text(
        "import time\n\nimport sound\n\ndef convert(tool):\n    time.sleep(0.3)\n    return sound.convert(tool)\n"
    )
    done = run(f"--conformance-bind={SINGLE}=slow:convert", RULES, CASES, "--conformance-time-limit=0.2", "-k", "MCP-2")
    assert done.verdicts["MCP-2"] == "FAILED"
    assert "the time limit of 0.2 s was reached" in done.out


def test_a_random_seed_is_reported(run):
    done = run(SOUND, "--conformance-seed=random", "--conformance-max-examples=1", "--collect-only")
    assert "conformance: sound:convert, every MUST, by defect, seed " in done.out
    assert "seed random" not in done.out
