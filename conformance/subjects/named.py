"""Subjects that have a name: every folder of `adapters/` is one library, with its adapter and its subject.toml.

adapter.py is a Python file that the worker serves in the library's environment. subject.toml says what to install there
(`requirements`), and which rules are known to fail and to pass with those versions (`fails`, `passes`).
"""

from __future__ import annotations

import os
from typing import Any

from conformance.files import read_toml

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "adapters")


def adapter_names() -> list[str]:
    """Return the names of the libraries that have an adapter, sorted."""
    return sorted(name for name in os.listdir(FOLDER) if os.path.isfile(adapter_path(name)))


def adapter_path(name: str) -> str:
    """Return the adapter of a library."""
    return os.path.join(FOLDER, name, "adapter.py")


def subject_table(name: str) -> dict[str, Any]:
    """Return a library's subject.toml."""
    path = os.path.join(FOLDER, name, "subject.toml")
    with open(path, "rb") as file:
        return read_toml(file.read(), path)
