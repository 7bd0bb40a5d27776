"""Runs pytest with the plugin, in a folder that holds a converter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

import conformance.commands.pytest_plugin.check
import conformance.commands.pytest_plugin.session
import conformance.inputs.pool

# Each run inside this process forgets what it imported; C extensions among it cannot be imported twice.
import conformance.rules.contracts.yaml_core  # noqa: F401

SINGLE = "mcp-tool-to-chat-tool"
SOUND = """
from conformance.reference import mcp_tool_to_chat_tool as convert
"""
KEEPS_DEFAULTS = """
import copy

def convert(tool):
    if not isinstance(tool.get("name"), str) or not isinstance(tool.get("inputSchema"), dict):
        raise ValueError("no tool: name and inputSchema are needed")
    function = {"name": tool["name"], "description": tool.get("description") or ""}
    function["parameters"] = schema = copy.deepcopy(tool["inputSchema"])
    if schema.get("type") == "object" and schema.get("properties") is None:
        schema["properties"] = {}
    return {"type": "function", "function": function}
"""
WORDS = "PASSED|FAILED|SKIPPED|XFAIL|XPASS|ERROR"


class Ran(NamedTuple):
    """What a run came to. items: the outcome of each by its id."""

    status: int
    out: str
    items: Mapping[str, str]

    @property
    def verdicts(self) -> dict[str, str]:
        """The outcomes by the last part of an item's id."""
        return {name.rpartition("::")[2]: word for name, word in self.items.items()}

    def counted(self) -> dict[str, int]:
        """How often each outcome came."""
        reported = list(self.items.values())
        return {word: reported.count(word) for word in sorted(set(reported))}


Run = Callable[..., Ran]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One cache for all runs."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, cache: str) -> pytest.Pytester:
    """A folder with a sound converter and one that has a defect; nothing of the caller's settings."""
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)
    # Other plugins take longer to import than all that is run here.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    monkeypatch.setenv("COLUMNS", "200")
    pytester.makepyfile(sound=SOUND, keeps_defaults=KEEPS_DEFAULTS)
    return pytester


@pytest.fixture
def run(project: pytest.Pytester) -> Run:
    """Runs pytest in this process; in one of its own with `alone=True`."""

    def run_pytest(*arguments: str, alone: bool = False) -> Ran:
        # This process has imported the plugin before, for good.
        words = ("-p", "conformance", "-v", "-ra", "-W", "ignore::pytest.PytestAssertRewriteWarning", *arguments)
        done = project.runpytest_subprocess("-p", "xdist", *words) if alone else project.runpytest_inprocess(*words)
        out = "\n".join([*done.outlines, *done.errlines])
        # "path::id PASSED [ 1%]", and of a worker of pytest-xdist "[gw0] [ 1%] PASSED path::id".
        reported = re.findall(rf"^(\S.*::\S+) ({WORDS})\b", out, re.M)
        reported += [(name, word) for word, name in re.findall(rf"^\[gw\d\] \[ *\d+%\] ({WORDS}) (.*::\S+)", out, re.M)]
        return Ran(int(done.ret), out, dict(reported))

    return run_pytest
