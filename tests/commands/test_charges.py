"""Converters with one defect: what is charged, and what is not charged beside it."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Run
from tests.commands.converters import (
    ANSWER,
    ANSWERED,
    CALL,
    CHAT_ANSWER,
    IMPORTS,
    ITEM,
    MESSAGES,
    ONE_TOOL,
    OUTPUT,
    USER,
    reference_with,
    tool,
)

NEEDS_CONTENT = """
for message in given:
    message["content"]
"""
NO_AUDIO = """
if "input_audio" in json.dumps(given):
    raise ValueError("no audio")
"""
ONLY_OBJECTS = """
for item in given:
    if not isinstance(json.loads(item["arguments"]), dict):
        raise ValueError("arguments are no object")
"""
LOSES_IMAGES = """
for item in result["input"]:
    item["content"] = [part for part in item["content"] if part["type"] != "input_image"]
"""
OTHER_CALL_ID = """
for item in result["input"]:
    if item.get("type") == "function_call":
        item["call_id"] = "fc_" + item["call_id"]
"""
IMAGE = {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}}
AUDIO = {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}
FILE = {"type": "file", "file": {"file_id": "file-1"}}
CAUSES = [
    pytest.param(
        MESSAGES,
        NEEDS_CONTENT,
        [{"role": "user", "content": [FILE]}, {"role": "assistant", "tool_calls": [CALL]}, ANSWERED[-1]],
        {"MSG-16a", "MSG-19", "MSG-9", "MSG-3", "ALL-6"},
        id="a key that is missing elsewhere",
    ),
    pytest.param(
        MESSAGES,
        NO_AUDIO,
        [{"role": "user", "content": [FILE, IMAGE, AUDIO]}],
        {"MSG-16a", "MSG-9", "MSG-3", "ALL-6", "MSG-2"},
        id="audio beside a file",
    ),
    pytest.param(
        OUTPUT,
        ONLY_OBJECTS,
        [{**ITEM, "arguments": "null"}],
        {"OUT-1a", "OUT-1", "ALL-6"},
        id="arguments that are no object",
    ),
    pytest.param(
        MESSAGES,
        LOSES_IMAGES,
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}, IMAGE | {"cache_control": {}}]}],
        {"MSG-9"},
        id="an image that is lost with and without cache_control",
    ),
    pytest.param(
        MESSAGES,
        OTHER_CALL_ID,
        ANSWERED,
        {"MSG-7", "MSG-12", "MSG-17"},
        id="a call under another id is not lost",
    ),
]


@pytest.mark.parametrize(("operation", "change", "given", "innocent"), CAUSES)
def test_a_defect_is_not_charged_to_what_stands_beside_it(
    charged, operation: str, change: str, given: Any, innocent: Collection[str]
) -> None:
    assert charged(operation, reference_with(change, operation), given).isdisjoint(innocent)


LOSES_A_KEYWORD = """
def without(value):
    if isinstance(value, dict):
        return {key: without(member) for key, member in value.items() if key != "pattern"}
    return [without(member) for member in value] if isinstance(value, list) else value

result["function"]["parameters"] = without(result["function"]["parameters"])
"""
LOW_DETAIL = """
for item in result["input"]:
    for part in item["content"]:
        if part.get("detail") == "high":
            part["detail"] = "low"
"""
LOSES_ARGUMENTS = """
for call in result["tool_calls"]:
    call["arguments"] = {}
"""


@pytest.mark.parametrize(
    ("operation", "change", "given", "rule", "message", "small"),
    [
        pytest.param(
            ONE_TOOL,
            LOSES_A_KEYWORD,
            tool(properties={"postal_code_of_the_place": {"type": "string", "pattern": "^[0-9]{5}$"}}, title="A title"),
            "MCP-3",
            '"pattern" is lost here; wanted "^[0-9]{5}$"',
            {
                "name": "get_weather",
                "inputSchema": {"type": "object", "properties": {"city": {"pattern": "^[0-9]{5}$"}}},
            },
            id="a keyword and its value stay",
        ),
        pytest.param(
            MESSAGES,
            LOW_DETAIL,
            [USER, {"role": "user", "content": [{**IMAGE, "image_url": {**IMAGE["image_url"], "detail": "high"}}]}],
            "MSG-2",
            'detail: wanted "high", got "low"',
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "image_url", "image_url": {"url": "https://example.org/a.png", "detail": "high"}}
                    ],
                }
            ],
            id="a word of the API stays",
        ),
    ],
)
def test_evidence_is_what_people_send_and_shows_the_same_defect(
    here: Path, run_in: Run, operation: str, change: str, given: Any, rule: str, message: str, small: Any
) -> None:
    (here / "acme.py").write_text(IMPORTS + reference_with(change, operation), "utf-8")
    (here / "input.json").write_text(json.dumps(given), "utf-8")
    arguments = ("--bind", f"{operation}=acme:convert", "--operation", operation, "--rule", rule)
    run_in(here, "certify", *arguments, "--input", "input.json", "--json", "report.json")
    (result,) = json.loads((here / "report.json").read_text("utf-8"))["rules"]
    (evidence,) = result["evidence"]
    assert evidence["input"] == given
    assert (evidence["message"], evidence.get("reduced", {"input": given})["input"]) == (message, small)


def test_messages_name_the_call_that_lost_its_arguments(here: Path, run_in: Run) -> None:
    calls = [
        {**CALL, "id": f"call_{number}", "function": {"name": "get_weather", "arguments": text}}
        for number, text in enumerate(("{}", '{"city": "Paris", "days": 3}'))
    ]
    answer = json.loads(json.dumps(ANSWER))
    answer["choices"][0]["message"]["tool_calls"] = calls
    (here / "acme.py").write_text(IMPORTS + reference_with(LOSES_ARGUMENTS, CHAT_ANSWER), "utf-8")
    (here / "input.json").write_text(json.dumps(answer), "utf-8")
    bound = ("--bind", f"{CHAT_ANSWER}=acme:convert", "--operation", CHAT_ANSWER, "--rule", "CALL-3")
    run_in(here, "certify", *bound, "--input", "input.json", "--json", "report.json")
    (result,) = json.loads((here / "report.json").read_text("utf-8"))["rules"]
    assert "call lost its arguments: wanted {" in result["evidence"][0]["message"]
    assert result["evidence"][0]["message"].endswith("got {}")


IN_CAPITALS = 'result["content"] = result["content"].upper()'
JOINED = """
texts = [block["text"] for block in given["content"] if block["type"] == "text"]
result["content"] = "\\n".join(texts)
"""


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        pytest.param(IN_CAPITALS, ["ALL-4"], id="one defect, in answers with one text and with several"),
        pytest.param(JOINED, ["PARSE-6"], id="joined by a line end"),
        pytest.param(JOINED + IN_CAPITALS, ["ALL-4", "PARSE-6"], id="two defects"),
    ],
)
def test_text_in_capitals_is_one_defect(here: Path, run_in: Run, change: str, rules: list[str]) -> None:
    operation = "anthropic-response-to-tool-calls"
    (here / "acme.py").write_text(IMPORTS + reference_with(change, operation), "utf-8")
    bound = ("--bind", f"{operation}=acme:convert", "--operation", operation, "--max-examples", "40", "--seed", "1")
    run_in(here, "certify", *bound, "--json", "report.json")
    found = json.loads((here / "report.json").read_text("utf-8"))["defects"]
    assert sorted(finding["shown"]["rule"] for finding in found) == rules
