"""The package as npm packs and installs it: types, and failing tests of three runners, in a folder of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.running.subjects.javascript import FOLDER
from tests.commands.toolchains import ALL_ARE_HERE, ROOT, TYPESCRIPT

pytestmark = [
    pytest.mark.expensive("test runners certify a converter, and a compiler reads all types"),
    pytest.mark.skipif(not os.environ.get(ALL_ARE_HERE), reason="`tox -e languages` runs it"),
    pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed"),
]
INSTALLED = (*TYPESCRIPT, "vitest@4.1.12", "jest@30.5.2")
TITLE = 'MCP-2 at output.function.parameters.properties.value.default: the property "value" still has its default'
# It keeps defaults, which breaks MCP-2.
ADAPTER = """\
export const name = "acme";
export function mcpToolToChatTool(tool) {
  if (typeof tool?.name !== "string" || typeof tool.inputSchema !== "object") throw new TypeError("no tool");
  return { type: "function", function: { name: tool.name, parameters: { properties: {}, ...tool.inputSchema } } };
}
"""
OPTIONS = '{ subject: "./adapter.mjs", args: ["--max-examples", "0", "--rule", "MCP-2"] }'
RUNNERS = {
    "node-test": ("node.test.mjs", "import { conformance } from 'tool-conformance/node-test';", ["node", "--test"]),
    "vitest": ("v.test.mjs", "import { conformance } from 'tool-conformance/vitest';", ["npx", "vitest", "run"]),
    "jest": ("j.test.cjs", "const { conformance } = require('tool-conformance/jest');",
             ["npx", "jest", "--testMatch", "**/j.test.cjs", "--runTestsByPath"]),
}  # fmt: skip
TYPED = """\
import { serve } from "tool-conformance/serve";
import { joinSse, readSse, splitSse, type Converter, type Input, type Operations, type Output } from "tool-conformance";
import { certify } from "tool-conformance/certify";
import { conformance } from "tool-conformance/vitest";
import { conformance as inJest } from "tool-conformance/jest";
import { conformance as inNode } from "tool-conformance/node-test";

const convert = ((tool) => ({
  type: "function",
  function: { name: tool.name, description: tool.description ?? "", parameters: { ...tool.inputSchema } },
})) satisfies Converter<"mcp-tool-to-chat-tool">;
const stream: Converter<"chat-stream-to-responses-stream"> = async ({ chunks, request }) => {
  for (const chunk of chunks) if (!("error" in chunk)) console.log(chunk.choices[0]?.delta.content, request?.model);
  return [];
};
await serve({
  name: "acme",
  operations: {
    "mcp-tool-to-chat-tool": convert,
    "chat-stream-to-responses-stream": stream,
    "mcp-tools-to-chat-tools": (tools) => tools.map(convert),
    "gemini-request-to-chat-request": (request: { contents: unknown[] }) => request.contents,
  },
});
conformance({ subject: "./adapter.mjs", operations: ["mcp-*"] });
inJest({ bind: { "mcp-tool-to-chat-tool": "./tools.mjs:convert" } });
inNode();
const conforms: boolean = certify({ command: "node adapter.mjs" }).conforms;
const events = splitSse<Input<"responses-stream-to-tool-calls">[number]>("");
console.log(conforms, events.map((event) => event.type), joinSse(events, "responses"));
for await (const event of readSse(["data: {}"])) console.log(event);

