"""A whole tool loop by Chat Completions, as the operation `tool-loop` asks for one."""

import json
import urllib.request


def tool_loop(given):
    if given["api"] != "chat":
        raise NotImplementedError("we have no loop for the Responses API")
    tools = [{"type": "function", "function": definition} for definition in given["tools"]]
    messages, calls = list(given["messages"]), []
    for _round in range(given["max_rounds"] + 1):
        message = ask(given, messages, tools)
        if not message.get("tool_calls"):
            return {"answer": message["content"], "calls": calls}
        messages.append(message)
        for call in message["tool_calls"]:
            result = run(given["results"], call, calls)
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    raise RuntimeError(f"no answer after {given['max_rounds']} rounds")


def ask(given, messages, tools):
    body = {"model": given["model"], "messages": messages}
    if tools:
        body["tools"] = tools
    request = urllib.request.Request(
        given["base_url"] + "/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["choices"][0]["message"]


def run(results, call, calls):
    name = call["function"]["name"]
    try:
        arguments = json.loads(call["function"]["arguments"].strip() or "{}")
        if not isinstance(arguments, dict):
            raise ValueError("the arguments are no object")
        value = results[name]
    except (ValueError, KeyError) as error:
        return f"{name} cannot be called: {error!r}"
    calls.append({"id": call["id"], "name": name, "arguments": arguments})
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
