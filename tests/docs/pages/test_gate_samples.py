"""The sample workflow and the action, step by step as a runner takes them: green, then red on a planted regression.

Only `run:` steps are executed. A Python that is named `suite` stands in for the one that installs the suite: what it
makes runs the suite that is under test. Steps with `uses:` are somebody else's code, of which the script in JavaScript
is run where Node is installed.
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

from tests.docs.commands import commands_of

ROOT = Path(__file__).parents[3]
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
    for name in ("tools.py", "pyproject.toml"):
        shutil.copy(SAMPLES / name, folder / name)
    (command,) = (command.text for command in commands_of(PAGE) if "--json baseline.json" in command.text)
    assert bash(with_the_suite(command), folder, {}).returncode == 0
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
    executable(commands / "suite", SUITE.format(python=shlex.quote(sys.executable)))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CONFORMANCE_", "GITHUB"))}
    environment |= {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "GITHUB_JOB": "gate",
        "GITHUB_WORKFLOW": "On -- push",
        "GITHUB_OUTPUT": str(folder / ".output"),
        "GITHUB_PATH": str(folder / ".path"),
        "GITHUB_STEP_SUMMARY": str(folder / ".summary"),
        "RUNNER_TEMP": str(folder / ".temp"),
        **variables,
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def with_the_suite(command: str) -> str:
    """Return a command of the guide that runs the suite under test."""
    return f'conformance() {{ {shlex.quote(sys.executable)} -m conformance "$@"; }}; {command}'


def executable(path: Path, script: str) -> None:
    path.write_text(script, "utf-8")
    path.chmod(0o755)


# What `suite -m venv FOLDER` makes, and its `python -m pip install`: commands that run the suite under test.
SUITE = """#!/bin/sh
set -e
[ "$1 $2" = "-m venv" ]
mkdir -p "$3/bin"
printf '#!/bin/sh\\nexec {python} -m conformance "$@"\\n' > "$3/bin/conformance"
printf '#!/bin/sh\\n[ "$1 $2" = "-m pip" ] && echo "$@" > "$RUNNER_TEMP/pip" && exit 0\\n' > "$3/bin/python"
printf 'exec {python} "$@"\\n' >> "$3/bin/python"
cp "$3/bin/python" "$3/bin/pip"
chmod +x "$3/bin/"*
"""
HANDED_ON = {"keep": "success", "scan": "skipped", "comment": "skipped"}


def run_steps(
    steps: list[dict[str, Any]],
    folder: Path,
    inputs: dict[str, str],
    variables: dict[str, str] | None = None,
    handed_on: dict[str, str] | None = None,
) -> Iterator[Step]:
    """Run the steps in order until one fails; leave out what installs.

    variables: for the environment of each. handed_on: the outcome of each step of somebody else's.
    """
    known = {f"inputs.{name}": value for name, value in inputs.items()}
    known |= {"github.action_path": str(ROOT), "strategy.job-index": (variables or {}).get("JOB_INDEX", "0")}
    known |= {f"steps.{name}.outcome": outcome for name, outcome in {**HANDED_ON, **(handed_on or {})}.items()}
    for step in steps:
        if "run" not in step:
            continue
        if "id" not in step and step["name"] == "Install":  # of the workflow
            made = folder / ".temp" / "conformance"
            assert bash(f"suite -m venv {shlex.quote(str(made))}", folder, {}).returncode == 0
            continue
        (folder / ".output").unlink(missing_ok=True)
        own = {name: filled(value, known) for name, value in step.get("env", {}).items()}
        done = bash(step["run"], folder, {**(variables or {}), **own})
        known |= outputs(folder, step.get("id", ""))
        if step["name"] not in ("Name what is cached", "Install") or done.returncode:
            yield Step(step["name"], done.returncode, done.stdout + done.stderr)
        if done.returncode:
            return


def outputs(folder: Path, step: str) -> dict[str, str]:
    reported = folder / ".output"
    lines = reported.read_text("utf-8").splitlines() if reported.exists() else []
    return {f"steps.{step}.outputs.{name}": value for name, _equals, value in (line.partition("=") for line in lines)}


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
    assert [step.status for step in green] == [0], green[-1].out
    assert "No regression" in green[0].out
    assert "::error" not in green[0].out
    summary = (project / ".summary").read_text("utf-8")
    assert summary.startswith("## ✅ `tools` conforms")

    plant(project)
    (red,) = run_steps(workflow_steps(), project, {})
    assert (red.name, red.status) == ("Certify, and compare with the last release", 1)
    assert "Regressions:" in red.out
    assert re.search(r"^::error file=tools.py,line=9,title=D\d+ MCP-2.* \(regression\)::", red.out, re.MULTILINE)
    assert "## ❌ `tools` does not conform" in (project / ".summary").read_text("utf-8")
    sarif = json.loads((project / "reports" / "conformance.sarif").read_text("utf-8"))
    locations = [result["locations"][0]["physicalLocation"] for result in sarif["runs"][0]["results"]]
    assert {"artifactLocation": {"uri": "tools.py"}, "region": {"startLine": 9}} in locations


def inputs(**given: str) -> dict[str, str]:
    """The inputs of the action, with its defaults."""
    reported = {name: input_.get("default", "") for name, input_ in ACTION["inputs"].items()}
    own = {name.replace("_", "-"): value for name, value in given.items()}
    defaults = {"arguments": "tools --seed 1 --max-examples 5", "report-dir": "reports", "python": "suite"}
    return {**reported, **defaults, **own}


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
        ({"arguments": "--seed 1"}, 2, "No subject is named, and "),
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


def test_a_second_use_and_the_jobs_of_a_matrix_keep_apart(project: Path) -> None:
    (install,) = (step for step in ACTION["runs"]["steps"] if step["name"] == "Install")
    steps = [named_cache(), {**install, "name": "Install alone"}]
    found = []
    for index in ("0", "0", "3"):
        if index == "3":
            shutil.rmtree(project / ".temp")  # another machine
        given = inputs(report_dir="auto")
        assert [step.status for step in run_steps(steps, project, given, {"JOB_INDEX": index})] == [0]
        found.append(outputs(project, "install"))
    names = [finding["steps.install.outputs.artifact"] for finding in found]
    assert names == ["conformance-gate-0-1", "conformance-gate-0-2", "conformance-gate-3-1"]
    assert [finding["steps.install.outputs.reports"] for finding in found[:2]] == [
        "conformance-reports/1", "conformance-reports/2"
    ]  # fmt: skip
    assert len({finding["steps.install.outputs.bin"] for finding in found[:2]}) == 2
    assert found[0]["steps.install.outputs.marker"] == "<!-- conformance On____push gate-0-1 -->"
    given = inputs(artifact="", report_dir="mine")
    assert [step.status for step in run_steps(steps, project, given)] == [0]
    own = outputs(project, "install")
    assert (own["steps.install.outputs.artifact"], own["steps.install.outputs.reports"]) == ("", "mine")


def test_the_suite_is_installed_with_the_extras_that_are_named(project: Path) -> None:
    (install,) = (step for step in ACTION["runs"]["steps"] if step["name"] == "Install")
    steps = [named_cache(), install]
    for extras, named in (("", ""), ("mcp", "[mcp]"), ("recordings, sign", "[recordings, sign]")):
        assert list(run_steps(steps, project, inputs(extras=extras))) == []
        assert (project / ".temp" / "pip").read_text("utf-8") == f"-m pip install -q {ROOT}{named}\n"
    for extras in ("mcp]; touch planted; [", "$(touch planted)"):
        (refused,) = run_steps(steps, project, inputs(extras=extras))
        assert (refused.status, refused.out.count("\n")) == (2, 1)
        assert "extras are names separated by commas" in refused.out
    assert not (project / "planted").exists()


def named_cache() -> dict[str, Any]:
    """The step that says where packages are kept."""
    (step,) = (step for step in ACTION["runs"]["steps"] if step.get("id") == "packages")
    return dict(step)


def test_packages_are_kept_for_a_version_of_the_suite_and_its_extras(project: Path) -> None:
    keys = set()
    for extras in ("", "mcp", "mcp, sign"):
        variables = {"RUNNER_OS": "Linux", "RUNNER_ARCH": "X64"}
        assert list(run_steps([named_cache()], project, inputs(extras=extras), variables)) == []
        found = outputs(project, "packages")
        assert found["steps.packages.outputs.folder"] == str(project / ".temp" / "conformance-packages")
        keys.add(found["steps.packages.outputs.key"])
    assert len(keys) == 3
    assert all(re.fullmatch(r"conformance-Linux-X64-[\d.]*-\d+-\d+-[a-z-]*", key) for key in keys), keys
    (cache,) = (step for step in ACTION["runs"]["steps"] if step.get("id") == "cache")
    assert cache["continue-on-error"] is True  # a cache that fails is no verdict
    assert cache["with"] == {
        name: f"${{{{ steps.packages.outputs.{out} }}}}" for name, out in (("path", "folder"), ("key", "key"))
    }
    (install,) = (step for step in ACTION["runs"]["steps"] if step["name"] == "Install")
    assert install["env"]["PIP_CACHE_DIR"] == cache["with"]["path"]


def environment_with(folder: Path, **modules: str) -> Path:
    """Return the bin folder of a virtual environment that has some modules and not the suite."""
    made = folder / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True, timeout=60)
    (packages,) = made.glob("lib/python*/site-packages")
    for name, text in modules.items():
        (packages / f"{name}.py").write_text(text, "utf-8")
    return made / "bin"


def test_the_subject_has_the_packages_of_the_job(project: Path) -> None:
    tools = project / "tools.py"
    tools.write_text("import of_the_job\n\n" + tools.read_text("utf-8"), "utf-8")
    steps = ACTION["runs"]["steps"]
    (without,) = run_steps(steps, project, inputs())
    assert without.status == 2
    assert "No module named 'of_the_job'" in without.out
    assert "or use --python ENVIRONMENT/bin/python." in without.out

    bin_folder = environment_with(project, of_the_job="")
    path = {"PATH": os.pathsep.join([str(bin_folder), str(project / ".bin"), os.environ["PATH"]])}
    given = inputs(baseline="baseline.json")
    assert [step.status for step in run_steps(steps, project, given, path)] == [0, 0]
    named = inputs(arguments=f"tools --seed 1 --max-examples 5 --python {bin_folder / 'python'}")
    assert next(run_steps(steps, project, named)).status == 0
    for other in ("reference", f"--command '{sys.executable} -m conformance serve reference --stdio'"):
        words = f"{other} --operation mcp-tool-to-chat-tool --max-examples 0"
        certified = next(run_steps(steps, project, inputs(arguments=words), path))
        assert certified.status == 0, certified.out


def test_later_steps_find_what_they_found_before(project: Path) -> None:
    assert [step.status for step in run_steps(ACTION["runs"]["steps"], project, inputs(fail_on="nothing"))] == [0, 0]
    assert not (project / ".path").exists()
    text = (ROOT / "action.yml").read_text("utf-8") + (SAMPLES / "conformance.yml").read_text("utf-8")
    assert "GITHUB_PATH" not in text
    assert "GITHUB_ENV" not in text


def test_a_report_that_cannot_be_handed_on_is_a_warning_and_the_verdict_decides(project: Path) -> None:
    steps = ACTION["runs"]["steps"]
    handing = [step for step in steps if "uses" in step and step["id"] != "cache"]
    assert [(step["id"], step["continue-on-error"]) for step in handing] == [(name, True) for name in HANDED_ON]
    failed = dict.fromkeys(HANDED_ON, "failure")
    _certify, green = run_steps(steps, project, inputs(), handed_on=failed)
    assert green.status == 0
    assert green.out.count("::warning title=conformance::") == 3
    plant(project)
    _certify, red = run_steps(steps, project, inputs(), handed_on=failed)
    assert red.status == 1


def test_actions_of_others_are_named_by_digest() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    used = re.findall(r"uses: (.*)$", text, re.MULTILINE)
    assert len(used) == 4
    for element in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", element), element


COMMENTS = """
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
const run = new AsyncFunction("github", "context", "core", "require", process.env.SCRIPT);
const comments = [{ id: 1, user: { type: "User" }, body: process.env.MARKER + "\\nnot ours" }];
const notices = [];
const context = { repo: { owner: "o", repo: "r" }, issue: { number: 5 } };
const core = { notice: (text) => notices.push(text) };
const refused = async () => {
  throw Object.assign(new Error("Resource not accessible by integration"), { status: Number(process.env.REFUSED) });
};
const issues = {
  listComments: "list",
  createComment: async (one) => comments.push({ id: 2, user: { type: "Bot" }, body: one.body, at: one.issue_number }),
  updateComment: async (one) => { comments.find((own) => own.id === one.comment_id).body = one.body; },
};
if (process.env.REFUSED) issues.createComment = refused;
const github = { rest: { issues }, paginate: async () => comments };
(async () => {
  await run(github, context, core, require);
  require("fs").writeFileSync(process.env.SUMMARY, "second");
  await run(github, context, core, require);
  console.log(JSON.stringify({ comments, notices }));
})();
"""
MARKER = "<!-- conformance a -->"


def comments_of(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the comment two times."""
    (script,) = (step["with"]["script"] for step in ACTION["runs"]["steps"] if "script" in step.get("with", {}))
    summary = folder / "summary.md"
    summary.write_text("first", "utf-8")
    environment = {**os.environ, "SCRIPT": script, "SUMMARY": str(summary), "MARKER": MARKER, **variables}
    return subprocess.run(
        ["node", "-e", COMMENTS], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_comment_is_made_once_and_then_kept_up(tmp_path: Path) -> None:
    done = comments_of(tmp_path)
    assert done.returncode == 0, done.stderr
    other, own = json.loads(done.stdout)["comments"]
    assert (other["id"], other["body"]) == (1, f"{MARKER}\nnot ours")
    assert (own["body"], own["at"]) == (f"{MARKER}\nsecond", 5)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_a_token_that_may_only_read_makes_a_notice_of_the_comment(tmp_path: Path) -> None:
    done = comments_of(tmp_path, REFUSED="403")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert len(made["comments"]) == 1
    notice = "No comment: the token may not write to the pull request (Resource not accessible by integration)."
    assert made["notices"] == [notice, notice]
    assert comments_of(tmp_path, REFUSED="500").returncode != 0  # a fault of the service is a failure of the step


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


def test_the_guide_shows_the_samples() -> None:
    text = PAGE.read_text("utf-8")
    assert yaml.safe_load(re.findall(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1])["repos"]