// Each operation has types that say something.
type Vague<Type> = [unknown] extends [Type] ? true : [Type] extends [never] ? true : false;
type VagueOperations = {
  [Name in keyof Operations]: true extends Vague<Input<Name>> | Vague<Output<Name>> ? Name : never;
}[keyof Operations];
const vague: VagueOperations[] = [];
const none: never[] = vague;
console.log(none);
"""
COMPILE = ["npx", "tsc", "--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
           "--types", "node"]  # fmt: skip
# Modules that are wrong, each with what the compiler says of it.
MISTAKES = {
    'const a: Converter<"mcp-tool-to-chat-tool"> = (tool) => ({ type: "function", function: { nam: tool.name } });':
        "Property 'name' is missing",
    'await serve({ name: "acme", operations: { "mcp-tool-to-chat-tol": (tool: any) => tool } });':
        "'\"mcp-tool-to-chat-tol\"' does not exist in type",
    'const a: Converter<"chat-stream-to-responses-stream"> = (events) => events.map(() => []);':
        "Property 'map' does not exist on type 'ChatStreamExchange'",
}  # fmt: skip
IMPORTED = """\
import type { Converter } from "tool-conformance";
import { serve } from "tool-conformance/serve";
"""


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "CONFORMANCE": f"{sys.executable} -m conformance",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
        "NO_COLOR": "1",
        "CI": "1",
    }
    environment.pop("FORCE_COLOR", None)
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the tarball is installed, beside what the runners and the compiler need."""
    tools = ROOT / ".tox" / "javascript"  # stays installed between runs
    wanted = dict(name.rsplit("@", 1) for name in INSTALLED)
    there = tools / "package.json"
    if not there.is_file() or json.loads(there.read_text("utf-8"))["dependencies"] != wanted:
        shutil.rmtree(tools, ignore_errors=True)
        tools.mkdir(parents=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--save-exact", "--prefix", str(tools), *INSTALLED]
        subprocess.run(install, check=True, timeout=300)
    folder = tmp_path_factory.mktemp("project")
    packed = run(["npm", "pack", "--silent", FOLDER], folder)
    assert packed.returncode == 0, packed.stderr
    modules = folder / "node_modules"
    modules.mkdir()
    for entry in (tools / "node_modules").iterdir():
        (modules / entry.name).symlink_to(entry)
    own = modules / "tool-conformance"
    own.mkdir()
    unpacked = run(["tar", "-xzf", packed.stdout.split()[-1], "--strip-components=1", "-C", str(own)], folder)
    assert unpacked.returncode == 0, unpacked.stderr
    (folder / "package.json").write_text('{"private": true}', "utf-8")
    (folder / "adapter.mjs").write_text(ADAPTER, "utf-8")
    return folder


@pytest.mark.parametrize("runner", RUNNERS)
def test_a_defect_is_a_failed_test_with_its_message(project, runner):
    name, imported, command = RUNNERS[runner]
    (project / name).write_text(f"{imported}\nconformance({OPTIONS});\n", "utf-8")
    done = run([*command, name], project)
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert TITLE in said
    assert re.search(r"\binput +\{", said)
    assert "repeat    conformance certify ./adapter.mjs --operation mcp-tool-to-chat-tool --rule MCP-2" in said
    assert re.search(r"(# fail|Tests +|Tests: +)\s*1\b", said)


def test_what_conforms_passes_and_what_cannot_be_certified_fails(project):
    _name, imported, command = RUNNERS["node-test"]
    options = OPTIONS.replace("MCP-2", "MCP-6")
    (project / "right.test.mjs").write_text(f"{imported}\nconformance({options});\n", "utf-8")
    (project / "none.test.mjs").write_text(f"{imported}\nconformance({{ subject: './adapted.mjs' }});\n", "utf-8")
    done = run([*command, "right.test.mjs", "none.test.mjs"], project)
    assert done.returncode == 1
    assert re.search(r"^\s+ok 1 - mcp-tool-to-chat-tool$", done.stdout, re.MULTILINE), done.stdout
    assert "conformance: ./adapted.mjs is not there. Did you mean adapter.mjs?" in done.stdout
    assert re.search(r"# pass 1\n# fail 1\n", done.stdout)


def test_the_compiler_takes_what_is_right_and_sees_each_mistake(project):
    sources = {"typed.mts": TYPED, **{f"wrong{number}.mts": IMPORTED + text for number, text in enumerate(MISTAKES)}}
    for name, text in sources.items():
        (project / name).write_text(text, "utf-8")
    done = run([*COMPILE, *sources], project)
    found = {line.partition("(")[0] for line in done.stdout.splitlines() if line[:1].strip()}
    assert found == sources.keys() - {"typed.mts"}, done.stdout + done.stderr
    for said in MISTAKES.values():
        assert said in done.stdout
