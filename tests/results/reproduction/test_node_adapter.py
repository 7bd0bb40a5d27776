"""What an adapter in JavaScript needs in a script of one of its functions, and scripts that are run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from conformance.results.reproduction.node_source import source_of_adapter
from conformance.results.reproduction.show import NotShown, ShownDefect, show

NODE = shutil.which("node")

ADAPTER = """\
// An adapter.
// It calls nothing.

import { readFileSync } from "node:fs";
import own, { inspect, format as formatted } from "node:util";

export const name = "acme (npm)";
export const { version } = JSON.parse(readFileSync("package.json"));
globalThis.QUIET = true;
const { a: first, b = 1 } = { a: "a" };
let calls = 0;

/** Its own words.
 * They are left out.
 */
function shouted({ name, text }) {
  // This stays.
  const { text: upper } = { text };

  return { name: formatted("%s", upper.toUpperCase()), ...rest(name) };
}

const rest = (name) => ({
  name,
});

export async function mcp_tool_to_chat_tool(tool) {
  if (tool.name === "bad") throw new RangeError("it's\\nbad");
  return shouted({ name: tool.name, text: first });
}

export function chat_tools_to_responses_tools(tools) {
  calls += 1;
  tools.push(calls);
  if (tools[0] === "bad") throw new TypeError("bad");
  return calls;
}
"""
NEEDED = """\
import { format as formatted } from "node:util";
globalThis.QUIET = true;
const { a: first, b = 1 } = { a: "a" };
function shouted({ name, text }) {
  // This stays.
  const { text: upper } = { text };

  return { name: formatted("%s", upper.toUpperCase()), ...rest(name) };
}
const rest = (name) => ({
  name,
});
async function mcp_tool_to_chat_tool(tool) {
  if (tool.name === "bad") throw new RangeError("it's\\nbad");
  return shouted({ name: tool.name, text: first });
}"""
SINGLE, LIST = "mcp-tool-to-chat-tool", "chat-tools-to-responses-tools"


def test_what_a_function_needs_is_kept_alone() -> None:
    assert "\n".join(source_of_adapter(ADAPTER, "mcp_tool_to_chat_tool") or ()) == NEEDED


def test_what_is_no_function_has_no_source() -> None:
    assert source_of_adapter(ADAPTER, "calls") is None
    assert source_of_adapter(ADAPTER, "nothing") is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "adapter.mjs").write_text(ADAPTER, "utf-8")
    return tmp_path


def shown(folder: Path, operation: str, **members: Any) -> ShownDefect:
    assert NODE is not None
    most_lines = members.pop("most_lines", None)
    evidence = {"at": "/output", "input": None, "expected": None, "actual": None, "error": None, "message": "wrong"}
    program = str(folder / "adapter.mjs")
    return show(
        evidence | {"expected_is_null": True} | members,
        program=program,
        operation=operation,
        interpreter=NODE,
        folder=str(folder),
        timeout=30,
        most_lines=most_lines,
    )


needs_node = pytest.mark.skipif(NODE is None, reason="needs Node")


@needs_node
def test_a_result_is_printed(folder: Path) -> None:
    shown_result = shown(folder, SINGLE, input={"name": "x"}, actual={"name": "x"})
    assert shown_result.output == '{\n "name": "x"\n}\n'
    assert shown_result.script.startswith(NEEDED)
    assert shown_result.language == "javascript"
    assert [path.name for path in folder.iterdir()] == ["adapter.mjs"]


@needs_node
def test_an_error_is_printed(folder: Path) -> None:
    error = {"kind": "error", "type": "RangeError", "message": "it's\nbad"}
    assert shown(folder, SINGLE, input={"name": "bad"}, error=error).output == "RangeError: it's\nbad"


@needs_node
@pytest.mark.parametrize("given", [[0], ["bad"]])
def test_a_changed_input_is_printed(folder: Path, given: list[Any]) -> None:
    error = {"kind": "error", "type": "TypeError", "message": "bad"} if given == ["bad"] else None
    message = f"the input was changed by the call: it is now {json.dumps([*given, 1])}"
    assert shown(folder, LIST, at="/input", input=given, error=error, message=message, diagnostics=[]).output


@needs_node
def test_two_results_are_printed(folder: Path) -> None:
    assert shown(folder, LIST, input=[], actual=1, message="the second call gave 2").output == "1\n2\n"


@needs_node
def test_a_result_that_depends_on_earlier_inputs_is_printed_after_them(folder: Path) -> None:
    shown_result = shown(folder, LIST, input=[], actual=3, earlier=[["bad"], []])
    assert shown_result.output == "3\n"
    assert "for (const one of earlier)" in shown_result.script
    with pytest.raises(NotShown, match="the result does not depend on the earlier inputs"):
        shown(folder, SINGLE, input={"name": "x"}, actual={"name": "x"}, earlier=[{"name": "bad"}])


@needs_node
@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"actual": {"name": "y"}}, "it prints another result"),
        ({"error": {"kind": "error", "type": None, "message": "no"}}, "the call does not fail"),
        (
            {"input": {"name": "bad"}, "error": {"kind": "error", "type": "TypeError", "message": "no"}},
            "it fails with another error: RangeError: it's",
        ),
        ({"input": {"name": "bad"}}, "the script fails: RangeError: it's"),
        (
            {"message": "the result holds objects of the input"},
            "there are no scripts in JavaScript of such defects yet",
        ),
        ({"operation": "tool-loop"}, "tool_loop is no function at the top level of "),
        ({"most_lines": 3}, "its script has more than 3 lines"),
    ],
)
def test_what_is_not_the_defect_is_not_shown(folder: Path, members: dict[str, Any], why: str) -> None:
    with pytest.raises(NotShown, match=f"^{why}"):
        shown(folder, **{"operation": SINGLE, "input": {"name": "x"}, "actual": {"name": "x"}, **members})
