"""What the checks say of results that became blocks of Anthropic's API."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.by_laws.mcp_results import FAMILIES
from conformance.rules.checks.trial import Trial

OPERATION = "mcp-result-to-anthropic-tool-result"
TEXT = {"type": "text", "text": "No file."}
SOURCE = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
IMAGE = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}


def kinds(check: str, result: dict[str, Any], **members: Any) -> Any:
    """The kinds of the failures of one check; None where it does not apply."""
    family = FAMILIES[OPERATION]
    made = {"type": "tool_result", "tool_use_id": "call_1", **members}
    given = {"result": result, "tool_call_id": "call_1"}
    trial = Trial(operation=OPERATION, input=given, outcome=Outcome(output=made, diagnostics=()), choices={})
    findings = family.checks[check](family.view(trial))
    return findings if not isinstance(findings, tuple) else [finding.kind for finding in findings]


@pytest.mark.parametrize(("said", "expected"), [(True, []), (False, ["error-unseen"]), (None, ["error-unseen"])])
def test_the_api_s_own_member_says_that_a_tool_failed(said: bool | None, expected: list[str]) -> None:
    failed = {"content": [TEXT], "isError": True}
    assert (kinds("error-visible", failed, content=[TEXT], is_error=said) or []) == expected


def test_it_says_so_of_no_tool_that_did_not_fail() -> None:
    assert kinds("success-unmarked", {"content": [TEXT]}, content=[TEXT], is_error=False) == []
    assert kinds("success-unmarked", {"content": [TEXT]}, content=[TEXT], is_error=True) == ["marked-as-error"]


def test_an_image_arrives_but_for_one_of_a_failure() -> None:
    named = [{"type": "text", "text": "[image image/png]"}]
    assert kinds("images-arrive", {"content": [IMAGE]}, content=[{"type": "image", "source": SOURCE}]) == []
    assert kinds("images-arrive", {"content": [IMAGE]}, content=named) == ["image-lost"]
    assert kinds("images-arrive", {"content": [IMAGE], "isError": True}, content=named, is_error=True) is None
    assert kinds("named-if-left-out", {"content": [IMAGE], "isError": True}, is_error=True) == ["left-out"]


def test_what_the_api_refuses_is_at_its_place_in_the_block() -> None:
    block = {"type": "image", "source": SOURCE | {"media_type": "image/svg+xml"}}
    svg = {"content": [IMAGE | {"mimeType": "image/svg+xml"}]}
    assert kinds("images-are-images", svg, content=[block]) == ["no-image"]
    family, made = FAMILIES[OPERATION], {"type": "tool_result", "tool_use_id": "call_1", "content": [block]}
    trial = Trial(
        operation=OPERATION, input={"result": svg, "tool_call_id": "call_1"}, outcome=Outcome(output=made), choices={}
    )
    found = family.checks["api-schema"](family.view(trial))
    assert isinstance(found, tuple)
    assert all(finding.at.startswith("/output/content/0") for finding in found)
    assert found


@pytest.mark.parametrize("members", [{}, {"content": ""}, {"content": []}])
def test_an_empty_result_may_have_no_content(members: dict[str, Any]) -> None:
    assert (kinds("empty-result", {"content": []}, **members) or []) == []
    assert kinds("not-empty", {"content": [TEXT]}, **members) == ["emptied-result"]


@pytest.mark.parametrize(
    ("owed", "got", "expected"),
    [
        ("f.search:0", "toolu_85", set()),
        ("f.search:0", "f.search:0", set()),
        ("f.search:0", "f.search", {"other-tool_use_id", "refused: anthropic-result-without-call"}),
        ("call_1", "toolu_85", {"other-tool_use_id", "refused: anthropic-result-without-call"}),
    ],
)
def test_an_id_that_the_api_refuses_may_be_another_one(owed: str, got: str, expected: set[str]) -> None:
    family, made = FAMILIES[OPERATION], {"type": "tool_result", "tool_use_id": got, "content": [TEXT]}
    given = {"result": {"content": [TEXT]}, "tool_call_id": owed}
    view = family.view(
        Trial(operation=OPERATION, input=given, outcome=Outcome(output=made, diagnostics=()), choices={})
    )
    found = (family.checks[name](view) for name in ("answers-its-call", "api-rules"))
    assert {element.kind for each in found if isinstance(each, tuple) for element in each} == expected
