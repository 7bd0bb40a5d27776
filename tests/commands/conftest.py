"""Runs the whole command, as people do, in a folder of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from conformance.commands import parser, rule_files
from conformance.results.document import document
from conformance.rules.contracts import files, yaml_core
from tests.command import COMMAND, SIGNALS, Ran, run_here, run_process
from tests.commands.converters import IMPORTS
from tests.running.engine.certifying import certified
from tests.suite.commands import add

ACME = ("--bind", "mcp-tool-to-chat-tool=acme:convert")
SEED = ("--seed", "1")  # of every run that names none: with a given seed a run has no inputs of earlier ones

# Copies the schema with all its defaults, and takes anything for a tool: MCP-2 and others fail.
KEEPS_DEFAULTS = """
import copy

def convert(tool):
    function = {"name": tool["name"], "description": tool.get("description", "")}
    function["parameters"] = schema = copy.deepcopy(tool["inputSchema"])
    if schema.get("type") == "object" and schema.get("properties") is None:
        schema["properties"] = {}
    return {"type": "function", "function": function}
"""


Run = Callable[..., Ran]


def seeded(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments of a run that draws examples, with a seed where they name none."""
    draws = arguments[:1] in (("certify",), ("diff-subjects",)) and "--seed" not in arguments
    return (arguments[0], *SEED, *arguments[1:]) if draws else arguments


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of every run: one cache for all of them, and none of the caller's settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("CONFORMANCE_", "PYTEST_"))}
    return {**own, "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache")), "COLUMNS": "80"}


@pytest.fixture
def suite() -> Iterator[None]:
    """The command line with what only a checkout has."""
    tables: tuple[dict[str, Any], ...] = (parser.GROUPS, parser.COMMANDS, parser.HOMES, rule_files.MORE)
    with ExitStack() as stack:
        for table in tables:
            stack.enter_context(patch.dict(table))
        add()
        yield


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder that the command runs in."""
    return tmp_path


def needs_process(arguments: tuple[str, ...], variables: Mapping[str, str]) -> bool:
    """Whether a run may need a process of its own.

    `serve` waits for a signal or reads to the end, a subject inside it can change it, and the interpreter reads PYTHON*
    when it starts.
    """
    serves = arguments[:1] == ("serve",)
    return serves or "--in-process" in arguments or any(name.startswith("PYTHON") for name in variables)


@pytest.fixture(scope="session")
def run_in(environment: Mapping[str, str]) -> Run:
    """Runs the command in a folder: run_in(folder, *arguments, stdin=..., no_seed=..., alone=..., VARIABLE=...).

    alone: whether it runs as a process of its own; if nothing is said, where it needs one.
    """

    def run_command(
        folder: Path,
        *arguments: str,
        stdin: str = "",
        no_seed: bool = False,
        alone: bool | None = None,
        **variables: str,
    ) -> Ran:
        given = arguments if no_seed else seeded(arguments)
        if alone is None:
            alone = needs_process(arguments, variables)
        way = run_process if alone else run_here
        return way(folder, given, {**environment, **variables}, stdin)

    return run_command


@pytest.fixture
def run(here: Path, run_in: Run) -> Run:
    """Runs the command in this test's folder."""
    return partial(run_in, here)


@pytest.fixture(scope="session")
def start_in(environment: Mapping[str, str]) -> Callable[..., subprocess.Popen[str]]:
    """Starts the command in a folder and does not wait.

    Signals reach it, also where the tests themselves ignore them.
    """

    def unignored() -> None:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)

    def start_command(folder: Path, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*COMMAND, *seeded(arguments)],
            cwd=folder,
            env={**environment, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=unignored,
        )

    return start_command


@pytest.fixture
def start(here: Path, start_in: Callable[..., subprocess.Popen[str]]) -> Callable[..., subprocess.Popen[str]]:
    """Starts the command in this test's folder."""
    return partial(start_in, here)


@pytest.fixture
def keeps_defaults(here: Path) -> tuple[str, str]:
    """The arguments that reach a subject with a defect."""
    (here / "acme.py").write_text(KEEPS_DEFAULTS, "utf-8")
    return ACME


@pytest.fixture(scope="session")
def failing(run_in: Run, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The rules of either level that the subject with a defect fails in its cases."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "acme.py").write_text(KEEPS_DEFAULTS, "utf-8")
    run_in(folder, "certify", *ACME, "--max-examples", "0", "--json", "report.json")
    report = json.loads((folder / "report.json").read_text("utf-8"))
    return [rule["id"] for rule in report["rules"] if rule["verdict"] == "fail"]


@pytest.fixture(scope="session", autouse=True)
def _unchanged_files_are_parsed_once() -> Iterator[None]:
    """Keep what a file of specs/ holds: parsing all of a copy takes a second, and a test changes one of its files."""
    read = cache(yaml_core.read_yaml)
    with patch.object(yaml_core, "read_yaml", read), patch.object(files, "read_yaml", read):
        yield


@pytest.fixture
def reported():
    """Certifies a converter, given as source, with one input, or with the case of that id; gives the report.

    The converter is called in this process and its evidence stays as it was asked.
    """

    def report(operation: str, source: str, given: Any) -> Any:
        names: dict[str, Any] = {}
        exec(IMPORTS + source, names)
        asked = {"cases": (given,)} if isinstance(given, str) else {"inputs": {operation: (given,)}}
        only = not isinstance(given, str)
        functions = {operation: names["convert"]}
        return document(certified(functions, operation, max_examples=0, shrink=False, only_inputs=only, **asked))

    return report


@pytest.fixture
def charged(reported):
    """Certifies a converter with one input; gives the rules that count and fail."""

    def charge(operation: str, source: str, given: Any) -> set[str]:
        rules = reported(operation, source, given)["rules"]
        return {rule["id"] for rule in rules if rule["verdict"] == "fail" and rule["level"] == "MUST"}

    return charge


@pytest.fixture
def charged_in(reported):
    """Certifies a converter with one input; gives the rules that decide against `safe`, and against `documents`.

    A rule is left out that objects to what another one of the set is charged with.
    """

    def charge(operation: str, source: str, given: Any) -> tuple[set[str], set[str]]:
        report = reported(operation, source, given)
        failing = {rule["id"]: rule for rule in report["rules"] if rule["verdict"] == "fail"}  # others may not have run
        failed = {
            requirement_set["name"]: {failure["rule"] for failure in requirement_set["failed"]} & failing.keys()
            for requirement_set in report["sets"]
        }
        safe, documents = (
            {rule for rule in failed[name] if failed[name].isdisjoint(failing[rule].get("charged_to", ()))}
            for name in ("safe", "documents")
        )
        return safe, documents

    return charge
