"""serve_adapter.mjs: it awaits results, keeps what is printed out of the protocol, and refuses what JSON would lose."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from conformance.running.subjects.javascript import SERVE_ADAPTER

NODE = shutil.which("node")
ADAPTER = """\
console.log("loaded");
process.stdout.write("loaded too\\n");
export const name = "acme";
export const version = "1.0";
export const choices = { "printing": { strict: "omit" } };
export async function printing(input) {
  console.warn("dropped %s", input);
  console.debug("once");
  process.stdout.write("noise\\n");
  return { given: input };
}
export async function failing() { console.error("lost"); throw new RangeError("out of range"); }
export function failing_with_a_text() { throw "text"; }
export function chatty() { for (let n = 0; n < 200; n++) console.log("x".repeat(3000)); return 1; }
export const schema = () => ({ if: {}, then: { type: "string" }, else: {} });
export const nothing = () => undefined;
export const big = () => 1n;
export const promises = () => ({ tools: [Promise.resolve(1)] });
export const generator = () => (function* () { yield 1; })();
export const map = () => ({ parameters: new Map([["a", 1]]) });
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one process answers, by operation. log: what it wrote to standard error."""
    if NODE is None:
        pytest.skip("Node.js is not installed")
    adapter = tmp_path_factory.mktemp("adapter") / "adapter.mjs"
    adapter.write_text(ADAPTER, "utf-8")
    exported = re.findall(r"^export (?:async )?(?:function|const) (\w+)(?: = \(\) =>|\()", ADAPTER, re.MULTILINE)
    operations = [*(name.replace("_", "-") for name in exported), "constructor"]
    requests = [{"id": "describe", "method": "describe"}]
    requests += [
        {"id": operation, "method": "convert", "params": {"operation": operation, "input": "a"}}
        for operation in operations
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **request}) + "\n" for request in requests)
    command = [NODE, SERVE_ADAPTER, str(adapter)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [request["id"] for request in requests]
    return {**{answer["id"]: answer for answer in answers}, "log": done.stderr}


def test_what_the_module_says_of_itself_describes_it(answers):
    described = answers["describe"]["result"]
    assert (described["protocol"], described["name"], described["version"]) == (1, "acme", "1.0")
    assert described["language"].startswith("javascript (node ")
    assert described["choices"] == {"printing": {"strict": "omit"}}
    assert {"printing", "failing-with-a-text"} < set(described["operations"])


def test_a_promise_is_awaited_and_what_is_printed_is_the_log(answers):
    logged = [{"level": "warning", "message": "dropped a"}, {"level": "debug", "message": "once"}]
    assert answers["printing"]["result"] == {"output": {"given": "a"}, "input_after": "a", "diagnostics": logged}
    assert answers["log"].startswith("loaded\nloaded too\ndropped a\nonce\nnoise\nlost\n")


def test_an_error_is_reported_with_what_was_logged_before_it(answers):
    error = answers["failing"]["error"]
    assert (error["code"], error["message"], error["data"]["type"]) == (-32000, "out of range", "RangeError")
    assert error["data"]["diagnostics"] == [{"level": "error", "message": "lost"}]
    assert answers["failing-with-a-text"]["error"]["message"] == "text"


def test_a_flood_of_diagnostics_is_cut(answers):
    logged = answers["chatty"]["result"]["diagnostics"]
    assert (len(logged), len(logged[0]["message"])) == (100, 2000)


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        ("nothing", "the result is undefined"),
        ("big", "BigInt"),
        ("promises", '"0" of the result is a promise: await it in the adapter'),
        ("generator", "the result is of the class Generator: make a list"),
        ("map", '"parameters" of the result is of the class Map: make a list'),
    ],
)
def test_what_json_would_lose_is_not_json(answers, operation, said):
    error = answers[operation]["error"]
    assert error["code"] == -32001
    assert said in error["message"]
    assert error["data"]["input_after"] == "a"


def test_a_schema_that_has_the_keyword_then_is_no_promise(answers):
    assert answers["schema"]["result"]["output"] == {"if": {}, "then": {"type": "string"}, "else": {}}


def test_what_every_object_has_is_no_operation(answers):
    assert answers["constructor"]["error"]["code"] == -32601
