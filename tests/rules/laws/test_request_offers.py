"""Tools of groups, and those that a conversation offers, under the names that they arrived by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from conformance.formats.model.conversation import CUSTOM, GROUP, USER, Call, Text
from conformance.formats.model.fact import Other
from conformance.formats.model.request import Request, Tool
from conformance.rules.laws.request_offers import as_offered
from tests.rules.laws.request_samples import TOOL_F, call, request, says

ITEM = Other(format="host", word="offer", value=None)
LONG = "a_name_that_has_exactly_as_many_characters_as_other_hosts_take_x"


def tool(name: str, description: str | None = "d", **more: str) -> Tool:
    return replace(TOOL_F, name=name, description=description, **more)


def group(name: str, *tools: Tool, description: str | None = None) -> Tool:
    return Tool(kind=GROUP, name=name, description=description, tools=tools, at=((name,),))


def offers(other: Other) -> Sequence[Tool] | None:
    return [tool("later")] if other.word == "offer" else None


def flat(asked: Request, *made: Tool, calls: Sequence[Call] = ()) -> Request:
    return as_offered(asked, request(says(0, "model", *calls), tools=made), offers)


def names(asked: Request) -> list[tuple[str, str | None]]:
    return [(tool.kind, tool.name) for tool in asked.tools or ()]


@pytest.mark.parametrize(
    "came", ["crm__search", "crm_search", "crm-search", "crm.search", "crm__search_2", "search", "mcp__crm__search"]
)
def test_a_tool_of_a_group_has_the_name_that_leads_back(came: str) -> None:
    asked = request(
        says(0, "model", replace(call("a"), name="search", group="crm")), tools=(group("crm", tool("search")),)
    )
    made = flat(asked, tool(came))
    assert names(made) == [("function", came)]
    (said,) = made.conversation.turns[0].says
    assert isinstance(said, Call) and (said.name, said.group) == (came, None)


@pytest.mark.parametrize("came", [f"crm__{LONG}"[-64:], f"crm__{LONG}"[:64], f"crm__{LONG}"[-59:] + "_2"])
def test_a_long_name_may_be_cut(came: str) -> None:
    assert names(flat(request(tools=(group("crm", tool(LONG)),)), tool(came))) == [("function", came)]


def test_what_did_not_arrive_stays_in_its_group() -> None:
    asked = request(tools=(tool("own"), group("crm", tool("search"), tool("show"))))
    made = flat(asked, tool("own"), tool("crm__show"))
    assert names(made) == [("function", "own"), ("function", "crm__show"), (GROUP, "crm")]
    assert [tool.name for tool in (made.tools or ())[-1].tools] == ["search"]


def test_a_name_of_the_request_itself_is_no_name_of_a_group() -> None:
    assert names(flat(request(tools=(tool("search"), group("crm", tool("search")))), tool("search"))) == [
        ("function", "search"), (GROUP, "crm"),
    ]  # fmt: skip


def test_two_groups_share_no_name() -> None:
    asked = request(tools=(group("a", tool("search")), group("b", tool("search"))))
    assert names(flat(asked, tool("b__search"), tool("a__search"))) == [
        ("function", "a__search"), ("function", "b__search"),
    ]  # fmt: skip


def test_without_a_result_the_usual_names_are_owed() -> None:
    asked = request(tools=(group("crm", tool("search"), tool("sql", kind=CUSTOM)),))
    assert names(as_offered(asked, None, offers)) == [("function", "crm__search"), (CUSTOM, "crm__sql")]


@pytest.mark.parametrize(
    ("came", "owed"), [("Crm. Finds one.", "Crm. Finds one."), ("Finds one.", "Finds one."), ("x", "Finds one.")]
)
def test_what_is_said_of_a_group_may_be_said_of_its_tools(came: str, owed: str) -> None:
    asked = request(tools=(group("crm", tool("search", "Finds one."), description="Crm."),))
    ((element,),) = (flat(asked, tool("crm__search", came)).tools,)
    assert element.description == owed


def test_a_call_of_a_tool_that_is_not_offered_may_have_either_name() -> None:
    asked = request(says(0, "model", replace(call("a"), name="search", group="crm")))
    for came in ("search", "crm__search"):
        (said,) = flat(asked, calls=[replace(call("a"), name=came)]).conversation.turns[0].says
        assert isinstance(said, Call) and said.name == came


def test_an_entry_that_offers_tools_goes_where_they_arrived() -> None:
    asked = request(says(0, USER, ITEM, Text(value="q")))
    arrived, lost = flat(asked, tool("later")), flat(asked)
    assert names(arrived) == [("function", "later")] and len(arrived.conversation.turns[0].says) == 1
    assert not lost.tools and len(lost.conversation.turns[0].says) == 2


def test_a_name_within_another_one_is_not_that_one() -> None:
    asked = request(tools=(group("crm", tool("search", "day", kind=CUSTOM), tool("search_contacts", "unit")),))
    made = flat(asked, tool("crm__search_contacts", "unit"))
    assert names(made) == [(CUSTOM, "crm__search"), ("function", "crm__search_contacts")]


def test_a_name_of_two_groups_is_that_of_its_own_group() -> None:
    asked = request(tools=(group("git", tool("search", kind=CUSTOM)), group("web", tool("search"))))
    assert names(flat(asked, tool("web__search"))) == [(CUSTOM, "git__search"), ("function", "web__search")]


@pytest.mark.parametrize("came", ["search", "search_2", "mcp__web__search"])
def test_a_name_that_may_be_of_two_groups_is_that_of_the_tool_that_it_is_most_like(came: str) -> None:
    asked = request(tools=(group("git", tool("search", "S1", kind=CUSTOM)), group("web", tool("search", "S2"))))
    assert names(flat(asked, tool(came, "S2"))) == [(CUSTOM, "git__search"), ("function", came)]


def test_two_groups_may_give_tools_one_name_which_is_made_unique() -> None:
    asked = request(
        says(0, "model", replace(call("a"), name="b__c", group="a")),
        tools=(group("a", tool("b__c", "S1")), group("a__b", tool("c", "S2"))),
    )
    for first, second in (("a__b__c", "a__b__c_2"), ("a__b__c_2", "a__b__c")):
        made = flat(asked, tool(first, "S1"), tool(second, "S2"), calls=[replace(call("a"), name=first)])
        assert names(made) == [("function", first), ("function", second)]
        (said,) = made.conversation.turns[0].says
        assert isinstance(said, Call) and said.name == first


def test_of_tools_that_are_alike_the_calls_say_which_has_which_name() -> None:
    asked = request(
        says(0, "model", replace(call("a"), name="b__c", group="a")),
        tools=(group("a", tool("b__c")), group("a__b", tool("c"))),
    )
    made = flat(asked, tool("a__b__c"), tool("a__b__c_2"), calls=[replace(call("a"), name="a__b__c_2")])
    assert names(made) == [("function", "a__b__c_2"), ("function", "a__b__c")]


def test_a_custom_tool_that_is_left_out_has_no_name_of_another_tool() -> None:
    asked = request(tools=(group("a", tool("b__c", "S1", kind=CUSTOM)), group("a__b", tool("c", "S2"))))
    assert names(flat(asked, tool("a__b__c", "S2"))) == [(GROUP, "a"), ("function", "a__b__c")]
