"""conformance survey: a library of five releases, judged, judged again, and asked when a defect came."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import pytest

from conformance.field.board import read_board
from conformance.field.rows import NOT_STARTED, SurveyRow
from conformance.field.survey import programs
from conformance.field.survey.judging import SurveyJudgement
from conformance.field.survey.store import Store
from tests.field.survey.conftest import SINGLE, catalogue
from tests.field.survey.test_store import TASK

__all__ = ["catalogue"]
FEW = ("--max-examples", "0", "--jobs", "2", "--environments", "kept")


@pytest.fixture
def survey(run, catalogue, monkeypatch):
    """Runs the command with the catalogue of tidy."""

    def run_survey(*arguments):
        monkeypatch.setattr(programs, "_stopped", threading.Event())
        return run("survey", *arguments, *FEW, CONFORMANCE_LIBRARIES=str(catalogue))

    return run_survey


def lines(text):
    return [" ".join(line.split()) for line in text.splitlines()]


@pytest.mark.expensive("judges six versions, each in a process of its own")
def test_each_version_is_judged_once_and_a_bisection_names_the_release_that_brought_a_defect(survey, here):
    some = ("--versions", ">=1.1,!=1.2.0")
    first = survey("tidy", *some)
    assert (first.status, first.err) == (0, "")
    said = lines(first.out)
    assert said[0] == "1 library, 3 versions; judged before: 0"
    assert sum(" of 3 tidy 1." in line for line in said) == 3
    assert any("tidy 1.1.0 not installed:" in line and "what nobody has" in line for line in said)
    assert any("tidy 1.3.0 not started:" in line and "cannot import name" in line for line in said)
    rows = {row["task"]["version"]: row for row in map(json.loads, texts(here))}
    assert {version for version, row in rows.items() if row["status"] == "judged"} == {"1.2.1"}
    assert rows["1.2.1"]["rules"][SINGLE]["MCP-1"] == "fail"
    assert "adapter.py" in rows["1.3.0"]["reason"] and str(here) not in json.dumps(rows)
    (shown,) = read_board(str(here / "reports" / "field"))["libraries"]
    assert (shown["library"], shown["version"], shown["grades"]["mc"]["parts"]) == ("tidy", "1.2.1", 1)
    second = survey("tidy", *some)
    assert lines(second.out)[0] == "1 library, 3 versions; judged before: 3"
    assert " of 3 tidy" not in second.out
    found = survey("bisect", "tidy", f"{SINGLE}/MCP-1")
    assert (found.status, found.err) == (0, "")
    assert lines(found.out)[-1].startswith("tidy 1.2.0 (2026-03-10) brought it; 1.0.0 has it not.")
    assert "1.1.0 cannot be asked" in found.out


def texts(here):
    folder = here / "reports" / "field" / "results" / "tidy"
    return [path.read_text("utf-8") for path in folder.glob("*.json") if not path.name.endswith(".report.json")]


@pytest.mark.expensive("surveys a package")
def test_what_is_meant_so_is_said_with_the_defect(survey, here):
    assert survey("tidy", "--versions", "pinned").status == 0
    (row,) = map(json.loads, texts(here))
    reasons = {defect["rule"]: defect["design"] for defect in row["defects"]}
    assert all(defect["script"] and defect["output"] for defect in row["defects"])
    assert reasons["MCP-2"] == "defaults are kept on purpose, says its README"
    assert reasons["MCP-1"] is None


def test_a_site_of_the_results_that_there_are_asks_no_registry(survey, here, monkeypatch):
    none = survey("tidy", "--site-only")
    assert (none.status, none.out) == (2, "")
    assert "reports/field has no result of a survey. Run conformance survey first, or name --out." in none.err
    row = SurveyRow(
        task=replace(TASK, version="1.2.0"), suite="0.9", specs_digest="sha256:b", status=NOT_STARTED, reason="x"
    )
    Store(str(here / "reports" / "field")).keep(SurveyJudgement(row))
    monkeypatch.setattr(programs, "run", lambda *_words, **_options: pytest.fail("a program was started"))
    done = survey("tidy", "--site-only")
    assert (done.status, done.err) == (0, "")
    assert (
        done.out
        == "0 of 1 version judged; 0 defects, 0 shown by a script without the suite\nSite: reports/field/index.html\n"
    )
    assert (here / "reports" / "field" / "index.html").exists()
    assert "cannot be combined with --versions" in survey("tidy", "--site-only", "--versions", "pinned").err


def test_an_unknown_library_and_an_unknown_defect_are_refused(survey):
    assert "Unknown library 'tidi'. Did you mean tidy?" in survey("tidi").err
    none = survey("tidy", "--versions", ">=9")
    assert (none.status, none.out) == (2, "")
    assert "No release is of --versions '>=9'." in none.err
    assert "has the defect '['" in survey("bisect", "tidy", "[").err
    missing = survey("bisect", "tidy", "D9")
    assert (missing.status, missing.out) == (2, "")
    assert "has the defect 'D9'" in missing.err
    assert "survey bisect needs a library and a defect" in survey("bisect", "tidy").err
