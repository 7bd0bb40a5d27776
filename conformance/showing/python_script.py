"""Scripts that call a Python function without the suite: what a maintainer runs to see a defect."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pprint import pformat

from conformance.values import JSON

MOST_LINES = 25
WIDTH = 100
NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


def script_of(path: str, given: JSON) -> str | None:
    """Return a script that prints what a function makes of an input; None for a path that no import statement takes.

    path: module:function.
    """
    module, _colon, function = path.partition(":")
    if not NAME.fullmatch(module) or not NAME.fullmatch(function):
        return None
    head = function.partition(".")[0]
    return _script([f"from {module} import {head}"], function, given)


def script_of_file(text: str, function: str, given: JSON) -> str | None:
    """Return a script with what a function of a Python file needs; None if it is not at the top level, or needs much.

    text: the file's, such as an adapter's. Its own words (comments, documentation) are left out.
    """
    statements = _needed(ast.parse(text).body, function)
    if statements is None:
        return None
    before = [("\n" if isinstance(one, ast.FunctionDef) else "") + ast.unparse(_bare(one)) for one in statements]
    script = _script(before, function, given)
    return script if len(script.splitlines()) <= MOST_LINES else None


def _script(before: Sequence[str], function: str, given: JSON) -> str:
    literal = pformat(given, width=WIDTH, sort_dicts=False)
    end = f"print(json.dumps({function}(given), indent=1, ensure_ascii=False))"
    script = "\n".join(["import json", *before, "", f"given = {literal}", end])
    if len(script.splitlines()) <= MOST_LINES:
        return script
    return "\n".join(["import json", *before, "", f"given = {given!r}", end])


def _needed(body: Sequence[ast.stmt], function: str) -> list[ast.stmt] | None:
    """Return the statements of a module that a function needs, in their order.

    What sets something outside, such as the environment that a library reads while it is imported, is kept.
    """
    defined = {name: place for place, one in enumerate(body) for name in _defines(one)}
    if not isinstance(body[defined[function]] if function in defined else None, ast.FunctionDef):
        return None
    wanted, kept = [function], dict[int, set[str]]()
    waiting = [place for place, one in enumerate(body) if _acts(one)]
    kept.update({place: set() for place in waiting})
    wanted += [name for place in waiting for name in _uses(body[place])]
    for name in wanted:
        place = defined.get(name)
        if place is not None and name not in kept.setdefault(place, set()):
            kept[place].add(name)
            wanted += _uses(body[place])
    return [_only(body[place], kept[place]) for place in sorted(kept)]


def _defines(one: ast.stmt) -> Iterator[str]:
    if isinstance(one, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in one.names)
    elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield one.name
    elif not _acts(one):
        yield from (node.id for node in ast.walk(one) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))


def _acts(one: ast.stmt) -> bool:
    """Whether a statement does something beside giving a name to a value."""
    if isinstance(one, ast.Expr):
        return not isinstance(one.value, ast.Constant)
    return isinstance(one, ast.Assign) and not isinstance(one.targets[0], ast.Name | ast.Tuple)


def _uses(one: ast.stmt) -> list[str]:
    if isinstance(one, ast.Import | ast.ImportFrom):
        return []
    return [node.id for node in ast.walk(one) if isinstance(node, ast.Name)]


def _only(one: ast.stmt, names: set[str]) -> ast.stmt:
    """Return a statement; of an import what is used alone."""
    if isinstance(one, ast.ImportFrom):
        used = [alias for alias in one.names if (alias.asname or alias.name) in names]
        return ast.ImportFrom(one.module, used, one.level)
    if isinstance(one, ast.Import):
        return ast.Import([alias for alias in one.names if (alias.asname or alias.name.partition(".")[0]) in names])
    return one


class _WithoutDocumentation(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node


def _bare(one: ast.stmt) -> ast.stmt:
    bare = _WithoutDocumentation().visit(one)
    assert isinstance(bare, ast.stmt)
    return ast.fix_missing_locations(bare)
