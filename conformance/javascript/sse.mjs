// Server-sent events: the text of a stream, and the event objects in it.

const DONE = "[DONE]"; // ends a stream of Chat Completions

/**
 * Returns the objects of the events in a text, in order.
 *
 * Comments, a byte order mark, `[DONE]` and a last event that was cut off are passed over. An event whose data has no
 * `type` gets the name of the event as one. Throws a SyntaxError for data that is no JSON.
 * @param {string | Uint8Array} text
 */
export function splitSse(text) {
  const splitter = new Splitter();
  return [...splitter.take(typeof text === "string" ? text : new TextDecoder().decode(text))];
}

/**
 * Yields the same of a text that comes in pieces, such as the body of a response: each event when it is there.
 * @param {AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>} pieces
 */
export async function* readSse(pieces) {
  const splitter = new Splitter(), decoder = new TextDecoder();
  for await (const piece of pieces) {
    yield* splitter.take(typeof piece === "string" ? piece : decoder.decode(piece, { stream: true }));
  }
}

/**
 * Returns event objects as the text that an API sends.
 * @param {Iterable<unknown>} events
 * @param {"chat" | "responses" | "anthropic" | "gemini"} api chat: `[DONE]` ends the text. responses, anthropic: each
 *   event is named by its type.
 */
export function joinSse(events, api) {
  const named = api === "responses" || api === "anthropic";
  const texts = Array.from(events, (event) => {
    const name = named && typeof event?.type === "string" ? `event: ${event.type}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return texts.join("") + (api === "chat" ? `data: ${DONE}\n\n` : "");
}

/** What is left of the pieces of a stream so far, and the event that is not complete. */
class Splitter {
  #rest = "";
  #begun = false;
  #count = 0;
  #name = "";
  #data = [];

  /** Yields the objects that a piece completes. */
  *take(piece) {
    this.#rest += piece;
    if (!this.#begun && this.#rest !== "") {
      this.#begun = true;
      this.#rest = this.#rest.replace(/^\uFEFF/, "");
    }
    // A \r at the end may be half of a line's end.
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    for (const line of lines) yield* this.#line(line);
  }

  *#line(line) {
    if (line === "") {
      yield* this.#end();
      return;
    }
    const [, field, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
    if (field === "data") this.#data.push(value ?? "");
    if (field === "event") this.#name = value ?? "";
  }

  *#end() {
    const name = this.#name, data = this.#data.join("\n");
    this.#name = "";
    this.#data = [];
    const number = this.#count++;
    if (data === "" || data.trim() === DONE) return;
    let event;
    try {
      event = JSON.parse(data);
    } catch (problem) {
      throw new SyntaxError(`events[${number}]${name && ` (${name})`}: its data is no JSON: ${problem.message}`);
    }
    const lacks_type = typeof event === "object" && event !== null && !Array.isArray(event) && !("type" in event);
    yield lacks_type && name !== "" && name !== "message" ? { type: name, ...event } : event;
  }
}
