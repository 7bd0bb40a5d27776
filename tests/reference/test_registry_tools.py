"""registry-tools-to-chat-tools and registry-request-to-chat-request: what is left out, and what is refused."""

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
REQUEST = {"model": "m", "messages": [{"role": "user", "content": "Hello"}], "temperature": 0}


def function(name="click", description="Clicks.", parameters=SCHEMA, **fields):
    fields = {"name": name, "description": description, "parameters": parameters, **fields}
    return {"type": "function", "function": {key: value for key, value in fields.items() if value is not ...}}


def custom(**fields):
    return {"type": "custom", "custom": {"name": "run", "description": "Runs.", **fields}}


def convert_one(tool, **choices):
    (result,) = registry_tools_to_chat_tools([tool], **choices)
    return result


def test_strict_is_dropped_or_kept(caplog):
    for strict in (True, False):
        assert convert_one(function(strict=strict)) == function()
        assert convert_one(function(strict=strict), strict_in_chat="keep") == function(strict=strict)
    assert convert_one(function(strict=None), strict_in_chat="keep") == function()
    assert [record.getMessage() for record in caplog.records] == ['tools[0] ("click"): strict true is dropped']


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


@pytest.mark.parametrize("tools", [{}, "local_shell", 7, True])
def test_what_is_no_list_is_an_error(tools):
    with pytest.raises(ToolError, match=r"^tools is .*, not a list$"):
        registry_tools_to_chat_tools(tools)
    with pytest.raises(ToolError, match=r"^tools is .*, not a list$"):
        registry_request_to_chat_request(REQUEST | {"tools": tools})


def test_what_is_no_request_is_an_error():
    with pytest.raises(ToolError, match="the request is a list, not an object"):
        registry_request_to_chat_request([])
