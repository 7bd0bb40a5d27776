from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Ran
from tests.results.building import make_hostile_report, make_report, make_rule
from tests.results.pages import Page

Run = Callable[..., Ran]


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return str(path)


def links(board: Path) -> list[str]:
    return [attrs["href"] for attrs in Page((board / "index.html").read_text("utf-8")).all("a")]


@pytest.fixture
def reported(here: Path) -> str:
    """A report that lies alone."""
    return write(here / "acme.json", json.dumps(make_report(make_rule())))


@pytest.mark.expensive("makes several reports")
def test_reports_become_a_page_and_badges(run: Run, here: Path, keeps_defaults: tuple[str, ...]) -> None:
    run("certify", *keeps_defaults, "--max-examples", "0", "--report-dir", "first")
    run("certify", *keeps_defaults, "--max-examples", "0", "--seed", "2", "--report-dir", "second")
    ran = run("scoreboard", "first/report.json", "second/report.json", "--out", "board")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "1 subject, 2 runs: board/index.html; badges in board/badges\n"
    assert "./../second/report.html#operation=mcp-tool-to-chat-tool" in links(here / "board")
    assert json.loads((here / "board/badges/acme-convert.json").read_text("utf-8"))["message"].endswith("not met")
    assert not (here / "board" / "pages").exists()


def test_a_report_without_a_page_gets_one(run: Run, here: Path, reported: str) -> None:
    assert run("scoreboard", reported, "--out", "board").status == 0
    assert "acme-converter" in (here / "board" / "pages" / "1-acme-converter.html").read_text("utf-8")
    assert "./pages/1-acme-converter.html" in links(here / "board")


def test_its_page_has_the_wording_of_the_same_specifications_only(run: Run, here: Path) -> None:
    run("certify", "reference", "--operation", "mcp-tool-to-chat-tool", "--max-examples", "0", "--json", "own.json")
    own = json.loads((here / "own.json").read_text("utf-8"))
    own["rules"][0]["verdict"] = "fail"
    write(here / "own.json", json.dumps(own))
    other = own | {"suite": own["suite"] | {"specs_digest": "sha256:" + "0" * 64}}
    write(here / "other.json", json.dumps(other))
    run("scoreboard", "own.json", "other.json", "--out", "board")
    pages = [path.read_text("utf-8") for path in sorted((here / "board" / "pages").iterdir())]
    assert ["<dt>Why</dt>" in page for page in pages] == [True, False]
    assert ["other specifications" in page for page in pages][1]


def test_a_hostile_report_is_shown_as_text(run: Run, here: Path) -> None:
    write(here / "evil.json", json.dumps(make_hostile_report()))
    ran = run("scoreboard", "evil.json", "--out", "board")
    assert ran.status == 0
    written = [path for path in (here / "board").rglob("*") if path.is_file()]
    assert len(written) == 4
    for path in written:
        assert "\x1b" not in path.read_text("utf-8")
        assert path.suffix == ".json" or "<script>alert" not in path.read_text("utf-8")
