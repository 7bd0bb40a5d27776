"""--without, and what an adapter says that it does not have, by the whole command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Run

OPERATION = "chat-response-to-tool-calls"
# A parser that has no usage, and says so; one that says nothing.
NO_USAGE = f"""
from conformance.reference import {OPERATION.replace("-", "_")} as convert

name, version = "acme", "1.2.3"

def {OPERATION.replace("-", "_")}(answer):
    return {{key: value for key, value in convert(answer).items() if key != "usage"}}
"""
CERTIFY = ("certify", "acme.py", "--max-examples", "0", "--requirements", "safe")


@pytest.fixture(scope="module")
def certified(run_in: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificate and the report of a parser without usage, and the report of the whole one."""
    folder = tmp_path_factory.mktemp("without")
    whole = NO_USAGE.replace(' if key != "usage"', "")
    for name, text in (("whole", whole), ("without", f'{NO_USAGE}\nwithout = ["usage"]\n')):
        (folder / "acme.py").write_text(text, "utf-8")
        certificate = ("--certificate", f"{name}.certificate.json")
        done = run_in(folder, *CERTIFY, "--report-dir", name, "-v", *certificate)
        assert (done.status, done.err) == (0, "")
        (folder / f"{name}.txt").write_text(done.out, "utf-8")
    return folder


@pytest.mark.expensive("certifies a converter")
def test_the_verdicts_name_what_the_subject_does_not_have(certified: Path) -> None:
    out = (certified / "without.txt").read_text("utf-8")
    assert "safe, without: usage: conforms in part, " in out
    assert "acme conforms in part, without: usage: " in out
    assert "without" not in (certified / "whole.txt").read_text("utf-8").replace("certificate", "")


def test_report_page_and_junit_name_it(certified: Path) -> None:
    report = json.loads((certified / "without" / "report.json").read_bytes())
    assert report["run"]["without"] == ["usage"]
    assert "without" not in json.loads((certified / "whole" / "report.json").read_bytes())["run"]
    assert "safe, without: usage" in (certified / "without" / "report.html").read_text("utf-8")
    assert 'name="without" value="usage"' in (certified / "without" / "junit.xml").read_text("utf-8")


def test_a_certificate_names_it_and_verify_prints_it(certified: Path, run_in: Run) -> None:
    done = run_in(
        certified, "verify", "without.certificate.json", "acme.py", "--report", "without/report.json", "--rerun"
    )
    assert (done.status, done.err) == (0, "")
    assert "\n  without: usage\n" in done.out
    assert "ok       rerun: another run has the same" in done.out


def test_under_a_frozen_set_that_lacks_the_rule_a_certificate_accounts_for_it_too(certified: Path, run_in: Run) -> None:
    frozen = ("--requirements", "safe-2026-11", "--certificate", "frozen.json", "--report-dir", "frozen")
    done = run_in(certified, "certify", "acme.py", "--max-examples", "0", *frozen)
    assert done.status == 0, done.err
    assert f"{OPERATION} ALL-10" in (certified / "frozen.json").read_text("utf-8")
    assert "ok       rules: " in run_in(certified, "verify", "frozen.json").out
    statement = json.loads((certified / "frozen.json").read_bytes())
    statement["predicate"]["passedTests"].remove(f"{OPERATION} ALL-10")
    (certified / "frozen.json").write_text(json.dumps(statement), "utf-8")
    assert "refused  rules: tampered: it lacks rules" in run_in(certified, "verify", "frozen.json").out


def test_a_certificate_without_a_reduction_is_of_the_whole_scope(certified: Path, run_in: Run) -> None:
    assert "\n  whole scope\n" in run_in(certified, "verify", "whole.certificate.json").out


def test_another_scope_than_that_of_the_certificate_is_refused(certified: Path, run_in: Run) -> None:
    done = run_in(certified, "verify", "whole.certificate.json", "acme.py", "--rerun")
    assert done.status == 1
    assert "refused  rerun: another run has another scope: without: usage now" in done.out


def test_a_certificate_from_which_it_was_removed_is_not_what_the_report_says(certified: Path, run_in: Run) -> None:
    statement = json.loads((certified / "without.certificate.json").read_bytes())
    for part in statement["predicate"]["configuration"]:
        part.get("annotations", {}).pop("without", None)
    (certified / "forged.json").write_text(json.dumps(statement), "utf-8")
    done = run_in(certified, "verify", "forged.json", "--report", "without/report.json")
    assert done.status == 1
    assert "tampered: its configuration is not what" in done.out


def test_a_narrower_scope_is_a_regression_and_a_wider_one_is_none(certified: Path, run_in: Run) -> None:
    narrower = run_in(certified, "diff", "whole/report.json", "without/report.json")
    assert narrower.status == 1
    assert f"  less: the subject says now that it has no usage, in {OPERATION}\n" in narrower.out
    assert narrower.out.splitlines()[-1].startswith(
        "Nothing shows that it did not get worse: the subject says now that"
    )
    assert run_in(certified, "diff", "without/report.json", "whole/report.json").status == 0


def test_the_scoreboard_and_the_badge_name_it(certified: Path, run_in: Run) -> None:
    done = run_in(certified, "scoreboard", "without/report.json", "--out", "board")
    assert done.status == 0, done.err
    (badge,) = (certified / "board" / "badges").glob("*.json")
    assert json.loads(badge.read_bytes())["message"] == "conforms in part, without: usage"
    assert "safe (draft), without: usage" in (certified / "board" / "index.html").read_text("utf-8")
