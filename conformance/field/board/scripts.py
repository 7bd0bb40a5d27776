"""The script of an operation: what shows a situation of it without the suite, whatever its input."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from conformance.field.rows import FoundDefect

_CONST = re.compile(r"^const given = .*?;$", re.MULTILINE | re.DOTALL)


class OperationScript(NamedTuple):
    """A script around its input: `given = INPUT` stands between before and after. language: python or node."""

    language: str
    before: str
    after: str


def script_of(operation: str, defects: Iterable[FoundDefect]) -> OperationScript | None:
    """Return the script that most published defects of an operation have, their inputs left out; None without one."""
    found: Counter[OperationScript] = Counter()
    for defect in defects:
        if defect.operation == operation and defect.script is not None and (parts := _parts(defect)):
            found[parts] += 1
    function = re.compile(rf"\b{operation.replace('-', '_')}\(")
    fitting = [script for script in found if function.search(script.after)] or list(found)
    return max(fitting, key=lambda script: (found[script], -len(script.before), script), default=None)


def _parts(defect: FoundDefect) -> OperationScript | None:
    text = defect.script or ""
    if defect.language != "python":
        stated = _CONST.search(text)
        return (
            OperationScript(defect.language, text[: stated.start()], text[stated.end() :].lstrip("\n"))
            if stated
            else None
        )
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    for statement in statements:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id == "given":
            lines = text.splitlines(keepends=True)
            first, last = statement.lineno - 1, statement.end_lineno or statement.lineno
            return OperationScript("python", "".join(lines[:first]), "".join(lines[last:]))
    return None
