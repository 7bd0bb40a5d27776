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


@pytest.mark.expensive("a run of pytest that certifies")
def test_a_generated_failure_is_small_and_repeated_by_its_seed(run):
    done = run(DEFECT, RULES, "-k", "MCP-2", "--conformance-seed=3", "--conformance-max-examples=30")
    reported = done.out[done.out.index("MCP-2 (MUST)") :]
    example = reported[reported.index("  example:") :].splitlines()
    assert len(example[2]) < 200
    assert example[5].endswith("--rule MCP-2a --seed 3 --max-examples 30")


@pytest.mark.expensive("two runs of pytest that certify")
def test_an_expected_failure_excuses_its_cause_and_no_other(run, project):
    for cause, verdict in (("default-kept at default", "XFAIL"), ("default-lost at default", "FAILED")):
        (project.path / "known.toml").write_text(f'{entry("MCP-2")}cause = "{cause}"\n', "utf-8")
        done = run(DEFECT, RULES, CASES, "--conformance-expected-failures=known.toml", "-k", "MCP-2 and not MCP-2a")
        assert done.verdicts["MCP-2"] == verdict


@pytest.mark.expensive("a run of pytest that certifies")
def test_failed_ones_are_run_again_by_last_failed(run):
    first = run(DEFECT, RULES, CASES)
    again = run(DEFECT, RULES, CASES, "--lf")
    assert set(again.verdicts) == {name for name, verdict in first.verdicts.items() if verdict == "FAILED"}


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
