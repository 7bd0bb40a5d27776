"""What the catalogue says of a library: what it is, and how the suite reaches its operations."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from conformance.base.errors import UsageError, did_you_mean
from conformance.results.templates import file_of
from conformance.running.subjects.named import library_names, library_programs, library_table

_PACKAGE = re.compile(
    r"@?[^@=<>!~\[]+"
)  # of a requirement, the name: NAME==VERSION, NAME[EXTRA]==VERSION, NAME@VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A library of the catalogue. title: the name of its own package. operations: how each is reached, in words.

    design: operation, rule, and why the library breaks it on purpose. file, source: its adapter's or driver's.
    """

    name: str
    title: str
    requirements: tuple[str, ...]
    operations: Mapping[str, str]
    design: tuple[tuple[str, str, str], ...]
    file: str
    source: str
    language: str


def about_of(name: str) -> About:
    """Return what the catalogue says of a library. Raises UsageError for a name that it does not have."""
    known = library_names()
    if name not in known:
        raise UsageError(f"The catalogue has no library {name!r}.", did_you_mean(name, known))
    table, (program, *_others) = library_table(name), library_programs(name)
    requirements = tuple(table["requirements"])
    found = _PACKAGE.match(requirements[0])
    return About(
        name=name,
        title=found[0] if found else name,
        requirements=requirements,
        operations=table["operations"],
        design=tuple((element["operation"], element["rule"], element["reason"]) for element in table.get("design", ())),
        file=os.path.basename(program),
        source=file_of(*os.path.split(program)),
        language="python" if program.endswith(".py") else "javascript",
    )
