"""Leads conversations through the `openai` package.

`certify --wire "python -m conformance.running.wire_drivers.openai_package"`

The package takes tools as they are and has no loop, so both are written here as an application would write them.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import openai

# Their members are schemas by name.
MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
DATA = ("enum", "const", "examples", "required")

SDK = {"name": "openai", "version": openai.__version__, "language": "python"}


def main() -> None:
    """Lead a conversation for each line of standard input; write a line for each."""
    client = openai.OpenAI(max_retries=0)  # the address and the key are in the environment
    for line in sys.stdin:
        given = json.loads(line)
        try:
            answer: dict[str, Any] = (chat if given["api"] == "chat" else responses)(client, given)
        except Exception as error:  # whatever ended the conversation is its result
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps({**answer, "sdk": SDK}), flush=True)


def chat(client: openai.OpenAI, given: dict[str, Any]) -> dict[str, Any]:
    """Lead a conversation by Chat Completions."""
    tools = [{"type": "function", "function": function_of(tool)} for tool in given["tools"]]
    messages: list[Any] = list(given["messages"])
    calls: list[Any] = []
    for _round in range(given["max_rounds"] + 1):
        offered: dict[str, Any] = {"tools": tools} if tools else {}
        answer = client.chat.completions.create(model=given["model"], messages=messages, **offered)
        message = answer.choices[0].message
        if not message.tool_calls:
            return {"answer": message.content, "calls": calls}
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            assert call.type == "function"
            result = run(given, call.id, call.function.name, call.function.arguments, calls)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
    raise RuntimeError(f"no answer after {given['max_rounds']} rounds")


def responses(client: openai.OpenAI, given: dict[str, Any]) -> dict[str, Any]:
    """Lead a conversation by the Responses API."""
    # The package's types want strict; what MCP does not say is said here as the API needs it said.
    tools = [{"type": "function", **function_of(tool), "strict": False} for tool in given["tools"]]
    items: list[Any] = list(given["messages"])
    calls: list[Any] = []
    for _round in range(given["max_rounds"] + 1):
        offered: dict[str, Any] = {"tools": tools} if tools else {}
        answer = client.responses.create(model=given["model"], input=items, **offered)
        made = [item for item in answer.output if item.type == "function_call"]
        if not made:
            return {"answer": answer.output_text, "calls": calls}
        items += [item.model_dump(exclude_none=True) for item in answer.output]
        for call in made:
            output = run(given, call.call_id, call.name, call.arguments, calls)
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
    raise RuntimeError(f"no answer after {given['max_rounds']} rounds")


def function_of(tool: dict[str, Any]) -> dict[str, Any]:
    """Return an MCP tool as a function; a default anywhere in a schema of properties is left out.

    The API wants `properties` at the root, if only an empty one.
    """
    described = {"description": tool.get("description") or ""}
    parameters = without_defaults(tool["inputSchema"])
    if parameters.get("properties") is None:
        parameters["properties"] = {}
    return {"name": tool["name"], **described, "parameters": parameters}


def without_defaults(schema: Any) -> Any:
    """Return a schema without the keyword `default`; a property of that name stays."""
    if isinstance(schema, list):
        return [without_defaults(subschema) for subschema in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {}
    for key, value in schema.items():
        if key in MAPS and isinstance(value, dict):
            kept[key] = {name: without_defaults(value) for name, value in value.items()}
        elif key in DATA or key.startswith("x-"):
            kept[key] = value
        elif key != "default":
            kept[key] = without_defaults(value)
    return kept


def run(given: dict[str, Any], identity: str, name: str, text: str, calls: list[Any]) -> str:
    """Run one call; return the text for the model."""
    try:
        arguments = json.loads(text.strip() or "{}")
        if not isinstance(arguments, dict):
            raise ValueError("the arguments are no object")
        value = given["results"][name]
    except (ValueError, KeyError) as error:
        return f"{name} cannot be called: {error!r}"
    calls.append({"id": identity, "name": name, "arguments": arguments})
    if isinstance(value, dict) and value.keys() == {"error"}:
        return f"{name} failed: {value['error']}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main()
