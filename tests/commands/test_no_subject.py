"""No verdict is about a subject that nobody named: an empty name, as an unset variable gives it, is a mistake."""

from __future__ import annotations

import pytest

from conformance.commands.parser import parse
from conformance.commands.subject import command_line

SINGLE = "mcp-tool-to-chat-tool"
EMPTY = "The SUBJECT argument is empty. Is a variable unset? `reference` names the built-in subject."
NAME_ONE = "Name one (package.module:object, a name that `conformance subjects` lists, or `reference`), or "
NONE = (
    "No subject is named, and no conformance.toml is here or above. "
    f"{NAME_ONE}write one with `conformance init --config`."
)


@pytest.mark.parametrize(
    "name",
    [
        "Conformance.toml",
        ".conformance.toml",
        "conformance.tml",
        "conformance.yaml",
        "conformance.yml",
        "conformance.json",
        "conformence.toml",
        "conformance-.toml",
    ],
)
def test_a_file_with_a_name_like_that_of_the_configuration_is_named(run_in, here, name):
    (here / name).write_text(f'[subjects.acme.bind]\n{SINGLE} = "acme:convert"\n', "utf-8")
    (here / "in").mkdir()
    for folder, path in ((here, name), (here / "in", f"../{name}")):
        done = run_in(folder, "certify", no_seed=True)
        said = f"No subject is named, and {path} is not read. {NAME_ONE}rename it to conformance.toml."
        assert (done.status, done.out, done.err) == (2, "", f"conformance: {said}\n")
    assert not (here / "reports").exists()


def test_files_of_other_names_are_not_taken_for_the_configuration(run, here):
    for name in ("conformance.schema.json", "conformance.md", "conform.toml", "conformance-baseline.json", "setup.cfg"):
        (here / name).write_text("", "utf-8")
    assert run("certify", no_seed=True).err == f"conformance: {NONE}\n"


def test_a_configuration_without_a_subject_names_none(run, here):
    (here / "conformance.toml").write_text("seed = 3\n", "utf-8")
    done = run("certify", no_seed=True)
    said = f"No subject is named, and conformance.toml has no subject. {NAME_ONE}write [subjects.NAME] there."
    assert (done.status, done.out, done.err) == (2, "", f"conformance: {said}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--quiet",),
        ("--seed", "1"),
        ("--max-examples", "0"),
        ("--operation", SINGLE),
        ("--python", "python3"),
        ("--",),
    ],
)
def test_a_command_without_a_subject_is_a_mistake(run, here, arguments):
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


def test_the_command_that_repeats_a_run_of_the_reference_names_it():
    assert command_line(parse(["certify"])[1]) == "conformance certify reference"
