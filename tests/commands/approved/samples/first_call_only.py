from conformance.reference import responses_output_to_tool_calls


def read(response):
    result = responses_output_to_tool_calls(response)
    return result | {"tool_calls": result["tool_calls"][:1]}
