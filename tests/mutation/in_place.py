"""Gives a module another text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType


def put_in_place(name: str, text: str) -> None:
    """Give a module another text, which is read when the module is imported. It must not be imported yet."""
    assert name not in sys.modules
    sys.meta_path.insert(0, _Finder(name, text))


class _Finder(MetaPathFinder, InspectLoader):
    """Finds one module and loads its other text."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._text = text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname == self._name else None

    def get_source(self, fullname: str) -> str:
        return self._text
