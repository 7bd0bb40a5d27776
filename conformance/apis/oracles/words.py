"""How the APIs write places, types and values in their refusals."""

from __future__ import annotations

import json
from collections.abc import Sequence

from conformance.apis.oracles.explain import Path
from conformance.base.values import JSON

_NOUNS = {"number": "decimal"}  # what the API calls a JSON type by another name
MOST = 200  # characters of a value; the APIs cut too


def dotted(path: Path) -> str:
    """Write a place as OpenAI does: tools[0].function.name."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def bracketed(path: Path) -> str:
    """Write a place as OpenAI does where it judges conversations: messages.[3].role."""
    return ".".join(f"[{step}]" if isinstance(step, int) else step for step in path)


def by_dots(path: Path) -> str:
    """Write a place as Anthropic does: tools.0.custom.name."""
    return ".".join(map(str, path))


def type_of(value: JSON) -> str:
    """Name the JSON type of a value as OpenAI does: an integer, a string, null."""
    if value is None:
        return "null"
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (list, "array")):
        if isinstance(value, kind):
            return _with_article(_noun(name))
    return _with_article("object")


def types(expected: Sequence[JSON]) -> str:
    """Name the types that would do: an object; one of a string or array of objects. Null is not mentioned."""
    named = [str(name) for name in expected if name != "null"]
    if len(named) < 2:
        return _with_article(_noun(named[0])) if named else "null"
    nouns = ["array of objects" if name == "array" else _noun(name) for name in named]
    return f"one of {_with_article(', '.join(nouns[:-1]))} or {nouns[-1]}"


def _noun(name: str) -> str:
    return _NOUNS.get(name, name)


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def quoted(value: JSON) -> str:
    """Write a value between single quotes, text as it is and anything else as JSON."""
    return f"'{_cut(value) if isinstance(value, str) else short_json(value)}'"


def list_in_words(values: Sequence[JSON]) -> str:
    """List values: 'a', 'b', and 'c'."""
    named = [quoted(value) for value in values]
    if len(named) < 3:
        return " and ".join(named)
    return ", ".join(named[:-1]) + ", and " + named[-1]


def short_json(value: JSON) -> str:
    """Write a value as JSON, cut where it is long."""
    return _cut(json.dumps(value, ensure_ascii=False))


def _cut(text: str) -> str:
    return text if len(text) <= MOST else text[:MOST] + "..."
