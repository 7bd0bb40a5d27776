// Leads conversations through the `openai` package of npm, whose `runTools` has a loop of its own (Chat Completions).
// The tools are those of the conversation, with a function for each.

import { createInterface } from "node:readline";
import OpenAI from "openai";
import { VERSION } from "openai/version";

const SDK = { name: "openai (npm)", version: VERSION, language: "javascript" };
const client = new OpenAI({ maxRetries: 0 }); // the address and the key are in the environment

/** A tool as runTools wants it: with the function that runs it. */
function runnable(tool, results) {
  const run = () => {
    const value = results[tool.name];
    if (value !== null && typeof value === "object" && Object.keys(value).join() === "error") {
      throw new Error(value.error);
    }
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  const described = tool.description == null ? {} : { description: tool.description };
  return {
    type: "function",
    function: { name: tool.name, ...described, parameters: tool.inputSchema, parse: JSON.parse, function: run },
  };
}

/** Leads one conversation; returns what the driver says of it. */
async function lead(given) {
  if (given.api !== "chat") return { error: "runTools is of Chat Completions", unsupported: true };
  const body = { model: given.model, messages: given.messages };
  if (given.tools.length === 0) {
    const answer = await client.chat.completions.create(body);
    return { answer: answer.choices[0].message.content };
  }
  const tools = given.tools.map((tool) => runnable(tool, given.results));
  const runner = client.chat.completions.runTools(
    { ...body, tools },
    { maxChatCompletions: given.max_rounds + 1 },
  );
  return { answer: await runner.finalContent() };
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
