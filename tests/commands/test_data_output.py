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
    written = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert written["run"].pop("folder") == ".."  # of the run, from the report's own
    assert report == written
    assert not (here / "-").exists()


def test_the_line_about_a_certificate_is_for_people(run, keeps_defaults):
    done = run("certify", *keeps_defaults, "--max-examples", "0", "--certificate", "c.json", "--json", "-")
    json.loads(done.out)
    assert "Certificate: c.json (FAILED)" in done.err


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
    assert (
        len([operation for operation in data["operations"] if not operation["operation"].endswith("-service")]) == names
    )


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
