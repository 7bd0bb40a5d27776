"""Scripts in JavaScript: a driver's code, the API that it calls, and the MCP server whose tools it takes."""

from __future__ import annotations

import json
import re

from conformance.base.values import JSON
from conformance.results.reproduction.conversation import ScriptedConversation

# What a driver ends with: the loop over the lines that it reads, which a script of one conversation does not need.
_LOOP = re.compile(r"^for await \(const \w+ of createInterface\b.*", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(r"\A(//.*\n|\s*\n)*")
_READLINE = re.compile(r'^import \{ createInterface \} from "node:readline";\n', re.MULTILINE)
_FUNCTION = "async function lead("
WIDTH = 110  # characters
LARGEST = 100_000  # characters of the tools: they are an argument of the MCP server

_API = """\
import { createServer } from "node:http";
%(imports)s
// The API: it gives these answers in turn.
const answers = %(answers)s;
const requests = [];
const listener = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8").on("data", (piece) => (text += piece)).on("end", () => {
    const [status, body] = answers[requests.length] ?? [400, { error: { message: "There are no more answers." } }];
    if (request.method === "POST") requests.push(JSON.parse(text));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
});
await new Promise((listening) => listener.listen(0, "127.0.0.1", listening));
Object.assign(process.env, {
  OPENAI_BASE_URL: `http://127.0.0.1:${listener.address().port}/v1`,
  OPENAI_API_KEY: "unused",
  OPENAI_AGENTS_DISABLE_TRACING: "1",
});

const tools = %(tools)s;
"""

_MCP = """\

// The MCP server of these tools, and their results. It is run as a process of its own.
const results = %(results)s;
function serve(tools, results) {
  const unknown = { content: [{ type: "text", text: "unknown tool" }], isError: true };
  const methods = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "server", version: "1" },
    }),
    ping: () => ({}),
    "tools/list": () => ({ tools }),
    "tools/call": ({ name }) => (Object.hasOwn(results, name) ? results[name] : unknown),
  };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (piece) => {
    const lines = (rest + piece).split("\\n");
    rest = lines.pop();
    for (const { id, method, params } of lines.filter((line) => line.trim()).map((line) => JSON.parse(line))) {
      if (id === undefined || method === undefined) continue;
      const said = Object.hasOwn(methods, method)
        ? { result: methods[method](params ?? {}) }
        : { error: { code: -32601, message: "Method not found" } };
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...said })}\\n`);
    }
  });
}
const given = JSON.stringify(JSON.stringify([tools, results]));
const mcp_server = [process.execPath, "-e", `(${serve})(...JSON.parse(${given}))`];
"""

_END = """\

const conversation = {
%(members)s};
let said;
try {
%(lead)s} catch (error) {
  said = { error: `${error.name}: ${error.message}` };
}
console.log(JSON.stringify(%(printed)s, null, 1));
process.exit();
"""
_LEAD = "  said = await lead(conversation);\n"
_LEAD_FOR = """\
  const late = new Promise((end) => setTimeout(end, %d, { error: %s }));
  said = await Promise.race([lead(conversation), late]);
"""


def node_script_of(
    driver: str, conversation: ScriptedConversation, printed: str, *, patience: tuple[float, str] | None = None
) -> str | None:
    """Return a script that leads a conversation and prints an expression of `requests` and `said`.

    driver: the text of a driver.mjs, with a function `lead` and at its end the loop that reads lines; None is returned
    for any other, and for tools that no command line takes. patience: seconds after which the conversation ends, with
    an error.
    """
    text, loops = _LOOP.subn("", driver)
    if not loops or _FUNCTION not in text:
        return None
    imports, rest = _split(_READLINE.sub("", _HEAD.sub("", text, count=1)))
    line = dict(conversation.line)
    tools = line.pop("tools")
    names = ["tools"]
    parts = [_API % {"imports": imports, "answers": literal(conversation.answers), "tools": literal(tools)}]
    if "mcp_server" in driver:
        if len(json.dumps([tools, conversation.contents])) > LARGEST:
            return None
        del line["results"]
        names.append("mcp_server")
        parts.append(_MCP % {"results": literal(conversation.contents)})
    members = [f"  {name}: {literal(value, 2)},\n" for name, value in line.items()] + [f"  {name},\n" for name in names]
    lead = _LEAD if patience is None else _LEAD_FOR % (int(patience[0] * 1000), literal(patience[1]))
    parts += ["\n", rest.strip(), "\n", _END % {"members": "".join(members), "lead": lead, "printed": printed}]
    return "".join(parts)


def _split(text: str) -> tuple[str, str]:
    """Return the imports of a module, and the rest."""
    end = 0
    for found in re.finditer(r"^import\b[^;]*;\n", text, re.MULTILINE):
        end = found.end()
    return text[:end], text[end:]


def literal(value: JSON, indent: int = 0) -> str:
    """Return a value as an expression whose lines are of WIDTH characters where that is possible."""
    text = json_of(value)
    if '"__proto__"' in text:
        return f"JSON.parse({json.dumps(text)})"  # in a literal this name would set the prototype
    if len(text) + indent <= WIDTH or not isinstance(value, dict | list | tuple):
        return text
    space = " " * (indent + 2)
    if isinstance(value, dict):
        members = [f"{space}{json_of(name)}: {literal(member, indent + 2)},\n" for name, member in value.items()]
        return f"{{\n{''.join(members)}{' ' * indent}}}"
    return f"[\n{''.join(f'{space}{literal(element, indent + 2)},{chr(10)}' for element in value)}{' ' * indent}]"


def json_of(value: JSON) -> str:
    """Return a value as an expression on one line."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, which a file cannot hold
        return json.dumps(value)
    return text
