"""The page of the project's file: its example is taken, and it names every key and every command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.commands import settings
from conformance.running.project.find import find_project
from conformance.running.project.keys import SETTINGS
from tests.docs.commands import ROOT, block

PAGE = ROOT / "docs" / "config.md"
MOST_WORDS = 300


def test_the_example_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text(block(PAGE, "toml"), "utf-8")
    project = find_project()
    assert project is not None
    settings.check_names(project)
    assert settings.certified(project) == ("acme",)


def test_the_page_names_every_key_and_those_that_are_true_of_the_projects_subjects_only() -> None:
    rows = [set(re.findall(r"`([a-z-]+)`", row)) for row in re.findall(r"^\| (`.*?) \|", PAGE.read_text("utf-8"), re.M)]
    assert set().union(*rows) == set(SETTINGS)
    assert rows[-1] == {key for key in SETTINGS if SETTINGS[key].of_subject}


def test_the_page_names_every_command_that_reads_the_file() -> None:
    (named,) = (text for text in PAGE.read_text("utf-8").split("\n\n") if text.endswith(" read the file\ntoo."))
    assert set(re.findall(r"`([a-z-]+)`", named)) == set(settings.TAKEN) - {"certify"}


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text("utf-8").split()) <= MOST_WORDS
