"""conformance serve: the protocol for any subject over HTTP, for a Python subject on standard input and output."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import sys
from dataclasses import replace

from conformance import __version__
from conformance.base.errors import UsageError
from conformance.base.listening import LOOPBACK, base_url, listening
from conformance.commands.subject import subject_config
from conformance.rules.contracts import load_specifications
from conformance.running.serving.bridge import Bridge
from conformance.running.serving.running import need_libraries, serve
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.http_subject import HttpConfig
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig, interpreter_of
from conformance.running.subjects.reference import ReferenceFunctions
from conformance.running.subjects.worker import conformance_worker

PORT = 8000


def run(parsed: argparse.Namespace) -> int:
    """Serve until a signal comes, or the input ends; return 0. Raises UsageError."""
    if parsed.stdio and (parsed.host is not None or parsed.port is not None or parsed.allow_host):
        raise UsageError("--stdio cannot be combined with --host, --port or --allow-host.", "Remove one.")
    operations = tuple(load_specifications().contracts)
    config = subject_config(parsed, operations)
    name = parsed.subject or "The subject"
    if isinstance(config, HttpConfig):
        raise UsageError(f"{name} is a service already.", f"Certify it: --url {config.url}")
    return _on_streams(config, name, operations) if parsed.stdio else _over_http(parsed, config)


def _over_http(parsed: argparse.Namespace, config: SubjectConfig) -> int:
    need_libraries()
    host = parsed.host or LOOPBACK
    with listening(host, PORT if parsed.port is None else parsed.port) as listener:
        bridge = Bridge(config.open)
        try:
            print(f"Listening on {base_url(listener)}", flush=True)
            serve(bridge, listener, {host.lower(), *parsed.allow_host})
        finally:
            bridge.close()
    return 0


def _on_streams(config: SubjectConfig, name: str, operations: tuple[str, ...]) -> int:
    """Serve until the input ends; a Python subject replaces this process."""
    if isinstance(config, ProcessConfig):
        raise UsageError(f"{name} is a process that speaks the protocol itself.", f"Run it: {config.command}")
    if not isinstance(config, PythonConfig):
        return _serve_reference(operations)
    named = interpreter_of(config.interpreter)
    interpreter = shutil.which(named)
    if interpreter is None:
        raise UsageError(f"The interpreter {named!r} is not there.", "Check its spelling, or its path.")
    for entry in config.env:
        name, equals, value = entry.partition("=")
        if equals:
            os.environ[name] = value
    command = replace(config, interpreter=interpreter).worker_command()
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
        "path": sys.path[0] or os.path.abspath(os.path.join(os.path.dirname(__file__), "../../..")),
    }
    return int(conformance_worker.main([json.dumps(config)]))
