"""What the pages of a survey say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from conformance.field.pages.defects import fair_limit, unpublished
from tests.field.pages.building import MCP, make_defect, make_row
from tests.results.pages import Page

Read = Callable[[str], Page]


def test_the_rules_of_an_operation_name_who_fails_them(page: Read) -> None:
    own = page("rules/mcp-tools-to-responses-tools.html")
    articles = {text.split()[0]: " ".join(text.split()) for text in own.inside["article"]}
    assert "Fails~ dogwood 2.9.0, by design" in articles["M2R-3a"]
    assert "Neitherdogwood not observable" in articles["M2R-1b"]
    assert "Holds✓ dogwood 2.9.0" in articles["M2R-1"]
    assert "the specifications no longer have this rule Fails✗ dogwood" in articles["M2R-0"]


def test_a_failure_leads_to_its_defect(page: Read) -> None:
    links = {element["href"] for element in page(f"rules/{MCP}.html").all("a")}
    anchor = f"{MCP}-MCP-2-output-function-parameters-properties-value-default"
    assert f"../libraries/acorn.html#{anchor}" in links
    assert "../libraries/acorn.html" in links  # MCP-4, which is not published


def test_inputs_are_cut_only_where_they_are_longest() -> None:
    assert fair_limit([10, 20, 30], 100, 50) == 50
    assert fair_limit([10, 10, 1_000, 1_000], 520, 8_000) == 250
    assert fair_limit([], 100, 50) == 50
    assert sum(min(number, fair_limit([7, 90, 400, 33], 200, 999)) for number in (7, 90, 400, 33)) <= 200


def test_reasons_against_a_publication_are_counted() -> None:
    found = [make_defect(unpublished=why) for why in ("b", "a", "b")]
    assert unpublished(make_row(defects=[*found, make_defect(), make_defect(script=None)])) == [
        (2, "b"),
        (1, "a"),
        (1, "no script shows it"),
    ]


def test_two_defects_with_one_key_have_two_anchors(site: Callable[..., Any]) -> None:
    read = site([make_row(defects=[make_defect(), make_defect(message="another")])])
    ids = re.findall(r'<details class="entry defect prints" id="([^"]+)"', read("libraries/acorn.html"))
    assert len(set(ids)) == 2
