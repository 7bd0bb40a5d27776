"""What of settings and tools must be reported where it goes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.request import AUTO, Tool, ToolChoice
from conformance.rules.laws import request_member_losses as laws
from tests.rules.laws.request_samples import ASKED, BECAME, TOOL_F, compared, setting


def test_losses_are_named_once() -> None:
    thinking = (setting("thinking", "enabled"), setting("thinking_budget", 2000))
    pair = compared(replace(ASKED, settings=thinking), BECAME)
    assert [setting_loss.what for setting_loss in laws.setting_losses(pair)] == ['thinking "enabled"']
    tools = (replace(TOOL_F, strict=True, later=True), Tool(kind="hosted", name="web", word="web_1", at=(("h",),)))
    lost = laws.tool_losses(compared(replace(ASKED, tools=tools), BECAME))
    assert [loss.what for loss in lost] == [
        'strict of the tool "f"', 'that the tool "f" is loaded later', 'the tool "web"',
    ]  # fmt: skip


def test_a_tool_that_may_not_be_called_is_not_offered_and_loses_nothing() -> None:
    other = replace(TOOL_F, name="g", strict=True, at=(("g",),))
    choice = ToolChoice(mode=AUTO, names=(("function", "f"),), is_list=True, at=(("c",),))
    given = replace(ASKED, tools=(TOOL_F, other), choice=choice)
    pair = compared(given, replace(BECAME, choice=None))
    pair.terms = replace(pair.terms, lacks={"choice/some"}.__contains__)
    assert [tool_loss.what for tool_loss in laws.tool_losses(pair)] == []
    pair = compared(replace(given, choice=None), replace(BECAME, choice=None))
    assert [tool_loss.what for tool_loss in laws.tool_losses(pair)] == ['strict of the tool "g"']


@pytest.mark.parametrize(("held", "lost"), [({"top_k": 5}, []), ({"top_k": 6}, ["top_k 5"]), ({}, ["top_k 5"])])
def test_a_setting_without_a_place_that_is_passed_on_is_not_lost(held: Any, lost: list[str]) -> None:
    pair = compared(replace(ASKED, settings=(replace(setting("top_k", 5), at=(("top_k",),)),)), BECAME)
    assert pair.arrived is not None
    pair.given, pair.arrived = replace(pair.given, value={"top_k": 5}), replace(pair.arrived, value=held)
    assert [setting_loss.what for setting_loss in laws.setting_losses(pair)] == lost


def test_a_setting_that_became_another_one_is_not_said_to_be_dropped() -> None:
    given = replace(ASKED, settings=(setting("temperature", 1.7), setting("top_k", 5)))
    pair = compared(given, replace(BECAME, settings=(setting("temperature", 1.0),)))
    pair.terms = replace(pair.terms, lacks={"setting/temperature", "setting/top_k"}.__contains__)
    assert [setting_loss.silently for setting_loss in laws.setting_losses(pair)] == [
        "temperature 1.7 became 1.0 without a report", "top_k 5 is dropped without a report",
    ]  # fmt: skip
