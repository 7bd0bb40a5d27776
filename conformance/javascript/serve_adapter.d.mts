// The types of serve_adapter.mjs.

export interface Subject {
  name: string;
  version?: string;
  language?: string;
  /** The answers to choices, by operation. */
  choices?: Record<string, Record<string, string>>;
  /** What the subject does not have. */
  without?: string[];
  /** The functions by operation, which return JSON or a promise of it. */
  operations: Record<string, (input: any) => unknown>;
}

/** Answers requests until standard input ends. */
export function serve(subject: Subject): Promise<void>;
