import json


def parse(answer):
    calls = [
        {"id": one["call_id"], "type": "function", "name": one["name"], "arguments": json.loads(one["arguments"])}
        for one in answer["output"]
        if one["type"] == "function_call"
    ]
    return {"content": "", "tool_calls": calls, "finish_reason": "tool_calls", "done": False}


def stream(events):
    assert isinstance(events, list), "no list"
    return {"content": "", "tool_calls": [], "finish_reason": "stop", "done": True}
