"""What the build of the site writes: the rule reference from specs/, and the pages of the repository's root."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from markdown_it import MarkdownIt

from conformance.rules.contracts import Contract, Rule
from tests.docs.commands import code_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site():
    """The extensions of the site, which find each other as Sphinx lets them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS / "_ext"))
        import counts
        import repository_pages
        import rule_reference

        yield SimpleNamespace(rules=rule_reference, root=repository_pages, counts=counts)
    for name in ("counts", "repository_pages", "rule_reference"):
        sys.modules.pop(name)


@pytest.fixture(scope="module")
def reference(site):
    return site.rules.load()


@pytest.fixture(scope="module")
def pages(site, reference) -> dict[str, str]:
    return site.rules.pages(reference)


def test_there_is_a_page_for_each_operation_and_one_that_lists_them(pages, reference):
    names = [contract.operation for contract in reference.contracts]
    assert sorted(pages) == sorted(["index.md", *(f"{name}.md" for name in names)])
    assert all(f"]({name}.md)" in pages["index.md"] for name in names)


@pytest.mark.expensive("writes the pages of all operations")
def test_each_rule_is_on_the_pages_of_its_operations_with_all_that_is_known_of_it(pages, reference):
    for contract in reference.contracts:
        sections = pages[f"{contract.operation}.md"].split("\n## ")
        for rule in contract.rules:
            (section,) = (text for text in sections if text.startswith(f"{rule.id}: "))
            reported = words(section)
            wanted = [rule.text, rule.why, rule.settled or "", *(source.section for source in rule.sources)]
            wanted += [choice.question for choice in contract.choices if choice.rule == rule.id]
            wanted += [rule.level, rule.origin]
            assert [text for text in wanted if words_of(text) not in reported] == [], (contract.operation, rule.id)
            assert [link for link in rule.threads if link not in section] == []
            assert ("**Example**" in section) is any(rule.id in case.rules for case in contract.cases)


def test_a_page_lists_what_no_rule_objects_to(pages):
    accepted = pages["tool-loop.md"].partition("\n## Accepted\n")[2].partition("\n## ")[0]
    assert "- `max_rounds` limits the requests or the rounds of calls." in accepted.splitlines()


def test_a_thread_is_with_the_rule_that_it_convicts(pages):
    section = pages["mcp-tool-to-chat-tool.md"].split("\n## MCP-9: ")[1].split("\n## ")[0]
    assert (
        "(<https://github.com/PrefectHQ/fastmcp/issues/594>): A tool whose description is null was refused." in section
    )


