"""What a script needs of a Python function: the statements before its call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonSource:
    """before: statements that make the function. function: its name. is_async: its result must be awaited."""

    before: tuple[str, ...]
    function: str
    is_async: bool = False


def source_of(path: str) -> PythonSource | None:
    """Return how a function is imported; None for a path that no import statement takes. path: module:function."""
    module, _colon, function = path.partition(":")
    if not NAME.fullmatch(module) or not NAME.fullmatch(function):
        return None
    head = function.partition(".")[0]
    return PythonSource(before=(f"from {module} import {head}",), function=function)


def source_of_file(text: str, function: str) -> PythonSource | None:
    """Return what a function of a Python file needs of it; None where it is not at the top level.

    text: the file's, such as an adapter's. Its own words (comments, documentation) are left out. Raises SyntaxError.
    """
    body = ast.parse(text).body
    statements = _needed(body, function)
    if statements is None:
        return None
    before = [
        ("\n" if isinstance(statement, _DEFINITIONS) else "") + ast.unparse(_bare(statement))
        for statement in statements
    ]
    is_async = any(isinstance(statement, ast.AsyncFunctionDef) and statement.name == function for statement in body)
    return PythonSource(before=tuple(before), function=function, is_async=is_async)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)


def _needed(body: Sequence[ast.stmt], function: str) -> list[ast.stmt] | None:
    """Return the statements of a module that a function needs, in their order.

    What sets something outside, such as the environment that a library reads while it is imported, is kept.
    """
    defined = {name: place for place, statement in enumerate(body) for name in _defines(statement)}
    if not isinstance(body[defined[function]] if function in defined else None, _FUNCTIONS):
        return None
    wanted, kept = [function], dict[int, set[str]]()
    waiting = [place for place, statement in enumerate(body) if _acts(statement)]
    kept.update({place: set() for place in waiting})
    wanted += [name for place in waiting for name in _uses(body[place])]
    for name in wanted:
        place = defined.get(name)
        if place is not None and name not in kept.setdefault(place, set()):
            kept[place].add(name)
            wanted += _uses(body[place])
    return [_only(body[place], kept[place]) for place in sorted(kept)]


def _defines(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in statement.names)
    elif isinstance(statement, _DEFINITIONS):
        yield statement.name
    elif isinstance(statement, ast.Try):  # an import, and another one where the first fails
        lines = (*statement.body, *(line for way in statement.handlers for line in way.body))
        yield from (name for line in lines for name in _defines(line))
    elif not _acts(statement):
        yield from (
            node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )


def _acts(statement: ast.stmt) -> bool:
    """Whether a statement does something beside giving a name to a value."""
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Assign) and not isinstance(statement.targets[0], ast.Name | ast.Tuple)


def _uses(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return []
    return [node.id for node in ast.walk(statement) if isinstance(node, ast.Name)]


def _only(statement: ast.stmt, names: set[str]) -> ast.stmt:
    """Return a statement; of an import what is used alone."""
    if isinstance(statement, ast.ImportFrom):
        used = [alias for alias in statement.names if (alias.asname or alias.name) in names]
        return ast.ImportFrom(statement.module, used, statement.level)
    if isinstance(statement, ast.Import):
        return ast.Import(
            [alias for alias in statement.names if (alias.asname or alias.name.partition(".")[0]) in names]
        )
    return statement


def _bare(statement: ast.stmt) -> ast.stmt:
    """Return a statement without documentation. The statement may be changed."""
    for node in ast.walk(statement):
        if isinstance(node, _DEFINITIONS) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.fix_missing_locations(statement)
