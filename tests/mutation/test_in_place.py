from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.mutation.in_place import put_in_place


def test_a_module_is_imported_with_its_other_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "module_to_change.py").write_text("VALUE = 1\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    put_in_place("module_to_change", "VALUE = 2\n")
    assert import_module("module_to_change").VALUE == 2
    monkeypatch.delitem(sys.modules, "module_to_change")


def test_a_module_that_is_imported_cannot_be_changed() -> None:
    with pytest.raises(AssertionError):
        put_in_place("conformance", "")
