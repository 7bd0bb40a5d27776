// The types of sse.mjs.

/**
 * Returns the objects of the events in a text, in order.
 *
 * Comments, a byte order mark, `[DONE]` and a last event that was cut off are passed over. An event whose data has no
 * `type` gets the name of the event as one. Throws a SyntaxError for data that is no JSON.
 */
export function splitSse<Event = any>(text: string | Uint8Array): Event[];

/** Yields the same of a text that comes in pieces, such as the body of a response: each event when it is there. */
export function readSse<Event = any>(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<Event, void, void>;

/** Returns event objects as the text that an API sends. chat: `[DONE]` ends it. responses, anthropic: events are named. */
export function joinSse(events: Iterable<unknown>, api: "chat" | "responses" | "anthropic" | "gemini"): string;
