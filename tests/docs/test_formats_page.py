"""The page of what each format can carry is that of the tables."""

from __future__ import annotations

import importlib.util

from conformance.formats.form import FORMS
from conformance.formats.kinds import KINDS
from tests.docs.commands import ROOT

SCRIPT = ROOT / "docs" / "_ext" / "formats_page.py"


def test_the_page_is_what_the_script_writes() -> None:
    spec = importlib.util.spec_from_file_location("formats_page", SCRIPT)
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PAGE.read_text("utf-8") == script.page(), "run: python docs/_ext/formats_page.py"


def test_the_page_has_a_row_of_each_kind_and_every_note() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|") and line.count(" | ") == len(FORMS)]
    assert len(rows) == len(KINDS) + len({kind.partition("/")[0] for kind in KINDS})  # and a head for each table
    assert sum(row.count("\\*") for row in rows) == sum(len(form.notes) for form in FORMS.values())
    assert [note.link for form in FORMS.values() for note in form.notes.values() if f"<{note.link}>" not in page] == []
