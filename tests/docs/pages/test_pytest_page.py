"""What docs/pytest.md prints works when it is copied."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "pytest.md").read_text("utf-8")
FUNCTION = (Path(__file__).parents[3] / "docs" / "certify-a-function.md").read_text("utf-8")


def blocks(page: str) -> dict[str, str]:
    """The Python of a page, by the file that its first line names."""
    found = re.findall(r"^```python\n# (\S+)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert found
    return dict(found)


@pytest.fixture
def project(pytester, monkeypatch, tmp_path_factory):
    """The project of the page: its test, and the function and the adapter that the other guide prints."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for name, text in {**blocks(FUNCTION), **blocks(PAGE)}.items():
        path = pytester.path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return pytester


def test_the_test_module_fails_as_the_page_shows(project):
    done = project.runpytest_subprocess(
        "-p", "conformance", "-vv", "--conformance-max-examples=0", "-o", "pythonpath=.", "tests/test_conformance.py"
    )
    assert done.parseoutcomes() == {"failed": 1}
    shown = re.findall(r"^(?:    )?(FAILED .*|D1 .*|    breaks  .*|    at  .*|    repeat .*)$", PAGE, re.MULTILINE)
    assert len(shown) == 5
    for line in shown:
        assert line in done.outlines


def test_the_test_module_has_an_item_for_each_rule_where_that_is_asked(project):
    done = project.runpytest_subprocess(
        "-p", "conformance", "--conformance-max-examples=0", "-o", "pythonpath=.", "--conformance-by", "rule",
        "tests/test_conformance.py",
    )  # fmt: skip
    reported = done.parseoutcomes()
    assert (reported["failed"], reported["passed"] > 15) == (2, True)


@pytest.mark.parametrize("command", re.findall(r"^    (pytest --conf.*)$", PAGE, re.MULTILINE))
def test_its_commands_run(project, command):
    words = shlex.split(command)[1:]
    done = project.runpytest_subprocess(
        "-p", "conformance", *words, "-m", "conformance", "--conformance-max-examples=0"
    )
    assert {"passed", "failed"} & done.parseoutcomes().keys()
