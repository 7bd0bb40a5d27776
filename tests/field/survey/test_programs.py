"""Programs have a deadline and leave nothing behind; what they say last is a reason in one line."""

from __future__ import annotations

import sys
import threading

import pytest

from conformance.field.survey import programs
from conformance.field.survey.programs import Done, ProgramFailed, Stopped, last_words, output_of, run

NO_SOLUTION = "error: No solution found when resolving dependencies"


@pytest.fixture(autouse=True)
def not_stopped(monkeypatch):
    monkeypatch.setattr(programs, "_stopped", threading.Event())


def python(code):
    return [sys.executable, "-c", code]


def test_a_program_gets_variables_and_a_folder(tmp_path):
    done = run(python("import os; print(os.environ['A'], os.getcwd())"), folder=str(tmp_path), env={"A": "1"})
    assert done == Done(0, f"1 {tmp_path}\n", "")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (python("import sys; sys.exit('what is wrong')"), "failed: what is wrong"),
        (["/nowhere/program"], "program cannot be started: No such file or directory"),
    ],
)
def test_what_fails_has_its_reason(words, reason):
    with pytest.raises(ProgramFailed, match=reason):
        output_of(words)


def test_a_program_that_does_not_end_is_ended():
    with pytest.raises(ProgramFailed, match=r"took more than 0\.2 s"):
        run(python("while True: pass"), limit=0.2)


def test_nothing_starts_after_the_end():
    programs.stop()
    with pytest.raises(Stopped):
        run(python("print(1)"))


@pytest.mark.parametrize(
    ("err", "words"),
    [
        (f"{NO_SOLUTION}\n  cause: Because a needs b,\n   it fails.", "Because a needs b, it fails."),
        ("npm warn old\nnpm error code ETARGET\nnpm error none", "npm error code ETARGET npm error none"),
        ("first\nlast", "last"),
        ("", "status 1"),
    ],
)
def test_the_last_words_begin_where_the_error_does(err, words):
    assert last_words(Done(1, "", err)) == words
