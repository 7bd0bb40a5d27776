"""conformance certify, whole runs: the reports, what a seed repeats, what a reproduce line repeats, narrowing."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from conformance.running.engine.plan import size

pytestmark = pytest.mark.usefixtures("few_cases")

SCHEMA = Path(__file__).parents[2] / "specs" / "report.schema.json"
SINGLE = "mcp-tool-to-chat-tool"


def read_report(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "report.json").read_text("utf-8"))


def rule(report: dict[str, Any], name: str) -> dict[str, Any]:
    return next(entry for entry in report["rules"] if entry["id"] == name)


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    return {**report, "run": {**report["run"], "started": "", "seconds": 0, "check_seconds": {}}}


@pytest.fixture(scope="module")
def whole(run_in, tmp_path_factory):
    """A run of all operations without examples, and its folder."""
    folder = tmp_path_factory.mktemp("whole")
    return run_in(folder, "certify", "reference", "--max-examples", "0"), folder


@pytest.mark.expensive("runs all operations")
def test_the_reference_conforms_and_three_reports_are_written(whole):
    done, here = whole
    assert (done.status, done.err) == (0, "")
    assert sorted(path.name for path in (here / "reports").iterdir()) == [
        ".gitignore",
        "junit.xml",
        "report.html",
        "report.json",
    ]
    verdict, reports = done.out.splitlines()[-2:]
    assert verdict.startswith("reference conforms in part: ")
    assert reports == "Reports: reports/report.json, reports/junit.xml, reports/report.html"
    report = read_report(here / "reports")
    assert report["summary"]["conforms"] is True
    assert report["run"]["complete"] is True
    assert report["summary"]["MUST"]["pass"] > 50
    errors = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text("utf-8"))).iter_errors(report)
    assert [error.message for error in errors] == []


def test_the_account_of_losses_is_in_the_reports(run, here):
    single = "mcp-tool-to-chat-tool"
    done = run("certify", "reference", "--operation", single, "--max-examples", "20", "--seed", "1")
    report = read_report(here / "reports")
    losses = report["losses"][single]
    fields = {field["field"]: field for field in losses["fields"]}
    schema, hints = fields["inputSchema"], fields["annotations"]
    assert schema["became"] == {"function.parameters": schema["renamed"] + schema["changed"]}
    assert 0 < schema["went"]["default"] <= schema["changed"]
    assert schema.get("came", {}).keys() <= {"properties"}  # the API refuses an object schema without them
    assert schema["dropped"] == 0
    assert (hints["dropped"] > 0, hints["became"]) == (True, {})
    assert fields["name"]["became"] == {"function.name": losses["inputs"]}
    assert {"field": "type", "number": losses["inputs"], "values": ['"function"']} in losses["defaulted"]
    assert "What becomes of each field" in (here / "reports" / "report.html").read_text("utf-8")
    assert "field" not in done.out
    run("certify", "reference", "--operation", single, "--max-examples", "0")
    assert "losses" not in read_report(here / "reports")


def test_given_inputs_are_in_the_account_of_losses(run, here):
    single = "mcp-tool-to-chat-tool"
    (here / "tool.json").write_text(
        '{"name": "get_weather", "inputSchema": {"type": "object", "properties": {}}}', "utf-8"
    )
    run("certify", "reference", "--operation", single, "--input", "tool.json", "--report-dir", "reports")
    losses = read_report(here / "reports")["losses"][single]
    reported = [(field["field"], field["kept"], field["renamed"], field["became"]) for field in losses["fields"]]
    assert reported == [("inputSchema", 0, 1, {"function.parameters": 1}), ("name", 1, 0, {"function.name": 1})]
    assert losses["inputs"] == 1


def test_a_seed_repeats_a_run(run, here, keeps_defaults):
    reports = []
    for folder in ("one", "two"):
        run("certify", *keeps_defaults, "--max-examples", "5", "--seed", "7", "--report-dir", folder)
        text = (here / folder / "report.json").read_text("utf-8").replace(f"{folder}/evidence", "evidence")
        reports.append(without_times(json.loads(text)))
    assert reports[0] == reports[1]
    assert reports[0]["run"]["seed"] == 7


@pytest.mark.expensive("certifies a subject")
def test_a_reproduce_line_repeats_its_failure_alone(run, here, keeps_defaults):
    assert run("certify", *keeps_defaults, "--max-examples", "10", "--seed", "1").status == 1
    evidence = rule(read_report(here / "reports"), "MCP-2")["evidence"]
    kinds = {piece["kind"]: piece for piece in evidence}
    assert kinds.keys() == {"case", "example"}
    for kind, piece in kinds.items():
        program, *arguments = shlex.split(piece["reproduce"])
        assert program == "conformance"
        done = run(*arguments, "--report-dir", kind)
        assert (done.status, done.err) == (1, "")
        again = rule(read_report(here / kind), "MCP-2")
        assert piece["message"] in [shown["message"] for shown in again["evidence"]]
        # An input alone may be made smaller than there was time for among many.
        shown = [shown["input"] for shown in again["evidence"]]
        assert all(element == piece["input"] or size(element) < size(piece["input"]) for element in shown)


def test_the_file_that_a_reproduce_line_names_holds_the_input(run, here, keeps_defaults):
    run("certify", *keeps_defaults, "--max-examples", "10", "--seed", "1", "--report-dir", "a folder")
    pieces = [
        piece
        for entry in read_report(here / "a folder")["rules"]
        for piece in entry["evidence"]
        if piece["kind"] == "example"
    ]
    assert pieces
    for piece in pieces:
        words = shlex.split(piece["reproduce"])
        file = here / words[words.index("--input") + 1]
        assert json.loads(file.read_text("utf-8")) == piece["input"]


@pytest.mark.expensive("certifies a subject")
def test_a_narrowed_run_repeats_by_its_seed_since_it_writes_no_file(run, here, keeps_defaults):
    done = run("certify", *keeps_defaults, "--rule", "MCP-2a", "--max-examples", "10", "--seed", "5", "-vv")
    assert done.status == 1
    repeat = next(line for line in done.out.splitlines() if "repeat" in line and "--seed" in line)
    assert "--input" not in done.out
    again = run(*shlex.split(repeat.split("repeat")[1])[1:])
    assert again.status == 1
    assert not (here / "reports").exists()


@pytest.mark.expensive("runs all operations")
def test_without_examples_only_cases_are_run(whole):
    entries = read_report(whole[1] / "reports")["rules"]
    assert {entry["examples_run"] for entry in entries} == {0}
    assert sum(entry["cases_run"] for entry in entries) > 1000


def test_earlier_reports_are_replaced(run, here):
    folder = here / "reports"
    folder.mkdir()
    (folder / "report.json").write_text("old", "utf-8")
    run("certify", "reference", "--operation", SINGLE, "--max-examples", "0")
    assert read_report(folder)["format"] == 2
    assert [path.name for path in folder.iterdir() if path.name.endswith(".part")] == []


@pytest.mark.expensive("certifies the reference on all cases")
def test_the_reference_gives_what_each_worked_case_expects(run, here: Path) -> None:
    done = run("certify", "reference", "--max-examples", "0")
    assert done.status == 0
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    differing = [
        (rule["operation"], rule["id"], shown["case"])
        for rule in report["rules"] if rule["verdict"] == "fail"
        for shown in rule["evidence"] if shown["case"] is not None
    ]  # fmt: skip
    assert differing == []
