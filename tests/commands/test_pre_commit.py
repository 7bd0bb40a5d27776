"""The pre-commit hook: its entry takes all files in one call."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

HOOKS = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text("utf-8"))
GOOD = {"type": "function", "name": "a", "parameters": {"type": "object", "properties": {}}, "strict": False}


def hook(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (hook,) = HOOKS
    entry = shlex.split(hook["entry"])
    assert entry[0] == "python"
    return subprocess.run(
        [sys.executable, *entry[1:], *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.expensive("starts the command for several files")
def test_every_file_is_checked_and_the_worst_decides(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(json.dumps([GOOD]), "utf-8")
    (tmp_path / "bad.json").write_text(json.dumps([{**GOOD, "name": "a b"}]), "utf-8")
    (tmp_path / "package.json").write_text('{"name": "acme", "type": "module"}', "utf-8")
    target = ("--target", "openai-responses")
    done = hook(tmp_path, *target, "bad.json", "good.json", "package.json", "--sarif", "found.sarif")
    assert (done.returncode, done.stderr) == (1, "")
    assert "bad.json: " in done.stdout
    assert "good.json: " in done.stdout
    assert "Left out: package.json: no tools in it." in done.stdout
    assert (tmp_path / "found.sarif").is_file()
    assert hook(tmp_path, *target, "--host", "azure", "good.json", "package.json").returncode == 0
    assert hook(tmp_path, *target, "good.json", "nowhere.json").returncode == 2


def test_the_target_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(json.dumps([GOOD]), "utf-8")
    done = hook(tmp_path, "good.json")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the following arguments are required: --target" in done.stderr


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tools/weather.json", True),
        ("weather.tools.json", True),
        ("src/tools.json", True),
        ("tool.json", True),
        ("my_tools.v2.json", True),
        ("functions/look.json", True),
        ("package.json", False),
        ("toolbox/data.json", False),
        ("settings.json", False),
    ],
)
def test_files_are_chosen_by_the_words_of_their_paths(path: str, expected: bool) -> None:
    (hook,) = HOOKS
    assert hook["types"] == ["json"]
    assert bool(re.search(hook["files"], path)) is expected


def test_modules_of_the_repository_do_not_stand_in_for_those_of_the_suite(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(json.dumps([GOOD]), "utf-8")
    (tmp_path / "yaml.py").write_text("raise SystemExit('the wrong yaml')", "utf-8")
    (tmp_path / "conformance").mkdir()
    done = hook(tmp_path, "--target", "openai-responses", "good.json")
    assert (done.returncode, done.stderr) == (0, "")
