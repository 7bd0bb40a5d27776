"""What the pages of a survey say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from conformance.field.pages.defects import fair_limit, unpublished
from tests.field.pages.building import MCP, make_defect, make_row
from tests.results.pages import Page

Read = Callable[[str], Page]


def words(page: Page) -> str:
    return " ".join(page.text.split())


def test_the_board_counts_libraries_versions_and_defects(page: Read) -> None:
    assert (
        "5 libraries that convert LLM tools and messages, judged in 7 versions by tool-conformance 0.1.0. "
        "The newest ones have 5 published defects; each is shown by a script that runs without the suite. "
        "They were judged on 2026-11-26. The newest release is of 2026-11-20."
    ) in words(page("index.html"))


def test_the_board_says_how_to_dispute_a_line(page: Read) -> None:
    assert "How to dispute a line Run the script of the defect: it needs the library alone." in words(
        page("index.html")
    )


@pytest.mark.parametrize(
    ("library", "said"),
    [
        ("acorn", ["2.0.0", "3 of 4 judged", "1 of 24", "27 of 30", "3 fail", "2 defects", "1 not published"]),
        ("birch", ["birch-llm", "0.4.1", "40 of 42", "2 fail", "27 of 30", "2 defects"]),
        ("cedar-js", ["conforms", "30 of 30", "none published"]),
        ("dogwood", ["could not be installed", "no version of dogwood-core", "2.9.0", "1 defect", "1 by design"]),
        ("elm", ["could not be judged", "killed after 600 s", "not known"]),
    ],
)
def test_the_board_has_a_row_for_each_library(page: Read, library: str, said: list[str]) -> None:
    (text,) = [text for text in page("index.html").inside["tr"] if text.strip().startswith(library)]
    for part in said:
        assert part in " ".join(text.split())


def test_a_library_says_what_changed_and_since_when(page: Read) -> None:
    own = page("libraries/acorn.html")
    lines = [" ".join(text.split()) for text in own.inside["tr"]]
    assert lines[1].startswith("2.0.02026-11-02") and "1 new" in lines[1] and "1 gone" in lines[1]
    assert "since 1.7.0; the rules were others" in lines[2]
    assert "does not startNo module named acorn.tools" in lines[3]
    assert "the oldest that was judged" in lines[4]
    gists = [text for text in own.inside["summary"] if "breaks" in text]
    assert "in all judged versions · breaks documents" in gists[0]
    assert "since 2.0.0 · breaks documents, safe" in gists[1]
    assert "Not published: 1 (the script prints nothing)." in words(own)


def test_a_library_that_cannot_be_installed_shows_its_newest_judged_version(page: Read) -> None:
    text = words(page("libraries/dogwood.html"))
    assert "3.0.0 could not be installed: no version of dogwood-core fits Python 3.11" in text
    assert "The results below are of 2.9.0" in text


def test_what_is_by_design_has_a_section_of_its_own(page: Read) -> None:
    own = page("libraries/dogwood.html")
    plain, design = words(own).split("By design 1")
    assert "this part has no result" in plain and "the tools are not in the order" not in plain
    assert "By design: tools are sorted by name so that prompts are cached" in design
    assert "MSG-3 chat-messages-to-responses-input parts of other APIs are refused" in design


def test_a_defect_has_its_input_its_difference_and_its_script(page: Read) -> None:
    own = page("libraries/birch.html")
    assert own.inside["del"] == ['...the notes.", "parameters": ' + _SCHEMA + "}}", "true"]
    assert own.inside["ins"][1] == "false"
    texts = own.inside["pre"]
    assert any(text.startswith("import json\nfrom acorn.tools import convert") for text in texts)
    assert any(text.startswith('[\n  {\n    "type": "function"') for text in texts)
    command = "conformance survey bisect birch 'chat-tools-to-responses-tools/TR-4/output/*/strict'"
    assert command in own.inside["code"]


def test_a_defect_names_what_else_it_consists_of(page: Read) -> None:
    assert "strict is absent, the source says true TR-4a, 3 inputs" in page("libraries/birch.html").inside["li"]


_SCHEMA = '{"type": "object", "properties": {"value": {}}}'


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
