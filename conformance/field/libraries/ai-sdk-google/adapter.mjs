// The models of @ai-sdk/google, createGoogleGenerativeAI({ fetch }), with doGenerate and doStream, which generateText and streamText of
// the AI SDK call. A fetch answers in the place of the API. createMCPClient of @ai-sdk/mcp takes the tools and results of a server.

import { readFileSync } from "node:fs";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createMCPClient } from "@ai-sdk/mcp";
import { generateText, isStepCount } from "ai";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;

export const name = "AI SDK, Google (npm)";
export const version = ["@ai-sdk/google", "@ai-sdk/mcp", "ai"].map((one) => `${one} ${versionOf(one)}`).join(", ");

/** What a model says where the API answers with this text. */
function said(method, text, type, status = 200) {
  const fetch = async () => new Response(text, { status, headers: { "content-type": type } });
  const prompt = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
  return createGoogleGenerativeAI({ apiKey: "unused", fetch })("gemini-2.5-flash")[method]({ prompt });
}

/** A call that the API itself ran is none for the caller. */
function result({ content, finishReason, usage }) {
  const texts = content.filter((part) => part.type === "text").map((part) => part.text);
  const calls = content.filter((part) => part.type === "tool-call" && !part.providerExecuted)
    .map(({ toolCallId: id, toolName: name, input }) => ({ id, type: "function", name, arguments_raw: input }));
  const { unified, raw } = finishReason;
  return { content: texts.join(""), tool_calls: calls, finish_reason: unified.replaceAll("-", "_"), raw, usage };
}

export async function gemini_response_to_tool_calls(response) {
  return result(await said("doGenerate", JSON.stringify(response), "application/json", "error" in response ? 400 : 200));
}

/** A stream that reports an error fails. */
export async function gemini_stream_to_tool_calls(responses) {
  const text = responses.map((response) => `data: ${JSON.stringify(response)}\n\n`).join("");
  const { stream } = await said("doStream", text, "text/event-stream");
  const content = [], texts = {};
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type !== "text-delta") content.push(part);
    else if (part.id in texts) texts[part.id].text += part.delta;
    else content.push((texts[part.id] = { type: "text", text: part.delta }));
  }
  const cut = { finishReason: { unified: "interrupted" } }; // where the stream does not say how it ends
  const finish = content.find((part) => part.type === "finish") ?? cut;
  return { ...result({ ...finish, content }), done: !["interrupted", "other"].includes(finish.finishReason.unified) };
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

/** The last request that generateText makes of the API, which answers the first ones. */
async function asked(tools, ...answers) {
  const requests = [];
  const fetch = async (_url, { body }) => {
    const answer = answers[requests.push(JSON.parse(body)) - 1];
    return Response.json(answer ?? {}, { status: answer ? 200 : 400 });
  };
  const model = createGoogleGenerativeAI({ apiKey: "unused", fetch })("gemini-2.5-flash");
  const loop = generateText({ model, tools, prompt: "Hi", maxRetries: 0, stopWhen: isStepCount(2) });
  await loop.catch((error) => { if (requests.length <= answers.length) throw error; });
  return requests[answers.length];
}

export async function mcp_tools_to_gemini_tools(tools) {
  return (await asked(await toolsOf({ "tools/list": { tools } }))).tools ?? [];
}

export async function mcp_result_to_gemini_function_response({ result, name, tool_call_id: id }) {
  const listed = [{ name, inputSchema: { type: "object", properties: {} } }];
  const call = { candidates: [{ content: { role: "model", parts: [{ functionCall: { name, args: {}, ...(id ? { id } : {}) } }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } };
  const tools = await toolsOf({ "tools/list": { tools: listed }, "tools/call": result });
  let failure; // of the client: generateText says to the model that the tool failed
  const execute = (...given) => tools[name].execute(...given).catch((error) => { throw (failure = error); });
  const { contents } = await asked({ [name]: { ...tools[name], execute } }, call);
  if (failure) throw failure;
  return contents.at(-1).parts.find((part) => part.functionResponse) ?? null;
}
