"""chat-tools-to-responses-tools: S0's worked examples, every choice, and what is rejected how."""

import copy
import json
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
EMPTY = {"type": "object", "properties": {}}


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


def test_a_nested_tool_becomes_flat():
    result = convert_one(nested())
    assert result == flat()
    assert list(result) == ["type", "name", "description", "strict", "parameters"]


def test_the_document_s_list_with_invalid_entries_keeps_the_valid_one():
    tools = [
        {"type": "function", "function": {"name": "valid", "description": "Valid tool", "parameters": {}}},
        {"type": "function", "function": {"name": "invalid"}},
        {"type": "function"},
        None,
        None,
    ]
    assert chat_tools_to_responses_tools(tools) == [flat("valid", "Valid tool", {})]


def test_key_order_inside_the_schema_is_kept():
    schema = {
        "type": "object",
        "required": ["b", "a"],
        "properties": {"b": {"title": "B", "type": "x"}, "a": {}},
    }
    assert json.dumps(convert_one(nested(parameters=schema))["parameters"]) == json.dumps(schema)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("answer", ["false", "omit"])
def test_a_boolean_strict_is_kept(strict, answer):
    assert convert_one(nested(strict=strict), strict_when_absent=answer)["strict"] is strict


@pytest.mark.parametrize("tool", [nested(), nested(strict=None), nested(strict="yes"), nested(strict=1)])
def test_an_absent_strict_follows_the_choice(tool):
    assert convert_one(tool, strict_when_absent="false")["strict"] is False
    assert "strict" not in convert_one(tool, strict_when_absent="omit")


def test_a_strict_that_is_no_boolean_is_reported(caplog):
    convert_one(nested(strict="yes"))
    assert caplog.messages == ['tools[0] ("search"): function.strict is a string; read as absent']


@pytest.mark.parametrize("tool", [nested(parameters=None), without(nested(), "parameters")])
def test_absent_parameters_follow_the_choice(tool):
    assert convert_one(tool, parameters_when_absent="empty-object")["parameters"] == EMPTY
    assert chat_tools_to_responses_tools([tool], parameters_when_absent="reject") == []
    assert refusal(tool, parameters_when_absent="reject") == 'tools[1] ("search"): function.parameters is missing'


def test_empty_parameters_of_two_tools_are_two_objects():
    first, two = chat_tools_to_responses_tools([nested(parameters=None)] * 2)
    first["parameters"]["properties"]["a"] = {}
    assert two["parameters"] == EMPTY
    assert convert_one(nested(parameters=None))["parameters"] == EMPTY


@pytest.mark.parametrize(
    ("parameters", "added"),
    [({"type": "object"}, EMPTY), ({}, {}), (EMPTY, EMPTY), ({"anyOf": []}, {"anyOf": []}), (SCHEMA, SCHEMA)],
)
def test_missing_properties_follow_the_choice(parameters, added):
    assert convert_one(nested(parameters=parameters), missing_properties="keep")["parameters"] == parameters
    assert convert_one(nested(parameters=parameters), missing_properties="add")["parameters"] == added


def test_extra_fields_of_the_function_follow_the_choice():
    tool = nested(type="other", function={"a": 1}, cache_control={"ttl": [5]}, x=None)
    assert convert_one(tool) == flat()
    assert convert_one(tool, extra_function_fields="lift") == flat(cache_control={"ttl": [5]}, x=None)


def test_an_absent_field_of_the_function_is_not_an_extra_one():
    tool = nested(strict=None, parameters=None)
    result = convert_one(tool, extra_function_fields="lift", strict_when_absent="omit")
    assert list(result) == ["type", "name", "description", "parameters"]
    assert result["parameters"] == EMPTY


def test_fields_beside_the_function_are_dropped():
    assert convert_one({**nested(), "cache_control": {}, "name": "other", "strict": True}) == flat()


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


def test_a_nested_custom_tool_is_flattened():
    grammar = {"syntax": "lark", "definition": "start: /a/"}
    custom = {"name": "run", "description": "Runs.", "format": {"type": "grammar", "grammar": grammar}}
    tool = {"type": "custom", "custom": custom}
    expected = {
        "type": "custom",
        "name": "run",
        "description": "Runs.",
        "format": {"type": "grammar", **grammar},
    }
    assert convert_one(tool) == expected
    assert chat_tools_to_responses_tools([tool], other_tool_types="filter") == []


