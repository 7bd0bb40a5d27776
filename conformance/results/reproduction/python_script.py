"""Scripts that call a Python function without the suite."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pprint import pformat

from conformance.base.values import JSON, levels
from conformance.results.reproduction.looks import Look
from conformance.results.reproduction.python_source import PythonSource

WIDTH = 100
DEEPEST = 60  # levels of a literal; Python reads about three times as many

_PARTS = """\

def parts(value):
    if isinstance(value, (dict, list)):
        yield value
        for member in value.values() if isinstance(value, dict) else value:
            yield from parts(member)

"""


def script_of(
    source: PythonSource, given: JSON, look: Look, *, earlier: Sequence[JSON] = (), most_lines: int | None = None
) -> str:
    """Return a script that calls a function with an input, and prints what shows the defect.

    earlier: inputs that the function is called with before. most_lines: long inputs are on one line where the script
    would have more.
    """
    head = ["import json"]
    if source.is_async:
        head.append("import asyncio")
    if look in (Look.KEPT, Look.AGAIN):
        head.append("import copy")
    before = [*head, *source.before, _PARTS if look in (Look.SHARED, Look.KEPT) else ""]
    values = {"given": given, **({"earlier": list(earlier)} if earlier else {})}
    after = _after(_call(source, "given"), _call(source, "one"), look, earlier=bool(earlier))
    for is_short in (False, True):
        literals = [f"{name} = {_literal(value, is_short=is_short)}" for name, value in values.items()]
        script = "\n".join([*before, *literals, *after])
        if most_lines is None or len(script.splitlines()) <= most_lines:
            break
    return script


def _call(source: PythonSource, argument: str) -> str:
    call = f"{source.function}({argument})"
    return f"asyncio.run({call})" if source.is_async else call


def _literal(value: JSON, *, is_short: bool) -> str:
    if any(depth > DEEPEST for depth, _level in enumerate(levels(value))):
        return f"json.loads({json.dumps(value)!r})"
    return repr(value) if is_short else pformat(value, width=WIDTH, sort_dicts=False)


def _after(call: str, call_of_one: str, look: Look, *, earlier: bool) -> list[str]:
    before = []
    if earlier and look is not Look.KEPT:
        before = ["for one in earlier:", "    try:", f"        {call_of_one}", "    except Exception:", "        pass"]
    return (
        before
        + {
            Look.RESULT: [f"print({_dumps(call)})"],
            Look.NOT_JSON: [f"print({_dumps(call, ', allow_nan=False')})"],
            Look.INPUT: [call, f"print({_dumps('given')})"],
            Look.INPUT_OF_FAILED: ["try:", f"    {call}", "finally:", f"    print({_dumps('given')})"],
            Look.SHARED: [
                "known = {id(part) for part in parts(given)}",
                f"for part in parts({call}):",
                "    if id(part) in known:",
                '        print("the input holds it too:", json.dumps(part, ensure_ascii=False))',
                "        break",
            ],
            Look.KEPT: [
                f"results = [{call_of_one} for one in [{'*earlier, ' if earlier else ''}copy.deepcopy(given), given]]",
                "known = {id(part) for result in results[:-1] for part in parts(result)}",
                "for part in parts(results[-1]):",
                "    if id(part) in known:",
                '        print("an earlier result holds it too:", json.dumps(part, ensure_ascii=False))',
                "        break",
            ],
            Look.AGAIN: [
                "for one in [copy.deepcopy(given), given]:",
                f"    print(json.dumps({call_of_one}, ensure_ascii=False))",
            ],
        }[look]
    )


def _dumps(value: str, more: str = "") -> str:
    return f"json.dumps({value}, indent=1, ensure_ascii=False{more})"
