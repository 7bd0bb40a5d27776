"""Each word of reports is in the glossary, and a page for users that uses one which is no plain English links to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL
from conformance.results.html.wording import LABELS as WORDING
from conformance.results.terminal import LABELS
from conformance.rules.contracts import SETS
from conformance.rules.losses.provenance import CHANGED, DROPPED, KEPT, RENAMED
from conformance.running.engine.result import VERDICTS
from tests.docs.commands import ROOT

DOCS = ROOT / "docs"
GLOSSARY = (DOCS / "glossary.md").read_text("utf-8")
# What reports, the terminal and the pages say besides the names of verdicts, standings and sets.
VOCABULARY = (
    "advice", "advisory", "also", "also breaks", "answer", "baseline", "behaves like", "breaks", "case",
    "certificate", "charged", "check", "choice", "conforms", "conforms in part", "contrast", "copy", "deciding",
    "defect", "driver", "evidence", "example", "excused", "failure", "fault", "headline", "incomplete", "input",
    "ledger", "left out", "level", "mutant", "open", "operation", "oracle", "origin", "outcome", "probe",
    "reduced", "reference", "regression", "requirement set", "rule", "S0 to S4", "scope", "seed", "set", "SHOULD",
    "sound variant", "standing", "station", "subject", "trial",
)  # fmt: skip
STRANGE = ("advisory", "charged", "excused", "ledger", "oracle", "standing")
FOR_USERS = [page for page in sorted(DOCS.glob("*.md")) if not page.name.startswith("add-")]


def explained() -> set[str]:
    """The words of the first column, and the words that the second one sets off."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", GLOSSARY, re.MULTILINE)
    words = {word.strip("` ") for first, _second in rows for word in first.split(", ")}
    return words | {word for _first, second in rows for word in re.findall(r"[*`]([\w-]+)[*`]", second)}


def test_each_word_of_reports_is_explained_in_one_line() -> None:
    verdicts = {verdict.replace("-", " ") for verdict in VERDICTS}
    labels = {label.strip() for label in LABELS} | {label.lower() for _key, label in WORDING if label != "Why"}
    statuses = {KEPT, RENAMED, CHANGED, DROPPED}
    assert sorted({*VOCABULARY, *labels, *statuses, *verdicts, REAL, DOCUMENTED, MALFORMED, *SETS} - explained()) == []


@pytest.mark.parametrize("page", FOR_USERS, ids=lambda page: page.stem)
def test_a_page_for_users_that_has_a_strange_word_links_to_the_glossary(page: Path) -> None:
    text = page.read_text("utf-8")
    used = [word for word in STRANGE if re.search(rf"\b{word}s?\b", text, re.IGNORECASE)]
    assert not used or page.name == "glossary.md" or "](glossary.md" in text, used


def test_conforms_is_defined_on_the_first_page_alone() -> None:
    definition = re.compile(r"^A run \*\*conforms\*\* if .*?with the reason\.", re.DOTALL | re.MULTILINE)
    pages = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
    assert [page.name for page in pages if definition.search(page.read_text("utf-8"))] == ["start.md"]
