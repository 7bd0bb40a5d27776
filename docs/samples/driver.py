"""A whole driver of the openai package, by Chat Completions, without MCP."""

import json
import sys

import openai

client = openai.OpenAI(max_retries=0)  # the address and the key are in the environment


def lead(given):
    if given["api"] != "chat":
        return {"error": "there is no such API here", "unsupported": True}
    tools = [{"type": "function", "function": function_of(tool)} for tool in given["tools"]]
    messages = list(given["messages"])
    for _round in range(given["max_rounds"] + 1):
        body = {"tools": tools} if tools else {}
        answer = client.chat.completions.create(model=given["model"], messages=messages, **body)
        message = answer.choices[0].message
        if not message.tool_calls:
            return {"answer": message.content}
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": run(given, call.function)})
    return {"error": "no answer after max_rounds rounds"}


def function_of(tool):
    parameters = {"properties": {}, **tool["inputSchema"]}  # without properties the API refuses the tool
    return {"name": tool["name"], "description": tool.get("description") or "", "parameters": parameters}


def run(given, function):
    try:
        if not isinstance(json.loads(function.arguments.strip() or "{}"), dict):
            raise TypeError("the arguments are no object")
        value = given["results"][function.name]
    except (ValueError, TypeError, KeyError) as error:
        return f"{function.name} cannot be called: {error!r}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


for line in sys.stdin:
    try:
        answer = lead(json.loads(line))
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps({**answer, "sdk": {"name": "acme", "version": openai.__version__}}), flush=True)
