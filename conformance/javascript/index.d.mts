// The types of index.mjs, and those of every operation.

import type { Operations } from "./types.js";

export * from "./types.js";
export { joinSse, readSse, splitSse } from "./sse.mjs";

/** The name of an operation, as `conformance operations` lists them. */
export type Operation = keyof Operations;
/** What an operation takes. */
export type Input<Name extends Operation> = Operations[Name]["input"];
/** What an operation gives. */
export type Output<Name extends Operation> = Operations[Name]["output"];
/** A function that converts, as `satisfies Converter<"mcp-tool-to-chat-tool">` checks it. */
export type Converter<Name extends Operation> = (input: Input<Name>) => Output<Name> | Promise<Output<Name>>;
