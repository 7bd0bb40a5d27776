"""Libraries nobody here wrote, judged as anybody would: by one command, in environments of their own.

Each fact below was seen by calling the library by hand before the suite was asked.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytestmark = pytest.mark.real_libraries

TO_FLAT, TO_CHAT = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"
LIBRARIES = ("litellm", "langchain")


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
            command = [sys.executable, "-m", "conformance", "certify", library]
            command += ["--python", str(environment(library)), "--report-dir", str(folder), "--seed", "1"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert (folder / "report.json").is_file(), done.stderr
            report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
            runs[library] = Judged(done.returncode, done.stdout + done.stderr, report)
        return runs[library]

    return judge


def versions(library: str) -> list[str]:
    lines = (Path(__file__).parent / f"requirements-{library}.txt").read_text().splitlines()
    return [line.partition("==")[2] for line in lines if line.startswith(library)]


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_run_is_whole_and_the_library_does_not_conform(judged, library):
    run = judged(library)
    assert run.status == 1, run.output
    assert run.report["run"]["complete"]
    assert run.report["run"]["faults"] == 0
    assert run.report["summary"]["conforms"] is False
    assert run.report["summary"]["MUST"]["not-run"] == 0
    assert run.report["summary"]["MUST"]["not-observable"] == 0


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_report_names_the_versions(judged, library):
    told = judged(library).report["subject"]["version"]
    assert versions(library)
    assert all(version in told for version in versions(library))


# Words of the evidence: values and the library's own errors, where there are any.
CONVICTED = {
    "litellm": {
        (TO_CHAT, "MCP-2", "default"),
        (TO_CHAT, "MCP-2a", "default"),
        (TO_CHAT, "MCP-3", '"additionalProperties"'),
        (TO_CHAT, "MCP-4", "objects of the input"),
        (TO_CHAT, "LAW-4", "arguments"),
        (TO_FLAT, "TR-4", "null"),
        (TO_FLAT, "TR-5", "42"),
        (TO_FLAT, "TR-6", "null"),
        (TO_FLAT, "TR-7", "with a `function` key"),
        (TO_FLAT, "INV-1", "`function`"),
        (TO_FLAT, "INV-2", "no description"),
        (TO_FLAT, "ERR-1", "teleport"),
        (TO_FLAT, "ERR-2", "'name'"),
        (TO_FLAT, "ERR-3", "no attribute 'get'"),
    },
    "langchain": {
        (TO_CHAT, "MCP-1", "unhashable type: 'dict'"),
        (TO_CHAT, "MCP-2", "default"),
        (TO_CHAT, "MCP-3", '"$ref"'),
        (TO_CHAT, "MCP-3", '"title"'),
        (TO_CHAT, "REF-1", "#/$defs/Id"),
        (TO_FLAT, "TR-1", '"outer"'),
        (TO_FLAT, "TR-2", '"object"'),
        (TO_FLAT, "TR-4", "true"),
        (TO_FLAT, "TR-6", "none"),
        (TO_FLAT, "TR-7", "custom"),
        (TO_FLAT, "API-6", "custom"),
        (TO_FLAT, "INV-1", "`function`"),
        (TO_FLAT, "INV-2", "no description"),
        (TO_FLAT, "ERR-2", '{"name": "b"}'),
        (TO_FLAT, "ERR-3", "'NoneType' object is not subscriptable"),
    },
}
INNOCENT = {
    "litellm": {
        TO_CHAT: ("MCP-1", "MCP-2b", "MCP-6", "MCP-7", "MCP-9", "MCP-11", "ALL-1", "ALL-2", "ALL-3", "ALL-4", "ALL-5"),
        TO_FLAT: (
            "TR-1",
            "TR-2",
            "TR-3",
            "ORD-1",
            "API-6",
            "ISO-1",
            "PURE-1",
            "ALL-1",
            "ALL-2",
            "ALL-3",
            "ALL-4",
        ),
    },
    "langchain": {
        TO_CHAT: ("MCP-2b", "MCP-4", "MCP-6", "MCP-7", "MCP-8a", "ALL-1", "ALL-2", "ALL-3", "ALL-4", "ALL-6"),
        TO_FLAT: ("INV-3", "ORD-1", "ISO-1", "PURE-1", "ALL-1", "ALL-2", "ALL-3", "ALL-5", "ALL-6"),
    },
}


@pytest.mark.parametrize(
    ("library", "operation", "rule", "words"),
    [(library, *conviction) for library in LIBRARIES for conviction in sorted(CONVICTED[library])],
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
        for operation, rules in INNOCENT[library].items()
        for rule in rules
    ],
)
def test_what_the_library_does_right_passes(judged, library, operation, rule):
    entry = judged(library).rule(operation, rule)
    assert entry["verdict"] == "pass", [evidence["message"] for evidence in entry["evidence"]]


@pytest.mark.parametrize("library", LIBRARIES)
def test_evidence_is_repeated_by_its_command(judged, environment, tmp_path, library):
    """The command beside a failure fails alone, for the same reason."""
    entry = judged(library).rule(TO_CHAT, "MCP-2")
    case = next(evidence for evidence in entry["evidence"] if evidence["kind"] == "case")
    words = ["--contract", TO_CHAT, "--rule", "MCP-2", "--case", case["case"]]
    assert case["reproduce"].endswith(" ".join(words))
    command = [sys.executable, "-m", "conformance", "certify", library, "--python", str(environment(library)), *words]
    done = subprocess.run([*command, "--report-dir", str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert case["message"] in done.stdout
