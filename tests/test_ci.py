"""What continuous integration runs: the script for one machine and the workflow for hosted runners agree."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
SCRIPT = (ROOT / ".ci" / "run").read_text("utf-8")
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"
JOBS = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]


def environments() -> set[str]:
    """The environments that tox.ini has."""
    return set(re.findall(r"^\[testenv:(.+)\]$", (ROOT / "tox.ini").read_text("utf-8"), re.MULTILINE))


def test_the_workflow_runs_what_the_script_runs_and_the_browser() -> None:
    script = re.findall(r"^part tox(?: -e (\w+))?(?: -- .+)?$", SCRIPT, re.MULTILINE)
    assert script[0] == ""  # what README names, first
    assert {*script[1:], "browser"} == set(JOBS["more"]["strategy"]["matrix"]["environment"])
    assert {*script[1:]} <= environments()


def test_a_change_meets_the_same_inputs_each_day_and_the_night_has_those_of_the_day() -> None:
    assert "part tox -e reference -- --seeds 8\n" in SCRIPT
    run = JOBS["more"]["steps"][-1]["run"]
    assert "'reference' && (github.event_name == 'schedule' && '-- --today' || '-- --seeds 8')" in run


def test_the_tests_run_on_each_python_that_is_supported() -> None:
    assert JOBS["tests"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert JOBS["tests"]["steps"][-1] == {"run": "tox"}


def test_both_give_a_short_form_of_the_faults() -> None:
    (sequences,) = re.findall(r"CONFORMANCE_FAULT_SEQUENCES:-(\d+)", SCRIPT)
    assert JOBS["more"]["env"] == {"CONFORMANCE_FAULT_SEQUENCES": sequences}


def test_actions_of_workflows_are_pinned_by_digest() -> None:
    for file in WORKFLOW.parent.glob("*.yml"):
        used = re.findall(r"uses: (\S+)", file.read_text("utf-8"))
        assert used
        assert [element for element in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", element)] == [], file
