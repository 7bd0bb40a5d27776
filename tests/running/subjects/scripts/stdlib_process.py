"""A subject process as any language would write it, in Python: a loop over standard input, no input_after."""

import json
import sys

from stdlib_tools import mcp_tool_to_chat_tool

for line in sys.stdin:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "describe":
        answer["result"] = {"protocol": 1, "name": "stdlib-process", "operations": ["mcp-tool-to-chat-tool"]}
    else:
        try:
            answer["result"] = {"output": mcp_tool_to_chat_tool(request["params"]["input"])}
        except ValueError as error:
            answer["error"] = {"code": -32000, "message": str(error)}
    print(json.dumps(answer), flush=True)
