from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.results.html import render
from conformance.results.html.summary import moment, took
from tests.results.pages import Page

Built = dict[str, Any]
Build = Callable[..., Built]
FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"


def test_the_matrix_counts_what_applies_by_operation_and_origin(report: Build, rule: Build) -> None:
    page = Page(
        render(
            report(
                rule(id="A"),
                rule(id="B", verdict="fail"),
                rule(id="C", verdict="not-applicable"),
                rule(id="D", origin="api", level="SHOULD", verdict="fail"),
                rule(id="E", operation=MCP, origin="field", verdict="not-observable"),
            )
        )
    )
    rows = [" ".join(row.split()) for row in page.inside["tr"]]
    head = next(place for place, row in enumerate(rows) if row.endswith("documentapifield"))
    assert rows[head + 1 : head + 4] == [
        "all operations1 of 2 1 fail1 not applicable 0 of 1 1 SHOULD fail 0 of 1 1 not observable",
        f"{FLAT}1 of 2 1 fail1 not applicable 0 of 1 1 SHOULD fail ·no rule",
        f"{MCP}·no rule ·no rule 0 of 1 1 not observable",
    ]
    assert [bar["viewbox"] for bar in page.all("svg")] == [
        "0 0 2 1",
        "0 0 1 1",
        "0 0 1 1",
        "0 0 2 1",
        "0 0 1 1",
        "0 0 1 1",
    ]
    assert [(bar["class"], bar["x"], bar["width"]) for bar in page.all("rect")][:2] == [
        ("good", "0", "1"),
        ("bad", "1", "1"),
    ]


def test_a_cell_leads_to_its_rules(report: Build, rule: Build) -> None:
    page = Page(render(report(rule(operation="a b&c"))))
    assert "#operation=a%20b%26c&origin=document" in [attrs["href"] for attrs in page.all("a")]


def test_only_so_many_operations_are_in_the_matrix(report: Build, rule: Build) -> None:
    page = Page(render(report(*(rule(operation=f"op-{n}") for n in range(60)))))
    assert sum("op-" in row for row in page.inside["tr"]) == 50
    assert "10 more operations are in the list of all rules." in page.inside["p"]


@pytest.mark.parametrize(
    ("stamp", "reported"),
    [
        ("2025-11-21T21:55:03Z", "2025-11-21 21:55:03 UTC"),
        ("2025-11-21T21:55:03+00:00", "2025-11-21 21:55:03 UTC"),
        ("2025-11-21T21:55:03+02:00", "2025-11-21T21:55:03+02:00"),
        ("yesterday", "yesterday"),
    ],
)
def test_a_time_is_reported_as_people_write_it(stamp: str, reported: str) -> None:
    assert moment(stamp) == reported


@pytest.mark.parametrize(
    ("seconds", "reported"), [(0.04, "0.0 s"), (59.4, "59.4 s"), (59.7, "1 min 0 s"), (3_725.0, "62 min 5 s")]
)
def test_a_duration_is_reported_in_words(seconds: float, reported: str) -> None:
    assert took(seconds) == reported
