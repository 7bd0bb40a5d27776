// LLM Bridge's translation of requests, translateBetweenProviders, and of streams, handleUniversalStreamRequest.

import { readFileSync } from "node:fs";
import { handleUniversalStreamRequest, translateBetweenProviders } from "llm-bridge";

const CHAT = "openai", RESPONSES = "openai-responses", ANTHROPIC = "anthropic", GEMINI = "google";

export const name = "llm-bridge (npm)";
export const { version } = JSON.parse(readFileSync("node_modules/llm-bridge/package.json"));

/** The events that come out, without the lines around them. A Chat stream that breaks off has no [DONE]. */
async function streamed(source, target, events) {
  const ends = events.some((event) => event.choices?.some((choice) => choice.finish_reason));
  const frames = events.map((event) => `${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
  const body = new Response(frames.join("") + (ends ? "data: [DONE]\n\n" : "")).body;
  const text = await new Response(handleUniversalStreamRequest(body, source, target)).text();
  const data = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  return data.filter((one) => one !== "[DONE]").map((one) => JSON.parse(one));
}

export function chat_request_to_anthropic_request(request) {
  return translateBetweenProviders(CHAT, ANTHROPIC, request);
}

export function anthropic_request_to_chat_request(request) {
  return translateBetweenProviders(ANTHROPIC, CHAT, request);
}

export function anthropic_request_to_responses_request(request) {
  return translateBetweenProviders(ANTHROPIC, RESPONSES, request);
}

export function responses_request_to_anthropic_request(request) {
  return translateBetweenProviders(RESPONSES, ANTHROPIC, request);
}

export function chat_stream_to_anthropic_stream(chunks) {
  return streamed(CHAT, ANTHROPIC, chunks);
}

export function anthropic_stream_to_chat_stream(events) {
  return streamed(ANTHROPIC, CHAT, events);
}

export function anthropic_stream_to_responses_stream(given) {
  return streamed(ANTHROPIC, RESPONSES, given.events);
}

export function responses_stream_to_anthropic_stream(events) {
  return streamed(RESPONSES, ANTHROPIC, events);
}

export function chat_request_to_gemini_request(request) {
  return translateBetweenProviders(CHAT, GEMINI, request);
}

export function anthropic_request_to_gemini_request(request) {
  return translateBetweenProviders(ANTHROPIC, GEMINI, request);
}

export function gemini_request_to_chat_request(request) {
  return translateBetweenProviders(GEMINI, CHAT, request);
}

export function gemini_request_to_anthropic_request(request) {
  return translateBetweenProviders(GEMINI, ANTHROPIC, request);
}

export function chat_stream_to_gemini_stream(chunks) {
  return streamed(CHAT, GEMINI, chunks);
}

export function gemini_stream_to_chat_stream(responses) {
  return streamed(GEMINI, CHAT, responses);
}

export function anthropic_stream_to_gemini_stream(events) {
  return streamed(ANTHROPIC, GEMINI, events);
}

export function gemini_stream_to_anthropic_stream(responses) {
  return streamed(GEMINI, ANTHROPIC, responses);
}
