"""What starting the command costs, as CPU time of the child."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile

# Compiled bytecode is part of what is measured: without it every start compiles everything.
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
_RUNS = 3
# The operations on tools that the limit was set for.
_OPERATIONS = ("chat-tools-to-responses-tools", "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools")


def _cpu(*arguments: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for _run in range(_RUNS):
            subprocess.run(
                [sys.executable, *arguments], cwd=folder, env=_ENVIRONMENT, check=True, stdout=subprocess.DEVNULL
            )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / _RUNS


def bare() -> float:
    """CPU seconds of a Python that does nothing."""
    return _cpu("-c", "pass")


def help_text() -> float:
    """CPU seconds of conformance --help."""
    return _cpu("-m", "conformance", "--help")


def certify() -> float:
    """CPU seconds of conformance certify on S0's and S2's contracts, without examples: three reports, into a pipe."""
    chosen = [word for operation in _OPERATIONS for word in ("--contract", operation)]
    return _cpu("-m", "conformance", "certify", "reference", "--max-examples", "0", *chosen)
