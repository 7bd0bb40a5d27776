"""What a user can get wrong: one line that says what was wrong and what to do, status 2, and nothing written."""

from __future__ import annotations

import os
import sys
import types

import pytest


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


def test_without_arguments_the_help_is_shown(run):
    done = run()
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("usage: conformance")
    assert "certify" in done.out


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
