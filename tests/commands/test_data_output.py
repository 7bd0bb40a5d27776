"""--json - and --markdown -: data on standard output, and nothing else there."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

from conformance.formats.operations import operations
from conformance.rules.contracts.files import read_schema

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"
SCHEMA = "rules.schema.json"


def test_the_report_is_on_standard_output_and_the_lines_for_people_on_standard_error(run, here, keeps_defaults):
    done = run("certify", *keeps_defaults, "--max-examples", "0", "--json", "-")
    assert done.status == 1
    report = json.loads(done.out)
    assert (report["subject"]["name"], report["summary"]["conforms"]) == ("acme:convert", False)
    assert done.err.splitlines()[0].startswith("D1 MCP-2 at ")
    assert "acme:convert does not conform: " in done.err
    assert done.out == (here / "reports" / "report.json").read_text("utf-8")
    assert not (here / "-").exists()


def test_a_part_of_a_run_goes_to_standard_output_alone(run, here, keeps_defaults):
    done = run("certify", *keeps_defaults, "--rule", "MCP-2", "--max-examples", "0", "--json", "-", "--quiet")
    assert [rule["id"] for rule in json.loads(done.out)["rules"]] == ["MCP-2"]
    assert len(done.err.splitlines()) == 1
    assert not (here / "reports").exists()


def test_the_line_about_a_certificate_is_for_people(run, keeps_defaults):
    done = run("certify", *keeps_defaults, "--max-examples", "0", "--certificate", "c.json", "--json", "-")
    json.loads(done.out)
    assert "Certificate: c.json (FAILED)" in done.err


def test_a_mistake_leaves_standard_output_empty(run):
    done = run("certify", "nowhere:convert", "--json", "-")
    assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("flag", ["--github", "--dry-run"])
def test_no_two_things_write_standard_output(run, keeps_defaults, flag):
    done = run("certify", *keeps_defaults, "--json", "-", flag)
    assert (done.status, done.out) == (2, "")
    assert f"--json - cannot be combined with {flag}: both write standard output. Name a file." in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (("rules",), len(operations())),
        (("rules", "--operation", SINGLE), 1),
        (("rules", "--requirements", "documents", "--operation", SINGLE), 1),
        (("explain", SINGLE, "MCP-2"), 1),
        (("explain", "ALL-1", "responses-name-65"), 0),
    ],
)
def test_rules_are_data_of_the_form_that_is_documented(run, command, names):
    done = run(*command, "--json", "-")
    assert (done.status, done.err) == (0, "")
    data = json.loads(done.out)
    jsonschema_rs.validate(read_schema(SCHEMA), data)
    assert len([operation for operation in data["operations"] if operation["operation"] != "http-service"]) == names


def test_each_rule_is_there_once_for_the_operations_that_share_it(run):
    data = json.loads(run("rules", "--json", "-").out)
    listed = sorted((operation, rule["id"]) for rule in data["rules"] for operation in rule["operations"])
    assert listed == sorted(
        (operation["operation"], rule) for operation in data["operations"] for rule in operation["rules"]
    )
    assert len(data["rules"]) < len(listed)


def test_a_set_has_its_own_rules(run):
    everything, safe = (
        {rule["id"] for rule in json.loads(run("rules", "--operation", SINGLE, *own, "--json", "-").out)["rules"]}
        for own in ((), ("--requirements", "safe"))
    )
    assert safe < everything


def test_an_explained_rule_has_its_example(run):
    (rule,) = json.loads(run("explain", "MCP-2", "--operation", SINGLE, "--json", "-").out)["rules"]
    assert rule["operations"] == [SINGLE]
    assert {"case", "input", "expected"} <= rule["example"].keys()


def test_a_file_gets_the_data_and_people_their_page(run, here):
    done = run("explain", "MCP-2", "--json", "rule.json")
    assert done.out.startswith("MCP-2  MUST")
    assert json.loads((here / "rule.json").read_text("utf-8"))["rules"][0]["id"] == "MCP-2"


@pytest.mark.parametrize(
    ("command", "reported"),
    [
        (("rules", "--json", "-", "--traceability"), "--json cannot be combined with --traceability."),
        (("rules", "--json", "-", "--traceability"), "--json cannot be combined with --traceability."),
        (("rules", "--json", "."), ". cannot be written: it is a folder."),
        (("rules", "--json", "-", "--operation", "x"), "Unknown operation 'x' in --operation."),
        (("explain", "MPC-2", "--json", "-"), "Unknown rule 'MPC-2'. Did you mean"),
        (("explain", "MCP-2", "--json"), "argument --json: expected one argument"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(run, command, reported):
    done = run(*command)
    assert (done.status, done.out) == (2, "")
    assert reported in done.err
    assert len(done.err.splitlines()) == 1


TOOLS = '[{"type": "function", "function": {"name": "a", "parameters": {"type": "object", "properties": {}}}}]'


def test_what_check_tools_finds_goes_to_standard_output_alone(run, here):
    (here / "t.json").write_text(TOOLS, "utf-8")
    done = run("check-tools", "t.json", "--target", "openai-chat", "--json", "-")
    assert (done.status, json.loads(done.out)["tools"]) == (0, 1)
    assert "1 tool, none refused" in done.err
    assert not (here / "-").exists()


def test_reports_and_comparisons_go_to_standard_output_as_markdown(run, here, keeps_defaults):
    done = run("certify", *keeps_defaults, "--max-examples", "0", "--markdown", "-")
    assert (done.status, done.out[:3]) == (1, "## ")
    assert "acme:convert does not conform: " in done.err
    report = "reports/report.json"
    compared = run("diff", report, report, "--markdown", "-")
    assert compared.status == 0
    assert compared.out.startswith("#")
    as_data = run("diff", report, report, "--json", "-", "--quiet")
    assert json.loads(as_data.out)["format"]
    assert len(as_data.err.splitlines()) == 1
    assert not (here / "-").exists()


@pytest.mark.parametrize(
    ("command", "reported"),
    [
        (("certify", "reference", "--junit", "-"), "--junit does not write standard output. Name a file"),
        (("certify", "reference", "--sarif", "-"), "--sarif does not write standard output."),
        (("certify", "reference", "--json", "-", "--markdown", "-"), "--json - and --markdown - both write"),
        (("certify", "reference", "--markdown", "-", "--github"), "--markdown - cannot be combined with --github"),
        (("certify", "reference", "--certificate", "-"), "--certificate does not write standard output."),
        (("diff", "a", "b", "--html", "-"), "--html does not write standard output."),
        (("check-tools", "t.json", "--target", "openai-chat", "--sarif", "-"), "--sarif does not write standard"),
    ],
)
def test_other_files_do_not_go_to_standard_output(run, here, command, reported):
    done = run(*command)
    assert (done.status, done.out) == (2, "")
    assert reported in done.err
    assert len(done.err.splitlines()) == 1
    assert not (here / "-").exists()
