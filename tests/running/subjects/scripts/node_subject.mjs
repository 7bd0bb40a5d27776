// A subject in JavaScript: three operations in a loop over standard input. It tells no input_after (unless it is
// started with --input-after), no shares and no diagnostics, so the rules about those are not observable.

const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependencies", "dependentSchemas"]);
const SCHEMAS = new Set([
  "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "contentSchema", "else", "if", "items",
  "not", "oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
]);
const OTHER_TYPES = new Set([
  "apply_patch", "code_interpreter", "computer", "computer_use_preview", "custom", "file_search", "image_generation",
  "local_shell", "mcp", "namespace", "shell", "tool_search", "web_search", "web_search_preview",
]);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value !== "";

// A plain assignment to "__proto__" would set the prototype instead of a member.
function put(object, key, value) {
  if (key === "__proto__") Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

// The keyword `default` goes wherever a schema stands; a property of that name, and data, stay.
function withoutDefaults(schema) {
  if (Array.isArray(schema)) return schema.map(withoutDefaults);
  if (!isObject(schema)) return schema;
  const kept = {};
  for (const keyword of Object.keys(schema)) {
    if (keyword === "default") continue;
    const value = schema[keyword];
    if (SCHEMAS.has(keyword)) kept[keyword] = withoutDefaults(value);
    else if (MAPS.has(keyword) && isObject(value)) {
      const schemas = (kept[keyword] = {});
      for (const name of Object.keys(value)) put(schemas, name, withoutDefaults(value[name]));
    } else put(kept, keyword, value);
  }
  return kept;
}

function chatTool(tool) {
  if (!isObject(tool)) throw new TypeError("a tool is an object");
  if (typeof tool.name !== "string") throw new TypeError("the tool has no name");
  if (!isObject(tool.inputSchema)) throw new TypeError(`the tool ${tool.name} has no inputSchema`);
  const description = typeof tool.description === "string" ? tool.description : "";
  const parameters = withoutDefaults(tool.inputSchema);
  if (parameters.type === "object") parameters.properties ??= {}; // the API wants them
  return { type: "function", function: { name: tool.name, description, parameters } };
}

function chatTools(tools) {
  if (!Array.isArray(tools)) throw new TypeError("tools is no list");
  return tools.filter((tool) => isObject(tool) && typeof tool.name === "string" && isObject(tool.inputSchema)).map(chatTool);
}

function flatTool(tool) {
  if (!isObject(tool) || !isText(tool.type)) return [];
  if (tool.type !== "function") {
    const nested = "function" in tool || (tool.type === "custom" && "custom" in tool);
    return OTHER_TYPES.has(tool.type) && !nested ? [tool] : [];
  }
  const { function: own } = tool;
  if (!("function" in tool) && isText(tool.name) && isText(tool.description) && isObject(tool.parameters)) return [tool];
  if (!isObject(own) || !isText(own.name) || !isText(own.description)) return [];
  const parameters = own.parameters ?? { type: "object", properties: {} };
  if (!isObject(parameters)) return [];
  const strict = typeof own.strict === "boolean" ? own.strict : false;
  return [{ type: "function", name: own.name, description: own.description, strict, parameters }];
}

const OPERATIONS = {
  "mcp-tool-to-chat-tool": chatTool,
  "mcp-tools-to-chat-tools": chatTools,
  "chat-tools-to-responses-tools": (tools) => (Array.isArray(tools) ? tools.flatMap(flatTool) : []),
};

const tellsArgument = process.argv.includes("--input-after");

function answer({ id, method, params }) {
  if (method === "describe") {
    const result = { protocol: 1, name: "node-subject", language: "javascript", operations: Object.keys(OPERATIONS) };
    return { jsonrpc: "2.0", id, result };
  }
  const convert = OPERATIONS[params?.operation];
  if (!convert) return { jsonrpc: "2.0", id, error: { code: -32601, message: "not offered" } };
  try {
    const output = convert(params.input);
    return { jsonrpc: "2.0", id, result: tellsArgument ? { output, input_after: params.input } : { output } };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: { code: -32000, message: error.message, data: { type: error.name } } };
  }
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  process.stdout.write(lines.map((line) => JSON.stringify(answer(JSON.parse(line))) + "\n").join(""));
});
