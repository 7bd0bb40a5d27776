from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from conformance.base.errors import SubjectError
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.supervised import Supervised

# Starts a process that leaves the session, writes its number, and waits for the end of its input.
CODE = """
import subprocess, sys
wait = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"]
print(subprocess.Popen(wait, start_new_session=True).pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def process() -> Iterator[Supervised]:
    supervised = Supervised([sys.executable, "-I", "-S", "-c", CODE], clean_environment())
    yield supervised
    supervised.drop()


def started_by(process: Supervised) -> int:
    child = process.start()
    while not (lines := child.lines(20.0)):
        assert not child.ended, child.log()
    return int(lines[0])


def test_what_a_child_started_ends_with_it(process: Supervised, ended: Callable[[int], bool]) -> None:
    grandchild = started_by(process)
    process.end(5.0)
    assert process.child is None
    assert ended(grandchild)


def test_a_dropped_child_leaves_nothing_and_another_can_start(
    process: Supervised, ended: Callable[[int], bool]
) -> None:
    first = started_by(process)
    process.drop()
    assert ended(first)
    assert started_by(process) != first


def test_a_command_that_is_not_there_is_an_error() -> None:
    absent = Supervised(["no-such-command-anywhere"], {"PATH": "/usr/bin"})
    with pytest.raises(SubjectError, match="is not there"):
        absent.start()
    absent.end(1.0)
