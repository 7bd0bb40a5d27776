"""Ids, names and addresses of classes that break programs."""

from __future__ import annotations

import pytest

from conformance.apis.input_validity import standing_of
from conformance.formats.handles import Handles, handles_of, renamed
from conformance.formats.operations import operations_from
from conformance.inputs.choices import Choices
from conformance.inputs.examples import draw_examples
from conformance.inputs.handles import LENGTHS, LONGEST_NAME, WITHIN, with_handles
from tests.suite.coverage import handles

CHAT = {
    "messages": [
        {"role": "user", "name": "look", "content": [{"type": "image_url", "image_url": {"url": "https://a.org/b"}}]},
        {"role": "assistant", "tool_calls": [
            {"id": "call_7", "type": "function", "function": {"name": "look", "arguments": '{"name": "look"}'}},
        ]},
        {"role": "tool", "tool_call_id": "call_7", "content": "call_7"},
    ],
    "tools": [{"type": "function", "function": {"name": "look", "parameters": {"default": {"name": "look"}}}}],
}  # fmt: skip
ANTHROPIC = [
    {"type": "tool_use", "id": "t1", "name": "go", "input": {"id": "t1", "name": "go"}},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "go", "input": {}},
    {"type": "tool_result", "tool_use_id": "t1", "content": "go"},
]
RESPONSES = [
    {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "go", "arguments": "{}"},
    {"type": "custom_tool_call", "call_id": "c2", "name": "run", "input": "c1"},
    {"type": "mcp_call", "id": "mcp_1", "name": "go", "arguments": "{}"},
]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (CHAT, Handles(("call_7",), ("look",), ("https://a.org/b",))),
        (ANTHROPIC, Handles(("t1",), ("go",), ())),
        (RESPONSES, Handles(("c1", "c2"), ("go", "run"), ())),
        ([*RESPONSES, {"type": "namespace", "name": "crm", "tools": []}], Handles(("c1", "c2"), (), ())),
        (None, Handles((), (), ())),
        ([{"type": "function_call", "call_id": 7}, {"url": "data:,a"}], Handles((), (), ())),
    ],
)
def test_what_an_input_refers_to_things_by(value, expected):
    assert handles_of(value) == expected


def test_arguments_schemas_and_what_is_the_hosts_keep_theirs():
    given = [{**ANTHROPIC[0]}, {**ANTHROPIC[1]}, {**ANTHROPIC[2]}]
    renamed(given, {"t1": "17", "srvtoolu_1": "1"}, {"go": "null"}, {})
    assert given == [
        {"type": "tool_use", "id": "17", "name": "null", "input": {"id": "t1", "name": "go"}},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "go", "input": {}},
        {"type": "tool_result", "tool_use_id": "17", "content": "go"},
    ]


@pytest.mark.parametrize("source", sorted(LENGTHS))
def test_every_class_is_dealt_and_the_api_takes_it(source):
    operation = operations_from(source)[0]
    found: set[str] = set()
    for example in draw_examples(operation, 200, seed=2):
        marked = () if example.mutation else set(handles.marks(source, example.value))
        if any(row.startswith(("ids: like", "names: like", "urls")) for row in marked):
            assert standing_of(operation, example.value).kind != "malformed"
        found.update(marked)
    assert found == set(handles.rows(source))


def test_a_name_within_one_of_the_greatest_length_is_the_shorter_one(monkeypatch):
    monkeypatch.setattr(Choices, "pick", lambda *_table: WITHIN)
    calls = [{"type": "tool_use", "id": f"t{number}", "input": {}} for number in (1, 2)]
    for other, within in (("n" * LONGEST_NAME, "n" * (LONGEST_NAME - 2)), ("N", "N_2")):
        given = {
            "content": [{**calls[0], "name": "go"}, {**calls[1], "name": other}, {**calls[1], "name": other.lower()}]
        }
        names = handles_of(with_handles(Choices(lambda _number: 0), "anthropic-response", given)).names
        assert names[0] == within, names
