"""One environment for each library, kept under .tox between runs."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENVIRONMENTS = ROOT / ".tox" / "real-libraries"


def interpreter_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.fixture(scope="session")
def environment() -> Callable[[str], Path]:
    """Returns the interpreter of a library's environment, made at the first run and when its versions change."""

    def make(library: str) -> Path:
        requirements = HERE / f"requirements-{library}.txt"
        wanted = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()
        folder = ENVIRONMENTS / library
        installed = folder / "installed"  # written last: a broken installation is made again
        if not installed.is_file() or installed.read_text() != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
            pip = [str(interpreter_of(folder)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, "--requirement", str(requirements)], check=True)
            installed.write_text(wanted)
        return interpreter_of(folder)

    return make
