"""The catalogue of libraries: a folder with library.toml and one program is all that a library needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.contracts import load_specifications
from conformance.subjects.named import FOLDER, driver_command, library_names, library_programs, library_table
from tests.node import newest_node

NAMES = library_names()
PYTHON = [name for name in NAMES if library_programs(name)[0].endswith(".py")]
REQUIRED = {"requirements", "tried", "operations"}
OPTIONAL = {"python", "node", "versions", "bounds", "design", "fails", "passes"}


def contract(operation: str) -> Any:
    return load_specifications().contracts[operation]


def program_of(name: str) -> Path:
    return Path(library_programs(name)[0])


def test_a_folder_without_a_program_has_no_name(tmp_path, monkeypatch) -> None:
    for name in ("empty", "acme", "wired", "noded"):
        (tmp_path / name).mkdir()
    (tmp_path / "acme" / "adapter.py").touch()
    (tmp_path / "wired" / "driver.py").touch()
    (tmp_path / "noded" / "driver.mjs").touch()
    monkeypatch.setattr("conformance.subjects.named.FOLDER", str(tmp_path))
    assert library_names() == ["acme", "noded", "wired"]


def test_every_folder_has_one_program() -> None:
    folders = [path.name for path in Path(FOLDER).iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert sorted(folders) == NAMES
    assert all(len(library_programs(name)) == 1 for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_program_says_what_it_is(name: str) -> None:
    text = program_of(name).read_text("utf-8")
    if name in PYTHON:
        assert ast.get_docstring(ast.parse(text, feature_version=(3, 8)))
    else:
        assert text.startswith("// ")


@pytest.mark.parametrize("name", PYTHON)
def test_a_program_imports_nothing_of_the_suite(name: str) -> None:
    imported = set()
    for node in ast.walk(ast.parse(program_of(name).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
    assert "conformance" not in imported


@pytest.mark.parametrize("name", NAMES)
def test_an_adapter_has_a_function_for_each_operation_of_its_table(name: str) -> None:
    listed = set(library_table(name)["operations"])
    assert listed and listed <= set(load_specifications().contracts)
    if program_of(name).name == "adapter.py":
        module = ast.parse(program_of(name).read_text("utf-8"))
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        functions = {node.name.replace("_", "-") for node in module.body if isinstance(node, kinds)}
        assert functions & set(load_specifications().contracts) == listed


@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_the_form(name: str) -> None:
    table = library_table(name)
    assert set(table) >= REQUIRED
    assert set(table) <= REQUIRED | OPTIONAL
    node = program_of(name).suffix == ".mjs"
    assert ("node" in table, "python" in table) == (node, not node)
    pin = r"@?[\w./-]+@\d[\w.]*" if node else r"[\w.,\[\]-]+==\d[\w.]*"
    assert table["requirements"] and all(re.fullmatch(pin, one) for one in table["requirements"])
    assert table["tried"]
    assert all(isinstance(text, str) and text for text in (*table["tried"], *table["operations"].values()))


@pytest.mark.parametrize("name", NAMES)
def test_a_table_names_rules_that_exist(name: str) -> None:
    table = library_table(name)
    for operation, rules in (*table.get("fails", {}).items(), *table.get("passes", {}).items()):
        assert operation in table["operations"]
        assert set(rules) <= {rule.id for rule in contract(operation).rules}, operation
    for entry in table.get("design", ()):
        assert set(entry) - {"words"} == {"operation", "rule", "reason"} and all(entry.values())
        assert entry["operation"] in table["operations"]
        assert entry["rule"] in {rule.id for rule in contract(entry["operation"]).rules}, entry


@pytest.mark.skipif(newest_node() is None, reason="Node.js 22.15 or newer is not installed")
def test_a_driver_of_node_imports_what_is_installed_in_the_folder_in_which_it_is_run(tmp_path: Path) -> None:
    driver, package = tmp_path / "elsewhere" / "driver.mjs", tmp_path / "here" / "node_modules" / "acme"
    driver.parent.mkdir()
    driver.write_text('import { answer } from "acme"; console.log(answer);')
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "acme", "type": "module", "exports": "./index.js"}')
    (package / "index.js").write_text('export { answer } from "./other.js";')
    (package / "other.js").write_text("export const answer = 42;")
    command = driver_command(str(driver), sys.executable)
    done = subprocess.run(command, shell=True, cwd=tmp_path / "here", capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("42\n", "")
