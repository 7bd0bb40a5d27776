"""What a start loads: each of these costs every run, or everybody who asks for help, a part of a start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CASES = ("certify", "--max-examples", "0", "--contract", "mcp-tools-to-chat-tools")
# Whatever judges and makes examples, subjects in other processes, and what only mistakes and few options need.
NEVER = {
    "asyncio", "conformance.checks.oracle", "conformance.cli.given_input", "conformance.emulator",
    "conformance.engine.scripted", "conformance.engine.service", "conformance.engine.shrink", "conformance.generate",
    "conformance.oracles", "conformance.recordings", "dataclasses", "hypothesis", "jsonschema_rs", "locale", "msgspec",
    "rich", "subprocess", "xml", "yaml",
}  # fmt: skip
NEVER_FOR_HELP = NEVER | {"conformance.contracts", "conformance.engine", "json", "logging", "minijinja", "pathlib"}


def loaded(folder: Path, *arguments: str) -> set[str]:
    """Return the modules that a process has loaded when the command is done."""
    told = (
        "import sys\nfrom conformance.cli import main\ntry:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", told, *arguments],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("start")


def test_help_loads_the_parser_and_no_more(folder: Path) -> None:
    modules = loaded(folder, "--help")
    assert "conformance.cli.parser" in modules
    assert sorted(modules & NEVER_FOR_HELP) == []


def test_a_second_run_of_cases_loads_nothing_that_judges(folder: Path) -> None:
    first = loaded(folder, *CASES)
    assert first & NEVER >= {"conformance.checks.oracle", "jsonschema_rs", "yaml"}
    again = loaded(folder, *CASES)
    assert "conformance.engine" in again
    assert sorted(again & NEVER) == []
