"""The source documents and the list of known bugs, where somebody has them: they are not part of this repository.

They are looked for in the folders that CONFORMANCE_ORIGINALS names, or beside the checkout. A document is known by its
digest, whatever its file is called.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SUFFIXES = (".txt", ".md", ".json")
LARGEST = 1 << 20  # of the files that are looked at
VARIABLE = "CONFORMANCE_ORIGINALS"


def _folders() -> list[Path]:
    named = os.environ.get(VARIABLE)
    if named is not None:
        return [Path(folder) for folder in named.split(os.pathsep) if folder]
    beside = Path(__file__).resolve().parents[4]
    return [folder for name in ("seeds", "design") for folder in sorted(beside.glob(f"*/{name}"))]


def _files() -> Iterator[Path]:
    for folder in _folders():
        if folder.is_dir():
            yield from (path for path in sorted(folder.iterdir()) if path.suffix in SUFFIXES and path.is_file())


@functools.cache
def documents() -> dict[str, str]:
    """Return the text of each document that was found, by its digest."""
    small = [path.read_bytes() for path in _files() if path.stat().st_size < LARGEST]
    return {hashlib.sha256(data).hexdigest(): data.decode("utf-8", "replace") for data in small}


@functools.cache
def known_bugs() -> list[dict[str, Any]]:
    """Return the known bugs; none where the list was not found."""
    path = next((path for path in _files() if path.name == "known-bugs.json"), None)
    return json.loads(path.read_text("utf-8")) if path else []
