"""What a script needs of a Python function."""

from __future__ import annotations

import pytest

from conformance.results.reproduction.python_source import source_of, source_of_file

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


async def later(tool):
    """Nor this."""
    return tool


class Tools:
    """A class."""

    def convert(self, tool):
        return tool
'''


def test_an_imported_function() -> None:
    source = source_of("acme.tools:convert")
    assert source is not None
    assert (source.before, source.function, source.is_async) == (("from acme.tools import convert",), "convert", False)


def test_a_method_is_called_on_what_is_imported() -> None:
    source = source_of("acme:tools.convert")
    assert source is not None
    assert (source.before, source.function) == (("from acme import tools",), "tools.convert")


@pytest.mark.parametrize("path", ["tools/convert.py:convert", "acme", "acme:", "os; x:y", "acme:f()"])
def test_what_no_import_statement_takes(path: str) -> None:
    assert source_of(path) is None


def test_of_a_file_it_has_what_the_function_needs() -> None:
    source = source_of_file(ADAPTER, "convert")
    assert source is not None
    assert "\n".join(source.before).splitlines() == [
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
    ]


def test_the_result_of_a_coroutine_function_is_awaited() -> None:
    source = source_of_file(ADAPTER, "later")
    assert source is not None
    assert source.is_async
    assert source.before[-1] == "\nasync def later(tool):\n    return tool"


@pytest.mark.parametrize("function", ["missing", "Tools", "_WRAPPER"])
def test_what_is_no_function_at_the_top_level(function: str) -> None:
    assert source_of_file(ADAPTER, function) is None


def test_an_import_that_has_another_one_for_older_versions_is_taken_whole() -> None:
    branches = "try:\n    import new as http\nexcept ImportError:\n    import old as http"
    source = source_of_file(f"{branches}\n\ndef convert(tool):\n    return http.get(tool)\n", "convert")
    assert source is not None and source.before[0] == branches
