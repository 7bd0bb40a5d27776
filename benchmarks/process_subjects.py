"""A case of a subject in another process: asked through its pipes in a pipeline, and compared."""

from __future__ import annotations

import atexit
import json
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from tools import converted, tools

from conformance.observation import Request
from conformance.reference import mcp_tool_to_chat_tool
from conformance.subjects.environment import clean_environment
from conformance.subjects.process import ProcessSubject
from conformance.subjects.resolve import worker_command

OPERATION = "mcp-tool-to-chat-tool"
STANDARD = "Python process, standard library's JSON"
NODE_SUBJECT = Path(__file__).parents[1] / "tests" / "subjects" / "scripts" / "node_subject.mjs"

# The loop that any language would write, in Python, around the converter of the floor. With the standard library's JSON
# the child's own work alone is about three floors (`own_work`), before a byte has gone through a pipe.
_WITH_JSON = "from json import loads; from json import dumps as told; dumps = lambda value: told(value).encode()"
_WITH_MSGSPEC = "from msgspec.json import Decoder, Encoder; loads, dumps = Decoder().decode, Encoder().encode"
_PYTHON_SUBJECT = """
import sys
from conformance.reference import mcp_tool_to_chat_tool

for line in sys.stdin.buffer:
    request = loads(line)
    if request["method"] == "describe":
        result = {"protocol": 1, "name": "python-process", "operations": ["mcp-tool-to-chat-tool"]}
    else:
        given = request["params"]["input"]
        result = {"output": mcp_tool_to_chat_tool(given)}
        if "--input-after" in sys.argv:
            result["input_after"] = given
    sys.stdout.buffer.write(dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + b"\\n")
    sys.stdout.buffer.flush()
"""


def subjects() -> dict[str, Callable[[], float]]:
    """Return by name what asks a subject for every tool: each call returns the seconds of a case, wall time.

    The child is started at the first call and serves all later ones.
    """
    standard, quick = ([sys.executable, "-c", way + _PYTHON_SUBJECT] for way in (_WITH_JSON, _WITH_MSGSPEC))
    worker = worker_command(
        sys.executable, {"bind": {OPERATION: f"conformance.reference:{OPERATION.replace('-', '_')}"}}
    )
    commands = {
        "Python process": quick,
        "Python process that tells input_after": [*quick, "--input-after"],
        STANDARD: standard,
        f"{STANDARD}, input_after": [*standard, "--input-after"],
        "Python function in our worker (input_after, shares)": worker,
    }
    node = shutil.which("node")
    if node:
        commands["Node process"] = [node, str(NODE_SUBJECT)]
        commands["Node process that tells input_after"] = [node, str(NODE_SUBJECT), "--input-after"]
    return {name: _asks(command) for name, command in commands.items()}


def own_work() -> float:
    """Seconds a case of what a Python process does by itself: read, convert and write with the standard library."""
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "convert", "params": {"operation": OPERATION, "input": tool}})
        for tool in tools()
    ]
    begun = time.perf_counter()
    for line in lines:
        request = json.loads(line)
        output = mcp_tool_to_chat_tool(request["params"]["input"])
        json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"output": output}}).encode()
    return (time.perf_counter() - begun) / len(lines)


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
