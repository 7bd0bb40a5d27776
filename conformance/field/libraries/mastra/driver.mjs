// Leads conversations through Mastra, with the tools of the MCP server that each line names.
// MCPClient of @mastra/mcp takes the tools, and Agent of @mastra/core has the loop, with a model of @ai-sdk/openai.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;
const version = ["@mastra/core", "@mastra/mcp", "@ai-sdk/openai"].map((name) => `${name} ${versionOf(name)}`).join(", ");
const SDK = { name: "mastra (npm)", version, language: "javascript", mcp_results: true };
const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL, apiKey: process.env.OPENAI_API_KEY });

/** Leads one conversation; returns what the driver says of it. */
async function lead({ api, model, messages, max_rounds: rounds, mcp_server: [command, ...args] }) {
  const client = new MCPClient({ id: crypto.randomUUID(), servers: { mcp: { command, args } } });
  try {
    const agent = new Agent({
      id: "driver",
      name: "driver",
      instructions: "",
      model: api === "chat" ? openai.chat(model) : openai.responses(model),
      maxRetries: 0,
    });
    const toolsets = await client.listToolsets(); // listTools gives each name the server's as a prefix
    const { text, finishReason } = await agent.generate(messages, { maxSteps: rounds + 1, toolsets });
    return finishReason === "tool-calls" ? { error: `no answer after ${rounds} rounds` } : { answer: text };
  } finally {
    await client.disconnect();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    said = await lead(JSON.parse(line));
  } catch (error) {
    said = { error: `${error.name}: ${error.message}` };
  }
  process.stdout.write(`${JSON.stringify({ ...said, sdk: SDK })}\n`);
}
