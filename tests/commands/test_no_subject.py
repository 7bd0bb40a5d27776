"""No verdict is about a subject that nobody named: an empty name, as an unset variable gives it, is a mistake."""

from __future__ import annotations

import pytest

from conformance.commands.parser import parse
from conformance.commands.subject import command_line

SINGLE = "mcp-tool-to-chat-tool"
NAME_ONE = "Name one (package.module:object, a name that `conformance subjects` lists, or `reference`), or "


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


def test_verify_does_not_pass_over_an_empty_name(run):
    made = run("certify", "reference", "--operation", SINGLE, "--max-examples", "0", "--certificate", "c.json")
    assert made.status == 0, made.err
    for named in ([""], ["--url", ""]):
        done = run("verify", "c.json", *named)
        assert done.status == 2, named
        assert "Accepted" not in done.out
        assert done.err.count("\n") == 1


def test_the_command_that_repeats_a_run_of_the_reference_names_it():
    assert command_line(parse(["certify"])[1]) == "conformance certify reference"
