"""conformance serve: the protocol for a Python subject, on standard input and output."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys

from conformance import __version__
from conformance.cli.target import target_of
from conformance.contracts import load_specifications
from conformance.errors import UsageError
from conformance.subjects.resolve import ReferenceFunctions, locate, worker_command, worker_config


def run(parsed: argparse.Namespace) -> int:
    """Serve until the input ends; another subject than the reference replaces this process. Raises UsageError."""
    operations = tuple(load_specifications().contracts)
    target, path = locate(target_of(parsed, operations))
    if target.command is not None:
        raise UsageError(f"{target.name} is a process that speaks the protocol itself.", f"Run it: {target.command}")
    if path is None:
        return _serve_reference(operations)
    interpreter = shutil.which(target.interpreter or sys.executable)
    if interpreter is None:
        raise UsageError(f"The interpreter {target.interpreter!r} is not there.", "Check its spelling, or its path.")
    for entry in target.env:
        name, equals, value = entry.partition("=")
        if equals:
            os.environ[name] = value
    command = worker_command(interpreter, worker_config(target, path))
    sys.stdout.flush()
    try:
        os.execv(interpreter, command)
    except OSError as error:
        raise UsageError(f"{shlex.quote(interpreter)} cannot be run: {error.strerror}.", "Is it a Python?") from None


def _serve_reference(operations: tuple[str, ...]) -> int:
    import json

    from conformance.subjects.worker import conformance_worker

    config = {
        "subject": "conformance.reference",
        "name": "reference",
        "version": __version__,
        "operations": list(ReferenceFunctions(operations)),
        # Nothing of the folder it is served from is looked at.
        "path": sys.path[0] or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
    }
    return int(conformance_worker.main([json.dumps(config)]))
