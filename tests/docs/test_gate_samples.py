"""The sample workflow and the action, step by step as a runner takes them: green, then red on a planted regression.

Only `run:` steps are executed. The step named Install would fetch the suite from elsewhere; the suite that is under
test stands on the PATH in its place. Steps with `uses:` are somebody else's code, of which the script in JavaScript is
run where Node is installed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import pytest
import yaml

from tests.command import without_progress

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "docs" / "samples"
PAGE = ROOT / "docs" / "gate-a-release.md"
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
WORKFLOW: dict[str, Any] = yaml.safe_load((SAMPLES / "conformance.yml").read_text("utf-8"))
BROKEN = ('if key != "default"', "")  # what is planted: defaults stay


class Step(NamedTuple):
    """What a step came to."""

    name: str
    status: int
    out: str


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project, with the baseline that the guide's first command makes."""
    folder = tmp_path_factory.mktemp("sample")
    for name in ("tools.py", "pyproject.toml", "expected-failures.toml"):
        shutil.copy(SAMPLES / name, folder / name)
    command = next(line.strip() for line in PAGE.read_text("utf-8").splitlines() if "--json baseline.json" in line)
    assert bash(command, folder, {}).returncode == 0
    return folder


@pytest.fixture
def project(sample: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(sample, tmp_path, dirs_exist_ok=True)
    return tmp_path


def bash(script: str, folder: Path, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script as a runner does."""
    commands = folder / ".bin"
    commands.mkdir(exist_ok=True)
    own = commands / "conformance"
    own.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m conformance "$@"\n', "utf-8")
    own.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CONFORMANCE_", "GITHUB"))}
    environment |= {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "GITHUB_OUTPUT": str(folder / ".output"),
        "GITHUB_STEP_SUMMARY": str(folder / ".summary"),
        "RUNNER_TEMP": str(folder / ".temp"),
        **variables,
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def run_steps(steps: list[dict[str, Any]], folder: Path, inputs: dict[str, str]) -> Iterator[Step]:
    """Run the steps in order until one fails."""
    for step in steps:
        if "run" not in step or step["name"] == "Install":
            continue
        known = {f"inputs.{name}": value for name, value in inputs.items()} | outputs(folder)
        variables = {name: filled(value, known) for name, value in step.get("env", {}).items()}
        done = bash(step["run"], folder, variables)
        yield Step(step["name"], done.returncode, done.stdout + done.stderr)
        if done.returncode:
            return


def outputs(folder: Path) -> dict[str, str]:
    reported = folder / ".output"
    lines = reported.read_text("utf-8").splitlines() if reported.exists() else []
    return {f"steps.certify.outputs.{name}": value for name, _equals, value in (line.partition("=") for line in lines)}


def filled(value: str, known: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: known[match[1]], value)


def plant(folder: Path) -> None:
    path = folder / "tools.py"
    text = path.read_text("utf-8")
    assert BROKEN[0] in text
    path.write_text(text.replace(*BROKEN), "utf-8")


def workflow_steps() -> list[dict[str, Any]]:
    (job,) = WORKFLOW["jobs"].values()
    return list(job["steps"])


def test_the_workflow_is_green_then_red_on_a_planted_regression(project: Path) -> None:
    green = list(run_steps(workflow_steps(), project, {}))
    assert [step.status for step in green] == [0, 0], green[-1].out
    assert "No regression" in green[0].out
    assert "fail as expected" in green[1].out
    assert "::error" not in green[0].out
    summary = (project / ".summary").read_text("utf-8")
    assert summary.startswith("## ✅ `tools` conforms")

    plant(project)
    (red,) = run_steps(workflow_steps(), project, {})
    assert (red.name, red.status) == ("Certify, and compare with the last release", 1)
    assert "Regressions:" in red.out
    assert re.search(r"^::error file=tools.py,line=9,title=MCP-2 \S+ \(regression\)::", red.out, re.MULTILINE)
    assert "## ❌ `tools` does not conform" in (project / ".summary").read_text("utf-8")
    sarif = json.loads((project / "reports" / "conformance.sarif").read_text("utf-8"))
    locations = [result["locations"][0]["physicalLocation"] for result in sarif["runs"][0]["results"]]
    assert {"artifactLocation": {"uri": "tools.py"}, "region": {"startLine": 9}} in locations


def inputs(**given: str) -> dict[str, str]:
    """The inputs of the action, with its defaults."""
    reported = {name: one.get("default", "") for name, one in ACTION["inputs"].items()}
    own = {name.replace("_", "-"): value for name, value in given.items()}
    return {**reported, "arguments": "tools --seed 1 --max-examples 5", **own}


def test_the_action_decides_by_conformance(project: Path) -> None:
    steps = ACTION["runs"]["steps"]
    reported = inputs(baseline="baseline.json")
    assert [step.status for step in run_steps(steps, project, reported)] == [0, 0]
    plant(project)
    certify, decide = run_steps(steps, project, reported)
    assert (certify.status, decide.status) == (0, 1)  # the reports are uploaded in between
    assert (project / "reports" / "summary.md").is_file()
    assert [step.status for step in run_steps(steps, project, inputs(fail_on="nothing"))] == [0, 0]


def test_the_action_decides_by_regression(project: Path) -> None:
    """What fails in the baseline already lets the job through."""
    steps = ACTION["runs"]["steps"]
    reported = inputs(baseline="baseline.json", fail_on="regression")
    plant(project)
    assert [step.status for step in run_steps(steps, project, reported)] == [0, 1]
    shutil.copy(project / "reports" / "report.json", project / "baseline.json")
    certify, decide = run_steps(steps, project, reported)
    assert (certify.status, decide.status) == (0, 0)
    assert "\ntools does not conform" in certify.out


@pytest.mark.parametrize(
    ("given", "status", "reported"),
    [
        ({"arguments": "nowhere"}, 2, "Unknown subject 'nowhere'"),
        ({"arguments": ""}, 2, "arguments is empty. Name the subject, as after `conformance certify`."),
        ({"arguments": "  "}, 2, "arguments is empty."),
        ({"arguments": '""'}, 2, "The SUBJECT argument is empty."),
        ({"arguments": "--seed 1"}, 2, "No subject is named."),
        ({"arguments": "tools --choice 'x"}, 2, "arguments cannot be split into words: No closing quotation."),
        ({"fail_on": "regression"}, 2, "needs a baseline"),
        ({"fail_on": "always"}, 2, "fail-on is nonconformance, regression or nothing"),
        ({"arguments": "'tools; touch planted' $(touch planted)"}, 2, "one argument too many"),
    ],
)
def test_the_action_without_a_verdict_fails_at_once(
    tmp_path: Path, given: dict[str, str], status: int, reported: str
) -> None:
    (step,) = run_steps(ACTION["runs"]["steps"], tmp_path, inputs(**given))
    assert (step.status, reported in step.out) == (status, True), step.out
    assert not (tmp_path / "planted").exists()


COMMENTS = """
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
const run = new AsyncFunction("github", "context", "require", process.env.SCRIPT);
const comments = [{ id: 1, user: { type: "User" }, body: "<!-- conformance -->\\nnot ours" }];
const context = { repo: { owner: "o", repo: "r" }, issue: { number: 5 } };
const issues = {
  listComments: "list",
  createComment: async (one) => comments.push({ id: 2, user: { type: "Bot" }, body: one.body, at: one.issue_number }),
  updateComment: async (one) => { comments.find((own) => own.id === one.comment_id).body = one.body; },
};
const github = { rest: { issues }, paginate: async () => comments };
(async () => {
  await run(github, context, require);
  require("fs").writeFileSync(process.env.SUMMARY, "second");
  await run(github, context, require);
  console.log(JSON.stringify(comments));
})();
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_comment_is_made_once_and_then_kept_up(tmp_path: Path) -> None:
    (script,) = (step["with"]["script"] for step in ACTION["runs"]["steps"] if "script" in step.get("with", {}))
    summary = tmp_path / "summary.md"
    summary.write_text("first", "utf-8")
    done = subprocess.run(
        ["node", "-e", COMMENTS], env={**os.environ, "SCRIPT": script, "SUMMARY": str(summary)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    other, own = json.loads(done.stdout)
    assert (other["id"], other["body"]) == (1, "<!-- conformance -->\nnot ours")
    assert (own["body"], own["at"]) == ("<!-- conformance -->\nsecond", 5)


def _schema(name: str) -> Callable[[Any], list[str]]:
    path = files("check_jsonschema").joinpath("builtin_schemas", "vendor", f"{name}.json")
    validator = jsonschema_rs.validator_for(json.loads(path.read_text("utf-8")))
    return lambda document: [error.message for error in validator.iter_errors(document)]


def test_the_files_have_the_form_that_github_takes() -> None:
    assert _schema("github-actions")(ACTION) == []
    reported = {"on" if key is True else key: value for key, value in WORKFLOW.items()}  # YAML 1.1 reads `on` as true
    assert _schema("github-workflows")(reported) == []


def test_no_input_is_in_a_script() -> None:
    """There it would be read as code, whoever wrote it."""
    for step in [*ACTION["runs"]["steps"], *workflow_steps()]:
        assert "${{" not in step.get("run", "") + step.get("with", {}).get("script", "")


def test_the_commands_of_the_guide_run(project: Path) -> None:
    """One after the other, on the sample; nothing got worse meanwhile."""
    commands = re.findall(r"^    (conformance .*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        done = bash(command, project, {})
        assert (done.returncode, without_progress(done.stderr)) == (0, ""), command


def test_the_guide_shows_the_samples() -> None:
    text = PAGE.read_text("utf-8")
    assert (SAMPLES / "expected-failures.toml").read_text("utf-8") in text
    assert yaml.safe_load(re.findall(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1])["repos"]


def test_the_guide_names_every_input() -> None:
    rows = set(re.findall(r"^\| `([\w-]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE))
    assert rows == set(ACTION["inputs"])
