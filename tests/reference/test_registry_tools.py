"""registry-tools-to-chat-tools and registry-request-to-chat-request: S1's examples, every choice, what is left out."""

import copy
import json
import logging

import pytest

from conformance.reference import ToolError, registry_request_to_chat_request, registry_tools_to_chat_tools

SCHEMA = {
    "type": "object",
    "properties": {"targets": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}},
    "required": ["targets"],
    "additionalProperties": False,
}
SHELL = {
    "type": "function",
    "function": {
        "name": "local_shell",
        "description": "Execute local shell commands in the browser environment",
        "parameters": {
            "type": "object",
            "properties": {"command": {"type": "string", "description": "The shell command to execute"}},
            "required": ["command"],
        },
    },
}
EMPTY = {"type": "object", "properties": {}}
REQUEST = {"model": "m", "messages": [{"role": "user", "content": "Hello"}], "temperature": 0}


def function(name="click", description="Clicks.", parameters=SCHEMA, **fields):
    fields = {"name": name, "description": description, "parameters": parameters, **fields}
    return {"type": "function", "function": {key: value for key, value in fields.items() if value is not ...}}


def custom(**fields):
    return {"type": "custom", "custom": {"name": "run", "description": "Runs.", **fields}}


def convert_one(tool, **choices):
    (result,) = registry_tools_to_chat_tools([tool], **choices)
    return result


def test_a_function_keeps_its_name_description_and_parameters():
    assert convert_one(function()) == function()


def test_strict_is_dropped_or_kept(caplog):
    for strict in (True, False):
        assert convert_one(function(strict=strict)) == function()
        assert convert_one(function(strict=strict), strict_in_chat="keep") == function(strict=strict)
    assert convert_one(function(strict=None), strict_in_chat="keep") == function()
    assert [record.getMessage() for record in caplog.records] == ['tools[0] ("click"): strict true is dropped']


def test_local_shell_is_the_document_s_example_whatever_it_holds():
    assert convert_one({"type": "local_shell"}) == SHELL
    assert convert_one({"type": "local_shell", "name": "bash", "function": {"name": "x"}}) == SHELL


def test_web_search_asks_for_a_query():
    result = convert_one({"type": "web_search", "search_context_size": "low"})["function"]
    assert result["name"] == "web_search"
    assert result["parameters"]["properties"]["query"]["type"] == "string"
    assert result["parameters"]["required"] == ["query"]


@pytest.mark.parametrize(
    ("format_", "carried"),
    [
        ({"type": "grammar", "syntax": "lark", "definition": 'start: "a"\n'}, 'start: "a"\n'),
        ({"type": "grammar", "grammar": {"syntax": "regex", "definition": "^a$"}}, "^a$"),
        ({"type": "json", "keys": ["größe"]}, "größe"),
        ("one line", "one line"),
        ({"type": "text"}, "text"),
        (None, "text"),
    ],
)
def test_a_custom_tool_takes_text_and_carries_its_format(format_, carried):
    result = convert_one(custom(format=format_))["function"]
    assert (result["name"], result["description"]) == ("run", "Runs.")
    (text,) = result["parameters"]["properties"].values()
    assert text["type"] == "string"
    assert carried in text["description"]


@pytest.mark.parametrize("absent", [..., None])
def test_what_the_api_can_do_without_may_be_absent(absent):
    assert convert_one(function(description=absent, parameters=absent)) == function(description=..., parameters=EMPTY)


@pytest.mark.parametrize("parameters", ["{}", "", [], 0, False, {"type": "text"}, {"properties": {"a": None}}])
def test_an_invalid_schema_passes(parameters):
    assert convert_one(function(parameters=parameters)) == function(parameters=parameters)