def words(markdown: str) -> str:
    """The text of Markdown without its markup and its spaces."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    children = [child for token in tokens for child in token.children or ()]
    return "".join("".join(child.content for child in children if child.type in ("text", "code_inline")).split())


def words_of(text: str) -> str:
    return "".join(text.replace("`", "").split())


STRANGE = "a *b* _c_ <b>d</b> [e](f) {ref}`g` #h `{\"i\": '*'}` 2**53 `j|k` \\ ~x~ $y$"


def test_markup_in_a_specification_stays_text(site, reference):
    rule = Rule(
        id="X-1", level="MUST", origin="field", title=STRANGE, text=STRANGE, why=STRANGE, sources=(), check="none"
    )
    contract = Contract(
        operation="x-to-y",
        title=STRANGE,
        documents=(),
        input=STRANGE,
        output=STRANGE,
        conversion_rule="X-1",
        rules=(rule,),
    )
    page = site.rules.pages(reference._replace(
        specifications=replace(reference.specifications, contracts={"x-to-y": contract})
    ))["x-to-y.md"]  # fmt: skip
    assert page.count("\\{ref\\}") == 7  # no role of MyST
    section = page.split("\n## ")[1]
    assert words(section).count(words_of(STRANGE)) == 3
    assert "<b>" not in MarkdownIt("commonmark").render(section)


def test_a_rule_is_linked_by_its_id_and_any_other_heading_as_a_forge_does_it(site):
    pytest.importorskip("myst_parser")
    assert site.rules.anchor("MCP-2a: No other schema keeps a default either") == "MCP-2a"
    assert site.rules.anchor("Over HTTP") == "over-http"


def test_a_rule_that_the_search_does_not_open_is_named(site, reference):
    rules = [(contract, rule) for contract in reference.contracts for rule in contract.rules]
    docnames = [f"rules/{contract.operation}" for contract in reference.contracts]
    entries: dict[str, list] = {}
    for contract, rule in rules:
        is_main = rule.id != "MCP-3"  # an entry that is not a main one comes after all text
        entries.setdefault(rule.id.lower(), []).append(
            [docnames.index(f"rules/{contract.operation}"), rule.id, is_main]
        )
    del entries["loop-1"]
    index = f"Search.setIndex({json.dumps({'docnames': docnames, 'indexentries': entries})})"
    lists = [contract.operation for contract, rule in rules if rule.id == "MCP-3"]
    assert sorted(site.rules.not_found(index, reference)) == sorted(
        ["tool-loop#LOOP-1", *(f"{operation}#MCP-3" for operation in lists)]
    )
    assert len(site.rules.not_found("", reference)) == len(rules)


@pytest.mark.expensive("writes the pages of all operations")
def test_the_page_of_an_operation_that_is_gone_is_removed(site, tmp_path, monkeypatch):
    monkeypatch.setattr(site.rules, "FOLDER", tmp_path / "rules")
    site.rules.write_pages()
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "rules").iterdir()}
    (tmp_path / "rules" / "gone.md").write_text("", "utf-8")
    site.rules.write_pages()
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "rules").iterdir()} == before


@pytest.mark.parametrize(
    ("source", "page", "link", "moved"),
    [
        (DOCS / "a.md", DOCS / "a.md", "b.md#part", "b.md#part"),
        (DOCS / "a.md", DOCS / "a.md", "../ARCHITECTURE.md", "project/architecture.md"),
        (DOCS / "a.md", DOCS / "a.md", "../README.md#part", "index.md#part"),
        (DOCS / "a.md", DOCS / "a.md", "../specs", "rules/index.md"),
        (DOCS / "a.md", DOCS / "a.md", "../specs/report.schema.json", "../specs/report.schema.json"),
        (ROOT / "CONTRIBUTING.md", DOCS / "project" / "contributing.md", "ARCHITECTURE.md", "architecture.md"),
        (ROOT / "CONTRIBUTING.md", DOCS / "project" / "contributing.md", "docs/a.md", "../a.md"),
        (ROOT / "CONTRIBUTING.md", DOCS / "project" / "contributing.md", "specs/x.json", "../../specs/x.json"),
        (DOCS / "a.md", DOCS / "a.md", "https://example.com/a.md", "https://example.com/a.md"),
        (DOCS / "a.md", DOCS / "a.md", "#part", "#part"),
    ],
)
def test_a_link_leads_to_the_same_thing_in_the_site(site, source, page, link, moved):
    assert site.root.relinked(f"see [it]({link}).", source, page) == f"see [it]({moved})."


def test_pages_count_all_operations_of_today(site):
    text = "    Limits: 1 of 3 operations, 2 rules are not observable.\n\n`(2 of 14 operations)`"
    assert site.counts.counted(text, 99) == text.replace("of 3", "of 99")


def test_what_the_guide_quotes_of_the_project_is_there():
    beside = [ROOT / folder / "README.md" for folder in ("conformance", "tests/suite")]
    pages = (DOCS / "add-a-rule.md", DOCS / "add-a-library.md", *beside)
    quoted = {name: text for page in pages for name, text in code_of(page).items()}
    assert len(quoted) == 6
    for name, text in quoted.items():
        assert text in (ROOT / name).read_text("utf-8"), name
