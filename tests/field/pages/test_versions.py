"""The order of versions, and what changed from one to the next."""

from __future__ import annotations

from conformance.field.pages.versions import histories, newest_first
from tests.field.pages.building import SPECS, make_defect, make_row, make_unjudged


def order(*rows: tuple[str, str | None]) -> list[str]:
    return [
        row.task.version for row in newest_first([make_row(version=version, released=day) for version, day in rows])
    ]


def test_versions_are_ordered_by_their_release() -> None:
    assert order(("1", "2026-01-01"), ("3", "2026-03-01"), ("2", "2026-02-01")) == ["3", "2", "1"]


def test_versions_of_one_day_or_without_a_day_keep_the_given_order() -> None:
    assert order(("b", "2026-01-01"), ("a", "2026-01-01")) == ["b", "a"]
    assert order(("c", None), ("a", None), ("b", None)) == ["c", "a", "b"]


def test_a_version_without_a_day_comes_after_the_one_that_it_follows() -> None:
    given = ("x", None), ("1", "2026-01-01"), ("y", None), ("2", "2026-02-01"), ("z", None)
    assert order(*given) == ["x", "2", "z", "1", "y"]


def test_libraries_are_ordered_by_name_and_the_first_row_of_a_version_counts() -> None:
    first = make_row("b", suite="first")
    found = histories([first, make_row("a"), make_row("b", suite="second")])
    assert [(finding.name, len(finding.rows)) for finding in found] == [("a", 1), ("b", 1)]
    assert found[1].newest is first


def test_a_change_has_the_published_defects_that_only_one_version_has() -> None:
    stays, comes, goes = make_defect("MCP-2"), make_defect("MCP-3"), make_defect("MCP-4")
    hidden = make_defect("MCP-6", unpublished="no script")
    shown_now = make_defect("MCP-6")
    new = make_row(version="3", released="2026-03-01", defects=[stays, comes, shown_now])
    broken = make_unjudged("acorn", "2", "not-started", "why", "2026-02-01")
    old = make_row(version="1", released="2026-01-01", defects=[goes, stays, hidden])
    (history,) = histories([old, broken, new])
    change = history.change(new)
    assert change is not None and change.older is old
    assert ([element.rule for element in change.new], [element.rule for element in change.gone]) == (
        ["MCP-3"],
        ["MCP-4"],
    )
    assert not change.other_rules
    assert history.change(broken) is None and history.change(old) is None
    assert history.latest is new and history.judged == (new, old)


def test_an_unpublished_defect_of_the_newer_version_is_not_gone() -> None:
    new = make_row(version="2", defects=[make_defect(unpublished="no script")])
    old = make_row(version="1", released="2026-01-01", defects=[make_defect()], specs_digest=SPECS[:-2] + "00")
    change = histories([new, old])[0].change(new)
    assert change is not None
    assert (change.new, change.gone, change.other_rules) == ((), (), True)


def test_a_defect_at_another_position_of_a_list_is_the_same() -> None:
    new = make_row(version="2", defects=[make_defect(at="/output/4/x")])
    old = make_row(version="1", released="2026-01-01", defects=[make_defect(at="/output/0/x")])
    change = histories([new, old])[0].change(new)
    assert change is not None and not change.new and not change.gone


def test_since_which_version_a_defect_is_there() -> None:
    always, late = make_defect("MCP-2"), make_defect("MCP-3")
    rows = [
        make_row(version="3", released="2026-03-01", defects=[always, late]),
        make_row(version="2", released="2026-02-01", defects=[late, always]),
        make_row(version="1", released="2026-01-01", defects=[always]),
    ]
    (history,) = histories(rows)
    assert history.since(always) == "in all judged versions"
    assert history.since(late) == "since 2"
    assert histories(rows[:1])[0].since(late) == "in the only judged version"
