"""A child's pipes: lines whole and in order, a bounded log, how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from conformance.running.subjects.child import LOG_BYTES, LOG_LINES, MOST_UNASKED, Child


@pytest.fixture
def child() -> Iterator[Callable[[str], Child]]:
    made = []

    def make(code: str) -> Child:
        made.append(Child([sys.executable, "-I", "-S", "-c", code], {"PATH": "/usr/bin:/bin"}))
        return made[-1]

    yield make
    for element in made:
        element.kill()


def all_lines(child: Child, wait: float = 20.0) -> list[bytes]:
    """What it says until it ends."""
    lines: list[bytes] = []
    while not child.ended:
        lines += child.lines(wait)
    return lines


def test_lines_come_whole_however_they_were_written(child) -> None:
    code = "import os\nfor part in (b'on', b'e\\ntw', b'o\\n\\nthr', b'ee', b'\\n'): os.write(1, part)"
    assert all_lines(child(code)) == [b"one", b"two", b"", b"three"]


def test_a_last_line_without_end_is_reported_at_the_end(child) -> None:
    assert all_lines(child("import os; os.write(1, b'whole\\nhal'); os.write(1, b'f')")) == [b"whole", b"half"]


def test_what_is_sent_arrives_in_order_also_beyond_what_a_pipe_holds(child) -> None:
    echo = child("import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()")
    sent = [b"%d %s" % (number, b"x" * 1000) for number in range(1000)]
    for line in sent:
        echo.send(line + b"\n")
    came: list[bytes] = []
    while len(came) < len(sent):
        came += echo.lines(20)
    assert came == sent


def test_nothing_said_is_an_empty_list(child) -> None:
    quiet = child("import sys; sys.stdin.read()")
    assert quiet.lines(0) == []
    assert not quiet.ended
    assert quiet.settle()


def test_one_that_closed_its_input_is_deaf(child) -> None:
    deaf = child("import os, time; os.close(0); os.write(1, b'closed\\n'); time.sleep(60)")
    deaf.send(b"never read\n")
    while not deaf.deaf:
        deaf.lines(20)
    assert not deaf.ended
    assert not deaf.settle()
    assert deaf.lines(0) == []


def test_one_that_never_falls_silent_does_not_settle(child, monkeypatch) -> None:
    loud = child("import sys; sys.stdin.read()")
    reads = []
    monkeypatch.setattr(loud, "lines", lambda _wait: reads.append(b"") or [b""])
    assert not loud.settle()
    assert len(reads) == MOST_UNASKED


def test_the_log_is_its_end(child) -> None:
    flood = child("import os\nfor number in range(5000): os.write(2, b'line %d \\xff\\n\\n' % number)")
    all_lines(flood)
    flood.ending()
    log = flood.log()
    assert len(log) == LOG_LINES
    assert log[-1] == "line 4999 \ufffd"
    assert sum(map(len, log)) <= LOG_BYTES


@pytest.mark.parametrize(
    ("code", "reported"),
    [
        ("pass", "exited with status 0"),
        ("import os; os._exit(9)", "exited with status 9"),
        ("import os; os.kill(os.getpid(), 15)", "was killed by signal SIGTERM"),
        ("import os; os.kill(os.getpid(), 40)", "was killed by signal 40"),
        ("import os, time; os.close(1); time.sleep(60)", "closed its standard output and went on"),
    ],
)
def test_how_it_ended(child, code, reported) -> None:
    one = child(code)
    all_lines(one)
    assert one.ending() == reported


def test_one_that_leaves_by_itself_may_write_something_down(child, tmp_path) -> None:
    path = tmp_path / "written"
    polite = child(f"import sys; print(flush=True); sys.stdin.read(); open({str(path)!r}, 'w').write('done')")
    assert polite.lines(20) == [b""]
    polite.end(20)
    assert path.read_text() == "done"


def test_one_that_does_not_leave_is_killed(child, ended) -> None:
    stubborn = child("import time; print(flush=True); time.sleep(60)")
    assert stubborn.lines(20) == [b""]
    stubborn.end(0)
    assert ended(stubborn.pid)
