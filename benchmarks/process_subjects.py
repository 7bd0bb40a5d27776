"""A case of a subject in another process: asked through its pipes in a pipeline, and compared."""

from __future__ import annotations

import atexit
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tools import converted, tools

from conformance.observation import Request
from conformance.subjects.environment import clean_environment
from conformance.subjects.process import ProcessSubject
from conformance.subjects.resolve import worker_command

OPERATION = "mcp-tool-to-chat-tool"
NODE_SUBJECT = Path(__file__).parents[1] / "tests" / "subjects" / "scripts" / "node_subject.mjs"

# The loop that any language would write, in Python, around the converter of the floor.
PYTHON_SUBJECT = """
import json, sys
from conformance.reference import mcp_tool_to_chat_tool

for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["method"] == "describe":
        result = {"protocol": 1, "name": "python-process", "operations": ["mcp-tool-to-chat-tool"]}
    else:
        given = request["params"]["input"]
        result = {"output": mcp_tool_to_chat_tool(given)}
        if "--input-after" in sys.argv:
            result["input_after"] = given
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


def subjects() -> dict[str, Callable[[], float]]:
    """Return by name what asks a subject for every tool: each call returns the seconds of a case, wall time.

    The child is started at the first call and serves all later ones.
    """
    python = [sys.executable, "-c", PYTHON_SUBJECT]
    worker = worker_command(
        sys.executable, {"bind": {OPERATION: f"conformance.reference:{OPERATION.replace('-', '_')}"}}
    )
    commands = {
        "Python process": python,
        "Python process that tells input_after": [*python, "--input-after"],
        "Python function in our worker (input_after, shares)": worker,
    }
    node = shutil.which("node")
    if node:
        commands["Node process"] = [node, str(NODE_SUBJECT)]
        commands["Node process that tells input_after"] = [node, str(NODE_SUBJECT), "--input-after"]
    return {name: _asks(command) for name, command in commands.items()}


def _asks(command: Sequence[str]) -> Callable[[], float]:
    def seconds_a_case() -> float:
        subject = _started(tuple(command))
        expected = converted()
        begun = time.perf_counter()
        wrong = 0
        for request, outcome in subject.ask(Request(number, OPERATION, tool) for number, tool in enumerate(tools())):
            wrong += outcome.output != expected[request.key]  # JavaScript writes 1.0 as 1, which is equal here
        seconds = time.perf_counter() - begun
        if wrong:
            raise SystemExit(f"{wrong} of {len(tools())} tools came back otherwise than expected")
        return seconds / len(tools())

    return seconds_a_case


@cache
def _started(command: tuple[str, ...]) -> ProcessSubject:
    subject = ProcessSubject(command, clean_environment())
    atexit.register(subject.close)
    subject.describe()
    return subject
