"""What a script needs of a function of an adapter in JavaScript: the statements before its call."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A statement begins at the start of a line; what closes it begins with a bracket.
_COMMENT = re.compile(r"^(//.*|/\*\*(?:.|\n)*?\*/)\n", re.MULTILINE)
_STATEMENT = re.compile(r"^[^\s\])}].*(?:\n(?:[ \])}].*)?)*", re.MULTILINE)
_IMPORT = re.compile(
    r"import (?:\* as )?(?P<own>[\w$]+)?(?:, )?(?:\{(?P<named>[^}]*)\})?(?: from )?(?P<module>\"[^\"]+\");"
)
_DEFINED = re.compile(r"(?:async )?(?:function\*?|const|let|class) (?:(?P<name>[\w$]+)|\{(?P<several>[^}=]*)\} =)")
_DESCRIBING = {"name", "version", "choices"}  # of the module; no function needs them
# A word that may be a variable: no member after a dot, which three dots are not, and no key of a literal.
_WORD = re.compile(r"(?:(?<=\.\.\.)|(?<![.\w$]))[A-Za-z_$][\w$]*(?![\w$:])")


def source_of_adapter(text: str, function: str) -> list[str] | None:
    """Return the statements of an adapter that a function of it needs; None where it has no such function.

    text: the module's. Its comments between statements are left out, and `export`. What sets something outside, such as
    a global variable, is kept.
    """
    found = _STATEMENT.findall(_COMMENT.sub("", text))
    statements = [finding.rstrip().removeprefix("export ") for finding in found]
    defined = {name: place for place, statement in enumerate(statements) for name in _defines(statement)}
    if function not in defined or "function" not in statements[defined[function]].partition("(")[0]:
        return None
    used: set[str] = set()
    kept: set[int] = set()
    waiting = [
        defined[function],
        *(place for place, statement in enumerate(statements) if not list(_defines(statement))),
    ]
    while waiting:
        place = waiting.pop()
        if place not in kept:
            kept.add(place)
            if not _IMPORT.match(statements[place]):
                words = set(_WORD.findall(statements[place]))
                used |= words
                waiting += [defined[word] for word in words - _DESCRIBING if word in defined]
    return [_only(statements[place], used) for place in sorted(kept)]


def _defines(statement: str) -> Iterator[str]:
    """Yield the names that a statement defines; none of one that acts."""
    imported, defined = _IMPORT.match(statement), _DEFINED.match(statement)
    if imported:
        yield from filter(None, [imported["own"]])
        yield from (_as(part) for part in _parts(imported["named"]))
    elif defined:
        yield from [defined["name"]] if defined["name"] else (_as(part) for part in _parts(defined["several"]))


def _only(statement: str, used: set[str]) -> str:
    """Return a statement; of an import of several names those that are used."""
    found = _IMPORT.match(statement)
    if not found or not found["named"]:
        return statement
    named = [part for part in _parts(found["named"]) if _as(part) in used]
    parts = [*([found["own"]] if found["own"] in used else []), *([f"{{ {', '.join(named)} }}"] if named else [])]
    return f"import {', '.join(parts)} from {found['module']};"


def _parts(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _as(part: str) -> str:
    """Return the name that a part of an import or of a pattern defines: `a as b`, `a: b`, `a = 1`."""
    return re.split(r" as |: ", part.partition(" = ")[0])[-1]
