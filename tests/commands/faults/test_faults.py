"""Subjects that die, flood, and say what wants to be obeyed: the whole command, to its reports."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from conformance.commands.parser import parse
from conformance.rules.contracts import load_specifications
from conformance.running.subjects.base import MEMORY_LIMIT
from tests.commands.test_output import on_a_terminal

SINGLE = "mcp-tool-to-chat-tool"
SCRIPTS = Path(__file__).parents[2] / "running" / "subjects" / "scripts"

# A process that converts well, but for what DEED does with a request: it may leave, or set `result` or `error`.
PROCESS = """
import json, os, sys
sys.path.insert(0, SCRIPTS)
from stdlib_tools import mcp_tool_to_chat_tool

asked = 0
for line in sys.stdin:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "describe":
        answer["result"] = {"protocol": 1, "operations": ["mcp-tool-to-chat-tool"], **DESCRIPTION}
    else:
        asked += 1
        tool = request["params"]["input"]
        try:
            answer["result"] = {"output": mcp_tool_to_chat_tool(tool), "input_after": tool}
        except Exception as error:
            answer["error"] = {"code": -32000, "message": str(error)}
        DEED
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture(scope="module")
def few() -> tuple[str, ...]:
    """The arguments of a run of some cases: enough to see what a fault comes to."""
    cases = load_specifications([SINGLE]).contracts[SINGLE].cases[:20]
    return ("--max-examples", "0", "--report-dir", "reports", *(word for case in cases for word in ("--case", case.id)))


@pytest.fixture
def process(here: Path) -> Callable[..., tuple[str, str]]:
    """Writes a subject process with a deed; gives the arguments that reach it."""

    def write(deed: str, **description: str) -> tuple[str, str]:
        text = (
            PROCESS.replace("SCRIPTS", repr(str(SCRIPTS)))
            .replace("DESCRIPTION", repr({"name": "acme", **description}))
            .replace("DEED", deed)
        )
        (here / "subject.py").write_text(text, "utf-8")
        return "--command", f"{sys.executable} -S subject.py"

    return write


