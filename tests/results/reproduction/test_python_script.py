"""The text of the scripts that call a function without the suite."""

from __future__ import annotations

from conformance.base.values import JSON
from conformance.results.reproduction.looks import Look
from conformance.results.reproduction.python_script import DEEPEST, script_of
from conformance.results.reproduction.python_source import PythonSource

IMPORTED = PythonSource(before=("from acme import convert",), function="convert")


def test_a_script_prints_the_result() -> None:
    assert script_of(IMPORTED, {"a": [1, None, True]}, Look.RESULT).splitlines() == [
        "import json",
        "from acme import convert",
        "",
        "given = {'a': [1, None, True]}",
        "print(json.dumps(convert(given), indent=1, ensure_ascii=False))",
    ]


def test_a_coroutine_is_awaited() -> None:
    source = PythonSource(before=IMPORTED.before, function="convert", is_async=True)
    lines = script_of(source, 1, Look.RESULT).splitlines()
    assert "import asyncio" in lines
    assert "json.dumps(asyncio.run(convert(given))" in lines[-1]


def test_a_long_input_is_on_one_line_where_there_is_a_limit() -> None:
    given = [{"name": f"a{number}" * 20} for number in range(100)]
    assert len(script_of(IMPORTED, given, Look.RESULT, most_lines=25).splitlines()) <= 25
    assert len(script_of(IMPORTED, given, Look.RESULT).splitlines()) > 100


def test_a_deep_input_is_read_as_json() -> None:
    given: JSON = {}
    for _level in range(DEEPEST + 1):
        given = {"a": given}
    assert "given = json.loads('" in script_of(IMPORTED, given, Look.RESULT)
