from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.field.scoreboard import run_of, standings, write_scoreboard
from conformance.field.scoreboard.page import history
from tests.results.building import HOSTILE
from tests.results.pages import Page

Built = dict[str, Any]
Build = Callable[..., Built]
FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"


@pytest.fixture
def run(report: Build, rule: Build) -> Callable[..., Any]:
    """Builds a run of acme with some rules."""

    def build(*rules: Built, name: str = "acme", place: str = "acme", page: bool = True, **changes: Any) -> Any:
        subject = {"name": name, "version": "1.2", "language": "rust", "adapter": "process"}
        reported = report(*(rules or (rule(),)), subject=subject, **changes)
        return run_of(reported, f"{place}/report.json", f"{place}/report.html" if page else None)

    return build


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Page]:
    """Writes runs as a scoreboard in a folder of its own, and reads its page."""
    monkeypatch.chdir(tmp_path)

    def write(*runs: Any) -> Page:
        return Page(Path(write_scoreboard(standings(runs), "board")).read_text("utf-8"))

    return write


def test_a_row_for_each_subject_a_column_for_each_operation(
    written: Callable[..., Page], run: Callable[..., Any], rule: Build
) -> None:
    page = written(
        run(rule(), rule(operation=MCP, id="A"), rule(operation=MCP, id="B", verdict="fail")),
        run(rule(operation=MCP), name="other", place="other"),
    )
    assert [element["data-name"] for element in page.all("tr") if "data-name" in element] == ["other", "acme"]
    cells = [element for element in page.inside["td"] if "rule" in element or " of " in element or "offered" in element]
    assert [cell.strip() for cell in cells if ("hold" in cell and "MUST" not in cell) or "not offered" in cell] == [
        f"{FLAT}·not offered",
        f"{MCP}11 of 1 hold",
        f"{FLAT}11 of 1 hold",
        f"{MCP}1/21 of 2 hold; 1 fail",
    ]


def test_each_cell_leads_into_the_report(written: Callable[..., Page], run: Callable[..., Any]) -> None:
    page = written(run(), run(name="other", place="../a b/javascript:x", page=False))
    links = {element["href"] for element in page.all("a") if not element["href"].startswith("#")}
    assert links == {
        "./../acme/report.html",
        f"./../acme/report.html#operation={FLAT}",
        "./../../a%20b/javascript%3Ax/report.json",
        f"./../../a%20b/javascript%3Ax/report.json#operation={FLAT}",
    }


def test_a_history_is_drawn_where_there_are_several_runs(
    written: Callable[..., Page], run: Callable[..., Any], rule: Build
) -> None:
    page = written(
        run(rule(verdict="fail"), rule(id="A", verdict="fail"), run={"started": "2026-01-01T00:00:00Z"}),
        run(rule(verdict="fail"), run={"started": "2026-02-01T00:00:00Z"}),
        run(rule(), run={"started": "2026-03-01T00:00:00Z"}),
        run(name="other"),
    )
    (chart,) = [element for element in page.all("svg") if "runs" in element.get("aria-label", "")]
    assert chart["aria-label"] == "3 runs: 2 rules not met in the first, 0 in the last"
    assert len(page.all("polyline")) == 1
    assert "2 → 0 not met" in page.text
    assert [text for text in page.inside["th"] if text.startswith("2026")] == [
        "2026-03-01 00:00:00 UTC",
        "2026-02-01 00:00:00 UTC",
        "2026-01-01 00:00:00 UTC",
    ]


def test_the_line_comes_down_as_rules_are_met(run: Callable[..., Any], rule: Build) -> None:
    other = {"version": "0.1.0", "specs_digest": "sha256:" + "ab" * 32}
    drawn = history([run(rule(verdict="fail")), run(rule(verdict="fail"), suite=other), run(suite=other)])
    assert drawn is not None
    assert [y for _x, y in drawn["points"]] == [4.0, 4.0, drawn["floor"]]
    assert [x for x, _y in drawn["points"]] == [4.0, 60.0, 116.0]
    assert drawn["changes"] == [32.0]
    assert history([run()]) is None


def test_every_subject_has_badges_of_its_own(
    written: Callable[..., Page], run: Callable[..., Any], tmp_path: Path
) -> None:
    names = ["../../etc/passwd", "Acme:Tools", "acme tools", "...", "acme"]
    page = written(*(run(name=name) for name in names), run(run={"requirements": "documents"}))
    badges = sorted(path.name for path in (tmp_path / "board" / "badges").iterdir())
    slugs = ["acme", "acme-tools", "acme-tools-2", "acme.documents", "etc-passwd", "subject"]
    assert badges == sorted(f"{slug}.{kind}" for slug in slugs for kind in ("svg", "json"))
    assert {f"badges/{slug}.svg" for slug in slugs} <= set(page.inside["code"])
    assert sorted(path.name for path in (tmp_path / "board").iterdir()) == ["badges", "index.html"]


def test_hostile_text_is_text(written: Callable[..., Page], run: Callable[..., Any], hostile_report: Built) -> None:
    hostile = run_of(hostile_report, "x/report.json", None)
    page = written(hostile, replace(hostile, started="later"))
    allowed = {tag for tag, _ in written(run(), run(run={"started": "2026-03-01T00:00:00Z"})).elements}
    assert {tag for tag, _ in page.elements} <= allowed | {"line"}
    assert {name for _, attrs in page.elements for name in attrs if name.startswith("on")} == set()
    assert all(re.match(r"#|\./", element["href"]) for element in page.all("a"))
    assert [char for char in page.text if not char.isprintable() and char != "\n"] == []
    assert page.text.count(HOSTILE[:40]) > 5


def test_nothing_is_loaded_from_elsewhere(written: Callable[..., Page], run: Callable[..., Any]) -> None:
    page = written(run())
    assert not [attrs for _, attrs in page.elements if {"src", "srcset", "action", "background"} & attrs.keys()]
    (policy,) = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert "default-src 'none'" in policy["content"]


def test_ids_are_unique_and_links_lead_to_them(written: Callable[..., Page], run: Callable[..., Any]) -> None:
    page = written(run(), run(name="a"), run(name="b"))
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {element["href"][1:] for element in page.all("a") if element["href"].startswith("#")} <= set(ids)
