from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from conformance.rules.laws.tools import PLACEHOLDER
from tests.rules.checks.tool_samples import charged, chat, failed, mcp, of_mcp
from tests.suite.selftest.banks.bank import MCP_TOOLS


def test_a_reported_rename_is_no_change_of_text() -> None:
    assert of_mcp([mcp("files.read")], [chat("files_read_1")], unsafe_names="rename") == set()
    assert of_mcp([mcp("files.read")], [chat("files_read_1")], reported=(), unsafe_names="rename") == {"MCP-1"}
    assert of_mcp([mcp("files.read")], [chat("files_read")], unsafe_names="keep") >= {"MCP-1", "ALL-4"}


def test_a_renamed_tool_without_description_may_be_described_by_either_name() -> None:
    given = mcp("a.b", description=None)
    for description in ("a.b", "a_b"):
        answer = chat("a_b", description=description)
        assert of_mcp(given, answer, unsafe_names="rename", description_when_absent="name") == set()


def test_a_rename_is_one_to_one() -> None:
    given = [mcp("a.b"), mcp("a/b"), mcp("a_b")]
    assert of_mcp(given, [chat("a_b_1"), chat("a_b_2"), chat("a_b")], unsafe_names="rename") == set()
    assert of_mcp(given, [chat("a_b"), chat("a_b_2"), chat("a_b")], unsafe_names="rename") >= {"MCP-1"}


def test_a_line_end_is_no_part_of_a_safe_name() -> None:
    assert of_mcp(mcp("a\n"), chat("a\n"), unsafe_names="rename") == {"MCP-1"}
    assert of_mcp(mcp("a\n"), failed("the name"), unsafe_names="refuse") == set()


def test_a_replaced_description_is_no_matter_of_exact_text() -> None:
    assert of_mcp(mcp(description="Reads one file."), chat(description="~~")) == {"MCP-1"}
    assert of_mcp(mcp(description="Reads \u00e9."), chat(description="Reads e\u0301.")) == {"MCP-1", "ALL-4"}


def test_leaving_out_is_reported_or_charged_or_not_seen() -> None:
    given = [mcp(), mcp("b", inputSchema=None)]
    assert of_mcp(given, [chat()], unusable_tool="drop") == set()
    assert of_mcp(given, [chat()], reported=(), unusable_tool="drop") == {"MCP-10"}
    view = view_of(
        Trial(operation=MCP_TOOLS, input=given, outcome=Outcome(output=[chat()]), choices={"unusable-tool": "drop"})
    )
    assert family(MCP_TOOLS).checks["unusable-tool"](view) is NOT_OBSERVABLE


def test_an_entry_with_two_flaws_may_fail_by_either() -> None:
    given = mcp("a.b", inputSchema=None)
    assert of_mcp(given, failed("the name"), unsafe_names="refuse", unusable_tool="empty-object") == set()
    assert of_mcp(mcp(inputSchema=None), failed("x"), unusable_tool="empty-object") == {"MCP-10"}


def test_a_description_that_is_no_text_must_not_take_its_neighbours_along() -> None:
    given = [mcp("a"), mcp("b", description=5)]
    alone = (Outcome(output=[chat("a")]), failed("x"))
    assert of_mcp(given, failed("x"), alone, unusable_tool="drop") == {"MCP-10"}
    assert of_mcp(given, failed("x"), alone, unusable_tool="empty-object") == {"MCP-10"}
    assert of_mcp([*given, None], failed("x"), (*alone, Outcome(output=[])), unusable_tool="drop") == {"MCP-10"}
    assert of_mcp(given, failed("x"), unusable_tool="drop") == {"MCP-10"}  # nothing else can be meant
    assert of_mcp(given, failed("x"), alone, unusable_tool="raise") == of_mcp(given, failed("x"), alone) == set()
    assert of_mcp(given[1:], failed("x"), alone[1:], unusable_tool="drop") == set()
    assert of_mcp(given[1], failed("x"), unusable_tool="drop") == set()


