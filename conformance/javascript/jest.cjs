// The tests of a certificate for jest.

"use strict";

const { addTests } = require("./certify.cjs");

exports.conformance = (options) => {
  // Where the globals are not injected, the package has them.
  const { describe, test } = globalThis.describe ? globalThis : require("@jest/globals");
  addTests(options, describe, test);
};
