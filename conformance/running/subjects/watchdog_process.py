"""The watchdog process: reads which subjects run, and kills their processes when the suite ends.

Runs as a program of its own, started by `watchdog`, and imports the suite only if something is left to kill.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress


def main() -> None:
    """Read until the pipe closes, then kill what is left."""
    with suppress(OSError):
        os.setsid()  # signals to the suite's process group, or from its terminal, are not for this process
    subjects: dict[str, list[int]] = {}
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["leaders"] is None:
            subjects.pop(message["mark"], None)
        else:
            subjects[message["mark"]] = message["leaders"]
    if subjects:
        sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))
        from conformance.running.subjects.process_tree import Family

        for mark, leaders in subjects.items():
            Family(mark, leaders).end()


if __name__ == "__main__":
    main()
