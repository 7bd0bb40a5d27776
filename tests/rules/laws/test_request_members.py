"""What laws find in settings, tools, choices and formats of two requests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.request import AUTO, NONE, REQUIRED, Schema, Tool, ToolChoice
from conformance.rules.laws import request_member_losses, request_tools
from conformance.rules.laws import request_members as laws
from conformance.rules.laws.law import Breach
from tests.rules.laws import request_samples
from tests.rules.laws.request_samples import ASKED, BECAME, FORMAT, TOOL_F, breaches, compared, setting

ALL = (laws.settings, laws.added_settings, laws.choice, laws.format_, request_tools.tools)


def found(got: Any, given: Any = ASKED, **more: Any) -> list[str]:
    return [kind for law in ALL for kind in breaches(law, compared(given, got, **more))]


def without(name: str) -> Any:
    return replace(
        BECAME, settings=tuple(other_setting for other_setting in BECAME.settings if other_setting.name != name)
    )


def beside(*settings: Any) -> Any:
    return replace(BECAME, settings=(*BECAME.settings, *settings))


def test_a_sound_request_breaks_no_law() -> None:
    assert found(BECAME) == []


@pytest.mark.parametrize(
    ("got", "kinds"),
    [
        (without("limit"), ["setting-lost"]),
        (replace(BECAME, settings=(setting("limit", 8), *BECAME.settings[1:])), ["setting-changed"]),
        (without("stop"), ["setting-lost"]),
        (without("parallel"), ["parallel-lost"]),
        (beside(setting("seed", 1)), ["setting-added"]),
        (beside(setting("temperature", 1.0)), []),
        (beside(setting("stream_usage", True)), []),
        (replace(BECAME, choice=None), ["choice-lost"]),
        (replace(BECAME, choice=ToolChoice(mode=NONE)), ["choice-changed"]),
        (replace(BECAME, format=None), ["format-lost"]),
        (replace(BECAME, format=replace(FORMAT, schema=Schema(value={}))), ["tool-changed"]),
        (replace(BECAME, tools=()), ["tool-lost"]),
        (replace(BECAME, tools=(replace(TOOL_F, description="other"),)), ["tool-changed"]),
        (replace(BECAME, tools=(replace(TOOL_F, strict=True),)), ["strict-added"]),
        (replace(BECAME, tools=(TOOL_F, Tool(name="g", at=(("g",),)))), ["tool-invented"]),
    ],
)
def test_a_changed_request_breaks_one(got: Any, kinds: list[str]) -> None:
    assert found(got) == kinds


def test_nothing_is_asked_for_that_the_source_does_not_ask_for() -> None:
    plain = replace(ASKED, settings=(), choice=None, format=None)
    assert found(BECAME, plain) == ["setting-added", "setting-added", "choice-added", "parallel-added", "format-added"]
    assert found(replace(BECAME, settings=(setting("limit", 9),), choice=ToolChoice(mode=AUTO), format=None), plain,
                 demands=frozenset({"limit"})) == []  # fmt: skip


def test_what_the_target_takes_at_most_may_be_less() -> None:
    many = replace(ASKED, settings=(setting("stop", list("abcde")),))
    got = replace(BECAME, settings=(setting("stop", list("abcd")), setting("parallel", True)))
    assert found(got, many, most={"stop": 4}) == []
    assert found(got, many) == ["setting-changed"]


@pytest.mark.parametrize(
    ("held", "kinds"), [({"user_id": "u"}, []), ({"user_id": "me"}, ["setting-added"]), ({"via": 1}, ["setting-added"])]
)
def test_what_the_source_writes_at_the_same_place_is_not_added(held: Any, kinds: list[str]) -> None:
    given = request_samples.request(settings=(replace(setting("user", "u"), at=(("metadata", "user_id"),)),))
    pair = compared(given, request_samples.request(settings=(setting("metadata", held),)))
    pair.given = replace(pair.given, value={"metadata": {"user_id": "u"}})
    assert breaches(laws.added_settings, pair) == kinds


def test_a_setting_that_is_left_where_it_was_is_said_to_arrive_there() -> None:
    given = request_samples.request(settings=(replace(setting("stop", ["x"]), at=(("stop_sequences",),)),))
    pair = compared(given, request_samples.request())
    assert pair.arrived is not None
    value = {"stop_sequences": ["x"]}
    pair.given, pair.arrived = replace(pair.given, value=value), replace(pair.arrived, value=value)
    (breach,) = (other_setting for _key, other_setting in laws.settings(pair) if isinstance(other_setting, Breach))
    assert breach.message == "stop_sequences is left as the source writes it, where the target does not read it"


def test_a_search_of_the_host_may_be_asked_for_by_a_setting() -> None:
    web, code = (Tool(kind="hosted", name=name, word=f"{name}_1", at=((name,),)) for name in ("web_search", "code"))
    got = beside(setting("search", {}))
    assert found(got, replace(ASKED, tools=(*(ASKED.tools or ()), web))) == []
    assert found(got, replace(ASKED, tools=(*(ASKED.tools or ()), code))) == ["setting-added"]


def test_a_limit_that_is_too_small_may_be_raised() -> None:
    raised = replace(BECAME, settings=(setting("limit", 16), *BECAME.settings[1:]))
    assert found(raised, least={"limit": 16}) == []
    assert found(raised, least={"limit": 8}) == ["setting-changed"]
    assert found(raised, least={"limit": 12}) == ["setting-changed"]


def test_a_limit_that_the_target_demands_has_room_for_an_answer() -> None:
    plain = replace(ASKED, settings=(), choice=None, format=None)
    for limit, kinds in ((1, []), (0, ["setting-added"])):
        got = replace(BECAME, settings=(setting("limit", limit),), choice=None, format=None)
        assert found(got, plain, demands=frozenset({"limit"})) == kinds


def test_a_list_that_is_too_long_may_lose_entries_but_gets_no_others() -> None:
    stops = replace(ASKED, settings=(setting("stop", list("abcde")),), choice=None)
    for value, kinds in ((list("abcd"), []), (list("abcx"), ["setting-changed"]), ("abcde", ["setting-changed"])):
        got = replace(BECAME, settings=(setting("stop", value),), choice=None)
        assert found(got, stops, most={"stop": 4}) == kinds


def test_a_choice_of_all_tools_is_one_of_any() -> None:
    any_, one = ToolChoice(mode=REQUIRED), ToolChoice(mode=REQUIRED, names=((FUNCTION, "f"),))
    alone = replace(ASKED, tools=(TOOL_F,))
    for made in (any_, one):
        assert found(replace(BECAME, choice=made), replace(alone, choice=any_)) == []
    two = replace(ASKED, tools=(TOOL_F, replace(TOOL_F, name="g")))
    made = replace(BECAME, tools=two.tools, choice=one)
    assert "choice-changed" in found(made, replace(two, choice=any_))


def test_a_choice_that_asks_for_nothing_forbids_nothing() -> None:
    free = replace(ASKED, choice=ToolChoice(mode=AUTO))
    assert found(replace(BECAME, choice=None), free) == []
    assert found(replace(BECAME, choice=ToolChoice(mode=NONE)), free) == ["choice-added"]


def test_a_budget_becomes_an_effort_where_the_choice_says_so() -> None:
    wishes = (setting("thinking", "enabled"), setting("thinking_budget", 2048))
    thinking = replace(ASKED, settings=wishes, choice=None)
    none = replace(BECAME, settings=(), choice=None)
    assert found(none, thinking) == []
    assert found(none, thinking, choices={"thinking-budget": "effort"}) == ["setting-lost"]
    effort = replace(none, settings=(setting("effort", "low"),))
    assert found(effort, thinking, choices={"thinking-budget": "effort"}) == []


@pytest.mark.parametrize(
    ("wanted", "got", "kinds"),
    [
        (("thinking", "disabled"), ("effort", "high"), ["setting-added"]),
        (("thinking", "disabled"), ("effort", "none"), []),
        (("effort", "none"), ("thinking", "enabled"), ["setting-added"]),
        (("effort", "high"), ("thinking", "enabled"), []),
    ],
)
def test_thoughts_that_were_off_are_not_asked_for(wanted: Any, got: Any, kinds: list[str]) -> None:
    given, came = (request_samples.request(settings=(setting(*element),)) for element in (wanted, got))
    assert breaches(laws.added_settings, compared(given, came)) == kinds


USER = "c0ffee@example.org"


@pytest.mark.parametrize(
    ("got", "kinds"),
    [
        ({}, []),
        ({"user": USER}, []),
        ({"user_hash": USER}, []),
        ({"user": "4f8a0c1d9b3e77aa"}, []),
        ({"user_hash": "usr_0f3bC-9d1e_ZZ8127=="}, []),
        ({"user": "proxy"}, ["setting-changed"]),
        ({"user": "another-service@example.org"}, ["setting-changed"]),
        ({"user": USER[:16]}, ["setting-changed"]),
    ],
)
def test_who_asks_arrives_or_goes_or_is_a_digest_but_nobody_else(got: Any, kinds: list[str]) -> None:
    given = request_samples.request(settings=(setting("user", USER),))
    pair = compared(given, request_samples.request(settings=tuple(setting(*element) for element in got.items())), ())
    assert [*breaches(laws.settings, pair), *breaches(laws.added_settings, pair)] == kinds
    assert list(request_member_losses.setting_losses(pair)) == []


def test_of_what_is_no_list_of_messages_no_setting_is_owed() -> None:
    assert "setting-lost" in breaches(laws.settings, compared(ASKED, without("stop")))
    assert breaches(laws.settings, compared(ASKED, None)) == []


@pytest.mark.parametrize(
    ("tier", "is_there"),
    [("default", True), ("standard_only", True), ("flex", False), ({"a": 1}, False), (["default"], False), (7, False)],
)
def test_a_tier_arrives_by_its_word_or_one_that_means_the_same(tier: Any, is_there: bool) -> None:
    owed = setting("tier", "default")
    assert laws.has_arrived(compared(beside(owed), beside(setting("tier", tier))), owed) is is_there


def test_a_budget_is_thinking_that_is_turned_on_or_off() -> None:
    budget = replace(ASKED, settings=(setting("thinking_budget", 2048),), choice=None)
    became = replace(BECAME, settings=(setting("thinking", "enabled"), setting("thinking_budget", 2048)), choice=None)
    assert found(became, budget) == []
    none = replace(ASKED, settings=(setting("thinking_budget", 0),), choice=None)
    assert found(replace(BECAME, settings=(setting("thinking", "disabled"),), choice=None), none) == []
    assert found(became, none) == ["setting-added"]
