"""The programs that conformance init writes: their files, and the commands that build and run them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from conformance.running.subjects.javascript import FOLDER, SERVE_ADAPTER


def snake(operation: str) -> str:
    """Return an operation's name as a function's: mcp_tool_to_chat_tool."""
    return operation.replace("-", "_")


def pascal(operation: str) -> str:
    """Return an operation's name as a method's in C#: McpToolToChatTool."""
    return "".join(word.capitalize() for word in operation.split("-"))


def camel(operation: str) -> str:
    """Return an operation's name as a function's: mcpToolToChatTool."""
    name = pascal(operation)
    return name[0].lower() + name[1:]


@dataclass(frozen=True, kw_only=True)
class Program:
    """A program in one language, and how it is built and run.

    files: by file, relative to the folder, its template, or the path of a file of the suite that is copied; the first
    is the one that people edit. run, build: the words of a command, in which {at} is where the folder is. needs: what
    has to be there before, for people. way: the flag of certify that takes the command; None for a Python file, which
    the suite's own worker serves: it observes more of a function than the protocol can carry.
    """

    files: Mapping[str, str]
    run: tuple[str, ...]
    build: tuple[str, ...] | None = None
    needs: str | None = None
    naming: Callable[[str], str] = snake
    way: str | None = "--command"


# What is several files is a folder of its own; so is Go, where all files of one folder are one package.
_OWN = "conformance_adapter"
_SERVER = {f"{_OWN}/serve_adapter.mjs": SERVE_ADAPTER}
SERVER_TYPES = os.path.join(FOLDER, "serve_adapter.d.mts")
_TYPESCRIPT = Program(
    files={
        f"{_OWN}/main.mts": "adapter.mts.jinja",
        **_SERVER,
        f"{_OWN}/serve_adapter.d.mts": SERVER_TYPES,
        f"{_OWN}/tsconfig.json": "tsconfig.json.jinja",
    },
    run=("node", f"{{at}}{_OWN}/main.mjs"),
    build=("npx", "tsc", "-p", f"{{at}}{_OWN}"),
    needs="npm install --save-dev typescript @types/node",
    naming=camel,
)
ADAPTERS = {
    "python": Program(files={f"{_OWN}.py": "adapter.py.jinja"}, run=("python3", f"{{at}}{_OWN}.py"), way=None),
    "javascript": Program(
        files={f"{_OWN}/main.mjs": "adapter.mjs.jinja", **_SERVER},
        run=("node", f"{{at}}{_OWN}/main.mjs"),
        naming=camel,
    ),
    "typescript": _TYPESCRIPT,
    "java": Program(
        files={f"{_OWN}/ConformanceAdapter.java": "adapter.java.jinja"},
        run=("java", "-cp", f"{{at}}{_OWN}/lib/*:{{at}}{_OWN}", "ConformanceAdapter"),
        build=("javac", "-cp", f"{{at}}{_OWN}/lib/*", f"{{at}}{_OWN}/ConformanceAdapter.java"),
        needs=f"the jars of jackson-databind, jackson-core and jackson-annotations (2.x) in {{at}}{_OWN}/lib/",
        naming=camel,
    ),
    "csharp": Program(
        files={f"{_OWN}/Program.cs": "adapter.cs.jinja", f"{_OWN}/{_OWN}.csproj": "adapter.csproj.jinja"},
        run=("dotnet", f"{{at}}{_OWN}/out/{_OWN}.dll"),
        build=("dotnet", "build", f"{{at}}{_OWN}", "--configuration", "Release", "--output", f"{{at}}{_OWN}/out"),
        naming=pascal,
    ),
    "go": Program(
        files={f"{_OWN}/main.go": "adapter.go.jinja"}, run=("go", "run", f"{{at}}{_OWN}/main.go"), naming=camel
    ),
    "rust": Program(
        files={
            f"{_OWN}/src/main.rs": "adapter.rs.jinja",
            f"{_OWN}/Cargo.toml": "Cargo.toml.jinja",
            f"{_OWN}/build.rs": "build.rs.jinja",
        },
        run=(f"{{at}}{_OWN}/target/release/{_OWN}",),
        build=("cargo", "build", "--release", "--manifest-path", f"{{at}}{_OWN}/Cargo.toml"),
    ),
    "php": Program(files={f"{_OWN}.php": "adapter.php.jinja"}, run=("php", f"{{at}}{_OWN}.php")),
    "ruby": Program(files={f"{_OWN}.rb": "adapter.rb.jinja"}, run=("ruby", f"{{at}}{_OWN}.rb")),
}

DRIVERS = {
    "python": Program(
        files={"conformance_driver.py": "driver.py.jinja"},
        run=("python3", "{at}conformance_driver.py"),
        needs="pip install openai",
        way="--wire",
    ),
    "javascript": Program(
        files={"conformance_driver.mjs": "driver.mjs.jinja"}, run=("node", "{at}conformance_driver.mjs"), way="--wire"
    ),
}


def adapter_in(language: str) -> Program:
    """Return the adapter of a language as it is run on this machine."""
    program = ADAPTERS[language]
    if program is _TYPESCRIPT and _node_runs_typescript():
        return replace(program, run=("node", f"{{at}}{_OWN}/main.mts"), build=None, needs=None)
    return program


def _node_runs_typescript() -> bool:
    """Whether the Node that is installed here runs TypeScript without a flag."""
    node = shutil.which("node")
    if node is None:
        return False
    asked = [node, "--print", "process.features.typescript"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout.strip() in ("strip", "transform")
