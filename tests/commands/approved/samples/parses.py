import json


def parse(answer):
    calls = [
        {"id": item["call_id"], "type": "function", "name": item["name"], "arguments": json.loads(item["arguments"])}
        for item in answer["output"]
        if item["type"] == "function_call"
    ]
    return {"content": "", "tool_calls": calls, "finish_reason": "tool_calls", "done": False}


def stream(events):
    assert isinstance(events, list), "no list"
    return {"content": "", "tool_calls": [], "finish_reason": "stop", "done": True}
