"""Tools of a request: their order, strict, and functions in the place of custom tools."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.conversation import CUSTOM
from conformance.formats.model.request import Schema, Tool
from conformance.rules.laws.request_tools import tools
from tests.rules.laws import request_samples
from tests.rules.laws.request_samples import ASKED, BECAME, LACKING, TOOL_F, breaches, compared


def found(got: Any, given: Any = ASKED, **more: Any) -> list[str]:
    return breaches(tools, compared(given, got, **more))


def test_tools_keep_their_order() -> None:
    other = replace(TOOL_F, name="g", at=(("g",),))
    given, got = (
        replace(request, tools=offered) for request, offered in ((ASKED, (TOOL_F, other)), (BECAME, (other, TOOL_F)))
    )
    assert found(got, given) == ["order"]


def test_a_function_without_strict_is_strict_where_the_target_reads_it_so() -> None:
    assert found(BECAME, unsaid_strict=True) == ["strict-unsaid"]
    assert found(BECAME, unsaid_strict=True, takes_strict=lambda _schema: True) == []
    said = replace(BECAME, tools=(replace(TOOL_F, strict=True),))
    assert found(BECAME, replace(ASKED, tools=said.tools), unsaid_strict=True) == []


@pytest.mark.parametrize(
    ("description", "kinds"), [("Runs it.", []), ("Runs it. As SQL.", []), (None, ["description-lost"])]
)
def test_a_function_in_place_of_a_custom_tool_says_what_it_is_for(
    description: str | None, kinds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_samples, "LACKING", LACKING | {"tool/custom"})
    custom = Tool(kind=CUSTOM, name="sql", description="Runs it.", at=(("c",),))
    given = replace(ASKED, tools=(TOOL_F, custom))
    function = Tool(name="sql", description=description, schema=Schema(value={}), at=(("s",),))
    made = replace(BECAME, tools=(TOOL_F, function))
    assert [finding for finding in found(made, given) if finding == "description-lost"] == kinds
