"""The scripts that call a function without the suite."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conformance.showing.python_script import MOST_LINES, script_of, script_of_file
from conformance.values import JSON

ADAPTER = '''"""An adapter."""

import os
import sys as system

# Read while it is imported.
os.environ["LIBRARY_OFFLINE"] = "yes"

from collections import OrderedDict, defaultdict
from json import dumps, loads

name = "library"
version = loads("1")
_WRAPPER = {"type": "function"}


def _wrapped(tool):
    """Not needed to see the defect."""
    return {**_WRAPPER, "function": tool, "offline": os.environ["LIBRARY_OFFLINE"]}


def convert(tool):
    """Neither is this."""
    return _wrapped(OrderedDict(tool))


def other(tool):
    return defaultdict(dict, tool)


class Tools:
    def convert(self, tool):
        return tool
'''


def test_a_script_imports_the_function_and_prints_its_result() -> None:
    script = script_of("acme.tools:convert", {"a": [1, None, True]})
    assert script is not None
    lines = script.splitlines()
    assert lines[1] == "from acme.tools import convert"
    assert "given = {'a': [1, None, True]}" in lines
    assert lines[-1].startswith("print(json.dumps(convert(given)")


def test_a_method_is_called_on_what_is_imported() -> None:
    script = script_of("acme:tools.convert", 1)
    assert script is not None
    assert "from acme import tools" in script
    assert "tools.convert(given)" in script


@pytest.mark.parametrize("path", ["tools/convert.py:convert", "acme", "acme:", "os; x:y", "acme:f()"])
def test_what_no_import_statement_takes_has_no_script(path: str) -> None:
    assert script_of(path, 1) is None


def test_a_script_is_short_whatever_the_input() -> None:
    script = script_of("acme:convert", [{"name": f"a{number}" * 20} for number in range(100)])
    assert script is not None
    assert len(script.splitlines()) <= MOST_LINES


def test_of_a_file_it_has_what_the_function_needs() -> None:
    script = script_of_file(ADAPTER, "convert", {"name": "a"})
    assert script is not None
    assert script.splitlines() == [
        "import json",
        "import os",
        "os.environ['LIBRARY_OFFLINE'] = 'yes'",
        "from collections import OrderedDict",
        "_WRAPPER = {'type': 'function'}",
        "",
        "def _wrapped(tool):",
        "    return {**_WRAPPER, 'function': tool, 'offline': os.environ['LIBRARY_OFFLINE']}",
        "",
        "def convert(tool):",
        "    return _wrapped(OrderedDict(tool))",
        "",
        "given = {'name': 'a'}",
        "print(json.dumps(convert(given), indent=1, ensure_ascii=False))",
    ]


def test_it_runs_without_the_file(tmp_path: Path) -> None:
    script = script_of_file(ADAPTER, "convert", {"name": "a"})
    assert script is not None
    (tmp_path / "script.py").write_text(script, "utf-8")
    done = subprocess.run([sys.executable, tmp_path / "script.py"], capture_output=True, text=True, check=True)
    assert '"function": {\n  "name": "a"\n }' in done.stdout


@pytest.mark.parametrize(
    ("text", "function"),
    [
        (ADAPTER, "missing"),
        (ADAPTER, "Tools"),
        (ADAPTER, "_WRAPPER"),
        ("def convert(tool):\n" + "    tool = dict(tool)\n" * 30 + "    return tool\n", "convert"),
    ],
    ids=["no-such-function", "a-class", "a-value", "too-long"],
)
def test_what_is_no_short_function_has_no_script(text: str, function: str) -> None:
    given: JSON = {"name": "a"}
    assert script_of_file(text, function, given) is None
