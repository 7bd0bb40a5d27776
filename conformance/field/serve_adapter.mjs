// node serve_adapter.mjs ADAPTER: serves the functions that a module exports by the subject protocol (docs/protocol.md).
// A function is named like its operation, with underscores. The module's `name`, `version` and `choices` describe it.

import { Console } from "node:console";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

let logged = [];
const { stdout, stderr } = process;
const log = new Console(stderr); // standard output is the protocol's
for (const [method, level] of [["log", "info"], ["info", "info"], ["warn", "warning"], ["error", "error"]]) {
  console[method] = (...words) => {
    logged.push({ level, message: words.map(String).join(" ") });
    log.error(...words);
  };
}

const { name, version, choices, ...exported } = await import(pathToFileURL(process.argv[2]));
const functions = Object.entries(exported).filter(([, value]) => typeof value === "function");
const operations = new Map(functions.map(([name, convert]) => [name.replaceAll("_", "-"), convert]));

/** Returns the answer to a request. */
async function answer(method, params) {
  if (method === "describe") {
    const language = `javascript (node ${process.versions.node})`;
    return { result: { protocol: 1, name, version, language, operations: [...operations.keys()], choices } };
  }
  const convert = operations.get(params?.operation);
  if (!convert) return { error: { code: -32601, message: "not offered" } };
  logged = [];
  const input_after = params.input; // a function that changes its argument changes this
  try {
    const output = await convert(params.input);
    if (output === undefined) return { error: { code: -32001, message: "it returned undefined" } };
    return { result: { output, input_after, diagnostics: logged } };
  } catch (error) {
    const data = { type: error?.name, input_after, diagnostics: logged };
    return { error: { code: -32000, message: String(error?.message ?? error), data } };
  }
}

/** Returns an answer as a line; an error for what is not JSON. */
function written(id, said) {
  try {
    return JSON.stringify({ jsonrpc: "2.0", id, ...said });
  } catch (error) {
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32001, message: error.message } });
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { id, method, params } = JSON.parse(line);
  stdout.write(`${written(id, await answer(method, params))}\n`);
}
