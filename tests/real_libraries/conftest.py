"""One environment for each library, kept under .tox between runs."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.running.subjects.named import library_names, library_table
from tests.node import newest_node

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENVIRONMENTS = ROOT / ".tox" / "real-libraries"


def interpreter_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def requirements(library: str) -> list[str]:
    """What is installed: as the library's table says, or the file here for what has none."""
    if library in library_names():
        return list(library_table(library)["requirements"])
    return (HERE / f"requirements-{library}.txt").read_text("utf-8").split()


def packages_of(library: str) -> Path:
    """Return a folder with the packages of a library of npm, which stay installed between runs."""
    npm = shutil.which("npm")
    if npm is None or newest_node() is None:
        pytest.skip("npm and Node.js 22.15 or newer are not installed")
    packages = library_table(library)["requirements"]
    folder = ENVIRONMENTS / ("npm-" + re.sub(r"\W+", "-", " ".join(packages)))
    if not (folder / "package-lock.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        install = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder), *packages]
        subprocess.run(install, check=True, timeout=300)
    return folder


@pytest.fixture(scope="session")
def environment() -> Callable[[str], Path]:
    """Returns the interpreter of a library's environment, made at the first run and when its versions change."""

    def make(library: str) -> Path:
        wanted = json.dumps([requirements(library), sys.version])
        folder = ENVIRONMENTS / library
        installed = folder / "installed"  # written last: a broken installation is made again
        if not installed.is_file() or installed.read_text() != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
            pip = [str(interpreter_of(folder)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, *requirements(library)], check=True)
            installed.write_text(wanted)
        return interpreter_of(folder)

    return make
