// The tests of a certificate for vitest.

import { describe, test } from "vitest";
import { addTests } from "./certify.cjs";

export const conformance = (options) => addTests(options, describe, test);
