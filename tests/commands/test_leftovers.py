"""What an earlier run left: its evidence and badges go with the next run of the subject, and nobody else's files do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SINGLE = "mcp-tool-to-chat-tool"
SOUND = "from conformance.reference import mcp_tool_to_chat_tool as convert\n"
FAILING = ("--seed", "1", "--max-examples", "30")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


@pytest.fixture
def left(run, here, keeps_defaults):
    """A folder of reports with evidence and badges of a run that fails; gives what certifies the subject again."""
    assert run("certify", *keeps_defaults, *FAILING).status == 1
    run("scoreboard", "reports/report.json")
    assert names(here / "reports" / "evidence")
    assert names(here / "reports" / "badges") == ["acme-convert.json", "acme-convert.svg"]
    return lambda *arguments: run("certify", *keeps_defaults, "--max-examples", "0", *arguments)


@pytest.mark.expensive("certifies a converter")
def test_a_run_that_passes_leaves_no_evidence_of_what_failed(left, here):
    (here / "acme.py").write_text(SOUND, "utf-8")
    assert left().status == 0
    assert names(here / "reports" / "evidence") == []
    assert names(here / "reports" / "badges") == []


@pytest.mark.expensive("certifies a converter")
def test_files_of_others_stay(left, here):
    evidence, badges = here / "reports" / "evidence", here / "reports" / "badges"
    first = names(evidence)[0]
    (evidence / first).write_text("{}\n", "utf-8")  # somebody changed it
    (evidence / "mine.json").write_text("{}\n", "utf-8")
    (badges / "logo.svg").write_text("<svg/>", "utf-8")
    (badges / "acme-convert.svg").write_text("<svg/>", "utf-8")
    other = json.loads((badges / "acme-convert.json").read_text("utf-8"))
    (badges / "other.json").write_text(json.dumps(other), "utf-8")
    (badges / "acme-convert.safe.json").write_text(json.dumps({**other, "color": "123456"}), "utf-8")
    (here / "acme.py").write_text(SOUND, "utf-8")
    assert left().status == 0
    assert names(evidence) == sorted([first, "mine.json"])
    assert names(badges) == ["acme-convert.safe.json", "acme-convert.svg", "logo.svg", "other.json"]


@pytest.mark.expensive("certifies twice")
def test_the_badge_of_a_set_goes_too(left, here, run, keeps_defaults):
    run("certify", *keeps_defaults, "--max-examples", "0", "--requirements", "documents", "--json", "d.json")
    run("scoreboard", "d.json")
    assert any(name.startswith("acme-convert.documents") for name in names(here / "reports" / "badges"))
    left()
    assert names(here / "reports" / "badges") == []


@pytest.mark.expensive("certifies a converter")
def test_the_evidence_of_another_subject_stays(left, here, run):
    before = names(here / "reports" / "evidence")
    assert run("certify", "reference", "--operation", SINGLE, "--max-examples", "0").status == 0
    assert names(here / "reports" / "evidence") == before
    assert names(here / "reports" / "badges") == ["acme-convert.json", "acme-convert.svg"]


@pytest.mark.expensive("certifies a converter")
def test_a_run_without_a_result_takes_the_evidence_along_with_the_report(left, here):
    (here / "acme.py").write_text("def convert(", "utf-8")
    assert left().status == 2
    assert not (here / "reports" / "report.json").exists()
    assert names(here / "reports" / "evidence") == []


@pytest.mark.expensive("certifies a converter")
def test_a_baseline_that_stays_keeps_its_evidence(left, here):
    before = names(here / "reports" / "evidence")
    (here / "acme.py").write_text("def convert(", "utf-8")
    assert left("--baseline", "reports/report.json").status == 2
    assert names(here / "reports" / "evidence") == before


@pytest.mark.expensive("certifies a converter")
def test_a_part_of_a_run_removes_nothing(left, here):
    before = names(here / "reports" / "evidence")
    (here / "acme.py").write_text(SOUND, "utf-8")
    assert left("--rule", "MCP-2").status == 0
    assert (names(here / "reports" / "evidence"), names(here / "reports" / "badges")[:1]) == (
        before,
        ["acme-convert.json"],
    )


@pytest.mark.parametrize("text", ["", "[]", '{"subject": 1}', '{"subject": {"name": "acme:convert"}, "rules": [1]}'])
@pytest.mark.expensive("certifies twice for each kind of damage")
def test_an_earlier_report_that_is_damaged_is_no_obstacle(left, here, text):
    before = names(here / "reports" / "evidence")
    (here / "reports" / "report.json").write_text(text, "utf-8")
    (here / "acme.py").write_text(SOUND, "utf-8")
    assert left().status == 0
    assert names(here / "reports" / "evidence") == before
