// Serves functions as a conformance subject: the protocol, version 1, on standard input and output.
//
//   import { serve } from "./serve_adapter.mjs"; // the first import: what is printed while others load goes to the log too
//   await serve({ name, version, operations: { "mcp-tool-to-chat-tool": convert } });
//
// or `node serve_adapter.mjs ADAPTER`: a module that exports `name`, `version`, `choices`, `without`, and functions that are
// named like their operations, with underscores. A function may be async. What it prints goes to the log, and what it prints by `console`
// is also reported with its result.

import { realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";

const MOST_LOGGED = 100, LONGEST_LOGGED = 2000;
const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warning", error: "error" };

let logged = []; // by the conversion that is under way
const send = process.stdout.write.bind(process.stdout); // standard output is the protocol's
process.stdout.write = process.stderr.write.bind(process.stderr);
for (const [method, level] of Object.entries(LEVELS)) {
  const print = console[method];
  console[method] = (...words) => {
    if (logged.length < MOST_LOGGED) logged.push({ level, message: format(...words).slice(0, LONGEST_LOGGED) });
    print(...words);
  };
}

/**
 * Answers requests until standard input ends.
 * @param {{ name: string, version?: string, language?: string, choices?: Record<string, Record<string, string>>,
 *   without?: string[], operations: Record<string, (input: any) => unknown> }} subject operations: the functions by
 *   operation. choices: the answers to choices, by operation. without: what the subject does not have.
 */
export async function serve({ name, version, language = "javascript", choices, without, operations }) {
  const about = { name, version, language: `${language} (node ${process.versions.node})`, choices, without };
  const described = { protocol: 1, ...about };
  const functions = new Map(Object.entries(operations));
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    send(`${await respond(line, { ...described, operations: [...functions.keys()] }, functions)}\n`);
  }
}

/** Returns the line that answers a line. */
async function respond(line, described, functions) {
  let id = Number(/"id": ?(\d+)/.exec(line)?.[1] ?? NaN); // of a line that cannot be read; NaN becomes null
  try {
    const { id: asked = null, method, params } = JSON.parse(line);
    id = asked;
    const convert = method === "convert" && functions.get(params?.operation);
    if (method === "describe") return written(id, { result: described });
    return written(id, convert ? await converted(convert, params.input) : failure(-32601, "not offered"));
  } catch (problem) {
    return written(id, failure(-32700, `no request: ${asError(problem).message}`));
  }
}

/** Returns the result of a conversion, or its error. */
async function converted(convert, input) {
  const input_after = input; // a function that changes its argument changes this
  const diagnostics = logged = [];
  try {
    const output = await convert(input);
    const problem = notJson(output);
    if (problem) return failure(-32001, problem, { input_after, diagnostics });
    return { result: { output, input_after, diagnostics } };
  } catch (problem) {
    const { name: type, message } = asError(problem);
    return failure(-32000, message, { type, input_after, diagnostics });
  }
}

/** Returns why a result is no JSON; undefined where it is. */
function notJson(output) {
  try {
    return JSON.stringify(output, seen) === undefined ? `the result is ${typeof output}` : undefined;
  } catch (problem) { // a BigInt, a cycle, too many levels, or what `seen` throws
    return asError(problem).message;
  }
}

/** Returns a part of a result as it is. Throws an error for one that JSON.stringify would write as {} although it is more. */
function seen(key, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const place = key === "" ? "the result" : `${JSON.stringify(key)} of the result`;
  if (typeof value.then === "function") throw new TypeError(`${place} is a promise: await it in the adapter`);
  if ((value[Symbol.iterator] || value[Symbol.asyncIterator]) && Object.keys(value).length === 0) {
    const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
    throw new TypeError(`${place} is of the class ${kind}: make a list or a plain object of it in the adapter`);
  }
  return value;
}

function failure(code, message, data) {
  return { error: { code, message, data } };
}

/** Returns an answer as a line; an error for what JSON cannot hold. */
function written(id, said) {
  try {
    return JSON.stringify({ jsonrpc: "2.0", id, ...said });
  } catch (problem) { // nested too deeply, or something in the argument that the function has put there
    return JSON.stringify({ jsonrpc: "2.0", id, ...failure(-32001, asError(problem).message) });
  }
}

/** Returns name and message of what was thrown, which can be anything. */
function asError(problem) {
  return { name: problem?.name, message: String(problem?.message ?? problem) };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { name, version, choices, without, ...exported } = await import(pathToFileURL(process.argv[2]));
  const functions = Object.entries(exported).filter(([, value]) => typeof value === "function");
  const operations = Object.fromEntries(functions.map(([name, convert]) => [name.replaceAll("_", "-"), convert]));
  await serve({ name, version, choices, without, operations });
}
