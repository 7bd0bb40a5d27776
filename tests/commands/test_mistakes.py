"""What a user can get wrong: one line that says what was wrong and what to do, status 2, and nothing written."""

from __future__ import annotations

import os
import sys
import types

import pytest

from conformance.formats.operations import operations

SINGLE = "mcp-tool-to-chat-tool"

# (arguments, what the line must say)
MISTAKES = [
    (["certfy"], ["'certfy'", "Did you mean certify"]),
    (["certify", "referense"], ["Unknown subject 'referense'", "Did you mean reference?", "package.module:object"]),
    (["certify", "reference", "more"], ["one argument too many: 'more'"]),
    (["certify", "reference", "--seeds", "4"], ["unknown option '--seeds'", "--seed"]),
    (["certify", "reference", "--max-examples", "-1"], ["--max-examples", "'-1' is not a whole number"]),
    (["certify", "reference", "--timeout", "soon"], ["--timeout", "'soon' is not a number of seconds"]),
    (
        ["certify", "reference", "--memory-limit", "3X"],
        ["--memory-limit", "'3X' is not an amount of memory such as 4G, 512M or 0"],
    ),
    (["certify", "reference", "--origin", "documents"], ["--origin", "'documents'", "choose from"]),
    (
        ["certify", "reference", "--operation", "mcp-tool-to-chat"],
        ["Unknown operation 'mcp-tool-to-chat'", f"Did you mean {SINGLE}"],
    ),
    (["certify", "reference", "--operation", "mpc-*"], ["No operation matches 'mpc-*'", "Did you mean mcp-*"]),
    (
        ["certify", "reference", "--rule", "MCP-99"],
        [f"'MCP-99' in the {len(operations())} operations of this run"],
    ),
    (["certify", "reference", "--operation", "x"], ["Unknown operation 'x'", "Known: ", SINGLE]),
    (["certify", "reference", "--rule", "MCP-22"], ["Unknown rule 'MCP-22'", "Did you mean MCP-2"]),
    (["certify", "reference", "--rule", "ZZZZZZ"], ["Unknown rule 'ZZZZZZ'", "conformance rules lists them"]),
    (
        ["certify", "reference", "--case", "required-orders"],
        ["Unknown case 'required-orders'", "Did you mean required-order"],
    ),
    (["certify", "reference", "--case", "zzzzzzzz"], ["Unknown case 'zzzzzzzz'", "specs folder"]),
    (
        ["certify", "reference", "--choice", "strict-when-absent"],
        ["'strict-when-absent' is not of the form NAME=ANSWER"],
    ),
    (
        ["certify", "reference", "--choice", "strict-absent=omit"],
        ["Unknown choice 'strict-absent'", "strict-when-absent"],
    ),
    (["certify", "reference", "--choice", "strict-when-absent=no"], ["no answer 'no'", "false, omit"]),
    (
        ["certify", "reference", "--choice", "on-invalid=raise", "--choice", "on-invalid=filter"],
        ["on-invalid is given twice"],
    ),
    (["certify", "--bind", SINGLE], ["is not of the form OPERATION=package.module:function"]),
    (["certify", "--bind", "mcp-tool=a:b"], ["Unknown operation 'mcp-tool' in --bind"]),
    (["certify", "--bind", "a=b"], ["Unknown operation 'a' in --bind", "Known: "]),
    (["certify", "--bind", f"{SINGLE}=acme"], ["names no function", "package.module:function"]),
    (["certify", "--bind", f"{SINGLE}=no_such_module:f"], ["no module named 'no_such_module'"]),
    (
        ["certify", "reference", "--bind", f"{SINGLE}=a:b"],
        ["--bind cannot be combined with the SUBJECT"],
    ),
    (["certify", "reference", "--command", "x"], ["--command cannot be combined with the SUBJECT argument reference"]),
    (["certify", "a:b", "--python", "x", "--in-process"], ["--in-process", "Remove --python"]),
    (["certify", "reference", "--python", "python3"], ["--python cannot be combined with the reference"]),
    (["certify", "a:b", "--python", "no-such-python"], ["'no-such-python' is not there"]),
    (["certify", "--command", "no-such-program"], ["'no-such-program' is not there"]),
    (["certify", "--command", "'"], ["--command cannot be read", "quotes"]),
    (["certify", "--command", "false"], ["exited with status 1 before it answered describe", "by hand"]),
    (["certify", "--command", "cat"], ["before it answered describe", "print to standard error"]),
    (["certify", "a:b", "--env", "NO_SUCH_VARIABLE"], ["NO_SUCH_VARIABLE", "not set here"]),
    (["certify", "reference", "--input", "tool.json"], ["--input needs --operation"]),
    (
        ["certify", "reference", "--operation", SINGLE, "--input", "gone.json"],
        ["--input gone.json cannot be read: No such file"],
    ),
    (
        ["certify", "reference", "--operation", SINGLE, "--input", "text.txt"],
        ["--input text.txt is not JSON", "line 1"],
    ),
    (["certify", "reference", "--operation", SINGLE, "--input", "nan.json"], ["NaN is not a JSON number"]),
    (["certify", "reference", "--operation", SINGLE, "--input", "huge.json"], ["1e999 is beyond what a double holds"]),
    (["certify", "reference", "--operation", SINGLE, "--input", "deep.json"], ["nested too deeply"]),
    (["certify", "reference", "--operation", SINGLE, "--input", "latin.json"], ["it is not UTF-8"]),
    (
        ["certify", "reference", "--operation", SINGLE, "--input", "nan.json", "--case", "required-order"],
        ["--case cannot be combined with --input"],
    ),
    (["certify", "reference", "--report-dir", "text.txt"], ["text.txt is not a folder", "--report-dir"]),
    (["certify", "reference", "--report-dir", "text.txt/reports"], ["text.txt is not a folder"]),
    (["certify", "reference", "--json", "folder"], ["folder cannot be written: it is a folder", "--json"]),
    (["certify", "reference", "--junit", "text.txt/x.xml"], ["text.txt is not a folder", "--junit"]),
    (["certify", "reference", "--expected-failures", "gone.toml"], ["--expected-failures gone.toml cannot be read"]),
    (["certify", "reference", "--rule", "ALL-6", "--max-examples", "0"], ["Nothing was judged", "Widen --rule"]),
    (["rules", "--operation", "x"], ["Unknown operation 'x'"]),
    (["explain"], ["RULE"]),
    (["explain", "MCP-22"], ["Unknown rule 'MCP-22'", "Did you mean MCP-2"]),
    (["explain", "on-invalid"], ["It is a choice of TR-5: conformance explain TR-5"]),
    (["explain", "TR-1", "--operation", SINGLE], ["TR-1 is no rule of", "Leave out --operation"]),
    (["serve", "referense"], ["Did you mean reference?"]),
    (["serve", "a:b", "--python", "no-such-python"], ["'no-such-python' is not there"]),
]


