"""Files that the user names are read within limits: a mistake with one is a line and status 2, within seconds."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from conformance.base.files import DEEPEST, LARGEST
from conformance.results import read
from conformance.rules.contracts import load_specifications
from tests.command import Ran
from tests.commands.conftest import KEEPS_DEFAULTS, Run

SINGLE = "mcp-tool-to-chat-tool"
MEMORY = 1 << 30  # bytes more of address space: an endless file must end the test, not the machine
SECONDS = 60  # what takes longer waits for ever
LEVELS = 100_000
CASES = ("certify", "reference", "--operation", SINGLE, "--max-examples", "0")

# Each way to name a file: the arguments, and the ending that the file needs.
WAYS = {
    "expected-failures": ((*CASES, "--expected-failures"), "toml"),
    "baseline": ((*CASES, "--baseline"), "json"),
    "input": (("certify", "reference", "--operation", SINGLE, "--input"), "json"),
    "input-of-two": (("diff-subjects", "reference", "reference", "--operation", SINGLE, "--input"), "json"),
    "diff": (("diff", "report.json"), "json"),
    "check-tools": (("check-tools", "--target", "openai-chat"), "json"),
    "verify": (("verify",), "json"),
    "verify-report": (("verify", "certificate.json", "--report"), "json"),
    "verify-key": (("verify", "certificate.json", "--key"), "pem"),
    "sign-key": ((*CASES, "--certificate", "c.json", "--sign-key"), "pem"),
    "script": (("emulate", "--script"), "json"),
    "script-in-yaml": (("emulate", "--script"), "yaml"),
    "openapi": (("drift", "--openapi"), "json"),
    "openapi-in-yaml": (("drift", "--openapi"), "yaml"),
    "traceability": (("rules", "--traceability", "--report"), "json"),
}
DEEP = {
    "toml": b"failure = " + b"[" * LEVELS + b"]" * LEVELS,
    "json": b"[" * LEVELS + b"]" * LEVELS,
    "yaml": b"[" * LEVELS + b"]" * LEVELS,
}
every_way = pytest.mark.parametrize("way", WAYS)


@pytest.fixture(scope="module")
def made(run_in, tmp_path_factory) -> Path:
    """A folder with a report and a certificate."""
    folder = tmp_path_factory.mktemp("made")
    done = run_in(folder, *CASES, "--json", "report.json", "--certificate", "certificate.json")
    assert done.status == 0, done.err
    return folder


@contextmanager
def bounded() -> Iterator[None]:
    """Take a limited time and a limited amount of memory more than now, or fail."""

    def end(_number: int, _frame: object) -> None:
        raise AssertionError(f"still waiting after {SECONDS} s")

    used = psutil.Process().memory_info().vms
    memory, handler = resource.getrlimit(resource.RLIMIT_AS), signal.signal(signal.SIGALRM, end)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, memory[1]))
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, memory)


@pytest.fixture
def run_bounded(made: Path, run_in: Run) -> Iterator[Callable[..., Ran]]:
    """Runs the command in that folder, within bounds of time and memory."""
    with bounded():
        yield partial(run_in, made)


def is_one_line(done: Ran, *reported: str) -> None:
    assert done.status == 2, done
    assert done.err.count("\n") == 1
    assert [part for part in reported if part not in done.err] == []


@every_way
def test_a_device_is_not_read(run_bounded, way):
    is_one_line(run_bounded(*WAYS[way][0], "/dev/zero"), "/dev/zero is a pipe or a device, and only a file is read.")


@every_way
def test_a_pipe_without_a_writer_is_not_waited_for(run_bounded, tmp_path, way):
    arguments, ending = WAYS[way]
    path = tmp_path / f"pipe.{ending}"
    os.mkfifo(path)
    is_one_line(run_bounded(*arguments, str(path)), f"pipe.{ending} is a pipe or a device")


@every_way
def test_a_file_that_is_too_large_is_not_read(run_bounded, tmp_path, way):
    arguments, ending = WAYS[way]
    path = tmp_path / f"large.{ending}"
    with open(path, "wb") as file:
        file.truncate(read.LARGEST + 1)  # a hole: it takes no disk
    is_one_line(run_bounded(*arguments, str(path)), f"large.{ending} is larger than ", " MiB.")


@pytest.mark.parametrize("way", [way for way, (_arguments, ending) in WAYS.items() if ending in DEEP])
def test_what_is_nested_too_deeply_is_a_mistake(run_bounded, tmp_path, way):
    arguments, ending = WAYS[way]
    path = tmp_path / f"deep.{ending}"
    path.write_bytes(DEEP[ending])
    is_one_line(run_bounded(*arguments, str(path)), f"deep.{ending} is nested too deeply", f"below {DEEPEST} levels")


@pytest.mark.parametrize("way", ["baseline", "input", "verify", "script", "openapi", "expected-failures"])
def test_what_can_be_parsed_and_not_be_walked_is_a_mistake(run_bounded, tmp_path, way):
    """A parser gets deeper than what works with its value."""
    arguments, ending = WAYS[way]
    path = tmp_path / f"deep.{ending}"
    opened = b"failure = " if ending == "toml" else b""
    path.write_bytes(opened + b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1))
    is_one_line(run_bounded(*arguments, str(path)), f"deep.{ending} is nested too deeply")


@pytest.mark.expensive("reads large files")
def test_an_alias_of_yaml_counts_as_what_it_refers_to(run_bounded, tmp_path):
    names = "abcdefghij"
    lines = [f"{names[0]}: &{names[0]} []"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]" for old, new in pairwise(names)]
    (tmp_path / "laughs.yaml").write_text("\n".join(lines), "utf-8")
    is_one_line(run_bounded("drift", "--openapi", str(tmp_path / "laughs.yaml")), "holds more than 5,000,000 lists")


@pytest.mark.parametrize("name", ["conformance.toml", "pyproject.toml"])
def test_the_tables_of_a_folder_are_read_within_limits(run, here, name):
    opened = b"subjects = " if name == "conformance.toml" else b"tool = "
    (here / name).write_bytes(opened + b"[" * LEVELS + b"]" * LEVELS)
    is_one_line(run("subjects"), f"{name} is nested too deeply")
    with open(here / name, "wb") as file:
        file.truncate(LARGEST + 1)
    is_one_line(run("certify", "acme"), f"{name} is larger than 32 MiB.")
    (here / name).unlink()
    os.mkfifo(here / name)
    is_one_line(run("subjects"), f"{name} is a pipe or a device")


def test_recordings_are_read_within_limits(run, here):
    (here / "traffic").mkdir()
    os.mkfifo(here / "traffic" / "pipe.yaml")
    (here / "traffic" / "deep.json").write_bytes(DEEP["json"])
    (here / "traffic" / "deep.yaml").write_bytes(DEEP["yaml"])
    with open(here / "traffic" / "large.json", "wb") as file:
        file.truncate((64 << 20) + 1)
    done = run("replay", "traffic", "reference")
    assert (done.status, done.err) == (2, "conformance: traffic holds no recorded call of the APIs. "
                                          "Name a folder of VCR cassettes.\n")  # fmt: skip
    for reported in ("pipe.yaml", "deep.json", "deep.yaml", "large.json"):
        assert reported in done.out


def test_a_report_that_holds_a_rule_twice_is_refused(run_bounded, made, tmp_path):
    report = json.loads((made / "report.json").read_text("utf-8"))
    report["rules"] *= 2
    (tmp_path / "twice.json").write_text(json.dumps(report), "utf-8")
    twice = str(tmp_path / "twice.json")
    for arguments in ((*CASES, "--baseline", twice), ("diff", "report.json", twice)):
        is_one_line(run_bounded(*arguments), f"twice.json is damaged: it holds the rule MCP-1 of {SINGLE} twice.")


@pytest.mark.expensive("reads large files")
def test_many_expected_failures_take_time_in_proportion(here, run, keeps_defaults):
    """One for each rule of each operation: more are refused, as two cover the same then."""
    entry = '[[failure]]\noperation = "{}"\nrule = "{}"\ncause = "any"\nreason = "known"\n\n'
    rules = [(name, rule.id) for name, own in load_specifications().contracts.items() for rule in own.rules]
    (here / "many.toml").write_text("".join(entry.format(*each) for each in rules), "utf-8")
    arguments = (*keeps_defaults, "--max-examples", "0", "--quiet", "--expected-failures", "many.toml")
    with bounded():
        done = run("certify", *arguments, "--markdown", "summary.md")
    assert (done.status, done.err) == (1, "")
    assert "expected failures to delete" in done.out


def test_many_entries_with_a_mistake_are_refused_at_the_first(here, run, keeps_defaults):
    entry = '[[failure]]\noperation = "{}"\nrule = "MCP-{}"\nreason = "known"\n\n'
    (here / "many.toml").write_text("".join(entry.format(SINGLE, number) for number in range(20_000)), "utf-8")
    with bounded():
        done = run("certify", *keeps_defaults, "--expected-failures", "many.toml")
    assert done.status == 2
    assert "many.toml, line 1 (failure 1): 'MCP-0' is no rule of" in done.err


@pytest.mark.skipif(sys.platform != "linux", reason="file systems elsewhere take only names in UTF-8")
def test_a_subject_whose_file_has_a_name_that_is_not_utf_8_is_judged(run, here):
    odd = os.fsdecode(b"w\xe4.py")
    (here / odd).write_text(KEEPS_DEFAULTS, "utf-8")
    bound = ("--bind", f"mcp-tool-to-chat-tool={odd}:convert", "--jobs", "1", "--max-examples", "2")
    done = run("certify", *bound, "--rule", "MCP-2", "--report-dir", "r", "--markdown", "r.md", "--sarif", "r.sarif")
    assert (done.status, done.err) == (1, "")
    assert "w\\udce4.py:convert does not conform" in done.out
