"""Every library with an adapter is certified by one command, in an environment of its own.

What each is expected to fail and to pass is in its library.toml; it was observed by calling the library directly.
"""

import json
import re
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from conformance.running.subjects.named import library_names, library_table
from tests.real_libraries.conftest import packages_of

LIBRARIES = [name for name in library_names() if "fails" in library_table(name)]


class Judged(NamedTuple):
    """What a run came to, as whoever started it sees it."""

    status: int
    output: str
    report: dict[str, Any]

    def rule(self, operation: str, rule: str) -> dict[str, Any]:
        return next(own for own in self.report["rules"] if (own["operation"], own["id"]) == (operation, rule))


@pytest.fixture(scope="session")
def judged(environment, tmp_path_factory):
    runs: dict[str, Judged] = {}

    def judge(library: str) -> Judged:
        if library not in runs:
            folder = tmp_path_factory.mktemp(library)
            done = certify(environment, library, "--report-dir", str(folder), "--seed", "1")
            assert (folder / "report.json").is_file(), done.stderr
            report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
            runs[library] = Judged(done.returncode, done.stdout + done.stderr, report)
        return runs[library]

    return judge


def certify(environment, library: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Certify a library where it is installed: by its interpreter, or in the folder of its packages of npm."""
    node = "node" in library_table(library)
    command = [sys.executable, "-m", "conformance", "certify", library, *words]
    command += [] if node else ["--python", str(environment(library))]
    where = packages_of(library) if node else None
    return subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)


def not_run(report: dict[str, Any]) -> list[str]:
    """Why MUST rules were not run."""
    rules = (rule for rule in report["rules"] if rule["verdict"] == "not-run")
    return [rule["reason"] for rule in rules if rule["level"] == "MUST"]


def versions(library: str) -> list[str]:
    table = library_table(library)
    requirements = table["requirements"]
    if "gateway" in table:
        return [re.split("==|(?<=.)@", requirements[0])[1]]
    if "node" in table:
        return [requirement.rpartition("@")[2] for requirement in requirements[:1]]
    return [requirement.partition("==")[2] for requirement in requirements if requirement.startswith(library)]


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_run_is_whole_and_the_library_does_not_conform(judged, library):
    run = judged(library)
    assert run.status == 1, run.output
    assert run.report["run"]["complete"]
    is_gateway = "gateway" in library_table(library)
    assert is_gateway or run.report["run"]["faults"] == 0  # one may break an answer off
    assert run.report["summary"]["conforms"] is False
    # Only what the library never converts, or converts wrongly where it would be seen.
    assert all("returned a result" in reason or "breaks" in reason for reason in not_run(run.report))
    if is_gateway:  # what cannot be seen from outside: specs/observable/gateway.yaml
        return
    unseen = {
        rule["id"] for rule in run.report["rules"] if (rule["verdict"], rule["level"]) == ("not-observable", "MUST")
    }
    assert unseen <= ({"ALL-3", "ALL-3a"} if "node" in library_table(library) else set()), (
        "JavaScript has no exact numbers"
    )


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_report_names_the_versions(judged, library):
    reported = judged(library).report["subject"]["version"]
    assert versions(library)
    assert all(version in reported for version in versions(library))


@pytest.mark.parametrize(
    ("library", "operation", "rule", "words"),
    [
        (library, operation, rule, words)
        for library in LIBRARIES
        for operation, rules in library_table(library)["fails"].items()
        for rule, evidence in rules.items()
        for words in evidence
    ],
)
def test_a_known_defect_is_found(judged, library, operation, rule, words):
    entry = judged(library).rule(operation, rule)
    assert entry["verdict"] == "fail"
    assert any(words in evidence["message"] for evidence in entry["evidence"])


@pytest.mark.parametrize(
    ("library", "operation", "rule"),
    [
        (library, operation, rule)
        for library in LIBRARIES
        for operation, rules in library_table(library).get("passes", {}).items()
        for rule in rules
    ],
)
def test_what_the_library_does_right_passes(judged, library, operation, rule):
    entry = judged(library).rule(operation, rule)
    assert entry["verdict"] == "pass", [evidence["message"] for evidence in entry["evidence"]]


@pytest.mark.parametrize("library", LIBRARIES)
def test_evidence_is_repeated_by_its_command(judged, environment, tmp_path, library):
    """The command beside a failure fails alone, for the same reason."""
    meant = {(element["operation"], element["rule"]) for element in library_table(library).get("design", ())}
    musts = [rule for rule in judged(library).report["rules"] if rule["level"] == "MUST"]
    failed = [rule for rule in musts if rule["verdict"] == "fail" and case_of(rule)]
    entry = next(rule for rule in failed if (rule["operation"], rule["id"]) not in meant)
    case = case_of(entry)
    words = ["--operation", entry["operation"], "--rule", entry["id"], "--case", case["case"]]
    assert case["reproduce"].endswith(" ".join(words))
    done = certify(environment, library, *words, "--report-dir", str(tmp_path))
    assert done.returncode == 1
    again = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["rules"]
    assert case["message"] in [evidence["message"] for rule in again for evidence in rule["evidence"]]


def case_of(rule: dict[str, Any]) -> dict[str, Any] | None:
    """Return the first evidence of a worked case that decides: that it differs from the result of a case does not."""
    cases = (shown for shown in rule["evidence"] if shown["kind"] == "case" and shown["standing"]["kind"] == "real")
    return next((evidence for evidence in cases if not evidence["message"].startswith("not the worked")), None)
