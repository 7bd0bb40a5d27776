"""Names and globs by which a user chooses operations, rules and cases."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from conformance.base.errors import did_you_mean

GLOB = "*?["


def is_glob(name: str) -> bool:
    """Whether a name is a glob, as `MCP-*` is."""
    return any(letter in name for letter in GLOB)


def spelled(name: str, known: Iterable[str]) -> str:
    """Return a name of a rule as it is known: upper and lower case are one there. A glob, and another name, stay."""
    return next((text for text in known if text.casefold() == name.casefold()), name)


def matched_rules(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known rules that a name or a glob matches, in upper or lower case, each once."""
    ids = {text.casefold(): text for text in known}
    return tuple(ids[text] for text in matched(name.casefold(), ids))


def matched(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that a name or a glob matches, each once."""
    return tuple(dict.fromkeys(text for text in known if (fnmatchcase(text, name) if is_glob(name) else text == name)))


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the hint for a name or a glob that matches nothing: a near one that matches something."""
    if not is_glob(name):
        return did_you_mean(name, known)
    names = list(known)
    start = min(name.index(letter) for letter in GLOB if letter in name)
    near = dict.fromkeys(text[:start] + name[start:] for text in names)
    found = did_you_mean(name, [glob for glob in near if matched(glob, names)])
    return found if found.startswith("Did") else ""
