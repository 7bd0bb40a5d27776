"""The adapters that docs/protocol.md links to are whole: as they are, they conform."""

import json
import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from conformance.rules.contracts import load_specifications
from tests.command import run_here

SAMPLES = Path(__file__).parents[3] / "docs" / "samples"
OPERATION = "chat-tools-to-responses-tools"


def report_of(adapter: list[str], folder: Path) -> tuple[int, dict]:
    arguments = ("certify", "--command", shlex.join(adapter), "--max-examples", "5", "--seed", "1")
    done = run_here(folder, arguments, os.environ)
    report = folder / "reports" / "report.json"
    assert report.is_file(), done.err
    return done.status, json.loads(report.read_text(encoding="utf-8"))


def verdicts(report: dict) -> dict[str, str]:
    return {entry["id"]: entry["verdict"] for entry in report["rules"]}


def test_the_python_adapter_conforms(tmp_path):
    adapter = SAMPLES / "adapter.py"
    status, report = report_of([sys.executable, str(adapter)], tmp_path)
    assert status == 0, [entry for entry in report["rules"] if entry["verdict"] == "fail"]
    assert report["subject"]["name"] == "small-python"
    assert {entry["operation"] for entry in report["rules"]} == {OPERATION}
    assert verdicts(report)["PURE-1"] == "pass"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_node_adapter_conforms(tmp_path):
    adapter = SAMPLES / "adapter.js"
    status, report = report_of(["node", str(adapter)], tmp_path)
    assert status == 0, [entry for entry in report["rules"] if entry["verdict"] == "fail"]
    assert report["subject"]["name"] == "small-node"
    assert verdicts(report)["TR-1"] == "pass"
    assert verdicts(report)["ALL-3"] == "not-observable"


def test_what_the_page_says_of_a_missing_field(tmp_path):
    """Without input_after purity cannot be seen, and is not passed."""
    reported = ', "input_after": given}}'
    code = (SAMPLES / "adapter.py").read_text("utf-8")
    assert reported in code
    adapter = tmp_path / "adapter.py"
    adapter.write_text(code.replace(reported, "}}"), encoding="utf-8")
    _status, report = report_of([sys.executable, str(adapter)], tmp_path)
    assert verdicts(report)["PURE-1"] == "not-observable"
    assert verdicts(report)["TR-1"] == "pass"


DESTROYS_ITS_ARGUMENT = """
from conformance import reference
from conformance.rules.contracts import load_specifications


def destroying(convert):
    def converted(given):
        result = convert(json.loads(json.dumps(given)))
        if isinstance(given, (dict, list)):
            given.clear()
        return result

    return converted


OPERATIONS = {
    name: destroying(getattr(reference, name.replace("-", "_"))) for name in load_specifications().contracts
}
"""


@pytest.mark.expensive("every rule about arguments, of all operations, in Node")
def test_an_adapter_whose_converter_destroys_its_argument_fails_every_rule_about_that(tmp_path):
    """The argument as it is after the call shows it, although the adapter does not say what the results share."""
    adapter = tmp_path / "adapter.py"
    code, count = re.subn(
        r"^OPERATIONS = .*$",
        lambda _found: DESTROYS_ITS_ARGUMENT,
        (SAMPLES / "adapter.py").read_text("utf-8"),
        flags=re.MULTILINE,
    )
    assert count == 1
    adapter.write_text(code, encoding="utf-8")
    status, report = report_of([sys.executable, str(adapter)], tmp_path)
    assert status == 1
    contracts = load_specifications().contracts
    about_it = {
        (name, rule.id)
        for name, contract in contracts.items()
        for rule in contract.rules
        if rule.check in ("pure", "deep-copy", "input-kept")
    }
    assert len(about_it) >= len(contracts)
    found = {(entry["operation"], entry["id"]): entry["verdict"] for entry in report["rules"]}
    assert {rule: found[rule] for rule in about_it} == dict.fromkeys(about_it, "fail")
