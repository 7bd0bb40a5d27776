// The types of node_test.cjs, vitest.mjs and jest.cjs.

import type { Options } from "./certify.cjs";

export type { Options };

/** Certifies a subject, and adds a test for each operation and a failing one for each defect. */
export function conformance(options?: Options): void;
