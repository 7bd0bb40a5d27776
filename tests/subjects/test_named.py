"""Named subjects: a folder with adapter.py and subject.toml is all that a library needs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from conformance.contracts import load_specifications
from conformance.subjects.named import FOLDER, adapter_names, adapter_path, subject_table


def test_a_folder_without_an_adapter_has_no_name(tmp_path, monkeypatch) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "adapter.py").touch()
    monkeypatch.setattr("conformance.subjects.named.FOLDER", str(tmp_path))
    assert adapter_names() == ["acme"]


def test_every_folder_has_an_adapter() -> None:
    folders = [path.name for path in Path(FOLDER).iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert sorted(folders) == adapter_names()


@pytest.mark.parametrize("name", adapter_names())
def test_an_adapter_says_what_it_is_and_offers_operations(name: str) -> None:
    module = ast.parse(Path(adapter_path(name)).read_text("utf-8"), feature_version=(3, 8))
    assert ast.get_docstring(module)
    functions = {node.name.replace("_", "-") for node in module.body if isinstance(node, ast.FunctionDef)}
    assert functions & set(load_specifications().contracts)


@pytest.mark.parametrize("name", adapter_names())
def test_a_subject_table_pins_versions_and_names_rules_that_exist(name: str) -> None:
    table = subject_table(name)
    assert set(table) == {"requirements", "fails", "passes"}
    assert all("==" in requirement for requirement in table["requirements"])
    contracts = load_specifications().contracts
    for operation, rules in (*table["fails"].items(), *table["passes"].items()):
        assert set(rules) <= {rule.id for rule in contracts[operation].rules}, operation
