"""Where the run of a report was started: where the files are that its command names."""

from __future__ import annotations

import shlex

import pytest

from conformance.commands.report_folder import folder_of


@pytest.mark.parametrize(
    ("words", "there", "found"),
    [
        ("certify acme:convert", "acme.py", ".."),
        ("certify ./a.mjs --rule A-1", "a.mjs", ".."),
        ("certify --bind tool-loop=src/a.mjs:run", "src/a.mjs", ".."),
        ("certify --command 'node src/main.mjs --flag x.json' --case a", "src/main.mjs", ""),
        ("certify --command 'node src/main.mjs'", "src/main.mjs", ".."),
        ("certify --url http://127.0.0.1:1/a.b", "a.mjs", ""),
        ("certify acme", "acme.py", ""),
        ("certify --command 'node /nowhere/main.mjs'", "a.mjs", ""),
    ],
)
def test_the_folder_of_a_command_has_the_files_that_it_names(tmp_path, monkeypatch, words, there, found):
    path = tmp_path / there
    path.parent.mkdir(exist_ok=True)
    path.write_text("", "utf-8")
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    assert folder_of(shlex.split(f"conformance {words}"), "../reports/report.json") == found
