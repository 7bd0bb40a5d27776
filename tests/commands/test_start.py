"""What a start loads: each module costs every run, or everybody who asks for help, a part of a start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# What only mistakes and few options need.
NEVER_FOR_HELP = {
    "asyncio", "conformance.rules.checks", "conformance.rules.contracts", "conformance.apis.emulator",
    "conformance.running.engine", "conformance.inputs", "conformance.apis.oracles",
    "conformance.apis.recordings", "hypothesis", "jsonschema_rs", "minijinja", "msgspec", "rich", "yaml",
}  # fmt: skip
# Optional extras, and libraries that take over 30 ms to import.
NEVER_FOR_CASES = {"cryptography", "hypothesis", "mcp", "rich", "starlette", "uvicorn", "vcr"}
CASES = ("certify", "reference", "--max-examples", "0", "--operation", "mcp-tools-to-chat-tools")


def loaded(folder: Path, *arguments: str) -> set[str]:
    """Return the modules that a process has loaded when the command is done."""
    reported = (
        "import sys\nfrom conformance.commands.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", reported, *arguments],
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
    assert "conformance.commands.parser" in modules
    assert sorted(modules & NEVER_FOR_HELP) == []


@pytest.mark.expensive("runs the cases in a program that lists its modules")
def test_a_run_of_cases_loads_no_library_that_it_does_not_use(folder: Path) -> None:
    modules = loaded(folder, *CASES)
    assert "conformance.running.engine" in modules
    assert sorted(modules & NEVER_FOR_CASES) == []
