"""Writes the address of the suite's repository, and the version, wherever people copy them from.

    python docs/_ext/repository_address.py

pyproject.toml has the address, `conformance.__version__` the version. A test holds that nothing else is written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from conformance import __version__

ROOT = Path(__file__).parents[2]
PLACES = ("*.md", "*.yml", "*.yaml", ".github/workflows/*.yml", "docs/**/*.md", "docs/samples/*")
NAME = "conformance"


def repository() -> str:
    """Return the owner and the name of the repository, as in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["urls"]["Repository"]).removeprefix("https://github.com/")


def pages() -> Iterator[Path]:
    """Yield the files that may name the repository."""
    found = {path for pattern in PLACES for path in ROOT.glob(pattern) if path.is_file()}
    yield from sorted(found - {ROOT / "CHANGELOG.md"})


def rewritten(text: str) -> str:
    """Return a text with today's address and version: of an action, of a hook, of a checkout."""
    address, tag = repository(), f"v{__version__}"
    text = re.sub(rf"(?<=github\.com/)[\w.-]+/{NAME}\b", address, text)
    text = re.sub(rf"(?<=uses: )[\w.-]+/{NAME}@\S+", f"{address}@{tag}", text)
    text = re.sub(rf"(?<=repository: )[\w.-]+/{NAME}(\n +ref: )\S+", rf"{address}\g<1>{tag}", text)
    return re.sub(rf"(repo: https://github\.com/{address}\n +rev: )\S+", rf"\g<1>{tag}", text)


if __name__ == "__main__":
    for path in pages():
        before = path.read_text("utf-8")
        if (after := rewritten(before)) != before:
            path.write_text(after, "utf-8")
