"""Where the output goes: pipes that close, disks that are full, terminals, encodings, and text that wants to obey."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import IO

import pytest

from tests.command import COMMAND, LIMIT, Ran, on_a_terminal, run_here, without_progress

pytestmark = pytest.mark.usefixtures("few_cases")

SINGLE = "mcp-tool-to-chat-tool"
JUDGES = ("certify", "reference", "--operation", SINGLE, "--max-examples", "0")
needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
HOSTILE = """
def convert(tool):
    raise ValueError("\\x1b[2Jgone\\u202e\\nreference conforms: 72 MUST rules pass\\ud800")
"""


def started(here: Path, environment: dict[str, str], *words: str, out: int | IO[str] = subprocess.DEVNULL) -> Ran:
    """Run a program of its own: what the interpreter complains about at its end counts too."""
    done = subprocess.run(
        words, cwd=here, env=environment, stdout=out, stderr=subprocess.PIPE, text=True, timeout=LIMIT, check=False
    )
    return Ran(done.returncode, "", without_progress(done.stderr))


@pytest.mark.expensive("starts the command, whose output is closed")
def test_a_reader_that_goes_away_is_no_error(here, environment):
    reading, writing = os.pipe()
    os.close(reading)
    done = started(here, environment, *COMMAND, "rules", out=writing)
    os.close(writing)
    assert (done.status, done.err) == (0, "")


def test_a_reader_that_goes_away_costs_no_reports(here, environment):
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as pipe:
        done = run_here(here, JUDGES, environment, out=pipe)
    assert (done.status, done.err) == (0, "")
    assert (here / "reports" / "report.json").is_file()


def is_full(done: Ran) -> None:
    assert done.status == 2
    assert done.err.startswith("conformance: standard output cannot be written: No space left")
    assert len(done.err.splitlines()) == 1


@needs_full
@pytest.mark.expensive("starts the command, whose output is closed")
def test_a_full_disk_is_reported(here, environment):
    with open("/dev/full", "w", encoding="utf-8") as full:
        is_full(started(here, environment, *COMMAND, "rules", out=full))


@needs_full
def test_a_full_disk_costs_no_reports(here, environment):
    with open("/dev/full", "w", encoding="utf-8") as full:
        is_full(run_here(here, JUDGES, environment, out=full))
    assert (here / "reports" / "report.json").is_file()


@pytest.mark.expensive("starts the command, whose output is closed")
def test_a_closed_standard_output_is_no_error(here, environment):
    done = started(here, environment, "/bin/sh", "-c", f"{shlex.join((*COMMAND, *JUDGES))} >&-")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("more", [(), ("-v",), ("-vv",)], ids=["brief", "-v", "-vv"])
def test_a_terminal_gets_colours_and_the_same_words(here, environment, run, keeps_defaults, more):
    arguments = ("certify", *keeps_defaults, "--max-examples", "0", "--seed", "3", *more)
    status, drawn = on_a_terminal(here, {**environment, "COLUMNS": "180"}, *arguments)
    assert status == 1
    assert "\x1b[1;31mD1 \x1b[0m" in drawn or more == ("-vv",)
    words = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\s+", " ", drawn)
    seconds = re.compile(r"\d+\.\d s ?\)")
    for line in run(*arguments).out.splitlines():
        title = seconds.sub("", " ".join(line.split()))
        if not line.startswith(" "):  # how much of a value is shown depends on the screen
            assert title[:150] in seconds.sub("", " ".join(words.split()))


# Each verbosity at both widths; what refuses colours is asked before either is known.
@pytest.mark.parametrize(
    ("refused", "columns", "more"),
    [
        ({"NO_COLOR": "1"}, 60, ()),
        ({"TERM": "dumb"}, 80, ()),
        ({"TERM": "dumb"}, 60, ("-v",)),
        ({"NO_COLOR": "1"}, 80, ("-v",)),
        ({"NO_COLOR": "1"}, 60, ("-vv",)),
        ({"TERM": "dumb"}, 80, ("-vv",)),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple | dict) else None,
)
def test_colours_can_be_refused_and_the_width_is_kept(here, environment, keeps_defaults, refused, columns, more):
    arguments = ("certify", *keeps_defaults, "--max-examples", "0", *more)
    _status, drawn = on_a_terminal(here, {**environment, "COLUMNS": str(columns)} | refused, *arguments)
    lines = drawn.split("\r\n")
    assert "\x1b" not in drawn
    assert any(line.startswith(("D1 ", "FAIL MCP-2 ")) for line in lines)
    too_long = [line for line in lines if len(line) > columns]
    assert [line for line in too_long if not line.lstrip().startswith("repeat  ")] == []  # a command is copied


def test_colours_can_be_asked_for_where_nobody_watches(run, keeps_defaults):
    arguments = ("certify", *keeps_defaults, "--max-examples", "0")
    done = run(*arguments, FORCE_COLOR="1")
    assert "\x1b[1;31mD1 \x1b[0mMCP-2" in done.out
    assert "\x1b[?25l" not in done.out  # no bar
    assert "\x1b" not in run(*arguments, FORCE_COLOR="1", NO_COLOR="1").out


def test_a_long_run_has_a_progress_bar_that_goes_away(here, environment):
    (here / "slow.py").write_text(
        "import time\nfrom conformance.reference import mcp_tool_to_chat_tool\n"
        "def convert(tool):\n    time.sleep(0.002)\n    return mcp_tool_to_chat_tool(tool)\n",
        "utf-8",
    )
    arguments = ("certify", "--bind", f"{SINGLE}=slow:convert", "--max-examples", "100")
    status, drawn = on_a_terminal(here, environment, *arguments)
    assert status == 0
    assert f"{SINGLE} " in drawn
    assert "━" in drawn
    assert "━" not in drawn.rpartition("\x1b[2K")[2]  # the line of the bar was erased before the verdict


def test_text_beyond_the_encoding_of_the_output_is_escaped(here, environment):
    (here / "named.py").write_text(
        "from conformance.reference import mcp_tool_to_chat_tool\nname = 'Köln 東京'\n", "utf-8"
    )
    with open(here / "out", "w+", encoding="ascii") as out:
        done = run_here(here, ("certify", "named.py", "--max-examples", "0", "--quiet"), environment, out=out)
        out.seek(0)
        said = out.read()
    assert (done.status, done.err) == (0, "")
    assert said.startswith("K\\xf6ln \\u6771\\u4eac conforms in part: ")
