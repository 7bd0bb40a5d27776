// Serves functions as a conformance subject: the protocol, version 1, on standard input and output.
//
//   import { serve } from "./serve_adapter.mjs"; // the first import: what is printed while others load goes to the log too
//   await serve({ name, version, operations: { "mcp-tool-to-chat-tool": convert } });
//
// or as a program, which imports the functions that it serves:
//
//   node serve_adapter.mjs [--name NAME] [--operations A,B] FILE [--export EXPORT]
//   node serve_adapter.mjs --name NAME --bind OPERATION FILE EXPORT ...
//
// FILE is a module that exports `name`, `version`, `choices`, `without`, and functions that are named like their operations,
// with underscores or in camel case, or `operations`, an object of them; its default export, or the one named EXPORT, may
// be such an object instead. --operations: which names are operations; all, if it is not given. A function may be async.
// What it prints goes to the log, and what it prints by `console` is also reported with its result.

import { existsSync, realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";

const MOST_LOGGED = 100, LONGEST_LOGGED = 2000, MOST_LISTED = 20;
const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warning", error: "error" };

let logged = []; // by the conversion that is under way
// Standard output is the protocol's. A program that this one imports may serve by a copy of this file.
const send = globalThis[Symbol.for("conformance.send")] ??= process.stdout.write.bind(process.stdout);
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
    const output = await settled(convert(input));
    const problem = notJson(output);
    if (problem) return failure(-32001, problem, { input_after, diagnostics });
    return { result: { output, input_after, diagnostics } };
  } catch (problem) {
    const { name: type, message } = asError(problem);
    return failure(-32000, message, { type, input_after, diagnostics });
  }
}

/** Returns what a promise becomes. Throws an error for one that nothing can settle any more; any other value is returned. */
async function settled(output) {
  if (typeof output?.then !== "function") return output;
  let ends;
  const nothing_left = new Promise((_resolve, reject) => {
    // Node says so when it would exit, because nothing is left that it waits for.
    ends = () => setImmediate(reject, new NeverSettles("its promise never settles: nothing is left that it could wait for"));
  });
  process.once("beforeExit", ends);
  process.stdin.unref?.();
  try {
    return await Promise.race([output, nothing_left]);
  } finally {
    process.stdin.ref?.();
    process.off("beforeExit", ends);
  }
}

class NeverSettles extends Error {
  name = "NeverSettles";
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

/** The functions cannot be served; the message says what to do. */
class Unusable extends Error {}

/**
 * Returns what `serve` takes of the functions that the words name, as the head of this file says. Throws Unusable.
 * @param {string[]} words
 */
async function subjectOf(words) {
  const { bind, file, exported, known, name } = read(words);
  const language = /\.[cm]?ts$/.test(file ?? bind[0][1]) ? "typescript" : "javascript";
  if (file === undefined) {
    const operations = {};
    for (const [operation, path, one] of bind) operations[operation] = functionOf(await imported(path), path, one);
    return { name, language, operations };
  }
  const whole = await imported(file);
  const module = exported === undefined ? holderOf(whole) : exportOf(whole, file, exported).found;
  const operations = {};
  for (const [key, value] of Object.entries(module.operations ?? module)) {
    const operation = key.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === "function" && (known === undefined || known.includes(operation))) {
      operations[operation] = value.bind(module.operations ?? module);
    }
  }
  if (Object.keys(operations).length === 0) {
    throw new Unusable(`${file} offers no operation: it has ${names(module)}. Name a function like its operation ` +
      `(mcp_tool_to_chat_tool), or bind one: --bind OPERATION=${file}:FUNCTION`);
  }
  const { version, choices, without } = module;
  return { name: name ?? (typeof module.name === "string" ? module.name : file), version, language, choices, without, operations };
}

/** Returns what the words of the command say. */
function read(words) {
  const said = { bind: [] };
  const left = [...words];
  while (left.length > 0) {
    const word = left.shift();
    if (word === "--bind") said.bind.push(left.splice(0, 3));
    else if (word === "--operations") said.known = left.shift().split(",");
    else if (word === "--export") said.exported = left.shift();
    else if (word === "--name") said.name = left.shift();
    else said.file = word;
  }
  return said;
}

/** Returns a module. Throws Unusable where it cannot be imported. */
async function imported(path) {
  if (!existsSync(path)) throw new Unusable(`there is no file ${path}.`);
  try {
    return await import(pathToFileURL(path));
  } catch (problem) {
    console.error(problem);
    if (problem?.code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[cm]?ts$/.test(path)) {
      throw new Unusable(`Node ${process.versions.node} runs no TypeScript: ${path} needs Node 22.18 or newer, or ` +
        "`npm install --save-dev tsx` and --env NODE_OPTIONS='--import tsx'.");
    }
    throw new Unusable(`importing ${path} failed: ${asError(problem).name}: ${asError(problem).message}`);
  }
}

/** Returns the exports of a module; those of its default one come first where the module has none of their names. */
function holderOf(module) {
  const { default: main, ...named } = module;
  return typeof main === "object" && main !== null ? Object.assign(Object.create(main), main, named) : named;
}

/** Returns an exported function. Throws Unusable where there is none of that name. */
function functionOf(module, path, exported) {
  const { holder, found } = exportOf(module, path, exported);
  if (typeof found !== "function") throw new Unusable(`${path} exports ${exported}, which is no function but ${typeof found}.`);
  return holder === module ? found : found.bind(holder);
}

/** Returns what a module exports by a name, or by several with dots, and what that is in. Throws Unusable for nothing. */
function exportOf(module, path, exported) {
  let holder = module, found = module;
  for (const step of exported.split(".")) {
    const inner = found?.[step] ?? (found === module ? holderOf(module)[step] : undefined);
    [holder, found] = [found, inner];
  }
  if (found !== undefined && found !== null) return { holder, found };
  throw new Unusable(`${path} does not export ${exported}: it exports ${names({ ...module, ...holderOf(module) })}.`);
}

/** Returns the names of what an object has, as a list for people. */
function names(holder) {
  const all = Object.keys(holder).filter((name) => name !== "module.exports");
  const more = all.length > MOST_LISTED ? ` and ${all.length - MOST_LISTED} more` : "";
  return all.length === 0 ? "nothing" : `${all.slice(0, MOST_LISTED).join(", ")}${more}`;
}

/** Answers every request with the reason why nothing can be served. */
async function refuse(message) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    send(`${written(Number(/"id": ?(\d+)/.exec(line)?.[1] ?? NaN), failure(-32603, message))}\n`);
  }
  process.exitCode = 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const subject = await subjectOf(process.argv.slice(2));
    if (!process.stdin.readableEnded) await serve(subject); // a module may have served by itself while it was imported
  } catch (problem) {
    if (!(problem instanceof Unusable)) throw problem;
    if (!process.stdin.readableEnded) await refuse(problem.message);
  }
}
