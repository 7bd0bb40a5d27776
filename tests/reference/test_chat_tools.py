"""chat-tools-to-responses-tools: what is rejected how, and what is reported."""

import logging

import pytest

from conformance.reference import ToolError, chat_tools_to_responses_tools

SCHEMA = {
    "type": "object",
    "properties": {
        "action": {"type": "string", "enum": ["query", "click"]},
        "options": {"type": "object", "properties": {"timeout": {"type": "number", "default": 5000}}},
    },
    "required": ["action"],
    "additionalProperties": False,
}


def nested(name="search", description="Searches.", parameters=SCHEMA, **fields):
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters, **fields},
    }


def flat(name="search", description="Searches.", parameters=SCHEMA, strict=False, **fields):
    return {
        "type": "function",
        "name": name,
        "description": description,
        "strict": strict,
        "parameters": parameters,
        **fields,
    }


def without(tool, field):
    """The nested tool without one field of its function."""
    return {**tool, "function": {key: value for key, value in tool["function"].items() if key != field}}


def convert_one(tool, **choices):
    (result,) = chat_tools_to_responses_tools([tool], **choices)
    return result


def refusal(tool, **choices):
    """The message of the error that an entry, second of a list, raises."""
    with pytest.raises(ToolError) as caught:
        chat_tools_to_responses_tools([nested(), tool], on_invalid="raise", **choices)
    return str(caught.value)


def test_a_strict_that_is_no_boolean_is_reported(caplog):
    convert_one(nested(strict="yes"))
    assert caplog.messages == ['tools[0] ("search"): function.strict is a string; read as absent']


OTHER_TOOLS = [
    {"type": "local_shell"},
    {"type": "web_search", "filters": {"allowed_domains": ["example.org"]}},
    {"type": "web_search_preview_2025_03_11"},
    {"type": "web_search_2025_08_26"},
    {"type": "mcp", "server_label": "a", "server_url": "https://example.org/mcp"},
    {"type": "custom", "name": "run", "format": {"type": "text"}},
]


@pytest.mark.parametrize("tool", OTHER_TOOLS, ids=lambda tool: tool["type"])
def test_other_tool_types_follow_the_choice(tool, caplog):
    assert chat_tools_to_responses_tools([nested(), tool]) == [flat(), tool]
    assert not caplog.records
    assert chat_tools_to_responses_tools([nested(), tool], other_tool_types="filter") == [flat()]
    assert tool["type"] in caplog.messages[0]


def test_filtered_types_do_not_raise():
    assert chat_tools_to_responses_tools(OTHER_TOOLS, other_tool_types="filter", on_invalid="raise") == []


@pytest.mark.parametrize("custom", [None, "run", {}, {"name": ""}, {"name": 1}])
def test_a_malformed_nested_custom_tool_is_rejected(custom):
    tool = {"type": "custom", "name": "run", "custom": custom}
    assert chat_tools_to_responses_tools([tool]) == []
    assert refusal(tool).startswith("tools[1]")
    assert "custom" in refusal(tool)


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"description": None},
        {"parameters": None},
        {"parameters": []},
        {"strict": None},
        {"function": None},
    ],
    ids=repr,
)
def test_a_tool_that_is_not_quite_flat_is_rejected(change):
    tool = {**flat(), **change}
    assert chat_tools_to_responses_tools([tool]) == []
    assert "function is missing" in refusal(tool)


REJECTED = [
    (None, "tools[1] is null, not an object", logging.WARNING),
    ("search", "tools[1] is a string, not an object", logging.WARNING),
    ([], "tools[1] is a list, not an object", logging.WARNING),
    (True, "tools[1] is a boolean, not an object", logging.WARNING),
    (0, "tools[1] is a number, not an object", logging.WARNING),
    ({}, "tools[1]: type is missing", logging.WARNING),
    ({**nested(), "type": None}, 'tools[1] ("search"): type is missing', logging.WARNING),
    ({**nested(), "type": ["function"]}, "type is a list, not a string", logging.WARNING),
    ({"type": ""}, "tools[1]: type is empty", logging.WARNING),
    ({"type": "web_search_2025_08_26x"}, "tools[1]: type 'web_search_2025_08_26x' is unknown", logging.WARNING),
    ({"type": "invalid"}, "tools[1]: type 'invalid' is unknown", logging.WARNING),
    ({"type": "Function", **flat("a", type="Function")}, "type 'Function' is unknown", logging.WARNING),
    ({"type": "function"}, "tools[1]: function is missing", logging.ERROR),
    ({"type": "function", "function": "f"}, "function is a string, not an object", logging.ERROR),
    (nested(name=None), "tools[1]: function.name is missing", logging.ERROR),
    (nested(name=""), 'tools[1] (""): function.name is empty', logging.ERROR),
    (nested(name=5), "function.name is a number, not a string", logging.ERROR),
    (without(nested(), "description"), '("search"): function.description is missing', logging.ERROR),
    (nested(description=""), "function.description is empty", logging.ERROR),
    (nested(description={}), "function.description is an object, not a string", logging.ERROR),
    (nested(parameters=[]), "function.parameters is a list, not an object", logging.ERROR),
    (nested(parameters=""), "function.parameters is empty", logging.ERROR),
    (nested(parameters=False), "function.parameters is a boolean, not an object", logging.ERROR),
    ({"type": "function", "function": {}}, "function.name is missing; function.description is missing", logging.ERROR),
]


@pytest.mark.parametrize(("tool", "message", "level"), REJECTED)
def test_a_rejected_entry_is_left_out_and_logged_or_raises(tool, message, level, caplog):
    assert chat_tools_to_responses_tools([nested(), tool, nested("last")]) == [flat(), flat("last")]
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("conformance.reference", level)
    assert message in record.getMessage()
    assert message in refusal(tool)


def test_the_first_rejected_entry_is_the_one_that_is_named():
    with pytest.raises(ToolError, match=r"^tools\[1\] is null"):
        chat_tools_to_responses_tools([nested(), None, {}], on_invalid="raise")


def test_a_name_in_a_message_is_escaped_and_cut():
    message = refusal(nested(name="a\n\ud800" + "b" * 1000, description=None))
    assert message.startswith('tools[1] ("a\\n\\ud800bbb')
    assert len(message) < 200


@pytest.mark.parametrize("tools", [None, {}, nested(), "tools", 5, True], ids=repr)
def test_an_input_that_is_no_list_gives_an_empty_list_or_an_error(tools):
    assert chat_tools_to_responses_tools(tools) == []
    with pytest.raises(ToolError, match="not a list"):
        chat_tools_to_responses_tools(tools, on_invalid="raise")
