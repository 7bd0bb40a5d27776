// A subject in JavaScript: both converters of this stage in a loop over standard input. It tells no input_after,
// no shares and no diagnostics, so what is about those is not observable.
import { createInterface } from "node:readline";

const SCHEMA_MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMAS = [
  "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
  "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
];

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const mapped = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

// The keyword `default` goes wherever a schema stands; a property that is called so stays.
function withoutDefaults(schema) {
  if (!isObject(schema)) return schema;
  const kept = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "default") continue;
    if (SCHEMA_MAPS.includes(keyword) && isObject(value)) kept[keyword] = mapped(value, withoutDefaults);
    else if (SCHEMA_LISTS.includes(keyword) && Array.isArray(value)) kept[keyword] = value.map(withoutDefaults);
    else if (keyword === "items" && Array.isArray(value)) kept[keyword] = value.map(withoutDefaults);
    else if (SCHEMAS.includes(keyword)) kept[keyword] = withoutDefaults(value);
    else kept[keyword] = value;
  }
  return kept;
}

function chatTool(tool) {
  if (!isObject(tool)) throw new Error("a tool is an object");
  if (typeof tool.name !== "string" || tool.name === "") throw new Error("the tool has no name");
  if (!isObject(tool.inputSchema)) throw new Error(`the tool ${tool.name} has no inputSchema`);
  const description = typeof tool.description === "string" ? tool.description : "";
  return {
    type: "function",
    function: { name: tool.name, description, parameters: withoutDefaults(tool.inputSchema) },
  };
}