@pytest.mark.parametrize(
    ("entry", "said", "level"),
    [
        ({"type": "teleport", "name": "go"}, "tools[1] (\"go\"): type 'teleport' is unknown", logging.WARNING),
        ({"function": {"name": "go"}}, 'tools[1] ("go"): type is missing', logging.WARNING),
        ({"type": ["function"]}, "tools[1]: type is a list, not a string", logging.WARNING),
        ({"type": "function"}, "tools[1]: function is missing", logging.ERROR),
        ({"type": "function", "function": {"name": ""}}, 'tools[1] (""): function.name is empty', logging.ERROR),
        ({"type": "custom", "custom": {"name": 5}}, "tools[1]: custom.name is a number, not a string", logging.ERROR),
        ("local_shell", "tools[1] is a string, not an object", logging.ERROR),
    ],
)
def test_other_entries_are_left_out_and_logged(entry, said, level, caplog):
    assert registry_tools_to_chat_tools([function("a"), entry, function("b")]) == [function("a"), function("b")]
    assert [(record.getMessage(), record.levelno) for record in caplog.records] == [(said + "; left out", level)]


def test_null_is_skipped_in_silence(caplog):
    assert registry_tools_to_chat_tools([None, {"type": "local_shell"}, None]) == [SHELL]
    assert not caplog.records


def test_the_input_is_unchanged_and_shares_nothing():
    tools = [function(strict=True), {"type": "local_shell"}, custom(format={"type": "text"})]
    before = copy.deepcopy(tools)
    results = registry_tools_to_chat_tools(tools)
    results[0]["function"]["parameters"]["properties"]["targets"]["items"]["enum"].append("c")
    results[1]["function"]["parameters"]["properties"].clear()
    assert tools == before
    assert convert_one({"type": "local_shell"}) == SHELL


def test_a_request_keeps_its_other_fields():
    tools = [{"type": "local_shell"}, None, function(strict=True)]
    assert registry_request_to_chat_request(REQUEST | {"tools": tools}) == REQUEST | {"tools": [SHELL, function()]}
    kept = registry_request_to_chat_request(REQUEST | {"tools": tools[2:]}, strict_in_chat="keep")
    assert kept == REQUEST | {"tools": [function(strict=True)]}


def test_a_request_without_tools_has_none():
    assert registry_request_to_chat_request(REQUEST) == REQUEST
    assert registry_request_to_chat_request(REQUEST | {"tools": None}, empty_tools="keep") == REQUEST


@pytest.mark.parametrize("tools", [[], [None], [{"type": "teleport"}]])
def test_where_no_tool_is_left(tools):
    assert registry_request_to_chat_request(REQUEST | {"tools": tools}) == REQUEST
    assert registry_request_to_chat_request(REQUEST | {"tools": tools}, empty_tools="keep") == REQUEST | {"tools": []}


def test_a_request_shares_nothing_with_its_result():
    request = REQUEST | {"tools": [function()]}
    before = json.dumps(request)
    result = registry_request_to_chat_request(request)
    result["messages"].clear()
    result["tools"][0]["function"]["parameters"].clear()
    assert json.dumps(request) == before


@pytest.mark.parametrize("tools", [{}, "local_shell", 7, True])
def test_what_is_no_list_is_an_error(tools):
    with pytest.raises(ToolError, match=r"^tools is .*, not a list$"):
        registry_tools_to_chat_tools(tools)
    with pytest.raises(ToolError, match=r"^tools is .*, not a list$"):
        registry_request_to_chat_request(REQUEST | {"tools": tools})


def test_what_is_no_request_is_an_error():
    with pytest.raises(ToolError, match="the request is a list, not an object"):
        registry_request_to_chat_request([])


def test_an_answer_that_no_choice_has_is_refused():
    with pytest.raises(ValueError, match="strict_in_chat is 'maybe'; the legal answers are 'drop', 'keep'"):
        registry_tools_to_chat_tools([], strict_in_chat="maybe")
    with pytest.raises(ValueError, match="empty_tools is 'null'; the legal answers are 'omit', 'keep'"):
        registry_request_to_chat_request({}, empty_tools="null")
