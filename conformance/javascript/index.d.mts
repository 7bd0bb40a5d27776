// The types of index.mjs, and those of every operation.

import type { Operations } from "./types.js";

export * from "./types.js";
export { joinSse, readSse, splitSse } from "./sse.mjs";

/** The name of an operation, as `conformance operations` lists them. */
export type Operation = keyof Operations;
/** What an operation takes. */
export type Input<Name extends Operation> = Operations[Name]["input"];
/** What an operation gives. */
export type Output<Name extends Operation> = Operations[Name]["output"];
/** A function that converts, as `satisfies Converter<"mcp-tool-to-chat-tool">` checks it. */
export type Converter<Name extends Operation> = (input: Input<Name>) => Output<Name> | Promise<Output<Name>>;

/** The functions by operation. What they return is not checked here: `Converter` is for that. */
export type Offered = {
  // A method: so a function may take a type of its own that is narrower.
  [Name in Operation]?: { convert(input: Input<Name>): unknown }["convert"];
};

export interface Subject {
  name: string;
  version?: string;
  language?: string;
  /** The answers to choices, by operation. */
  choices?: { [Name in Operation]?: Record<string, string> };
  /** What the subject does not have. */
  without?: string[];
  operations: Offered;
}

/** Answers requests until standard input ends. */
export function serve(subject: Subject): Promise<void>;
