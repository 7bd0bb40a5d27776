"""Functions in files of JavaScript: which are served, and what is said where they cannot be."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from conformance.base.errors import SubjectError, UsageError
from conformance.base.observation import ConversionRequest, Description, Outcome
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.javascript import ENDINGS, config_of_functions, is_javascript
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.python import PythonConfig
from tests.node import runs_typescript

ONE, LIST = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"
ADAPTER = """\
export const version = "1.2";
export const without = ["usage"];
export const mcp_tool_to_chat_tool = async (tool) => ({ given: tool });
export function mcpToolsToChatTools(tools) { return tools; }
export const never = () => new Promise(() => {});
export const text = "text";
export const nested = { inner: { count: 3, give() { return this.count; } } };
export function helper() {}
"""
node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    path = tmp_path / "adapter.mjs"
    path.write_text(ADAPTER, "utf-8")
    return path


def named(name: str, folder: Path, **given: object) -> SubjectConfig:
    return config_of_name(name, PythonConfig(operations=(ONE, LIST), folder=str(folder), **given))


def bound(folder: Path, **given: str) -> SubjectConfig:
    bind = {operation.replace("_", "-"): path for operation, path in given.items()}
    return config_of_functions(PythonConfig(operations=(ONE, LIST), folder=str(folder), bind=bind))


def described(config: SubjectConfig) -> Description:
    subject = config.open()
    try:
        return subject.describe()
    finally:
        subject.close()


def outcome_of(config: SubjectConfig, operation: str = ONE) -> Outcome:
    subject = config.open()
    try:
        subject.describe()
        ((_request, outcome),) = subject.ask([ConversionRequest(key=0, operation=operation, input=[1])])
        return outcome
    finally:
        subject.close()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_is_known_by_its_ending(ending):
    assert is_javascript(f"./a{ending}")
    assert is_javascript(f"folder/a{ending}:convert")
    assert not is_javascript(f"package.a{ending}x:convert")


@node
def test_functions_are_operations_by_their_names(adapter):
    found = described(named("adapter.mjs", adapter.parent))
    assert (found.name, found.version, found.without) == ("adapter.mjs", "1.2", ("usage",))
    assert set(found.operations) == {ONE, LIST}
    assert outcome_of(named("./adapter.mjs", adapter.parent)).output == {"given": [1]}


@node
def test_what_a_module_of_commonjs_exports_is_found(tmp_path):
    (tmp_path / "adapter.cjs").write_text(f"module.exports = {{operations: {{'{ONE}': (tool) => tool}}}};", "utf-8")
    assert described(named("adapter.cjs", tmp_path)).operations == (ONE,)


@node
def test_an_object_that_is_exported_may_be_named(tmp_path):
    (tmp_path / "a.mjs").write_text("export const acme = {name: 'acme', mcp_tool_to_chat_tool: (x) => x};", "utf-8")
    found = described(named("a.mjs:acme", tmp_path))
    assert (found.name, found.operations) == ("acme", (ONE,))


@node
def test_a_bound_function_may_be_within_an_object(adapter):
    config = bound(adapter.parent, mcp_tool_to_chat_tool="./adapter.mjs:nested.inner.give")
    assert outcome_of(config).output == 3
    assert described(config).name == "./adapter.mjs:nested.inner.give"


@node
def test_a_promise_that_nothing_can_settle_is_an_error_at_once(adapter):
    refusal = outcome_of(bound(adapter.parent, mcp_tool_to_chat_tool="./adapter.mjs:never")).refusal
    assert refusal is not None
    assert "never settles" in refusal.message
    assert refusal.type == "NeverSettles"


@node
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("adapter.mjs:convert", "adapter.mjs does not export convert: it exports helper, mcpToolsToChatTools, "),
        ("adapter.mjs:text", "adapter.mjs exports text, which is no function but string."),
        ("throws.mjs:a", "importing throws.mjs failed: RangeError: too far"),
        ("lacks.mjs:a", "importing lacks.mjs failed: Error: Cannot find package 'nobody-has-this'"),
    ],
)
def test_what_cannot_be_bound_is_said(adapter, path, said):
    (adapter.parent / "throws.mjs").write_text("throw new RangeError('too far');", "utf-8")
    (adapter.parent / "lacks.mjs").write_text("import 'nobody-has-this';", "utf-8")
    with pytest.raises(SubjectError) as caught:
        described(bound(adapter.parent, mcp_tool_to_chat_tool=path))
    assert caught.value.message.startswith(f"The subject cannot be served: {said}")


@node
def test_a_module_without_an_operation_says_what_it_has(tmp_path):
    (tmp_path / "a.mjs").write_text("export function toChatTool() {}", "utf-8")
    with pytest.raises(SubjectError, match=r"a.mjs offers no operation: it has toChatTool\. .*--bind OPERATION=a.mjs:"):
        described(named("a.mjs", tmp_path))


@node
def test_typescript_is_run_where_node_runs_it(tmp_path):
    (tmp_path / "a.mts").write_text("export const mcp_tool_to_chat_tool = (tool: object): object => tool;", "utf-8")
    config = named("a.mts", tmp_path)
    if runs_typescript():
        assert (described(config).language or "").startswith("typescript (node ")
    else:
        with pytest.raises(SubjectError, match=r"runs no TypeScript: a.mts needs Node 22.18 or newer, or .*tsx"):
            described(config)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("./adapter.js", "./adapter.js is not there. Did you mean adapter.mjs?"),
        ("folder.js", "folder.js is a folder. Name a file in it."),
        ("folder.js/a.mjs", "folder.js/a.mjs is not there. No file of JavaScript is in its folder."),
        ("nowhere/a.mjs", "nowhere/a.mjs is not there: there is no folder "),
    ],
)
def test_a_file_that_is_not_there_is_said_before_anything_starts(adapter, name, said):
    (adapter.parent / "folder.js").mkdir()
    with pytest.raises(UsageError) as caught:
        named(name, adapter.parent).open()
    assert str(caught.value).startswith(said)


def test_what_is_for_python_alone_is_refused(adapter):
    with pytest.raises(UsageError, match="--python is for Python subjects"):
        named("adapter.mjs", adapter.parent, interpreter="python3")
    with pytest.raises(UsageError, match="package:function and functions in JavaScript cannot be one subject"):
        bound(adapter.parent, mcp_tool_to_chat_tool="a.mjs:b", mcp_tools_to_chat_tools="package:function")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("", "Node is not in the PATH, and adapter.mjs needs it. Install Node 18 or newer."),
        ('#!/bin/sh\n[ "$1" = --version ] && echo v16.20.1\nexit 1\n', "Node 16.20.1 is too old for adapter.mjs."),
    ],
)
def test_a_node_that_is_missing_or_too_old_is_said(adapter, tmp_path, monkeypatch, script, said):
    folder = tmp_path / "bin"
    folder.mkdir()
    if script:
        (folder / "node").write_text(script, "utf-8")
        (folder / "node").chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", os.fspath(folder))
    with pytest.raises(SubjectError) as caught:
        described(named("adapter.mjs", adapter.parent))
    assert str(caught.value).startswith(said)
