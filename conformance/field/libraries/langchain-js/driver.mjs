// Leads conversations through LangChain.js, with the tools of the MCP server that each line names.
// MultiServerMCPClient of @langchain/mcp-adapters takes the tools, ChatOpenAI converts them, and createAgent has the loop.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;
const version = ["@langchain/openai", "@langchain/mcp-adapters", "langchain"]
  .map((name) => `${name} ${versionOf(name)}`).join(", ");
const SDK = { name: "langchain (npm)", version, language: "javascript", mcp_results: true };

/** Leads one conversation; returns what the driver says of it. */
async function lead({ api, model, messages, max_rounds: rounds, mcp_server: [command, ...args] }) {
  const servers = { driver: { transport: "stdio", command, args } };
  const client = new MultiServerMCPClient({ mcpServers: servers }); // one for each conversation
  try {
    const chat = new ChatOpenAI({ model, useResponsesApi: api === "responses", maxRetries: 0 });
    const agent = createAgent({ model: chat, tools: await client.getTools() });
    // A step for each answer, and one for the calls of each.
    const result = await agent.invoke({ messages }, { recursionLimit: 2 * rounds + 2 });
    return { answer: result.messages.at(-1).text };
  } finally {
    await client.close();
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
