"""What the checks of MCP results say of single results that libraries made."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.by_laws.mcp_results import FAMILIES
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial

MESSAGE, OUTPUT = "mcp-result-to-tool-message", "mcp-result-to-function-call-output"
IMAGE = {"type": "image", "data": "iVBORw==", "mimeType": "image/png"}
LINK = {"type": "resource_link", "uri": "file:///a", "name": "a"}


PICTURE = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def kinds(check: str, result: dict[str, Any], content: Any, operation: str = MESSAGE, **choices: str) -> Any:
    """The kinds of the failures of one check; None where it does not apply."""
    family = FAMILIES[operation]
    made = (
        {"role": "tool", "tool_call_id": "call_1", "content": content}
        if operation == MESSAGE
        else {"type": "function_call_output", "call_id": "call_1", "output": content}
    )
    given = {"result": result, "tool_call_id": "call_1"}
    outcome = Outcome(output=made, diagnostics=[])
    trial = Trial(operation=operation, input=given, outcome=outcome, choices=choices)
    findings = family.checks[check](family.view(trial))
    return findings if not isinstance(findings, tuple) else [finding.kind for finding in findings]


BLOCKS = [text("a"), text("b")]


@pytest.mark.parametrize(
    "content",
    [
        "a\nb",
        "ab",
        "a\n\nb",
        [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
        '["a", "b"]',
        json.dumps(BLOCKS),
        json.dumps({"content": BLOCKS, "isError": False, "structuredContent": None}),
    ],
)
def test_every_form_of_several_texts_is_accepted(content: Any) -> None:
    assert kinds("texts-arrive", {"content": BLOCKS}, content) == []
    assert kinds("nothing-added", {"content": BLOCKS}, content) == []
    assert kinds("success-unmarked", {"content": BLOCKS}, content) == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a", ["lost"]),
        ("b\na", ["order"]),
        ("content=[TextContent(type='text', text='a'), TextContent(type='text', text='b')]", ["language-notation"]),
    ],
)
def test_texts_that_are_lost_swapped_or_shown_by_a_language_are_charged(content: str, expected: list[str]) -> None:
    assert kinds("texts-arrive", {"content": BLOCKS}, content) == expected


def test_spaces_at_the_ends_are_a_matter_of_exact_texts_alone() -> None:
    result = {"content": [text("line\n")]}
    assert kinds("texts-arrive", result, "line") == []
    assert kinds("text-exact", result, "line") == ["text-changed"]


def test_a_json_text_may_be_encoded_again() -> None:
    assert kinds("texts-arrive", {"content": [text('{"a": 1}')]}, '{"a":1}') == ["json-rewritten"]


def test_a_text_in_json_inside_other_words_is_there() -> None:
    resource = {"type": "resource", "resource": {"uri": "file:///a", "text": 'two\n"lines"'}}
    said = f"[Embedded resource: {json.dumps(resource['resource'])}]"
    assert kinds("texts-arrive", {"content": [resource]}, said) == []


@pytest.mark.parametrize(
    ("value", "content", "expected"),
    [
        ({"rows": []}, '{"rows":[]}', []),
        ({"result": [1]}, "[1]", []),
        ([], "[]", []),
        (0, "0", []),
        (False, "False", ["structured-lost"]),
        ({"rows": []}, "", ["structured-lost"]),
        ({"rows": [1]}, "{'rows': [1]}", ["structured-lost"]),
    ],
)
def test_structured_content_alone_arrives_as_json(value: Any, content: str, expected: list[str]) -> None:
    assert kinds("structured-alone", {"content": [], "structuredContent": value}, content) == expected


def test_content_with_a_resource_may_go_before_structured_content() -> None:
    resource = {"type": "resource", "resource": {"uri": "file:///a", "text": "a"}}
    answer = {"structured": "structured"}
    assert kinds("structured-as-chosen", {"content": [resource], "structuredContent": {"b": 1}}, "a", **answer) is None
    alone = {"content": [text("a")], "structuredContent": {"b": 1}}
    assert kinds("structured-as-chosen", alone, "a", **answer) == ["structured-left-out"]


def test_a_text_about_an_error_is_no_error_however_it_is_written() -> None:
    said = {"content": [text("Error: 0 errors\u2029")]}
    assert kinds("success-unmarked", said, r"content=[TextContent(text='Error: 0 errors\u2029')]") == []


def test_that_there_is_no_error_is_no_error() -> None:
    assert kinds("success-unmarked", {"content": []}, "content=[] is_error=False") == []
    assert kinds("success-unmarked", {"content": [text("a")]}, "Error: a") == ["marked-as-error"]


def test_words_of_an_error_in_the_place_of_a_link_are_an_error() -> None:
    assert kinds("success-unmarked", {"content": [LINK]}, "Failed to call the tool.") == ["marked-as-error"]
    assert kinds("success-unmarked", {"content": [LINK]}, "A resource link could not be read: error.") == []
    assert kinds("success-unmarked", {"content": [IMAGE]}, "Error: no images.") == []
    assert kinds("success-unmarked", {"content": [text("It failed."), LINK]}, "failed") == []


def test_an_image_is_owed_as_a_part_where_the_api_takes_it() -> None:
    part = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw=="}
    assert kinds("images-arrive", {"content": [IMAGE]}, [part], OUTPUT) == []
    assert kinds("images-arrive", {"content": [IMAGE]}, "[an image]", OUTPUT) == ["image-lost"]
    assert kinds("named-if-left-out", {"content": [IMAGE]}, "[an image]") == []
    assert kinds("named-if-left-out", {"content": [IMAGE, text("a")]}, "a") == ["left-out"]


def test_the_address_of_a_link_may_be_in_a_part() -> None:
    part = {"type": "input_file", "file_url": "file:///a"}
    assert kinds("links-arrive", {"content": [LINK]}, [part], OUTPUT) == []
    assert kinds("data-is-its-own", {"content": [LINK]}, [part], OUTPUT) == []
    assert kinds("links-arrive", {"content": [LINK]}, "[link]", OUTPUT) == ["link-lost"]


def test_blocks_for_the_user_alone_are_free() -> None:
    hidden = IMAGE | {"annotations": {"audience": ["user"]}}
    assert kinds("named-if-left-out", {"content": [text("a"), hidden]}, "a") is None
    assert kinds("not-empty", {"content": [hidden]}, "") is None


def test_a_failed_tool_is_no_empty_success() -> None:
    for content in ("", "[]", "{}"):
        assert kinds("error-visible", {"content": [], "isError": True}, content) == ["error-as-empty"]
    assert kinds("error-visible", {"content": [], "isError": True, "structuredContent": {}}, "{}") == []
    assert kinds("error-visible", {"content": [text("a")], "isError": True}, "a", **{"error-form": "prefix"}) == [
        "error-form"
    ]


def test_a_failure_without_a_word_is_said_to_be_one() -> None:
    failed = {"content": [], "isError": True}
    assert kinds("error-visible", failed, "No data available.") == ["error-unseen"]
    assert kinds("error-visible", failed, "The tool failed.") == []
    assert kinds("error-visible", failed, '{"content": [], "isError": true}') == []


def test_what_a_link_is_called_is_no_prefix_of_an_error() -> None:
    link = {**LINK, "title": "Error codes", "description": "0 errors"}
    shown = "[resource link a: file:///a 0 errors]"
    assert kinds("error-visible", {"content": [link], "isError": True}, shown, **{"error-form": "own-text"}) == []


def test_a_sound_or_a_drawing_is_no_image() -> None:
    sound = {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}
    part = {"type": "input_image", "detail": "auto", "image_url": "data:audio/wav;base64,UklGRg=="}
    assert kinds("images-are-images", {"content": [sound]}, [part], OUTPUT) == ["no-image"]
    own = {**part, "image_url": "data:image/png;base64,iVBORw=="}
    assert kinds("images-are-images", {"content": [IMAGE]}, [own], OUTPUT) == []
    assert kinds("images-are-images", {"content": [text("a")]}, "a", OUTPUT) is None


def test_the_text_of_a_block_that_was_left_out_may_be_a_part_of_another_text() -> None:
    part = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw=="}
    for_the_user = {**text("two"), "annotations": {"audience": ["user"]}}
    content = [part, {"type": "input_text", "text": "two words"}]
    assert kinds("parts-in-order", {"content": [for_the_user, IMAGE, text("two words")]}, content, OUTPUT) == []
    assert kinds("parts-in-order", {"content": [text("two words"), IMAGE]}, content, OUTPUT) == ["order"]


@pytest.mark.parametrize("written", [2**53, 2**53 + 1])
def test_a_transport_that_knows_only_doubles_tells_nothing_of_the_digits_in_a_text(written: int) -> None:
    given = {"result": {"content": [], "structuredContent": {"id": 2**53 + 1}}, "tool_call_id": "call_1"}
    made = {"role": "tool", "tool_call_id": "call_1", "content": json.dumps({"id": written})}
    outcome = Outcome(output=made, diagnostics=[])
    trial = Trial(operation=MESSAGE, input=given, outcome=outcome, choices={}, exact_numbers=False)
    family = FAMILIES[MESSAGE]
    assert not family.checks["numbers-exact"](family.view(trial))


def test_json_that_shows_where_the_images_were_may_be_before_them() -> None:
    result = {"content": [IMAGE, text("Above: a map.")]}
    image = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw=="}
    shown = {"content": [{"type": "image", "data": "(binary)"}, text("Above: a map.")]}
    in_json = [{"type": "input_text", "text": json.dumps(shown)}, image]
    assert kinds("parts-in-order", result, in_json, OUTPUT) == []
    shown["content"].reverse()
    in_json[0] = {"type": "input_text", "text": json.dumps(shown)}
    assert kinds("parts-in-order", result, in_json, OUTPUT) == ["order"]
    texts_first = [{"type": "input_text", "text": "Above: a map."}, image]
    assert kinds("parts-in-order", result, texts_first, OUTPUT) == ["order"]


def test_the_description_of_a_link_arrives() -> None:
    link = LINK | {"description": "Where the program starts."}
    assert kinds("descriptions-arrive", {"content": [link]}, "a (file:///a): Where the program starts.") == []
    assert kinds("descriptions-arrive", {"content": [link]}, json.dumps([link])) == []
    assert kinds("descriptions-arrive", {"content": [link]}, "a (file:///a)") == ["description-lost"]
    assert kinds("descriptions-arrive", {"content": [LINK]}, "a (file:///a)") is None
    for_the_user = link | {"annotations": {"audience": ["user"]}}
    assert kinds("descriptions-arrive", {"content": [for_the_user, text("b")]}, "b") is None


@pytest.mark.parametrize(
    ("value", "other", "is_equal"),
    [
        ("It rains.", [{"type": "input_text", "text": "It rains."}], True),
        ('{"n": 1}', '{"n":1}', True),
        ("It rains.", "It snows.", False),
        ([PICTURE | {"detail": "auto"}], [PICTURE], True),
        ([PICTURE], [PICTURE | {"image_url": "data:image/png;base64,AAAA"}], False),
        ([PICTURE, {"type": "input_text", "text": "a"}], [{"type": "input_text", "text": "a"}, PICTURE], False),
    ],
)
def test_results_in_other_parts_say_what_a_worked_example_says(value: Any, other: Any, is_equal: bool) -> None:
    given = {"tool_call_id": "call_1", "result": {"content": [text("It rains.")]}}

    def essence(output: Any) -> Any:
        item = {"type": "function_call_output", "call_id": "call_1", "output": output}
        trial = Trial(operation="mcp-result-to-function-call-output", input=given, outcome=Outcome(output=item))
        return view_of(trial).essence()

    assert (essence(value) == essence(other)) is is_equal


@pytest.mark.parametrize(("content", "found"), [("", ["read-as-empty"]), ("The tool asks for input.", [])])
def test_a_result_that_asks_for_input_is_no_empty_result(content: str, found: list[str]) -> None:
    result = {"resultType": "input_required", "inputRequests": {}}
    assert kinds("not-a-result-yet", result, content) == found
    assert kinds("not-a-result-yet", {"content": []}, content) is None
