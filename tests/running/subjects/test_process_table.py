"""The processes of this machine: this one is among them, and both ways to find them agree."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from conformance.running.subjects import process_table
from conformance.running.subjects.process_table import has_variable, processes, resident

NOBODY = 2**22 + 1  # beyond the largest number that Linux gives


@pytest.fixture(params=["/proc", "psutil"])
def table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "/proc" and not process_table.FROM_PROC:
        pytest.skip("no /proc here")
    monkeypatch.setattr(process_table, "FROM_PROC", request.param == "/proc")


@pytest.mark.usefixtures("table")
def test_this_process_is_listed_with_its_parent_and_session() -> None:
    (own,) = (process for process in processes() if process.pid == os.getpid())
    assert (own.parent, own.session) == (os.getppid(), os.getsid(0))
    assert own.started > 0


@pytest.mark.usefixtures("table")
def test_a_child_is_found_by_a_variable_of_its_environment() -> None:
    wait = [sys.executable, "-I", "-S", "-c", "print(flush=True); input()"]
    environment = {"MARK_OF_A_TEST": "here"}
    with subprocess.Popen(wait, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert has_variable(child.pid, "MARK_OF_A_TEST", "here")
        assert not has_variable(child.pid, "MARK_OF_A_TEST", "elsewhere")
        assert not has_variable(child.pid, "ANOTHER_MARK", "here")
        child.kill()


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("shared", [True, False])
def test_a_process_holds_memory_and_a_missing_one_none(shared: bool) -> None:
    assert 1 << 20 < resident(os.getpid(), shared=shared) < 1 << 40
    assert resident(NOBODY, shared=shared) == 0


@pytest.mark.usefixtures("table")
def test_a_missing_process_has_no_variable() -> None:
    assert not has_variable(NOBODY, "PATH", os.environ["PATH"])
