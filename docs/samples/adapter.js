// A whole adapter that speaks the subject protocol. A converter that is async or prints needs more: `conformance init`.
const readline = require("node:readline");

// Your converter goes here.
function chatToolsToResponsesTools(tools) {
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const isFilled = (value) => typeof value === "string" && value !== "";
  const flat = [];
  for (const tool of Array.isArray(tools) ? tools : []) {
    if (!isObject(tool)) continue;
    if (["local_shell", "web_search"].includes(tool.type) && !("function" in tool)) flat.push(tool);
    if (tool.type !== "function" || !isObject(tool.function)) continue;
    const { name, description } = tool.function;
    const parameters = tool.function.parameters ?? { type: "object", properties: {} };
    if (isFilled(name) && isFilled(description) && isObject(parameters)) {
      flat.push({ type: "function", name, description, parameters, strict: tool.function.strict === true });
    }
  }
  return flat;
}

const operations = { "chat-tools-to-responses-tools": chatToolsToResponsesTools };

function answer({ method, params }) {
  if (method === "describe") {
    const names = Object.keys(operations);
    return { result: { protocol: 1, name: "small-node", language: "javascript", operations: names } };
  }
  const convert = operations[params.operation];
  if (!convert) return { error: { code: -32601, message: "not offered" } };
  try {
    return { result: { output: convert(params.input), input_after: params.input } };
  } catch (error) {
    const data = { type: error.name, input_after: params.input };
    return { error: { code: -32000, message: error.message, data } };
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: "2.0", id: request.id, ...answer(request) }));
});
