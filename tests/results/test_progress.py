"""Lines of progress where no terminal draws a bar."""

from __future__ import annotations

import io

from conformance.base.observation import Description
from conformance.results.progress import Lines
from conformance.running.engine import Started, TrialProgress
from conformance.running.engine.events import Advanced, Shrinking

SUBJECT = Description(name="acme", version=None, language=None, adapter="process", operations=(), choices={})


def test_a_line_is_written_every_ten_seconds() -> None:
    now, stream = [0.0], io.StringIO()
    lines = Lines(stream, lambda: now[0])
    lines(Started(SUBJECT, ("one-to-one",), 2000))
    for second in range(1, 25):
        now[0] = float(second)
        lines(TrialProgress("one-to-one", None, ("A-1",) if second == 4 else ()))
    assert stream.getvalue().splitlines() == [
        "conformance: 10 s, 10 of 2,000 inputs, 1 to look at again (one-to-one)",
        "conformance: 20 s, 20 of 2,000 inputs, 1 to look at again (one-to-one)",
    ]


def test_other_processes_and_the_reduction_of_evidence_are_progress_too() -> None:
    now, stream = [0.0], io.StringIO()
    lines = Lines(stream, lambda: now[0])
    lines(Started(SUBJECT, ("one-to-one",), 30))
    now[0] = 11.0
    lines(Advanced("one-to-one", 30, 0))
    now[0] = 22.0
    lines(Shrinking("one-to-one", "A-1"))
    assert stream.getvalue().splitlines() == [
        "conformance: 11 s, 30 of 30 inputs (one-to-one)",
        "conformance: 22 s, 30 of 30 inputs (reducing evidence of A-1)",
    ]


def test_a_closed_stream_does_not_end_the_run() -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    now = [0.0]
    lines = Lines(Closed(), lambda: now[0])
    now[0] = 11.0
    lines(Advanced("one-to-one", 1, 0))
    now[0] = 50.0
    lines(Advanced("one-to-one", 1, 0))  # it does not try again