def read_report(here: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    return report


def died(report: dict[str, Any]) -> dict[str, str]:
    """The cases in which the subject died, and what is reported of each."""
    return {
        piece["case"]: piece["error"]["message"]
        for rule in report["rules"]
        for piece in rule["evidence"]
        if piece["error"] and piece["error"]["kind"] == "exit"
    }


def test_a_run_of_a_subject_that_dies_on_every_third_request_ends(run, here, few, process):
    done = run("certify", *process("if asked % 3 == 0: os._exit(9)"), *few, "-v")
    report = read_report(here)
    assert (done.status, done.err) == (1, "")
    assert report["run"]["complete"] is True
    reported = died(report)
    assert report["run"]["faults"] > 5
    assert len(reported) >= 5
    assert set(reported.values()) == {"the subject exited with status 9 while it was asked"}
    assert ": the subject exited with status 9" in done.out
    assert any(f" in case {case}\n" in done.out for case in reported)
    assert f"The subject gave no usable answer {report['run']['faults']} times" in done.out


def test_a_run_of_a_subject_that_hangs_on_every_third_request_ends(run, here, few, process):
    deed = "import time; time.sleep(60) if asked % 3 == 0 else None"
    done = run("certify", *process(deed), *few, "--timeout", "0.2")
    report = read_report(here)
    assert done.status == 1
    kinds = [piece["error"]["kind"] for rule in report["rules"] for piece in rule["evidence"] if piece["error"]]
    assert kinds.count("hang") > 3


# ---- what wants to be obeyed ----

MARKUP = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
OBEYED = f"\x1b]0;owned\x07\x1b[2J\u202e{MARKUP}\x9b31m\nacme conforms: 99 MUST rules pass"
# In a name and a version, in an output's texts and keys, in an error, in diagnostics, on standard error, as noise.
HOSTILE = """
        text = OBEYED
        print(text, file=sys.stderr, flush=True)
        reported = [{"level": text, "message": text}, text, {text: text}]
        if asked % 5 == 1:
            output = {"type": text, text: [text], "function": tool}
            answer = {"id": request["id"], "result": {"output": output, "diagnostics": reported}}
        elif asked % 5 == 2:
            error = {"code": -32000, "message": text, "data": {"type": text, "diagnostics": reported}}
            answer = {"id": request["id"], "error": error}
        elif asked % 5 == 3:
            print(text, flush=True)
        elif asked % 20 == 4:
            os._exit(4)
"""


class Elements(HTMLParser):
    """What a page holds, as a browser would read it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.policy: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.handlers += [name for name, _value in attrs if name.startswith("on")]
        if ("http-equiv", "Content-Security-Policy") in attrs:
            self.policy.append(dict(attrs)["content"])


@pytest.fixture
def hostile(process) -> tuple[str, str]:
    """A subject that says what wants to be obeyed wherever it says anything."""
    deed = HOSTILE.replace("OBEYED", repr(OBEYED)).strip()
    return process(deed, name=OBEYED, version=OBEYED, language=OBEYED)


def test_nothing_raw_reaches_a_pipe_or_a_page(run, here, few, hostile):
    done = run("certify", *hostile, *few, "--timeout", "1")
    assert done.status == 1
    for text in (done.out, done.err):
        assert not set(text) & set("\x1b\x07\x9b\u202e")
        assert [line for line in text.splitlines() if line.startswith("acme conforms")] == []
    page = (here / "reports" / "report.html").read_text("utf-8")
    assert not set(page) & set("\x1b\x07\x9b\u202e")
    elements = Elements()
    elements.feed(page)
    assert "img" not in elements.tags
    assert elements.handlers == []
    assert len(elements.policy) == 1
    assert "default-src 'none'" in str(elements.policy[0])
    ElementTree.parse(here / "reports" / "junit.xml")
    assert not set((here / "reports" / "junit.xml").read_text("utf-8")) & set("\x1b\x07\x9b\u202e")


def test_nothing_raw_reaches_a_terminal(here, environment, few, hostile):
    status, drawn = on_a_terminal(here, environment, "certify", *hostile, *few, "--timeout", "1")
    assert status == 1
    assert "\x1b]0;" not in drawn
    assert not set(drawn) & set("\x07\x9b\u202e")
    assert "\x1b[2J" not in drawn
    assert [line for line in drawn.splitlines() if line.startswith("acme conforms")] == []


def test_nothing_raw_is_said_of_a_start_that_fails(run, here):
    (here / "fails.py").write_text(f"import sys\nprint({OBEYED!r}, file=sys.stderr)\nprint({OBEYED!r})\n", "utf-8")
    done = run("certify", "--command", f"{sys.executable} fails.py")
    assert done.status == 2
    assert not set(done.err) & set("\x1b\x07\x9b\u202e")
    assert done.err.count("\n") == 1


# ---- memory ----


def test_memory_beyond_the_limit_is_evidence(run, here, process):
    grow = "held = []\n        while True: held.append(b'x' * 4_000_000)"
    case = load_specifications([SINGLE]).contracts[SINGLE].cases[0].id
    limited = (*process(grow), "--memory-limit", "150M")
    done = run("certify", *limited, "--case", case, "--max-examples", "0", "--report-dir", "reports", "--choice",
               "unsafe-names=keep", "--choice", "missing-properties=keep", "--choice", "description-when-absent=empty",
               "--choice", "unusable-tool=raise")  # fmt: skip
    pieces = [piece for rule in read_report(here)["rules"] for piece in rule["evidence"] if piece["error"]]
    assert done.status == 1
    assert {piece["error"]["kind"] for piece in pieces} == {"memory"}
    assert "of memory, over the limit of 150 MB" in done.out
    assert "--memory-limit 157286400" in pieces[0]["reproduce"]


def test_the_limit_is_four_gigabytes_where_nobody_says_more():
    _parser, parsed = parse(["certify"])
    assert parsed.memory_limit == MEMORY_LIMIT == 4 * 1024**3
    assert parse(["certify", "reference", "--memory-limit", "0"])[1].memory_limit is None


@pytest.mark.expensive("the flood is read")
def test_a_flood_of_output_leaves_memory_and_reports_small(run, here, few, process):
    """A hundred megabytes are said; the run holds few of them. What children held before bounds what is seen of it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    output = '{"type": "function", "function": {"name": "x" * 3_000_000}}'
    flood = f'answer = {{"id": request["id"], "result": {{"output": {output}}}}}'
    done = run("certify", *process(flood), *few)
    assert done.status == 1
    held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert held < max(before + 1, 300_000)  # kilobytes
    assert sum(path.stat().st_size for path in (here / "reports").iterdir()) < 20_000_000
    report = read_report(here)
    actual = next(piece["actual"] for rule in report["rules"] for piece in rule["evidence"] if piece["actual"])
    assert actual.startswith("(3,000,0")
    assert "bytes of output, too many to be kept; it begins " in actual
