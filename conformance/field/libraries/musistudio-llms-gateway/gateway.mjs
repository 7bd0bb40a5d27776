// @musistudio/llms, the server of claude-code-router, with a provider of Chat Completions.
// It wants the name of the provider in front of the model's; the README's transformers are used.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The package's own module for `import` requires what only CommonJS has.
const { default: Server } = createRequire(`${process.cwd()}/`)("@musistudio/llms");

const [port, api] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync("node_modules/@musistudio/llms/package.json"));
const provider = {
  name: "suite",
  api_base_url: `${api}/v1/chat/completions`,
  api_key: "none",
  models: ["any"],
  transformer: { use: ["maxcompletiontokens", "streamoptions"] },
};
const server = new Server({ logger: false, initialConfig: { PORT: Number(port), HOST: "127.0.0.1", providers: [provider] } });
server.addHook("preHandler", async (request) => {
  if (request.body?.model) request.body.model = `suite,${request.body.model}`;
});
process.stdout.write(`${JSON.stringify({ name: "@musistudio/llms, its server", version })}\n`);
server.start();