@pytest.mark.parametrize("beside", [[], [chat("b", description="")], [chat("b", description="5")]])
def test_what_becomes_of_such_a_tool_is_open(beside: list[Any]) -> None:
    given = [mcp("a"), mcp("b", description=5)]
    assert of_mcp(given, [chat("a"), *beside], unusable_tool="drop") == set()
    assert of_mcp(given, beside, unusable_tool="drop") >= {"MCP-5"}


def test_a_tool_without_description_is_the_field_rules_matter() -> None:
    given = mcp(description=ABSENT)
    assert of_mcp(given, failed("KeyError: description")) == {"CONV-1"}
    assert of_mcp([mcp(), given], [chat()]) == {"MCP-9"}
    assert of_mcp(given, chat(description=None)) == {"MCP-9", "API-1"}


def test_a_tool_gives_in_a_list_what_it_gives_alone() -> None:
    given, known = [mcp(), mcp("b")], {"unusable-tool": "drop"}
    alone = Outcome(output=[chat()]), Outcome(output=[chat("b")])

    def reported(result: Any, **relatives: Any) -> set[str]:
        return charged(MCP_TOOLS, given, Outcome(output=result), known, **relatives) - {"MCP-4"}

    assert reported([chat(), chat("b")], alone=alone) == set()
    # `strict: false` is free, but not for the neighbours of a tool to decide.
    assert reported([chat(), chat("b", strict=False)], alone=alone) == {"MCP-5"}
    # Where there is a single form, that is what a list is held to.
    single = Outcome(output=chat()), Outcome(output=chat("b", strict=False))
    assert reported([chat(), chat("b", strict=False)], alone=alone, single_form=single) == set()


@pytest.mark.parametrize("answer", ["empty", "omit", "name"])
@pytest.mark.parametrize("words", ["The title", "A hint", "The schema", "The schema's title"])
def test_the_tool_s_own_words_may_replace_an_absent_description(answer: str, words: str) -> None:
    schema = {"type": "object", "description": "The schema", "title": "The schema's title", "properties": {}}
    given = mcp(title="The title", annotations={"title": "A hint"}, inputSchema=schema, description=ABSENT)
    for described, rules in ((words, set()), ("Other", {"MCP-9"})):
        assert of_mcp(given, chat(parameters=schema, description=described), description_when_absent=answer) == rules


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Calls a tool (see *its* title).", PLACEHOLDER),
        ("partial(func, *args, **keywords) - new function with partial application", "description"),
        ("<function call at 0x7f3c5a2b1d80>", "description"),
    ],
)
def test_what_a_language_says_of_a_function_is_no_phrase_for_an_absent_description(words: str, kind: str) -> None:
    outcome = Outcome(output=[chat(description=words)])
    view = view_of(Trial(operation=MCP_TOOLS, input=[mcp(description=ABSENT)], outcome=outcome))
    found = family(MCP_TOOLS).checks["description-absent"](view)
    assert isinstance(found, tuple)
    assert [finding.kind for finding in found] == [kind]


def test_a_phrase_for_an_empty_description_is_against_the_letter_alone() -> None:
    for words, kind in (("No description provided.", PLACEHOLDER), ("None", "description-changed")):
        outcome = Outcome(output=[chat(description=words)])
        view = view_of(Trial(operation=MCP_TOOLS, input=[mcp(description="")], outcome=outcome))
        found = family(MCP_TOOLS).checks["chat-form"](view)
        assert isinstance(found, tuple)
        assert [finding.kind for finding in found] == [kind]


def test_a_tool_with_an_unsafe_name_arrives_where_such_names_are_kept() -> None:
    given = [mcp(name="a.b"), mcp("b")]
    assert of_mcp(given, [chat("b")], unsafe_names="keep") == {"MCP-5"}
    assert of_mcp(given, [chat("b")]) == set()
