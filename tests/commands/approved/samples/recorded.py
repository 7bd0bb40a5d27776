"""Print a recording of exchanges with the Responses API, one for each argument: a merge patch of a sound one."""

import copy
import json
import sys


def call(number):
    item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": "f"}
    return item | {"arguments": json.dumps({"a": number}), "status": "completed"}


ANSWER = {
    "id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "error": None, "model": "gpt-4.1",
    "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True, "temperature": 1.0,
    "tool_choice": "auto", "tools": [], "top_p": 1.0, "output": [call(1), call(2)],
}  # fmt: skip
TOOL = {"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}, "strict": False}
SOUND = {
    "request": {
        "method": "POST",
        "path": "/v1/responses",
        "json": {"model": "gpt-4.1", "input": "Hi", "tools": [TOOL]},
    },
    "response": {"status": 200, "json": ANSWER},
}


def merged(value, patch):
    if not isinstance(value, dict) or not isinstance(patch, dict):
        return patch
    both = {**value, **{key: merged(value.get(key), member) for key, member in patch.items()}}
    return {key: value for key, value in both.items() if patch.get(key, 0) is not None}


print(json.dumps({"interactions": [merged(copy.deepcopy(SOUND), json.loads(patch)) for patch in sys.argv[1:]]}))
