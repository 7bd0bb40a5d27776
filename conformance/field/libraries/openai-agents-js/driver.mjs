// Leads conversations through the OpenAI Agents SDK of npm, with the tools of the MCP server that each line names.
// MCPServerStdio takes the tools, and run has the loop.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Agent, MCPServerStdio, OpenAIChatCompletionsModel, OpenAIResponsesModel, run } from "@openai/agents";
import OpenAI from "openai";

const { version } = JSON.parse(readFileSync("node_modules/@openai/agents/package.json"));
const SDK = { name: "@openai/agents (npm)", version, language: "javascript", mcp_results: true };
const client = new OpenAI({ maxRetries: 0 }); // the address and the key are in the environment

/** A message as the SDK wants it: an assistant's text is a list of parts. */
function item({ role, content }) {
  if (role !== "assistant") return { role, content };
  return { role, status: "completed", content: [{ type: "output_text", text: content }] };
}

/** Leads one conversation; returns what the driver says of it. */
async function lead({ api, model, messages, max_rounds: rounds, mcp_server: [command, ...args] }) {
  const Model = api === "chat" ? OpenAIChatCompletionsModel : OpenAIResponsesModel;
  const server = new MCPServerStdio({ command, args }); // one for each conversation
  await server.connect();
  try {
    const agent = new Agent({ name: "driver", model: new Model(client, model), mcpServers: [server] });
    const result = await run(agent, messages.map(item), { maxTurns: rounds + 1 });
    return { answer: result.finalOutput };
  } finally {
    await server.close();
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
