// ChatOpenAI of @langchain/openai with a fetch that answers in the place of the API, and with useResponsesApi: its invoke and its
// stream, whose chunks `concat` of @langchain/core adds, and what invoke asks of the Responses API.

import { readFileSync } from "node:fs";
import { concat } from "@langchain/core/utils/stream";
import { ChatOpenAI } from "@langchain/openai";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;

export const name = "@langchain/openai (npm)";
export const version = `${versionOf("@langchain/openai")}, @langchain/core ${versionOf("@langchain/core")}`;

/** A model of the Responses API or not, whose API gives this answer. */
function model(useResponsesApi, answer) {
  const settings = { model: "gpt-4o", apiKey: "unused", maxRetries: 0, useResponsesApi };
  return new ChatOpenAI({ ...settings, configuration: { fetch: async (_url, asked) => answer(asked) } });
}

/** A parsed result has no calls of custom tools. What langchain could not decode is among its invalid calls. */
function result({ tool_calls: calls = [], invalid_tool_calls: invalid = [], ...message }) {
  const type = "function", { finish_reason, status, incomplete_details: details } = message.response_metadata;
  const decoded = calls.filter((call) => !call?.isCustomTool)
    .map((call) => call && { id: call.id, type, name: call.name, arguments: call.args });
  const broken = invalid.map(({ id, name, args }) => ({ id, type, name, arguments: null, arguments_raw: args }));
  const said = { refusal: message.additional_kwargs.refusal, usage: message.usage_metadata, status };
  return { ...said, tool_calls: [...decoded, ...broken], finish_reason: finish_reason ?? details?.reason };
}

async function answered(useResponsesApi, response) {
  const message = await model(useResponsesApi, () => Response.json(response)).invoke("Hi");
  return { content: message.text, ...result(message) };
}

/** The sum of the chunks, of which those of further choices say so. A Chat stream that breaks off has no [DONE]. */
async function streamed(useResponsesApi, events) {
  const text = events.map((event) => `${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
  const ends = events.some((event) => event.choices?.some((choice) => choice.finish_reason));
  const answer = new Response(text.join("") + (ends ? "data: [DONE]\n\n" : ""), { headers: { "content-type": "text/event-stream" } });
  const chunks = await Array.fromAsync(await model(useResponsesApi, () => answer).stream("Hi"));
  const message = chunks.filter((chunk) => !chunk.response_metadata.completion).reduce(concat);
  return { content: message.text, ...result(message) };
}

export function chat_response_to_tool_calls(response) {
  return answered(false, response);
}

export function responses_output_to_tool_calls(response) {
  return answered(true, response);
}

/** It is done if it has a reason why it ended. */
export async function chat_stream_to_tool_calls(chunks) {
  const whole = await streamed(false, chunks);
  return { ...whole, done: whole.finish_reason !== undefined };
}

/** It is done if it has the status of the response that ends it. */
export async function responses_stream_to_tool_calls(events) {
  const whole = await streamed(true, events);
  return { ...whole, done: whole.status !== undefined };
}

/** What is asked of the Responses API. */
async function asked(messages, options) {
  let body;
  await model(true, (request) => {
    body = JSON.parse(request.body);
    return Response.json({ output: [] });
  }).invoke(messages, options);
  return body;
}

export async function chat_messages_to_responses_input(messages) {
  return { input: (await asked(messages)).input };
}

/** An empty list leaves no member in the request. */
export async function chat_tools_to_responses_tools(tools) {
  return (await asked("Hi", { tools })).tools ?? [];
}
