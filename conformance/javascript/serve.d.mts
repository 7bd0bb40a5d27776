// The types of serve_adapter.mjs, as the package offers it. From its import on, what is printed goes to the log.

import type { Input, Operation } from "./index.mjs";

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
