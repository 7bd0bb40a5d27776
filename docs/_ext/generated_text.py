"""Sphinx extension: text that is generated when the site is built, and never committed.

A page has a line `<!-- generated: NAME -->` in its place, and says beside it which command prints the same, for
readers of the repository.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import flags_text
import formats_text
import library_text
import table_text

TEXTS: Mapping[str, Callable[[], str]] = {
    "flags": flags_text.text,
    "formats": formats_text.text,
    "libraries": library_text.text,
    "choices": table_text.choices,
    "features": table_text.features,
    "action": table_text.action,
    "rulekeys": table_text.rule_keys,
    "faults": table_text.faults,
    "pytest": table_text.pytest_options,
}
MARK = re.compile(r"^<!-- generated: ([a-z]+) -->$", re.MULTILINE)


def filled(text: str) -> str:
    """Return a page with the generated text in the place of each mark. Raises KeyError for a name that is unknown."""
    return MARK.sub(lambda found: TEXTS[found[1]](), text)


def _fill(_app: Any, _name: str, content: list[str]) -> None:
    content[0] = filled(content[0])


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("source-read", _fill, priority=400)  # before links are moved
    return {"parallel_read_safe": True}