@pytest.fixture(autouse=True)
def files(here):
    (here / "text.txt").write_text("not JSON", "utf-8")
    (here / "nan.json").write_text('{"a": NaN}', "utf-8")
    (here / "huge.json").write_text('{"a": 1e999}', "utf-8")
    (here / "deep.json").write_text("[" * 100_000, "utf-8")
    (here / "latin.json").write_bytes(b'{"a": "\xe4"}')
    (here / "folder").mkdir()


@pytest.mark.parametrize(("arguments", "reported"), MISTAKES, ids=[" ".join(words) for words, _reported in MISTAKES])
def test_a_mistake_is_one_line_and_nothing_is_written(run, here, arguments, reported):
    before = sorted(here.rglob("*"))
    status, _out, err = run(*arguments, alone=False)
    assert status == 2
    assert len(err.splitlines()) == 1
    assert err.startswith("conformance")
    for words in reported:
        assert words in err
    assert sorted(here.rglob("*")) == before


def test_a_mistake_shows_no_traceback(run):
    done = run("certify", "--command", "cat", alone=True)
    assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert done.err.startswith("conformance")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_is_read_only_is_refused_before_the_run(run, here):
    (here / "folder").chmod(0o555)
    done = run("certify", "reference", "--report-dir", "folder")
    assert done.status == 2
    assert "folder is read-only" in done.err


@pytest.mark.parametrize("command", ["config", "certify", "explain MCP-2", "--completion bash"])
def test_a_working_folder_that_is_gone_is_status_2(run, here, monkeypatch, command):
    def leave():
        (here / "gone").mkdir()
        os.chdir(here / "gone")
        (here / "gone").rmdir()

    monkeypatch.setattr("conformance.commands.main.catch_signals", leave)
    assert run(*command.split()) == (
        2,
        "",
        "conformance: The working folder no longer exists. Change to another one.\n",
    )


def test_a_subject_that_breaks_its_import_shows_why(run, here):
    (here / "broken.py").write_text("raise RuntimeError('no licence \\x1b[31m')\n", "utf-8")
    done = run("certify", "broken:convert")
    assert done.status == 2
    assert "importing broken failed: RuntimeError: no licence \\x1b[31m (broken.py, line 1)." in done.err
    assert "Its log ends" not in done.err  # the log's last line says the same
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("table", "reported"),
    [
        ("[subjects.acme]\npython = 5\n", "python has the wrong type. Write a string."),
        ("[subjects.acme]\nbind = 'x'\n", "bind has the wrong type. Write a table of strings."),
        ("[subjects.acme]\npython = 'a:b'\nenv = 'X'\n", "env has the wrong type. Write a list of strings."),
        ("[subjects.acme]\npython = 'a:b'\nenviron = []\n", "unknown key 'environ'. Did you mean env?"),
        ("[subjects.acme]\nenv = []\n", "needs exactly one of python, bind, command, url."),
        ("[subjects.acme]\npython = 'a:b'\ncommand = 'c'\n", "needs exactly one of python, bind, command, url."),
        (
            "[subjects.acme.bind]\nmcp-tool = 'a:b'\n",
            "Unknown operation 'mcp-tool' in conformance.toml: subjects.acme.bind. Did you mean",
        ),
        ("subjects = 1\n", "subjects must hold one table for each subject"),
        ("[subjects\n", "conformance.toml is not TOML"),
    ],
)
def test_a_table_with_a_mistake_is_refused(run, here, table, reported):
    (here / "conformance.toml").write_text(table, "utf-8")
    done = run("certify", "acme")
    assert done.status == 2
    assert reported in done.err
    assert len(done.err.splitlines()) == 1


def test_without_arguments_the_help_is_shown(run):
    done = run()
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("usage: conformance")
    assert "certify" in done.out


def test_the_version_is_reported(run):
    from conformance import __version__

    assert run("--version").out == f"conformance {__version__}\n"


def test_our_own_bug_is_reported_as_one(run, monkeypatch):
    """A bug is provoked: a module that the command imports is replaced."""
    fake = types.ModuleType("fake")
    exec(compile("\ndef run(parsed): raise ValueError('\\x1b[31mx')\n", "fake.py", "exec"), fake.__dict__)
    monkeypatch.setitem(sys.modules, "conformance.commands.rules", fake)
    done = run("rules")
    assert done.status == 3
    assert "a bug of conformance itself (ValueError at fake.py:2: \\x1b[31mx)" in done.err
    assert len(done.err.splitlines()) == 1
    assert "Traceback" in run("rules", CONFORMANCE_DEBUG="1").err
