"""Scripts of one library run in forks of a Python that imported it once."""

from __future__ import annotations

import sys

import pytest

from conformance.results.reproduction.forking import Forking
from conformance.results.reproduction.model import NotShown
from conformance.results.reproduction.running import run
from conformance.results.reproduction.show import script_environment

LIBRARY = """
import pathlib
with pathlib.Path("imported").open("a") as file:
    file.write("once ")
state = []
"""
PROGRAM = "import library\n"
SCRIPTS = {
    "prints": "import library\nprint(len(library.state))\nlibrary.state.append(1)\n",
    "fails": "import library\nprint('before')\nraise LookupError('no such tool')\n",
    "exits": "import sys\nsys.exit(3)\n",
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "library.py").write_text(LIBRARY, "utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    for name, text in SCRIPTS.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def forking(here):
    environment = script_environment()
    with Forking(sys.executable, str(here / "program.py"), environment=environment, folder=str(here)) as one:
        yield one


def ran(forking, here, name, timeout=60.0):
    return forking.run([sys.executable, str(here / f"{name}.py")], environment={}, folder=".", timeout=timeout)


def test_the_library_is_imported_once_and_each_script_finds_it_new(forking, here):
    assert [ran(forking, here, "prints").out for _time in range(3)] == ["0\n"] * 3
    assert (here / "imported").read_text("utf-8") == "once "


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_ends_as_it_does_alone(forking, here, name):
    forked = ran(forking, here, name)
    alone = run(
        [sys.executable, str(here / f"{name}.py")], environment=script_environment(), folder=str(here), timeout=60
    )
    assert (forked.out, forked.ended) == (alone.out, alone.ended)
    assert forked.err.splitlines()[-1:] == alone.err.splitlines()[-1:]


def test_a_script_that_does_not_end_is_ended_and_the_next_one_runs(forking, here):
    ran(forking, here, "prints")
    (here / "waits.py").write_text("while True:\n    pass\n", "utf-8")
    assert ran(forking, here, "waits", timeout=0.2).ended is None
    assert ran(forking, here, "prints").out == "0\n"


def test_a_process_that_is_gone_is_said(forking, here):
    forking._family.end()
    with pytest.raises(NotShown, match="the library's process"):
        ran(forking, here, "prints")
