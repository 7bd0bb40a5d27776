"""The watchdog process kills what its last message about a subject names, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from conformance.running.subjects.watchdog import PROGRAM

WAITS = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"]


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process that leads a session of its own."""
    with subprocess.Popen(WAITS, start_new_session=True) as process:
        yield process
        process.kill()


def watchdog_reads(*messages: dict[str, object]) -> None:
    lines = b"".join(json.dumps(message).encode() + b"\n" for message in messages)
    subprocess.run([sys.executable, "-P", PROGRAM], input=lines, check=True, timeout=60)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks processes up in /proc")
def test_the_processes_of_a_session_are_killed(sleeper: subprocess.Popen[bytes]) -> None:
    watchdog_reads({"mark": "no such mark", "leaders": [sleeper.pid]})
    assert sleeper.wait(timeout=60) != 0


def test_a_forgotten_subject_is_left_alone(sleeper: subprocess.Popen[bytes]) -> None:
    watchdog_reads({"mark": "m", "leaders": [sleeper.pid]}, {"mark": "m", "leaders": None})
    assert sleeper.poll() is None
