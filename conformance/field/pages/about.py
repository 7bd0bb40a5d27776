"""What the catalogue says of a library: what it is, how the suite reaches its operations, and what does not count."""

from __future__ import annotations

import re

from conformance.base.errors import UsageError, did_you_mean
from conformance.field.board.entry import GATEWAY, LIBRARY, BoardExcuse, Known
from conformance.running.subjects.named import library_names, library_programs, library_table

_PACKAGE = re.compile(
    r"@?[^@=<>!~\[]+"
)  # of a requirement, the name: NAME==VERSION, NAME[EXTRA]==VERSION, NAME@VERSION


def known_of(name: str) -> Known:
    """Return what the catalogue says of a library. Raises UsageError for a name that it does not have."""
    known = library_names()
    if name not in known:
        raise UsageError(f"The catalogue has no library {name!r}.", did_you_mean(name, known))
    table, (program, *_others) = library_table(name), library_programs(name)
    found = _PACKAGE.match(table["requirements"][0])
    excuses = [(element, key == "disputed") for key in ("design", "disputed") for element in table.get(key, ())]
    return Known(
        package=found[0] if found else name,
        kind=GATEWAY if "gateway" in table else LIBRARY,
        language="python" if program.endswith(".py") else "javascript",
        reached=table["operations"],
        excuses=tuple(
            BoardExcuse(element["operation"], element["rule"], element.get("words"), element["reason"], is_disputed)
            for element, is_disputed in excuses
        ),
    )
