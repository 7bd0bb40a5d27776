"""Defects of a small driver, shown by scripts that are run."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from conformance.results.reproduction.show import NotShown, ShownDefect, show

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")

# It offers the tools of its MCP server without descriptions, and gives what they return in upper case.
DRIVER = """\
// A driver.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const url = process.env.OPENAI_BASE_URL;

/** Asks an MCP server. */
function asked([command, ...args], method, params) {
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  return new Promise((answer) => {
    server.stdout.on("data", (data) => {
      server.stdin.end();
      answer(JSON.parse(data).result);
    });
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\\n`);
  });
}

async function lead({ api, model, messages, mcp_server }) {
  const { tools } = await asked(mcp_server, "tools/list", {});
  if (tools.some((tool) => tool.name === "refused")) throw new TypeError("it's refused");
  if (tools.some((tool) => tool.name === "slow")) await new Promise((end) => setTimeout(end, 60000));
  const functions = tools.map(({ name, inputSchema }) => ({ name, parameters: inputSchema }));
  const offered = functions.map((one) => ({ type: "function", function: one }));
  for (;;) {
    const body = JSON.stringify({ model, messages, tools: offered });
    const response = await fetch(`${url}/chat/completions`, { method: "POST", body });
    const said = await response.json();
    if (said.error) throw new Error(said.error.message);
    const { message } = said.choices[0];
    if (!message.tool_calls) return { answer: message.content };
    messages = [...messages, message];
    for (const { id, function: { name } } of message.tool_calls) {
      const { content } = await asked(mcp_server, "tools/call", { name, arguments: {} });
      messages.push({ role: "tool", tool_call_id: id, content: content[0].text.toUpperCase() });
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await lead(JSON.parse(line)))}\\n`);
}
"""
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"__proto__": {"type": "string"}}}
TOOLS = [{"name": "look", "description": "Looks.", "inputSchema": SCHEMA}]
OFFERED = [{"type": "function", "function": {"name": "look", "parameters": SCHEMA}}]
TO_CHAT, LOOP = "mcp-tools-to-chat-tools", "tool-loop"
USER = {"role": "user", "content": "Look!"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
LED: dict[str, Any] = {
    "api": "chat",
    "model": "gpt-test",
    "messages": [USER],
    "tools": [{"name": "look", "description": "Looks.", "parameters": SCHEMA}],
    "results": {"look": {"rows": [1, 2.5]}},
    "max_rounds": 3,
    "script": [{"tool_calls": [CALL]}, "I looked."],
}
SAID = {"role": "assistant", "content": None, "refusal": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": '{"ROWS": [1, 2.5]}'}
REQUESTS = [
    {"model": "gpt-test", "messages": [USER], "tools": OFFERED},
    {"model": "gpt-test", "messages": [USER, SAID, RESULT], "tools": OFFERED},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "driver.mjs").write_text(DRIVER, "utf-8")
    return tmp_path


def evidence_of(**members: Any) -> dict[str, Any]:
    piece = {"at": "/output/0", "input": TOOLS, "expected": None, "actual": None, "error": None, "message": "wrong"}
    if "requests" in members:
        seen = [
            {"path": "/v1/chat/completions", "body": body, "answer": n} for n, body in enumerate(members["requests"])
        ]
        members["requests"] = seen
    return {**piece, **members}


def shown(folder: Path, operation: str = TO_CHAT, driver: str = "driver.mjs", **members: Any) -> ShownDefect:
    assert NODE is not None
    evidence = evidence_of(**members)
    program = str(folder / driver)
    return show(evidence, program=program, operation=operation, interpreter=NODE, folder=str(folder), timeout=30)


def test_the_tools_of_the_first_request(folder: Path) -> None:
    shown_result = shown(folder, actual=OFFERED)
    assert '"name": "look"' in shown_result.output
    assert "__proto__" in shown_result.output
    assert shown_result.language == "javascript"
    assert "createInterface" not in shown_result.script
    assert [path.name for path in folder.iterdir()] == ["driver.mjs"]


@pytest.mark.parametrize(
    ("at", "printed"),
    [("/requests/1/body/messages/2", '"content": "{\\"ROWS\\": [1, 2.5]}"'), ("/output", '"answer": "I looked."')],
)
def test_a_loop(folder: Path, at: str, printed: str) -> None:
    shown_result = shown(folder, LOOP, at=at, input=LED, actual={"answer": "I looked.", "calls": []}, requests=REQUESTS)
    assert printed in shown_result.output


def test_a_loop_that_fails(folder: Path) -> None:
    script = [{"http": 400, "error": "no such model"}]
    error = {"kind": "error", "type": None, "message": "Error: no such model"}
    members = {"at": "/input", "input": LED | {"script": script}, "error": error}
    assert '"error": "Error: no such model"' in shown(folder, LOOP, **members, requests=REQUESTS[:1]).output


def test_an_error_before_any_request(folder: Path) -> None:
    message = 'it ended with the error "TypeError: it\'s refused"'
    tools = [TOOLS[0] | {"name": "refused"}]
    shown_result = shown(folder, input=tools, error={"kind": "error", "type": None, "message": message})
    assert shown_result.output == '{\n "error": "TypeError: it\'s refused",\n "requests": []\n}\n'


def test_a_conversation_that_does_not_end(folder: Path) -> None:
    error = {"kind": "hang", "message": "the driver gave no answer and sent no request for 0.5 s"}
    shown_result = shown(folder, input=[TOOLS[0] | {"name": "slow"}], error=error)
    assert "no answer and no request for 0.5 s" in shown_result.output


@pytest.mark.parametrize(
    ("operation", "members", "why"),
    [
        (TO_CHAT, {"actual": []}, "it prints something else than the report has"),
        (TO_CHAT, {"input": [TOOLS[0] | {"name": "refused"}], "actual": []}, "the script fails: "),
        (TO_CHAT, {"error": {"kind": "exit", "message": "it ended"}}, r"the conversation has no result \(exit\)"),
        (TO_CHAT, {"error": {"kind": "error", "message": "it asked POST /v1/x"}}, "it asked POST /v1/x"),
        (TO_CHAT, {"earlier": [TOOLS]}, "it needs earlier conversations"),
        (
            LOOP,
            {"input": LED, "actual": {"answer": "I saw."}, "requests": REQUESTS, "at": "/output"},
            "it prints something else",
        ),
        (
            LOOP,
            {"at": "/requests/0", "input": LED | {"script": []}, "requests": REQUESTS},
            "the API answers another",
        ),
        (TO_CHAT, {"driver": "other/driver.mjs"}, "its driver has another form"),
        (TO_CHAT, {"driver": "driver.py"}, "there are no scripts of driver.py yet"),
    ],
)
def test_what_is_not_the_defect_is_not_shown(folder: Path, operation: str, members: dict[str, Any], why: str) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "driver.mjs").write_text("console.log(1);\n", "utf-8")
    with pytest.raises(NotShown, match=rf"^{why}"):
        shown(folder, operation, **members)
