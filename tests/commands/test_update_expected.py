"""certify --update-expected: what it adds, what it deletes, and that it says so."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

SINGLE, LIST = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"
FILE = "known.toml"
MANY = """
def many(tools):
    return [convert(tool) for tool in tools]
"""
# What `update` writes of the subject, without comments.
WRITTEN = f"""
[[failure]]
operation = "{SINGLE}"
rule = ["MCP-2", "MCP-2a"]
cause = "default-kept at default"
reason = ""

[[failure]]
operation = "{SINGLE}"
rule = "MCP-10"
cause = "did-not-raise"
reason = ""
"""


@pytest.fixture
def certify(run, keeps_defaults):
    """Certifies a subject with two defects, and reads the file."""
    given = (*keeps_defaults, "--expected-failures", FILE, "--max-examples", "1", "--seed", "1")
    return lambda *arguments: run("certify", *given, *arguments)


@pytest.fixture
def update(certify):
    return lambda *arguments: certify("--update-expected", *arguments)


def entries(here: Path) -> list[dict]:
    return tomllib.loads((here / FILE).read_text("utf-8")).get("failure", [])


@pytest.mark.expensive("certifies a converter")
def test_each_defect_that_decides_becomes_an_entry_without_a_reason(update, here):
    with (here / "acme.py").open("a", encoding="utf-8") as file:
        file.write(MANY)
    done = update("--bind", f"{LIST}=acme:many")
    assert (done.status, done.err) == (1, "")
    assert entries(here) == [
        {"operation": [SINGLE, LIST], "rule": ["MCP-2", "MCP-2a"], "cause": "default-kept at default", "reason": ""},
        {"operation": [SINGLE, LIST], "rule": "MCP-10", "cause": "did-not-raise", "reason": ""},
    ]
    text = (here / FILE).read_text("utf-8")
    assert '# the property "value" still has its default, 1; wanted it absent (at\n# /output/function/' in text
    assert f"{FILE}: added MCP-2, MCP-2a of {SINGLE}, {LIST}: the property" in done.out
    lines = [str(number) for number, line in enumerate(text.splitlines(), 1) if line.startswith("reason")]
    assert f"Fill in 2 reasons in {FILE}, lines {', '.join(lines)}: until then" in done.out


def test_a_run_with_an_empty_reason_is_status_2_and_names_the_line(update, certify, here):
    (here / FILE).write_text(WRITTEN, "utf-8")
    line = 1 + WRITTEN.splitlines().index('reason = ""')
    for again in (certify(), update()):
        assert again.status == 2
        assert f"{FILE}, line {line}: the reason of MCP-2, MCP-2a of {SINGLE} is empty, as in line " in again.err
        assert len(again.err.splitlines()) == 1


@pytest.mark.expensive("certifies a converter")
def test_with_its_reasons_filled_in_the_run_is_a_gate_that_passes(update, certify, here):
    (here / FILE).write_text(WRITTEN.replace('reason = ""', 'reason = "fixed in June"'), "utf-8")
    assert certify().status == 0
    again = update()
    assert (again.status, f"{FILE}: nothing to add, nothing to delete." in again.out) == (0, True)


@pytest.mark.expensive("certifies a converter")
def test_what_no_longer_fails_is_deleted_and_the_rest_stays_as_it_was_written(update, certify, here):
    own = (
        "# ours\n\n"
        f'# stale\n[[failure]]\noperation = "{SINGLE}"\nrule = "MCP-3"\nreason = "old"  # gone\n\n'
        "# a heading\n\n"
        f'[[failure]]  # kept\nreason = "why"\nrule = ["MCP-2", "MCP-4",\n  "MCP-2a"]\noperation = "mcp-*"\n'
    )
    (here / FILE).write_text(own, "utf-8")
    done = update()
    text = (here / FILE).read_text("utf-8")
    assert done.status == 1  # MCP-10 is new
    assert text.startswith(
        "# ours\n\n# a heading\n\n"
        '[[failure]]  # kept\ncause = "default-kept at default"\nreason = "why"\nrule = ["MCP-2", "MCP-2a"]\n'
        'operation = "mcp-*"\n\n# the call must fail'
    )
    assert [entry["rule"] for entry in entries(here)] == [["MCP-2", "MCP-2a"], "MCP-10"]
    assert f"{FILE}: deleted MCP-3 of {SINGLE} (nothing fails now; its reason was: old)" in done.out
    added = "added the cause to the entry of MCP-2, MCP-4, MCP-2a of mcp-*: default-kept at default"
    assert f"{FILE}: {added}" in done.out
    assert f"{FILE}: deleted MCP-4 from the entry of MCP-2, MCP-4, MCP-2a of mcp-* (nothing fails now)" in done.out


@pytest.mark.expensive("certifies a converter")
def test_a_cause_for_which_nothing_fails_goes_from_an_entry_that_has_others(update, certify, here):
    known = WRITTEN.replace('reason = ""', 'reason = "known"')
    (here / FILE).write_text(known.replace('"default-kept at default"', '["gone", "default-kept at default"]'), "utf-8")
    assert certify().status == 0  # another seed may show it
    done = update()
    assert f"{FILE}: deleted gone from the entry of MCP-2, MCP-2a of {SINGLE} (nothing fails now)" in done.out
    assert tomllib.loads((here / FILE).read_text("utf-8")) == tomllib.loads(known)


@pytest.mark.expensive("certifies a converter")
def test_entries_are_never_deleted_without_the_flag(certify, here):
    own = f'[[failure]]\noperation = "{SINGLE}"\nrule = "MCP-3"\nreason = "old"\n'
    (here / FILE).write_text(own, "utf-8")
    assert certify().status == 1
    assert (here / FILE).read_text("utf-8") == own


def test_where_everything_passes_the_run_conforms_and_the_entries_go(run, here):
    names = f'operation = "{SINGLE}"\nrule = "MCP-3"\nreason = "old"\n'
    other = 'operation = "tool-loop"\nrule = "LOOP-1"\nreason = "older"\n'
    (here / FILE).write_text(f"[[failure]]\n{names}\n[[failure]]\n{other}", "utf-8")
    bind = ("--bind", f"{SINGLE}=conformance.reference:mcp_tool_to_chat_tool")
    done = run("certify", *bind, "--max-examples", "1", "--seed", "1", "--expected-failures", FILE, "--update-expected")
    assert (done.status, done.err) == (0, "")
    assert "deleted LOOP-1 of tool-loop (the subject has no such rule; its reason was: older)" in done.out
    assert entries(here) == []


@pytest.mark.expensive("certifies a converter")
def test_a_link_to_the_file_stays_a_link_and_quiet_says_what_was_written(update, here):
    (here / "elsewhere.toml").write_text("", "utf-8")
    (here / FILE).symlink_to("elsewhere.toml")
    assert f"{FILE}: added " in update("--quiet").out  # also then it says what was written
    assert (here / FILE).is_symlink()
    assert tomllib.loads((here / "elsewhere.toml").read_text("utf-8")) == tomllib.loads(WRITTEN)


@pytest.mark.expensive("certifies a converter")
def test_a_file_of_inline_tables_is_left_as_it_is(update, here):
    own = f'failure = [{{operation = "{SINGLE}", rule = "MCP-2", reason = "x"}}]\n'
    (here / FILE).write_text(own, "utf-8")
    done = update()
    assert done.status == 2
    assert f"{FILE} is left as it is: it is not written as [[failure]] tables" in done.err
    assert (here / FILE).read_text("utf-8") == own


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("--rule", "MCP-2"), "--update-expected cannot be combined with --rule."),
        (("--case", "required-order"), "--update-expected cannot be combined with --case."),
        (("--origin", "api"), "--update-expected cannot be combined with --origin."),
        (("--max-examples", "0"), "--update-expected cannot be combined with --max-examples 0."),
        (("--certificate", "c.json", "--requirements", "safe"), "cannot be combined with --certificate."),
    ],
)
def test_a_part_of_a_run_does_not_write_it(update, here, arguments, reported):
    done = update(*arguments)
    assert done.status == 2
    assert reported in done.err
    assert len(done.err.splitlines()) == 1
    assert not (here / FILE).exists()


def test_it_needs_a_file(run, keeps_defaults):
    done = run("certify", *keeps_defaults, "--update-expected")
    assert done.status == 2
    assert "--update-expected needs --expected-failures. Name the file that is to be written." in done.err
    assert len(done.err.splitlines()) == 1


def test_a_place_that_cannot_be_written_is_refused_before_the_run(run, here, keeps_defaults):
    (here / "file").write_text("", "utf-8")
    done = run("certify", *keeps_defaults, "--update-expected", "--expected-failures", "file/known.toml")
    assert done.status == 2
    assert "file/known.toml cannot be written: file is not a folder" in done.err


@pytest.mark.expensive("certifies a converter")
def test_the_file_may_be_that_of_the_project(run, here, keeps_defaults):
    table = f'expected-failures = "{FILE}"\n[subjects.acme.bind]\n{SINGLE} = "acme:convert"\n'
    (here / "conformance.toml").write_text(table, "utf-8")
    done = run("certify", "--max-examples", "1", "--seed", "1", "--update-expected")
    assert (done.status, done.err) == (1, "")
    assert [entry["rule"] for entry in entries(here)] == [["MCP-2", "MCP-2a"], "MCP-10"]
