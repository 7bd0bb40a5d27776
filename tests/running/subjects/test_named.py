"""The catalogue of libraries: a folder with library.toml and one program is all that a library needs."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import PROFILES
from conformance.base.errors import UsageError
from conformance.rules.contracts import load_specifications
from conformance.rules.scope.declared import read_scope
from conformance.running.subjects.gateway_routes import PASSAGES
from conformance.running.subjects.named import (
    FOLDER,
    GATEWAYS,
    library_names,
    library_of,
    library_programs,
    library_table,
    library_without,
    program_command,
)
from tests.node import newest_node

NAMES = library_names()
PYTHON = [name for name in NAMES if library_programs(name)[0].endswith(".py")]
REQUIRED = {"requirements", "tried", "operations"}
OPTIONAL = {"python", "node", "versions", "bounds", "design", "fails", "passes", "without", "gateway"}


def contract(operation: str) -> Any:
    return load_specifications().contracts[operation]


def program_of(name: str) -> Path:
    return Path(library_programs(name)[0])


def test_a_folder_without_a_program_has_no_name(tmp_path, monkeypatch) -> None:
    for name in ("empty", "acme", "wired", "noded", "served", "started"):
        (tmp_path / name).mkdir()
    (tmp_path / "acme" / "adapter.py").touch()
    (tmp_path / "wired" / "driver.py").touch()
    (tmp_path / "noded" / "driver.mjs").touch()
    (tmp_path / "served" / "adapter.mjs").touch()
    (tmp_path / "started" / "gateway.py").touch()
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(tmp_path))
    assert library_names() == ["acme", "noded", "served", "started", "wired"]


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
    elif program_of(name).name == "adapter.mjs":
        text = program_of(name).read_text("utf-8")
        exported = re.findall(r"^export (?:async )?function (\w+)\(", text, re.MULTILINE)
        assert {element.replace("_", "-") for element in exported} == listed


@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_the_form(name: str) -> None:
    table = library_table(name)
    assert set(table) >= REQUIRED
    assert set(table) <= REQUIRED | OPTIONAL
    node = program_of(name).suffix == ".mjs"
    assert ("node" in table, "python" in table) == (node, not node)
    pin = r"@?[\w./-]+@\d[\w.]*" if node else r"[\w.,\[\]-]+==\d[\w.]*"
    assert table["requirements"] and all(re.fullmatch(pin, requirement) for requirement in table["requirements"])
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


@pytest.mark.parametrize("name", NAMES)
def test_what_a_library_does_not_have_is_a_feature_of_its_operations_with_a_reason(name: str) -> None:
    table = library_table(name)
    assert all(set(entry) == {"feature", "reason"} and all(entry.values()) for entry in table.get("without", ()))
    assert read_scope([], library_without(name), table["operations"]).stated == library_without(name)


def test_an_entry_without_a_reason_is_refused(tmp_path, monkeypatch) -> None:
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "library.toml").write_text('[[without]]\nfeature = "usage"\n', "utf-8")
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(tmp_path))
    with pytest.raises(UsageError, match=r"acme/library\.toml: without has the wrong value\. Write a list of tables"):
        library_without("acme")


RIGHT = """
requirements = ["acme==1.0"]
python = ">=3.10"
tried = ["acme 1.0"]
operations = { mcp-tool-to-chat-tool = "acme.convert" }
"""
WRONG = {
    RIGHT.replace("operations", "operation"): "has the unknown key 'operation'. Did you mean operations?",
    RIGHT.replace('["acme==1.0"]', '"acme==1.0"'): ": requirements has the wrong type. Write a list of names",
    RIGHT.replace("tried", "without"): ": without has the wrong value. Write a list of tables with feature and reason.",
    RIGHT.replace('tried = ["acme 1.0"]', ""): " has no tried. Write a list of names, each once.",
    RIGHT.replace("python", "versions"): " needs exactly one of python, node.",
    f'{RIGHT}node = ">=22"\n': " needs exactly one of python, node.",
    f'{RIGHT}[[design]]\nrule = "MCP-2"\n': ": design has the wrong value. Write a list of tables with operation, rule",
    f"{RIGHT}[fails.mcp-tool-to-chat-tool]\nMCP-2 = 1\n": ": fails has the wrong value.",
    RIGHT.replace("mcp-tool-to-chat-tool", "mcp-tool"): ": operations: unknown operation 'mcp-tool'. Did you mean",
    f'{RIGHT}[passes]\ntool-lop = ["MCP-2"]\n': ": passes: unknown operation 'tool-lop'. Did you mean tool-loop?",
    "requirements = [": " is not TOML",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_table_of_an_outsider_that_is_wrong_is_one_line(text: str, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(tmp_path))
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "library.toml").write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        library_of("acme", tuple(load_specifications().contracts))
    assert str(caught.value).startswith(f"{tmp_path}/acme/library.toml")
    assert WRONG[text] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_right_table_is_taken_and_a_missing_one_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(tmp_path))
    (tmp_path / "acme").mkdir()
    with pytest.raises(UsageError, match=r"acme/library\.toml cannot be read: No such file"):
        library_of("acme", ())
    (tmp_path / "acme" / "library.toml").write_text(RIGHT, "utf-8")
    assert library_of("acme", ("mcp-tool-to-chat-tool",))["tried"] == ["acme 1.0"]
    assert library_without("acme") == ()


needs_node = pytest.mark.skipif(newest_node() is None, reason="Node.js 22.15 or newer is not installed")


@needs_node
def test_a_driver_of_node_imports_what_is_installed_in_the_folder_in_which_it_is_run(tmp_path: Path) -> None:
    driver, package = tmp_path / "elsewhere" / "driver.mjs", tmp_path / "here" / "node_modules" / "acme"
    driver.parent.mkdir()
    driver.write_text('import { answer } from "acme"; console.log(answer);')
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "acme", "type": "module", "exports": "./index.js"}')
    (package / "index.js").write_text('export { answer } from "./other.js";')
    (package / "other.js").write_text("export const answer = 42;")
    command = program_command(str(driver), sys.executable)
    done = subprocess.run(command, shell=True, cwd=tmp_path / "here", capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("42\n", "")


SERVED = """\
// Two functions.
import { upper } from "acme";
export const name = "acme (npm)";
export const version = "1.0";
export const choices = { "mcp-tool-to-chat-tool": { "strict": "omit" } };
export async function mcp_tool_to_chat_tool(tool) {
  console.log("seen", tool.name);
  if (tool.name === "bad") throw new RangeError("it's bad");
  tool.seen = true;
  return { name: upper(tool.name) };
}
export function chat_tools_to_responses_tools(tools) {
  return tools.length > 0 ? 1n : undefined;
}
"""
ASKED = [
    {"method": "describe"},
    {"method": "convert", "params": {"operation": "mcp-tool-to-chat-tool", "input": {"name": "a"}}},
    {"method": "convert", "params": {"operation": "mcp-tool-to-chat-tool", "input": {"name": "bad"}}},
    {"method": "convert", "params": {"operation": "chat-tools-to-responses-tools", "input": []}},
    {"method": "convert", "params": {"operation": "chat-tools-to-responses-tools", "input": [1]}},
    {"method": "convert", "params": {"operation": "tool-loop", "input": 1}},
]


@needs_node
def test_an_adapter_of_node_is_served(tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "acme"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "acme", "type": "module", "exports": "./index.js"}')
    (package / "index.js").write_text("export const upper = (text) => text.toUpperCase();")
    adapter = tmp_path / "elsewhere" / "adapter.mjs"
    adapter.parent.mkdir()
    adapter.write_text(SERVED)
    lines = "".join(
        json.dumps({"jsonrpc": "2.0", "id": number, **element}) + "\n" for number, element in enumerate(ASKED)
    )
    command = program_command(str(adapter), sys.executable)
    done = subprocess.run(command, shell=True, cwd=tmp_path, input=lines, capture_output=True, text=True, check=True)
    described, *answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert described["result"]["operations"] == ["chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"]
    assert (described["result"]["name"], described["result"]["version"]) == ("acme (npm)", "1.0")
    assert described["result"]["choices"] == {"mcp-tool-to-chat-tool": {"strict": "omit"}}
    logged = [{"level": "info", "message": "seen a"}]
    result = {"output": {"name": "A"}, "input_after": {"name": "a", "seen": True}, "diagnostics": logged}
    assert answers[0] == {"jsonrpc": "2.0", "id": 1, "result": result}
    assert (answers[1]["error"]["message"], answers[1]["error"]["data"]["type"]) == ("it's bad", "RangeError")
    assert [answer["error"]["code"] for answer in answers[2:]] == [-32001, -32001, -32601]
    assert done.stderr == "seen a\nseen bad\n"


GATEWAY_NAMES = [name for name in NAMES if program_of(name).name in GATEWAYS]


@pytest.mark.parametrize("name", GATEWAY_NAMES)
def test_a_gateway_has_all_operations_of_its_two_apis(name: str) -> None:
    gateway = library_table(name)["gateway"]
    assert gateway.get("host", "openai") in PROFILES
    apis = (gateway["from"], gateway["to"])
    routed = {operation for operation, passage in PASSAGES.items() if (passage.api, passage.asked) == apis}
    assert set(library_table(name)["operations"]) == routed


@pytest.mark.parametrize(
    ("program", "gateway"), [("adapter.py", '[gateway]\nfrom = "chat"\nto = "gemini"\n'), ("gateway.py", "")]
)
def test_a_gateway_has_its_table_and_nothing_else_has(tmp_path, monkeypatch, program: str, gateway: str) -> None:
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / program).touch()
    table = 'requirements = ["acme==1"]\npython = ">=3.10"\ntried = ["acme 1"]\n'
    (tmp_path / "acme" / "library.toml").write_text(f"{table}{gateway}[operations]\n")
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(tmp_path))
    with pytest.raises(UsageError, match="the table gateway goes with a program"):
        library_table("acme")
