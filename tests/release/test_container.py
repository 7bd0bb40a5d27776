"""The container image: its instructions are checked, and its first stage is run without a docker."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTRUCTIONS = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENTRYPOINT", "CMD"}


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile with its words; comments are left out."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(first, rest) for first, _space, rest in (line.partition(" ") for line in lines)]


def copied() -> list[str]:
    """What is copied from the checkout."""
    words = [shlex.split(rest) for name, rest in instructions() if name == "COPY" and "--from" not in rest]
    return [source for sources in words for source in sources[:-1]]


def test_each_instruction_is_known_and_the_image_runs_as_nobody_in_particular() -> None:
    found = instructions()
    assert {name for name, _rest in found} == INSTRUCTIONS
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    started = {name: json.loads(rest) for name, rest in found if name in ("ENTRYPOINT", "CMD")}
    assert started["ENTRYPOINT"][0] in project["scripts"]
    assert started["CMD"] == ["demo"]
    users = [rest for name, rest in found if name == "USER"]
    assert users == ["1000"]
    assert found[-3][0] == "USER"  # what follows it changes no file


def test_what_is_copied_is_there_and_is_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert sorted(copied()) == sorted(allowed)
    assert all((ROOT / name).exists() for name in copied())


def test_the_python_of_the_image_is_one_that_the_tests_run_on() -> None:
    (version,) = {rest.split()[0] for name, rest in instructions() if name == "FROM"}
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    assert f'"{version.removeprefix("python:").removesuffix("-slim")}"' in workflow


@pytest.mark.expensive("builds a wheel")
def test_the_wheel_is_built_from_what_is_copied_alone(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    pytest.importorskip("build")
    suite, wheels = tmp_path / "suite", tmp_path / "wheels"
    suite.mkdir()
    for name in copied():
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, suite / name)  # type: ignore[operator]
    assert [name for name, rest in instructions() if name == "RUN" and "-m pip wheel" in rest]
    # By what pip would fetch to build it, which is installed here.
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(wheels)]
    subprocess.run(command, cwd=suite, check=True, capture_output=True)
    assert [path.suffix for path in wheels.iterdir()] == [".whl"]
