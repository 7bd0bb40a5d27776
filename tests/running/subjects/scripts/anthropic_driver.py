"""A driver for tests that knows Anthropic's API alone. Word of the command: `once`, for one that leads no loops."""

import json
import os
import sys
import urllib.request

ONCE = "once" in sys.argv[1:]


def ask(given, messages):
    tools = [
        {"name": tool["name"], "description": tool.get("description", ""), "input_schema": tool["inputSchema"]}
        for tool in given["tools"]
    ]
    body = {"model": given["model"], "max_tokens": 1024, "messages": messages, **({"tools": tools} if tools else {})}
    system = [message["content"] for message in given["messages"] if message["role"] in ("system", "developer")]
    body |= {"system": "\n".join(system)} if system else {}
    url = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def block(given, call):
    value = given["results"].get(call["name"], {"error": "there is no such tool"})
    failed = isinstance(value, dict) and value.keys() == {"error"}
    text = (
        (value["error"] or "The tool failed.")
        if failed
        else value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
    )
    more = {"is_error": True} if failed else {}
    return {"type": "tool_result", "tool_use_id": call["id"], "content": text, **more}


def answer(given):
    messages = [message for message in given["messages"] if message["role"] not in ("system", "developer")]
    for _round in range(given["max_rounds"] + 1):
        said = ask(given, messages)
        calls = [part for part in said["content"] if part["type"] == "tool_use"]
        if said["stop_reason"] not in ("end_turn", "tool_use"):
            raise RuntimeError(said["stop_reason"])
        if not calls or ONCE:
            return "".join(part["text"] for part in said["content"] if part["type"] == "text")
        messages.append({"role": "assistant", "content": said["content"]})
        messages.append({"role": "user", "content": [block(given, call) for call in calls]})
    raise RuntimeError("too many rounds")


for line in sys.stdin:
    given = json.loads(line)
    made = {"sdk": {"name": "anthropic-driver", "anthropic": True, "anthropic_loops": not ONCE}}
    if given["api"] != "anthropic":
        made |= {"error": "there is no such API here", "unsupported": True}
    else:
        try:
            made["answer"] = answer(given)
        except Exception as error:
            made["error"] = str(error)
    print(json.dumps(made), flush=True)
