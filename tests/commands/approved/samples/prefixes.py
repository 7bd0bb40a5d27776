from conformance.reference import mcp_tools_to_chat_tools as right

name = "acme"


def mcp_tools_to_chat_tools(tools):
    found = right(tools)
    for tool in found:
        tool["function"]["name"] = "srv-" + tool["function"]["name"]
    return found
