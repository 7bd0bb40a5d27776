"""conformance serve: the protocol for any subject over HTTP, for a Python subject on standard input and output."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import sys

from conformance import __version__
from conformance.cli.subject import target_of
from conformance.contracts import load_specifications
from conformance.errors import UsageError
from conformance.listening import LOOPBACK, base_url, listening
from conformance.serving.bridge import Bridge
from conformance.serving.running import need_libraries, serve
from conformance.subjects.resolve import ReferenceFunctions, Target, locate, resolve, worker_command, worker_config
from conformance.subjects.worker import conformance_worker

PORT = 8000


def run(parsed: argparse.Namespace) -> int:
    """Serve until a signal comes, or the input ends; return 0. Raises UsageError."""
    if parsed.stdio and (parsed.host is not None or parsed.port is not None or parsed.allow_host):
        raise UsageError("--stdio listens nowhere.", "Leave --host, --port and --allow-host away.")
    operations = tuple(load_specifications().contracts)
    target = target_of(parsed, operations)
    return _on_streams(target, operations) if parsed.stdio else _over_http(parsed, target)


def _over_http(parsed: argparse.Namespace, target: Target) -> int:
    need_libraries()
    if (url := locate(target)[0].url) is not None:
        raise UsageError(f"{target.name} is a service already.", f"Certify it: --url {url}")
    host = parsed.host or LOOPBACK
    with listening(host, PORT if parsed.port is None else parsed.port) as listener:
        bridge = Bridge(lambda: resolve(target)[0])
        try:
            print(f"Listening on {base_url(listener)}", flush=True)
            serve(bridge, listener, {host.lower(), *parsed.allow_host})
        finally:
            bridge.close()
    return 0


def _on_streams(target: Target, operations: tuple[str, ...]) -> int:
    """Serve until the input ends; another subject than the reference replaces this process."""
    target, path = locate(target)
    if target.command is not None:
        raise UsageError(f"{target.name} is a process that speaks the protocol itself.", f"Run it: {target.command}")
    if target.url is not None:
        raise UsageError(f"{target.name} is a service already.", f"Certify it: --url {target.url}")
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
    config = {
        "subject": "conformance.reference",
        "name": "reference",
        "version": __version__,
        "operations": list(ReferenceFunctions(operations)),
        # Nothing of the folder it is served from is looked at.
        "path": sys.path[0] or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
    }
    return int(conformance_worker.main([json.dumps(config)]))
