// Portkey's gateway, which lets clients of Chat Completions use Anthropic's API.
// Headers name the provider and its address. The package's own start-server.js runs it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [port] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync("node_modules/@portkey-ai/gateway/package.json"));
process.stdout.write(`${JSON.stringify({ name: "@portkey-ai/gateway", version })}\n`);
process.argv.splice(2, 2, `--port=${port}`, "--headless");
await import(createRequire(`${process.cwd()}/`).resolve("@portkey-ai/gateway/build/start-server.js"));
