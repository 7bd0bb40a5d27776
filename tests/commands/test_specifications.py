"""Specifications that somebody edits: a mistake in them is reported as theirs, with its place."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

SPECS = Path(__file__).parents[2] / "specs"
SINGLE = "mcp-tool-to-chat-tool"
OUR_FAULT = "This is the suite's own fault; please report it."
CONTRADICTION = """
cases:
  - id: contradiction
    rules: [MCP-1]
    note: The name is changed.
    input: {name: before, description: Text., inputSchema: {type: object, properties: {}}}
    output: {type: function, function: {name: after, description: Text., parameters: {type: object, properties: {}}}}
"""


@pytest.fixture
def specs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the specifications that may be changed: one operation, few cases."""
    folder = tmp_path_factory.mktemp("specs")
    for path in SPECS.glob("*.*"):
        shutil.copy(path, folder)
    (folder / SINGLE / "cases").mkdir(parents=True)
    for name in ("contract.yaml", "cases/names.yaml"):
        shutil.copy(SPECS / SINGLE / name, folder / SINGLE / name)
    return folder


def test_specifications_of_ones_own_are_used(run, specs):
    done = run("certify", "reference", "--max-examples", "0", "-v", CONFORMANCE_SPECS=str(specs))
    assert "chat-tools-to-responses-tools" not in done.out
    assert f"{SINGLE}: " in done.out
    assert done.err == ""


def test_a_mistake_in_a_file_is_the_users(run, here, specs):
    with (specs / SINGLE / "contract.yaml").open("a") as file:
        file.write("title: again\n")
    done = run("certify", "reference", "--max-examples", "0", CONFORMANCE_SPECS=str(specs))
    assert done.status == 2
    assert f"{SINGLE}/contract.yaml, line " in done.err
    assert "the key 'title' appears twice; keep one." in done.err
    assert len(done.err.splitlines()) == 1
    assert OUR_FAULT not in done.err
    assert list(here.iterdir()) == []


def test_a_case_that_contradicts_its_rule_is_told_with_its_place_after_the_reports(run, here, specs):
    (specs / SINGLE / "cases" / "wrong.yaml").write_text(CONTRADICTION, "utf-8")
    done = run("certify", "reference", "--max-examples", "0", CONFORMANCE_SPECS=str(specs))
    assert done.status == 3
    assert f"{SINGLE}/cases/wrong.yaml:3: the expected output of the case contradiction breaks MCP-1: " in done.err
    assert len(done.err.splitlines()) == 1
    assert (here / "reports" / "report.json").is_file()


def test_a_check_that_does_not_exist_is_its_authors_mistake(run, specs):
    contract = specs / SINGLE / "contract.yaml"
    contract.write_text(contract.read_text("utf-8").replace("check: chat-form", "check: chat-from"), "utf-8")
    done = run("certify", "reference", "--max-examples", "0", CONFORMANCE_SPECS=str(specs))
    assert done.status == 2
    assert re.search(rf"{SINGLE}/contract.yaml:\d+: MCP-1 names the check 'chat-from', which does not exist", done.err)
    assert "Did you mean chat-form?" in done.err
    assert OUR_FAULT not in done.err


def test_an_edit_that_keeps_size_and_time_is_noticed(run, specs):
    contract = specs / SINGLE / "contract.yaml"
    before, text = contract.stat(), contract.read_text("utf-8")
    first = run("certify", "reference", "--json", "first.json", CONFORMANCE_SPECS=str(specs))
    assert first.status == 0
    contract.write_text(text.replace("check: chat-form", "check: chat-from"), "utf-8")
    os.utime(contract, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert contract.stat().st_size == before.st_size
    done = run("certify", "reference", "--max-examples", "0", CONFORMANCE_SPECS=str(specs))
    assert "names the check 'chat-from', which does not exist" in done.err


def test_a_cache_that_cannot_be_written_is_no_error(run, here, specs):
    (here / "file").write_text("", "utf-8")
    done = run(
        "certify", "reference", "--max-examples", "0", CONFORMANCE_SPECS=str(specs), XDG_CACHE_HOME=str(here / "file")
    )
    assert done.err == ""
    assert (here / "reports" / "report.json").is_file()


def test_a_relative_cache_is_not_made_in_the_folder(run, here):
    assert run("rules", XDG_CACHE_HOME="cache").status == 0
    assert list(here.iterdir()) == []
