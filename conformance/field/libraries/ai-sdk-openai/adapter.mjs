// The models of @ai-sdk/openai and @ai-sdk/anthropic, createOpenAI({ fetch }).chat and .responses and createAnthropic({ fetch }), with
// doGenerate and doStream, which generateText and streamText of the AI SDK call. A fetch answers in the place of the API. By
// Anthropic's API, generateText leads a loop, and createMCPClient of @ai-sdk/mcp takes the tools and results of a server.

import { readFileSync } from "node:fs";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createMCPClient } from "@ai-sdk/mcp";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, jsonSchema, tool } from "ai";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;

export const name = "AI SDK (npm)";
export const version = ["@ai-sdk/openai", "@ai-sdk/anthropic", "@ai-sdk/mcp", "ai"].map((one) => `${one} ${versionOf(one)}`).join(", ");

/** What a model says where the API answers with this text. */
function said(api, method, text, type, status = 200) {
  const fetch = async () => new Response(text, { status, headers: { "content-type": type } });
  const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
  const options = { apiKey: "unused", fetch };
  const model = api === "anthropic" ? createAnthropic(options)("claude-sonnet-4-5") : createOpenAI(options)[api]("gpt-4o");
  return model[method]({ prompt });
}

/** A call that the API itself ran is none for the caller. */
function result({ content, finishReason, usage }) {
  const texts = content.filter((part) => part.type === "text").map((part) => part.text);
  const calls = content.filter((part) => part.type === "tool-call" && !part.providerExecuted)
    .map(({ toolCallId: id, toolName: name, input }) => ({ id, type: "function", name, arguments_raw: input }));
  const { unified, raw } = finishReason;
  return { content: texts.join(""), tool_calls: calls, finish_reason: unified.replaceAll("-", "_"), raw, usage };
}

/** A stream that reports an error fails; what it was that interrupted one is not reported. */
async function streamed(api, events) {
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const { stream } = await said(api, "doStream", text, "text/event-stream");
  const content = [], texts = {};
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type !== "text-delta") content.push(part);
    else if (part.id in texts) texts[part.id].text += part.delta;
    else content.push((texts[part.id] = { type: "text", text: part.delta }));
  }
  const cut = { finishReason: { unified: "interrupted" } }; // where the stream of a model does not say how it ends
  const finish = content.find((part) => part.type === "finish") ?? cut;
  return { ...result({ ...finish, content }), done: finish.finishReason.unified !== "interrupted" };
}

export async function chat_response_to_tool_calls(response) {
  return result(await said("chat", "doGenerate", JSON.stringify(response), "application/json"));
}

export async function responses_output_to_tool_calls(response) {
  return result(await said("responses", "doGenerate", JSON.stringify(response), "application/json"));
}

export async function anthropic_response_to_tool_calls(response) {
  const status = response.type === "error" ? 400 : 200;
  return result(await said("anthropic", "doGenerate", JSON.stringify(response), "application/json", status));
}

export function chat_stream_to_tool_calls(chunks) {
  return streamed("chat", chunks);
}

export function responses_stream_to_tool_calls(events) {
  return streamed("responses", events);
}

export function anthropic_stream_to_tool_calls(events) {
  return streamed("anthropic", events);
}

/** A tool that returns its value, or fails, and writes its call down. */
function runnable({ name, description, parameters, strict }, value, calls) {
  const execute = async (input, { toolCallId: id }) => {
    calls.push({ id, name, arguments: input });
    if (typeof value?.error === "string" && Object.keys(value).length === 1) throw new Error(value.error);
    return value;
  };
  return tool({ description, strict, inputSchema: jsonSchema(parameters), execute });
}

/** The AI SDK's own loop, which calls a developer the system. What it asks of OpenAI's APIs the driver `ai-sdk` shows. */
export async function tool_loop({ base_url: baseURL, api, model, messages, tools: listed, results, max_rounds: rounds }) {
  if (api !== "anthropic") throw Object.assign(new Error(`no loop by ${api}`), { name: "NotImplementedError" });
  const calls = [];
  const tools = Object.fromEntries(listed.map((one) => [one.name, runnable(one, results[one.name], calls)]));
  const { text, finishReason } = await generateText({
    model: createAnthropic({ baseURL, apiKey: "unused" })(model),
    tools,
    messages: messages.map((message) => ({ ...message, role: message.role === "developer" ? "system" : message.role })),
    allowSystemInMessages: true,
    maxRetries: 0,
    stopWhen: isStepCount(rounds + 1),
  });
  if (finishReason === "tool-calls") throw new Error(`no answer after ${rounds} rounds`);
  return { answer: text, calls, finish_reason: finishReason };
}

/** The tools of an MCP server in this process, as createMCPClient makes them of what the server says to each method. */
async function toolsOf(said) {
  const serverInfo = { name: "server", version: "1" };
  const start = ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo });
  const transport = { start: async () => {}, close: async () => {}, send: async ({ id, method, params }) => {
    const result = method === "initialize" ? start(params) : said[method];
    if (id !== undefined) queueMicrotask(() => transport.onmessage({ jsonrpc: "2.0", id, result }));
  } };
  return (await createMCPClient({ transport })).tools();
}

/** The last request that generateText makes of Anthropic's API, which answers the first ones. */
async function asked(tools, ...answers) {
  const requests = [];
  const fetch = async (_url, { body }) => {
    const answer = answers[requests.push(JSON.parse(body)) - 1];
    return Response.json(answer ?? {}, { status: answer ? 200 : 400 });
  };
  const model = createAnthropic({ apiKey: "unused", fetch })("claude-sonnet-4-5");
  const loop = generateText({ model, tools, prompt: "Hi", maxRetries: 0, stopWhen: isStepCount(2) });
  await loop.catch((error) => { if (requests.length <= answers.length) throw error; });
  return requests[answers.length];
}

export async function mcp_tools_to_anthropic_tools(tools) {
  return (await asked(await toolsOf({ "tools/list": { tools } }))).tools ?? [];
}

export async function mcp_result_to_anthropic_tool_result({ result, tool_call_id: id }) {
  const listed = [{ name: "search", inputSchema: { type: "object", properties: {} } }];
  const call = { type: "message", id: "msg_1", role: "assistant", model: "claude-sonnet-4-5", stop_reason: "tool_use", stop_sequence: null,
    content: [{ type: "tool_use", id, name: "search", input: {} }], usage: { input_tokens: 1, output_tokens: 1 } };
  const { search } = await toolsOf({ "tools/list": { tools: listed }, "tools/call": result });
  let failure; // of the client: generateText says to the model that the tool failed
  const execute = (...given) => search.execute(...given).catch((error) => { throw (failure = error); });
  const { messages } = await asked({ search: { ...search, execute } }, call);
  if (failure) throw failure;
  return messages.at(-1).content.find(({ type }) => type === "tool_result");
}
