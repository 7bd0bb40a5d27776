"""Under which name each tool of a group arrived, where the target has no groups."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import CUSTOM, FUNCTION
from conformance.formats.model.request import Tool
from conformance.rules.laws.grouped_names import GroupedTool, names_of, space_of


def tool(name: str, description: str | None = None, kind: str = FUNCTION) -> Tool:
    return Tool(kind=kind, name=name, description=description)


def arrived(members: list[GroupedTool], *came: Tool) -> dict[int, str]:
    return dict(names_of(members, came, ()))


@pytest.mark.parametrize("name", ["crm__search", "crm-search", "mcp__crm__search", "search"])
def test_a_name_is_that_of_a_tool_with_its_group_with_more_and_alone(name: str) -> None:
    assert arrived([GroupedTool("crm", tool("search"))], tool(name)) == {0: name}


@pytest.mark.parametrize("name", ["crm__search_contacts", "research", "crm", "crm__"])
def test_a_name_that_only_holds_another_one_is_none_of_it(name: str) -> None:
    assert arrived([GroupedTool("crm", tool("search"))], tool(name)) == {}


def test_of_two_names_within_each_other_each_is_matched_whole() -> None:
    members = [GroupedTool("crm", tool("search", kind=CUSTOM)), GroupedTool("crm", tool("search_contacts"))]
    came = (tool("crm__search_contacts"), tool("crm__search"))
    assert arrived(members, *came) == {0: "crm__search", 1: "crm__search_contacts"}


def test_tools_of_one_name_in_two_groups_are_told_apart_by_the_group() -> None:
    members = [GroupedTool("git", tool("search", "S1")), GroupedTool("web", tool("search", "S2"))]
    assert arrived(members, tool("web__search", "S2"), tool("git__search", "S1")) == {
        0: "git__search",
        1: "web__search",
    }


def test_names_that_do_not_show_the_group_go_to_the_description_that_is_alike() -> None:
    members = [GroupedTool("git", tool("search", "S1")), GroupedTool("web", tool("search", "S2"))]
    assert arrived(members, tool("search", "S2"), tool("search_2", "S1")) == {0: "search_2", 1: "search"}


def test_a_long_name_may_be_cut() -> None:
    group, name = "g" * 40, "n" * 40
    cut = f"{group}__{name}"[:64]
    assert arrived([GroupedTool(group, tool(name))], tool(cut)) == {0: cut}


def test_a_group_has_the_letters_of_names() -> None:
    assert (space_of("my crm.v2"), space_of(None)) == ("my_crm_v2", "None")
