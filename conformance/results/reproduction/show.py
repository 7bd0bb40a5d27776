"""A defect of a report, shown without the suite: the script is made, run, and what it printed is compared."""

from __future__ import annotations

import os
from collections.abc import Sequence

from conformance.apis.oracles import OPENAI
from conformance.results.reproduction.model import NotShown, Piece, ShownDefect
from conformance.results.reproduction.node_adapter import show_adapter
from conformance.results.reproduction.python import show_function
from conformance.results.reproduction.running import RunCommand, Runner, run
from conformance.results.reproduction.wire import show_driver
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.named import DRIVERS, NODE_ADAPTER

__all__ = ["NotShown", "ShownDefect", "show"]

TIMEOUT = 60.0  # seconds


def show(
    evidence: Piece,
    *,
    program: str,
    operation: str,
    interpreter: str,
    env: Sequence[str] = (),
    folder: str = ".",
    timeout: float = TIMEOUT,
    most_lines: int | None = None,
    profile: str = OPENAI,
    run: RunCommand = run,
) -> ShownDefect:
    """Return a script that shows a defect, once it has done so.

    evidence: as in specs/report.schema.json. program: module:function, file.py:function, an adapter (a .py file or
    adapter.mjs, whose function has the name of the operation), or a driver (a file named as in DRIVERS). interpreter:
    the Python or Node that runs the script. env: variables for it, NAME or NAME=VALUE. folder: in which it is run, with
    the packages of npm. timeout: seconds. most_lines: of the script; None for any number. profile: of the host whose
    API a driver talks to. run: runs the command of a script.
    Raises NotShown, and UsageError for a variable that is not set.
    """
    runner = Runner(
        interpreter=interpreter,
        environment=script_environment(env),
        folder=folder,
        timeout=timeout,
        most_lines=most_lines,
        start=run,
    )
    if os.path.basename(program) in DRIVERS:
        return show_driver(evidence, program, operation, runner, profile)
    if os.path.basename(program) == NODE_ADAPTER:
        return show_adapter(evidence, program, operation, runner)
    return show_function(evidence, program, operation, runner)


def script_environment(env: Sequence[str] = ()) -> dict[str, str]:
    """Return the environment of a script. env: as for `show`."""
    return clean_environment(env) | {"PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8:backslashreplace"}
