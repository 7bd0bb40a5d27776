// The types of certify.cjs.

import type { Operations } from "./types.js" with { "resolution-mode": "import" };

/** What is certified. Without subject, command and bind: what the project's conformance.toml says. */
export interface Options {
  /** A file whose exports are the functions, such as "./adapter.mjs", or a name of conformance.toml. */
  subject?: string;
  /** A program that speaks the protocol, such as "node adapter.mjs". */
  command?: string;
  /** Functions by operation, such as "./tools.mjs:toChatTool". */
  bind?: { [Name in keyof Operations]?: string };
  /** Only these operations, or those of a pattern, such as "mcp-*". */
  operations?: string[];
  /** Further arguments of `conformance certify`, such as ["--requirements", "safe"]. */
  args?: string[];
  /** The folder in which it runs; the working directory, if it is not given. */
  cwd?: string;
}

export interface Test {
  name: string;
  operation: string | undefined;
  /** Why it fails; undefined for a test that passes. */
  error: Error | undefined;
}

export interface Certified {
  /** The subject's. */
  name: string;
  conforms: boolean;
  /** report.json. */
  report: any;
  tests: Test[];
}

/** Certifies a subject. Throws an error where there is no report. */
export function certify(options?: Options): Certified;

/** Adds the tests of a certificate to a test runner. */
export function addTests(
  options: Options | undefined,
  describe: (name: string, body: () => void) => unknown,
  test: (name: string, body: () => void) => unknown,
): void;
