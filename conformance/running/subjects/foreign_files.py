"""Files of languages whose functions the suite does not call by itself, as users name them instead of a command."""

from __future__ import annotations

import os
import shlex
from typing import NamedTuple

# By the end of a file's name: its language, as `conformance init` names it, and what runs it.
_LANGUAGES = {
    ".go": ("go", "go run"),
    ".rb": ("ruby", "ruby"),
    ".php": ("php", "php"),
    ".java": ("java", "java"),
    ".rs": ("rust", ""),
    ".cs": ("csharp", ""),
}


class FileRunner(NamedTuple):
    """What runs a file. language: as `conformance init` names it. command: that starts it."""

    language: str
    command: str


def runner_of(file: str) -> FileRunner | None:
    """Return what runs a file of another language; None for any other name."""
    language, program = _LANGUAGES.get(os.path.splitext(file)[1].lower(), ("", ""))
    return FileRunner(language, f"{program} {shlex.quote(file)}".strip()) if language else None