@pytest.mark.parametrize("custom", [None, "run", {}, {"name": ""}, {"name": 1}])
def test_a_malformed_nested_custom_tool_is_rejected(custom):
    tool = {"type": "custom", "name": "run", "custom": custom}
    assert chat_tools_to_responses_tools([tool]) == []
    assert refusal(tool).startswith("tools[1]")
    assert "custom" in refusal(tool)


@pytest.mark.parametrize("kind", ["local_shell", "custom", "web_search"])
def test_no_other_tool_with_a_function_is_passed_through(kind):
    tool = {"type": kind, "name": "a", "function": {"name": "a", "description": "A.", "parameters": EMPTY}}
    assert chat_tools_to_responses_tools([tool]) == []
    assert "function" in refusal(tool)


@pytest.mark.parametrize("strict", [{}, {"strict": True}, {"strict": False}])
def test_a_flat_tool_is_returned_as_it_is(strict):
    tool = {
        "parameters": {"type": "object"},
        "description": "D.",
        "name": "n",
        "type": "function",
        "x": 1,
        **strict,
    }
    result = convert_one(tool, missing_properties="add", parameters_when_absent="reject")
    assert json.dumps(result) == json.dumps(tool)


def test_the_result_converts_to_itself():
    once = chat_tools_to_responses_tools([nested(), *OTHER_TOOLS, nested("other", strict=True)])
    assert chat_tools_to_responses_tools(once) == once


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
    (
        {"type": "web_search_2025_08_26x"},
        "tools[1]: type 'web_search_2025_08_26x' is unknown",
        logging.WARNING,
    ),
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
    (
        {"type": "function", "function": {}},
        "function.name is missing; function.description is missing",
        logging.ERROR,
    ),
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


@pytest.mark.parametrize(
    "option",
    [
        "extra_function_fields",
        "missing_properties",
        "strict_when_absent",
        "on_invalid",
        "parameters_when_absent",
        "other_tool_types",
    ],
)
@pytest.mark.parametrize("value", ["Drop", "", False, None, ["drop"]], ids=repr)
def test_an_unknown_answer_is_named_with_the_legal_ones(option, value):
    with pytest.raises(ValueError, match=rf"^{option} is .*; the legal answers are '\S+', '\S+'$") as caught:
        chat_tools_to_responses_tools([], **{option: value})
    assert repr(value) in str(caught.value)


def test_the_input_stays_as_it_is_and_shares_nothing():
    tools = [nested(), nested(tags=[["a"]]), flat("flat"), *OTHER_TOOLS, None, {"type": "x"}]
    before = copy.deepcopy(tools)
    first = chat_tools_to_responses_tools(tools, extra_function_fields="lift")
    again = chat_tools_to_responses_tools(tools, extra_function_fields="lift")
    assert first == again
    first[0]["parameters"]["properties"]["action"]["enum"].append("x")
    first[1]["tags"][0].append("x")
    first[2]["parameters"]["required"].clear()
    first[4]["filters"]["allowed_domains"].clear()
    assert tools == before
    assert chat_tools_to_responses_tools(tools, extra_function_fields="lift") == again


def test_the_input_stays_as_it_is_when_the_call_fails():
    tools = [nested(), without(nested(), "name")]
    before = copy.deepcopy(tools)
    with pytest.raises(ToolError):
        chat_tools_to_responses_tools(tools, on_invalid="raise")
    assert tools == before


def test_neighbours_do_not_matter_in_a_big_list():
    tools = [nested(f"tool_{number}", parameters={"const": number}) for number in range(1_000)]
    mixed = [entry for tool in tools for entry in (tool, None, {"type": "invalid"}, {"type": "local_shell"})]
    expected = [part for tool in tools for part in (convert_one(tool), {"type": "local_shell"})]
    assert chat_tools_to_responses_tools(mixed) == expected


def test_a_deep_schema_arrives():
    schema = {"type": "string", "default": "x"}
    for _ in range(100):
        schema = {"type": "object", "properties": {"a": schema}, "default": {}}
    assert convert_one(nested(parameters=schema))["parameters"] == schema
