"""A whole adapter that speaks the subject protocol, with the standard library alone. Any Python 3 runs it."""

import json
import sys


def chat_tools_to_responses_tools(tools):
    """Your converter goes here."""
    flat = []
    for tool in tools if isinstance(tools, list) else []:
        if not isinstance(tool, dict):
            continue
        if tool.get("type") in ("local_shell", "web_search") and "function" not in tool:
            flat.append(tool)
        function = tool.get("function")
        if tool.get("type") != "function" or not isinstance(function, dict):
            continue
        name, description = function.get("name"), function.get("description")
        parameters = function.get("parameters")
        if parameters is None:
            parameters = {"type": "object", "properties": {}}
        if all(isinstance(text, str) and text for text in (name, description)) and isinstance(parameters, dict):
            strict = function.get("strict") is True
            flat.append(
                {
                    "type": "function",
                    "name": name,
                    "description": description,
                    "parameters": parameters,
                    "strict": strict,
                }
            )
    return flat


OPERATIONS = {"chat-tools-to-responses-tools": chat_tools_to_responses_tools}


def answer(request):
    if request["method"] == "describe":
        return {"result": {"protocol": 1, "name": "small-python", "language": "python", "operations": list(OPERATIONS)}}
    convert = OPERATIONS.get(request["params"]["operation"])
    if convert is None:
        return {"error": {"code": -32601, "message": "not offered"}}
    given = request["params"]["input"]
    try:
        return {"result": {"output": convert(given), "input_after": given}}
    except Exception as error:
        data = {"type": type(error).__name__, "input_after": given}
        return {"error": {"code": -32000, "message": str(error), "data": data}}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
