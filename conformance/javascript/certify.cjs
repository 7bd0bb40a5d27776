// Runs `conformance certify`, and makes a test of each operation and each defect of its report: for any test runner.

"use strict";

const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");

const VARIABLE = "CONFORMANCE"; // names the command
const LONGEST = 600; // characters of a value in a message
const PLAIN = /^[\w$-]+$/;
const INSTALL = "install the suite with pip (Python 3.11 or newer), or name its command by the variable CONFORMANCE";

/**
 * Certifies a subject; returns its name and the tests: one for each operation without a defect, and one for each defect.
 * Throws an error where there is no report. The options are in certify.d.cts.
 */
function certify(options = {}) {
  const done = run(wordsOf(options), options.cwd);
  let report;
  try {
    report = JSON.parse(done.stdout);
  } catch {
    throw failure(done.stderr.trim() || `conformance ended with status ${done.status}, and wrote no report`);
  }
  const tests = testsOf(report);
  if (done.status !== 0 && tests.every((test) => test.error === undefined)) {
    tests.push({ name: "the run", operation: undefined, error: failure(done.stderr.trim()) });
  }
  return { name: report.subject.name, conforms: done.status === 0, report, tests };
}

/** Adds the tests of a certificate to a test runner, by its `describe` and `test`. */
function addTests(options, describe, test) {
  let certified;
  try {
    certified = certify(options);
  } catch (problem) {
    const tests = [{ name: "certify", error: problem }];
    certified = { name: options?.subject ?? options?.command ?? "this project", tests };
  }
  describe(`conformance of ${certified.name}`, () => {
    for (const { name, error } of certified.tests) {
      test(name, () => {
        if (error !== undefined) throw error;
      });
    }
  });
}

/** Returns the arguments of certify. */
function wordsOf({ subject, command, bind = {}, operations = [], args = [] }) {
  return [
    "certify",
    ...(subject === undefined ? [] : [subject]),
    ...(command === undefined ? [] : ["--command", command]),
    ...Object.entries(bind).flatMap(([operation, path]) => ["--bind", `${operation}=${path}`]),
    ...operations.flatMap((operation) => ["--operation", operation]),
    ...args,
    "--json",
    "-",
  ];
}

/** Runs the command. Throws an error where it is not there. */
function run(words, cwd) {
  const named = process.env[VARIABLE] || "conformance";
  const [program, ...first] = existsSync(named) ? [named] : named.split(/\s+/).filter(Boolean);
  const done = spawnSync(program, [...first, ...words], { cwd, encoding: "utf8", maxBuffer: Infinity });
  if (done.error?.code === "ENOENT" && cwd !== undefined && !existsSync(cwd)) throw failure(`there is no folder ${cwd}`);
  if (done.error?.code === "ENOENT") throw failure(`the command ${program} is not in the PATH: ${INSTALL}`);
  if (done.error) throw done.error;
  if (done.signal) throw failure(`conformance was ended by ${done.signal}`);
  return done;
}

/** Returns the tests of a report. error: why one fails; undefined for one that passes. */
function testsOf(report) {
  const decisive = report.defects.filter((defect) => defect.decides);
  const operations = new Set(report.rules.map((rule) => rule.operation));
  return [...operations].flatMap((operation) => {
    const own = decisive.filter((defect) => defect.shown.operation === operation);
    if (own.length > 0) return own.map((defect) => testOf(defect, report));
    const others = decisive.filter((defect) => defect.rules.some((rule) => rule.operation === operation));
    const named = others.map((defect) => `${defect.id} of ${defect.shown.operation} breaks it too`);
    const unjudged = report.rules.filter((rule) => rule.operation === operation && isUnjudged(rule, report));
    const reasons = [...named, ...unjudged.map((rule) => `${rule.id} was not judged: ${rule.reason}`)];
    return [{ name: operation, operation, error: reasons.length > 0 ? failure(reasons.join("\n")) : undefined }];
  });
}

/** Whether a rule that decides was not judged. */
function isUnjudged(rule, report) {
  if (rule.level !== "MUST" || rule.verdict !== "not-run" || report.summary.conforms) return false;
  return report.sets.some((set) => set.verdict !== "conforms" && (set.name === "all" || rule.sets.includes(set.name)));
}

/** Returns the test of a defect, which fails. */
function testOf(defect, report) {
  const { operation, rule: id, evidence: number } = defect.shown;
  const rule = report.rules.find((one) => one.operation === operation && one.id === id);
  const evidence = rule.evidence[number];
  const place = placeOf(evidence.at);
  const last = `${evidence.at.split("/").at(-1)}: `; // what some messages begin with
  const message = place && evidence.message.startsWith(last) ? evidence.message.slice(last.length) : evidence.message;
  const title = `${id}${place && ` at ${place}`}: ${message}`;
  const breaks = defect.sets.length > 0 ? defect.sets.join(", ") : "its rules";
  const lines = [
    title,
    row("input", evidence.input),
    ...(evidence.expected === null && !evidence.expected_is_null ? [] : [row("expected", evidence.expected)]),
    evidence.error === null ? row("actual", evidence.actual) : `  ${evidence.error.kind.padEnd(8)}  ${evidence.error.message}`,
    `  breaks    ${breaks}: ${defect.inputs} input${defect.inputs === 1 ? "" : "s"} of ${operation}`,
    `  repeat    ${evidence.reproduce}`,
    `  explain   conformance explain ${id}`,
  ];
  return { name: `${operation}: ${defect.id} ${title}`.slice(0, LONGEST), operation, error: failure(lines.join("\n")) };
}

/** Returns a pointer as people write it: output.messages[1].content; "" for a whole value. */
function placeOf(at) {
  const [first, ...steps] = at.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (steps.length === 0) return "";
  const spelled = (step) => (/^\d+$/.test(step) ? `[${step}]` : PLAIN.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`);
  return `${first}${steps.filter((step) => step !== "-").map(spelled).join("")}`;
}

function row(label, value) {
  const text = JSON.stringify(value) ?? "absent";
  return `  ${label.padEnd(8)}  ${text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text}`;
}

/** Returns an error whose stack is no more than its message: it is about no line of a test. */
function failure(message) {
  const error = new Error(message);
  error.name = "ConformanceError";
  error.stack = `${error.name}: ${message}`;
  return error;
}

module.exports = { addTests, certify };
