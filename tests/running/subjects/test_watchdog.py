"""The watchdog kills the processes of a subject when the suite dies, and only those that were not forgotten."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

# A suite that starts two subjects, forgets one of them, says their numbers, and waits to be killed.
SUITE = """
import subprocess, sys, time
from conformance.running.subjects import watchdog
from conformance.running.subjects.process_tree import MARK

children = []
for mark in ("watched", "forgotten"):
    wait = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"]
    child = subprocess.Popen(wait, env={MARK: mark}, start_new_session=True, stdout=subprocess.DEVNULL)
    watchdog.watch(mark, [child.pid])
    children.append(child.pid)
watchdog.forget("forgotten")
print(*children, flush=True)
time.sleep(600)
"""


def test_subjects_of_a_killed_suite_are_ended_but_for_forgotten_ones(ended: Callable[[int], bool]) -> None:
    with subprocess.Popen([sys.executable, "-c", SUITE], stdout=subprocess.PIPE, text=True) as suite:
        assert suite.stdout is not None
        watched, forgotten = map(int, suite.stdout.readline().split())
        suite.kill()
    try:
        assert ended(watched)
        assert not is_gone(forgotten)
    finally:
        subprocess.run(["kill", "-9", str(forgotten)], check=False)


def is_gone(pid: int) -> bool:
    return subprocess.run(["kill", "-0", str(pid)], capture_output=True, check=False).returncode != 0


def test_a_process_of_a_pool_ends_with_the_process_that_forked_it(ended: Callable[[int], bool]) -> None:
    code = """
import multiprocessing, os, time
from conformance.running.subjects.watchdog import end_with_parent

def wait(connection):
    end_with_parent()
    connection.send(os.getpid())
    time.sleep(600)

ours, theirs = multiprocessing.Pipe()
multiprocessing.get_context("fork").Process(target=wait, args=(theirs,)).start()
print(ours.recv(), flush=True)
os._exit(1)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert ended(int(done.stdout))


if not sys.platform.startswith("linux"):
    pytest.skip("looks processes up in /proc", allow_module_level=True)
