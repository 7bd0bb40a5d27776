// What the package offers to any program: server-sent events as text. serve_adapter.mjs, beside it, takes standard output.

export { joinSse, readSse, splitSse } from "./sse.mjs";
