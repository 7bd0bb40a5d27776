// Leads conversations through the AI SDK (`ai`), with the tools of the MCP server that each line names.
// createMCPClient of @ai-sdk/mcp takes the tools, and generateText has the loop.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createMCPClient } from "@ai-sdk/mcp";
import { StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount } from "ai";

globalThis.AI_SDK_LOG_WARNINGS = false; // they go to standard output
const { version } = JSON.parse(readFileSync("node_modules/ai/package.json"));
const SDK = { name: "ai (npm)", version, language: "javascript", mcp_results: true };
const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL, apiKey: process.env.OPENAI_API_KEY });
let client; // one for all conversations: the server's file says which tools it has at the moment

/** Leads one conversation; returns what the driver says of it. */
async function lead({ api, model, messages, max_rounds: rounds, mcp_server: [command, ...args] }) {
  // The probe for a newer protocol does not wait until the server has started.
  const connection = { transport: new StdioMCPTransport({ command, args }), protocolVersionDiscovery: false };
  client ??= await createMCPClient(connection);
  const { text, finishReason } = await generateText({
    model: api === "chat" ? openai.chat(model) : openai.responses(model),
    tools: await client.tools(),
    messages,
    allowSystemInMessages: true,
    maxRetries: 0,
    stopWhen: isStepCount(rounds + 1),
  });
  return finishReason === "tool-calls" ? { error: `no answer after ${rounds} rounds` } : { answer: text };
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
await client?.close();
