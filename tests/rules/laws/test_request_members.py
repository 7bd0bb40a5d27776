"""What laws find in settings, tools, choices and formats of two requests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.formats.model.conversation import CUSTOM
from conformance.formats.model.request import AUTO, NONE, Schema, Tool, ToolChoice
from conformance.rules.laws import request_members as laws
from conformance.rules.laws.law import Breach
from tests.rules.laws import request_samples
from tests.rules.laws.request_samples import ASKED, BECAME, FORMAT, LACKING, TOOL_F, breaches, compared, setting

ALL = (laws.settings, laws.added_settings, laws.choice, laws.format_, laws.tools)


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


def test_tools_keep_their_order() -> None:
    other = replace(TOOL_F, name="g", at=(("g",),))
    given, got = (
        replace(element, tools=tools) for element, tools in ((ASKED, (TOOL_F, other)), (BECAME, (other, TOOL_F)))
    )
    assert found(got, given) == ["order"]


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


def test_a_function_without_strict_is_strict_where_the_target_reads_it_so() -> None:
    assert found(BECAME, unsaid_strict=True) == ["strict-unsaid"]
    assert found(BECAME, unsaid_strict=True, takes_strict=lambda _schema: True) == []
    said = replace(BECAME, tools=(replace(TOOL_F, strict=True),))
    assert found(BECAME, replace(ASKED, tools=said.tools), unsaid_strict=True) == []


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
    assert list(laws.setting_losses(pair)) == []


def test_of_what_is_no_list_of_messages_no_setting_is_owed() -> None:
    assert "setting-lost" in breaches(laws.settings, compared(ASKED, without("stop")))
    assert breaches(laws.settings, compared(ASKED, None)) == []


def test_a_setting_that_became_another_one_is_not_said_to_be_dropped() -> None:
    given = replace(ASKED, settings=(setting("temperature", 1.7), setting("top_k", 5)))
    pair = compared(given, replace(BECAME, settings=(setting("temperature", 1.0),)))
    pair.terms = replace(pair.terms, lacks={"setting/temperature", "setting/top_k"}.__contains__)
    assert [setting_loss.silently for setting_loss in laws.setting_losses(pair)] == [
        "temperature 1.7 became 1.0 without a report", "top_k 5 is dropped without a report",
    ]  # fmt: skip
