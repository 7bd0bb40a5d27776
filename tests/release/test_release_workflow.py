"""The release, step by step as a runner takes them: built, checked as an index checks it, and tried.

`tox -e packaging` has what builds it. Nothing is downloaded: what the wheel needs is found beside the tests.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance import __version__

ROOT = Path(__file__).parents[2]
JOBS: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))["jobs"]
STEPS = {step["name"]: step["run"] for step in JOBS["build"]["steps"] if "run" in step}
needs_tools = pytest.mark.skipif(
    not all(map(find_spec, ("build", "twine", "hatchling"))), reason="build, twine or hatchling is not installed"
)

# `python`, whose environments find what they need without a download: the wheel's own modules come first.
PYTHON = """#!/bin/sh
set -e
if [ "$1 $2" != "-m venv" ]; then exec {python} "$@"; fi
{python} -m venv "$3"
for folder in "$3"/lib/python*/site-packages; do echo {packages} > "$folder/dependencies.pth"; done
"""


def take(name: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Take a step in a folder."""
    commands = folder / ".bin"
    commands.mkdir(exist_ok=True)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    python = commands / "python"
    python.write_text(PYTHON.format(python=shlex.quote(sys.executable), packages=shlex.quote(packages)), "utf-8")
    python.chmod(0o755)
    own = {name: value for name, value in os.environ.items() if not name.startswith(("CONFORMANCE_", "PYTHON", "PIP_"))}
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    # Under tox the suite is installed beside what it needs: pip would find that there is nothing to do.
    own |= {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_IGNORE_INSTALLED": "1"}
    own |= {"PATH": path, "RUNNER_TEMP": str(folder / ".temp"), **variables}
    (folder / ".temp").mkdir(exist_ok=True)
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]],
        cwd=folder, env=own, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that has what a release is built from: a link in it would be one in the source distribution."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    parts = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    for name in ("pyproject.toml", *(part.removeprefix("/") for part in parts)):
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(path, tmp_path / name)
    return tmp_path


@needs_tools
@pytest.mark.expensive("it builds the wheel and the source distribution, and makes an environment")
def test_a_dry_run_builds_what_an_index_takes_and_what_works(checkout: Path) -> None:
    said = take("Compare the tag with the version", checkout, TAG="")
    assert (said.returncode, said.stdout) == (0, f"Dry run of version {__version__}: nothing is published.\n")
    built = take("Build", checkout)
    assert built.returncode == 0, built.stdout + built.stderr
    assert built.stdout.count("PASSED") == 2
    (wheel,), (source,) = (checkout / "dist").glob("*.whl"), (checkout / "dist").glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        assert {
            "conformance/specs/compiled.json",
            "conformance/specs/tool-loop/behaviours.json",
            "conformance/specs/tool-loop/detection.json",
            "conformance/javascript/package.json",
            "conformance/javascript/types.d.ts",
        } <= set(opened.namelist())
    with tarfile.open(source) as archive:
        assert f"tool_conformance-{__version__}/action.yml" in archive.getnames()
    tried = take("Try the wheel", checkout)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert "reference conforms" in tried.stdout
    installed = next((checkout / ".temp" / "try").glob("lib/python*/site-packages/conformance/__init__.py"))
    assert installed.is_file()


def test_a_tag_that_is_not_the_version_ends_the_release(checkout: Path) -> None:
    said = take("Compare the tag with the version", checkout, TAG="v99.0.0")
    assert (said.returncode, said.stdout) == (
        1, f"The tag is v99.0.0, and the version in conformance/__init__.py is {__version__}.\n"
    )  # fmt: skip


def test_a_release_without_an_owner_ends_at_once(checkout: Path) -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    (checkout / "pyproject.toml").unlink()
    for owner, status in (("OWNER", 1), ("somebody", 0)):
        text = project.replace('Repository = "https://github.com/OWNER/', f'Repository = "https://github.com/{owner}/')
        (checkout / "pyproject.toml").write_text(text, "utf-8")
        assert take("Compare the tag with the version", checkout, TAG=f"v{__version__}").returncode == status


def test_only_a_tag_is_published() -> None:
    assert JOBS["publish"]["if"] == "github.event_name == 'push'"
    assert JOBS["publish"]["needs"] == "build"
    assert JOBS["publish"]["permissions"] == {"id-token": "write"}
