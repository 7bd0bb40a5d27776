// The tests of a certificate for node:test.

"use strict";

const { describe, test } = require("node:test");
const { addTests } = require("./certify.cjs");

exports.conformance = (options) => addTests(options, describe, test);
