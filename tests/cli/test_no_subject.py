"""No verdict is about a subject that nobody named: an empty name, as an unset variable gives it, is a mistake."""

from __future__ import annotations

import pytest

from conformance.cli.parser import parse
from conformance.cli.subject import command_line

SINGLE = "mcp-tool-to-chat-tool"
EMPTY = "The SUBJECT argument is empty. Is a variable unset? `reference` names the built-in subject."
NONE = "No subject is named. Name one: package.module:object, a name that `conformance subjects` lists, or `reference`."


@pytest.mark.expensive("runs all operations")
def test_only_the_bare_command_judges_the_reference(run, monkeypatch):
    monkeypatch.setattr("conformance.cli.subject.EXAMPLES", 0)
    done = run("certify", no_seed=True)
    assert (done.status, done.err) == (0, "")
    assert "reference conforms" in done.out


@pytest.mark.parametrize(
    "arguments",
    [("--quiet",), ("--seed", "1"), ("--max-examples", "0"), ("--operation", SINGLE), ("--python", "python3"), ("--",)],
)
def test_options_without_a_subject_are_a_mistake(run, here, arguments):
    done = run("certify", *arguments, no_seed=True)
    assert (done.status, done.out, done.err) == (2, "", f"conformance: {NONE}\n")
    assert not (here / "reports").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("certify", ""),
        ("certify", "", "--quiet"),
        ("certify", " "),
        ("diff-subjects", "", "reference"),
        ("diff-subjects", "reference", ""),
        ("serve", ""),
        ("serve", "", "--stdio"),
        ("record", ""),
    ],
)
def test_an_empty_name_is_no_subject(run, arguments):
    done = run(*arguments, no_seed=True, alone=False)
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith(f"{EMPTY}\n")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("flag", ["--command", "--url", "--wire", "--gateway", "--bind"])
def test_an_empty_way_to_a_subject_is_a_mistake(run, flag):
    done = run("certify", f"{flag}=", no_seed=True)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert flag in done.err


def test_an_empty_side_is_not_filled_by_the_next_name(run):
    done = run("diff-subjects", "--a-url", "", "reference", no_seed=True)
    assert (done.status, done.out) == (2, "")
    assert "--url ''" in done.err


def test_verify_does_not_pass_over_an_empty_name(run):
    made = run("certify", "reference", "--operation", SINGLE, "--max-examples", "0", "--certificate", "c.json")
    assert made.status == 0, made.err
    for named in ([""], ["--url", ""]):
        done = run("verify", "c.json", *named)
        assert done.status == 2, named
        assert "Accepted" not in done.out
        assert done.err.count("\n") == 1


def test_an_empty_baseline_is_a_mistake(run):
    done = run("certify", "reference", "--max-examples", "0", "--baseline", "")
    assert (done.status, done.out) == (2, "")
    assert "--baseline" in done.err


def test_the_command_that_repeats_the_bare_one_names_the_reference():
    assert command_line(parse(["certify"])[1]) == "conformance certify reference"
