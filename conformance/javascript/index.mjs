// What the package offers to a program: serve, and server-sent events as text.

export { serve } from "./serve_adapter.mjs"; // the first import: what is printed while others load goes to the log too
export { joinSse, readSse, splitSse } from "./sse.mjs";
