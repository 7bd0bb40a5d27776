"""All processes of one subject: found wherever they went, by /proc and by psutil alike, watched and ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from conformance.running.subjects import process_table
from conformance.running.subjects.process_tree import LOOK_EVERY, MARK, Family, MemoryWatch, in_words

SLEEPS = [sys.executable, "-I", "-S", "-c", "import time; print(flush=True); time.sleep(60)"]
# Holds 64 MB, and says so.
HOLDS = [sys.executable, "-I", "-S", "-c", "import time; held = b'x' * (64 << 20); print(flush=True); time.sleep(60)"]


@pytest.fixture(params=["proc", "psutil"])
def table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each way to see the processes of this machine."""
    if request.param == "psutil":
        pytest.importorskip("psutil")
        monkeypatch.setattr(process_table, "FROM_PROC", False)
    elif not process_table.FROM_PROC:
        pytest.skip("this machine has no /proc")
    return request.param


@pytest.fixture
def family() -> Iterator[Family]:
    one = Family()
    yield one
    one.end()


def started(command: list[str], family: Family | None, *, session: bool = False) -> subprocess.Popen[bytes]:
    """A process that runs by now; of the family's mark where there is one."""
    environment = {**os.environ, **({MARK: family.mark} if family else {})}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, start_new_session=session)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def waited(process: subprocess.Popen[bytes]) -> int:
    assert process.stdout is not None
    process.stdout.close()
    return process.wait(20)


def test_the_marked_are_members_and_others_are_not(table, family) -> None:
    own, stranger = started(SLEEPS, family, session=True), started(SLEEPS, None)
    assert family.members() == [own.pid]
    family.end()
    assert waited(own) == -9
    assert family.members() == []
    assert stranger.poll() is None
    stranger.kill()
    waited(stranger)


def test_two_subjects_are_two_families(table, family) -> None:
    other = Family()
    theirs = started(SLEEPS, other)
    assert family.members() == []
    assert other.members() == [theirs.pid]
    family.end()
    assert theirs.poll() is None
    other.end()
    assert waited(theirs) == -9


def test_a_child_without_the_mark_is_known_by_its_session(table, family) -> None:
    unmarked = started(SLEEPS, None, session=True)
    assert family.members() == []
    family.leads(unmarked.pid)
    assert family.members() == [unmarked.pid]
    family.end()
    assert waited(unmarked) == -9


def test_a_member_of_another_session_is_known_by_its_parent(table, family) -> None:
    code = (
        "import subprocess, sys, time\n"
        "one = subprocess.Popen(sys.argv[1:], env={}, start_new_session=True, stdout=subprocess.PIPE)\n"
        "one.stdout.readline(); print(one.pid, flush=True); time.sleep(60)"
    )
    environment = {**os.environ, MARK: family.mark}
    parent = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", code, *SLEEPS], env=environment, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert family.members() == sorted([parent.pid, child])
    family.end()
    assert waited(parent) == -9
    assert child not in {process.pid for process in process_table.processes() if process.parent == os.getpid()}


def test_memory_is_that_of_all_of_them(table, family) -> None:
    assert family.memory() == family.own_memory() == 0
    processes = [started(HOLDS, family), started(HOLDS, family, session=True)]
    assert family.memory() >= 2 * (64 << 20)
    assert 2 * (64 << 20) <= family.own_memory() <= family.memory() + (1 << 20)
    family.end()
    assert [waited(process) for process in processes] == [-9, -9]


def test_what_has_ended_holds_nothing_and_has_no_variable(table) -> None:
    gone = started(SLEEPS, None)
    gone.kill()
    waited(gone)
    assert process_table.resident(gone.pid, shared=True) == 0
    assert not process_table.has_variable(gone.pid, "PATH", os.environ["PATH"])


def test_the_session_of_this_process_is_no_familys(family) -> None:
    family.leads(os.getsid(0))
    assert family.members() == []


class Clock:
    """A clock that a test turns."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Eaters(Family):
    """A family that holds what a test says. looks: how often somebody looked."""

    held = own = looks = 0

    def memory(self) -> int:
        self.looks += 1
        return self.held

    def own_memory(self) -> int:
        return self.own


def test_memory_is_looked_at_now_and_then() -> None:
    clock, eaters = Clock(), Eaters()
    watch = MemoryWatch(eaters, 1 << 30, clock)
    eaters.held = eaters.own = 3 << 29
    assert watch.excess() is None
    clock.now = LOOK_EVERY
    assert watch.excess() == "the subject held 1.5 GB of memory, over the limit of 1 GB"
    assert watch.excess() is None
    assert eaters.looks == 1
    assert watch.wait(20) == LOOK_EVERY
    assert watch.wait(0.01) == 0.01


def test_what_processes_share_is_counted_once() -> None:
    clock, eaters = Clock(), Eaters()
    eaters.held, eaters.own = 5 << 30, 1 << 20
    watch = MemoryWatch(eaters, 1 << 30, clock)
    clock.now = LOOK_EVERY
    assert watch.excess() is None


def test_without_a_limit_nobody_looks() -> None:
    clock, eaters = Clock(), Eaters()
    eaters.held = eaters.own = 1 << 50
    watch = MemoryWatch(eaters, None, clock)
    clock.now = 100.0
    assert watch.excess() is None
    assert watch.wait(20) == 20
    assert eaters.looks == 0


@pytest.mark.parametrize(
    ("size", "words"), [(5, "5 bytes"), (1 << 10, "1 KB"), (300 << 20, "300 MB"), (3 << 29, "1.5 GB")]
)
def test_sizes_in_words(size, words) -> None:
    assert in_words(size) == words
