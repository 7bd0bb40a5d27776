// The transformers of @musistudio/llms, the server of claude-code-router, between Anthropic's or Gemini's API and Chat Completions.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The package's own module for `import` requires what only CommonJS has.
const { default: Server } = createRequire(`${process.cwd()}/`)("@musistudio/llms");

export const name = "@musistudio/llms (npm)";
export const { version } = JSON.parse(readFileSync("node_modules/@musistudio/llms/package.json"));

const quiet = { debug() {}, error() {}, info() {}, warn() {} };
const CONTEXT = { req: { id: "1", log: quiet } };
const { transformerService } = new Server({ logger: false, initialConfig: { providers: [] } });
await transformerService.initialize();
const transformer = Object.assign(transformerService.getTransformer("Anthropic"), { logger: quiet });
// An option of a provider, for models that refuse `max_tokens`.
const Limit = transformerService.getTransformer("maxcompletiontokens");

function answered(body, type) {
  return transformer.transformResponseIn(new Response(body, { headers: { "Content-Type": type } }), CONTEXT);
}

export async function anthropic_request_to_chat_request(request) {
  return new Limit().transformRequestIn(await transformer.transformRequestOut(request));
}

export async function chat_response_to_anthropic_response(response) {
  return (await answered(JSON.stringify(response), "application/json")).json();
}

export async function chat_stream_to_anthropic_stream(chunks) {
  const ends = chunks.some((chunk) => chunk.choices?.some((choice) => choice.finish_reason));
  const frames = [...chunks.map((chunk) => JSON.stringify(chunk)), ...(ends ? ["[DONE]"] : [])];
  // Each chunk is a packet of its own.
  const packets = frames.map((frame) => new TextEncoder().encode(`data: ${frame}\n\n`));
  const body = new ReadableStream({
    pull(stream) {
      const packet = packets.shift();
      packet === undefined ? stream.close() : stream.enqueue(packet);
    },
  });
  const text = await (await answered(body, "text/event-stream")).text();
  const data = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  return data.map((one) => JSON.parse(one));
}

const gemini = Object.assign(transformerService.getTransformer("gemini"), { logger: quiet });
const PROVIDER = { baseUrl: "http://localhost/v1beta/models/", apiKey: "unused" };

export async function chat_request_to_gemini_request(request) {
  return (await gemini.transformRequestIn(request, PROVIDER)).body;
}

export async function gemini_request_to_chat_request(request) {
  return gemini.transformRequestOut(request);
}

export async function gemini_response_to_chat_response(response) {
  const answer = new Response(JSON.stringify(response), { headers: { "Content-Type": "application/json" } });
  return (await gemini.transformResponseOut(answer, CONTEXT)).json();
}

export async function gemini_stream_to_chat_stream(responses) {
  const body = responses.map((response) => `data: ${JSON.stringify(response)}\n\n`).join("");
  const answer = new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  const text = await (await gemini.transformResponseOut(answer, CONTEXT)).text();
  const data = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  return data.filter((one) => one !== "[DONE]").map((one) => JSON.parse(one));
}
