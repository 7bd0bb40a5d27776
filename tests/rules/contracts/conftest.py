"""Small specifications that a test may spoil."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

SPECS = Path(__file__).parents[3] / "specs"

SOURCES = """
sources:
  - {key: S9, title: A document, version: undated, sha256: "%s", summary: What it is.}
""" % ("0" * 64)
RULE = (
    "{id: %s, level: MUST, origin: document, sets: [documents], subject: text, title: A title, "
    "text: What holds., why: Why., "
    "sources: [{document: S9, section: One}], check: a-check}"
)
ROLES = "failed_call_rule: ALL-2\nwrong_shape_rule: ALL-1\nscope_rule: ALL-1\n"
EVERY = f"{ROLES}rules:\n  - {RULE % 'ALL-1'}\n  - {RULE % 'ALL-2'}\n"
SINGLE = f"""
operation: one-to-one
title: One thing becomes another
documents: [S9]
input: A thing.
output: Another.
conversion_rule: A-1
choices:
  - name: absent
    rule: A-1
    question: What then?
    answers: {{keep: Kept., drop: Gone.}}
    default: keep
    probes: [{{}}]
rules:
  - {RULE % "A-1"}
  - {RULE % "A-2"}
"""
LIST = f"""
operation: many-to-many
title: Things become others
documents: [S9]
input: Things.
output: Others.
conversion_rule: A-1
lifts: one-to-one
choices:
  - name: unusable-tool
    rule: A-1
    question: What then?
    answers: {{drop: Gone., raise: Fails.}}
    default: drop
    probes: [[]]
rules:
  - {RULE % "L-1"}
  - {RULE % "ALL-2"}
excluded:
  - {{what: A-2, reason: It has no list form.}}
  - {{what: ALL-1, reason: Not here.}}
"""
CASES = """
cases:
  - {id: first, rules: [A-1], note: A note., input: {a: [1, 1.0]}, output: {b: 1}}
  - id: second
    rules: [A-1, ALL-1]
    note: A note.
    input: 2
    expected:
      - {given: {absent: keep}, output: 3}
      - {given: {absent: drop}, error: {names: [two, deux]}}
"""


@pytest.fixture
def specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two small operations; it and an empty cache are those of this test."""
    folder = tmp_path / "specs"
    for operation, contract in (("one-to-one", SINGLE), ("many-to-many", LIST)):
        (folder / operation).mkdir(parents=True)
        (folder / operation / "contract.yaml").write_text(contract, "utf-8")
    (folder / "one-to-one" / "cases").mkdir()
    (folder / "one-to-one" / "cases" / "some.yaml").write_text(CASES, "utf-8")
    (folder / "sources.yaml").write_text(SOURCES, "utf-8")
    (folder / "every-operation.yaml").write_text(EVERY, "utf-8")
    for path in SPECS.glob("*.schema.json"):
        shutil.copy(path, folder)
    monkeypatch.setenv("CONFORMANCE_SPECS", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def spoil(specs: Path) -> Callable[[str, str, str], None]:
    """Replaces a text in a file: spoil(name, old, new)."""

    def replace(name: str, old: str, new: str) -> None:
        path = specs / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return replace
