"""Who is charged with what: sound outcomes with none of it, the others with the rule they break."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest

from conformance.checks.findings import NOT_OBSERVABLE
from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.observation import Outcome, Refusal
from conformance.selftest.banks.bank import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS
from conformance.values import ABSENT
from tests.engine.certifying import specifications

NO_FUNCTION = {"type": "function"}
UNKNOWN = {"type": "teleport"}
SHELL = {"type": "local_shell"}


def nested(name: str = "a", **function: Any) -> dict[str, Any]:
    inner = {"name": name, "description": "A.", "parameters": {"type": "object"}, "strict": False, **function}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


def flat(name: str = "a", **fields: Any) -> dict[str, Any]:
    tool = {"type": "function", "name": name, "description": "A.", "parameters": {"type": "object"}, "strict": False}
    return {key: value for key, value in {**tool, **fields}.items() if value is not ABSENT}


def mcp(name: str = "a", **fields: Any) -> dict[str, Any]:
    tool = {"name": name, "description": "A.", "inputSchema": {"type": "object"}, **fields}
    return {key: value for key, value in tool.items() if value is not ABSENT}


def chat(name: str = "a", **fields: Any) -> dict[str, Any]:
    inner = {"name": name, "description": "A.", "parameters": {"type": "object"}, **fields}
    return {"type": "function", "function": {key: value for key, value in inner.items() if value is not ABSENT}}


def failed(message: str) -> Outcome:
    return Outcome(refusal=Refusal(message))


def charged(operation: str, given: Any, outcome: Outcome, choices: dict[str, str], **relatives: Any) -> set[str]:
    view = view_of(Trial(operation=operation, input=given, outcome=outcome, choices=choices, **relatives))
    found = set()
    for rule in specifications().contracts[operation].rules:
        findings = family(operation).checks[rule.check](view)
        if isinstance(findings, tuple) and any(failure.yields_to is None for failure in findings):
            found.add(rule.id)
    return found


def of_flat(given: Any, outcome: Any, alone: Any = None, **choices: str) -> set[str]:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=({"level": "error"},))
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    return charged(CHAT_TOOLS, given, outcome, known, alone=alone)


def of_mcp(
    given: Any, outcome: Any, alone: Any = None, told: Any = ({"level": "warning"},), **choices: str
) -> set[str]:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, diagnostics=told)
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    return charged(MCP_TOOLS if isinstance(given, list) else MCP_TOOL, given, outcome, known, alone=alone)


# Flat tools.


def test_of_two_bad_entries_the_error_is_about_one() -> None:
    given = [None, NO_FUNCTION]
    assert of_flat(given, failed("tools[0] is null"), on_invalid="raise") == set()
    assert of_flat(given, failed("tools[1]: no function"), on_invalid="raise") == set()


def test_under_filter_only_the_entry_that_fails_alone_is_charged() -> None:
    given, alone = [None, UNKNOWN, nested()], (failed("NoneType"), Outcome(output=[]), Outcome(output=[flat()]))
    assert of_flat(given, failed("NoneType"), alone, on_invalid="filter") == {"ERR-3"}
    assert of_flat(given, failed("NoneType"), on_invalid="filter") == set()  # nobody can tell


def test_a_list_that_fails_although_each_entry_converts_is_about_neighbours() -> None:
    given, alone = [nested("a"), nested("a")], (Outcome(output=[flat()]), Outcome(output=[flat()]))
    assert of_flat(given, failed("duplicate"), alone, on_invalid="filter") == {"ISO-1"}


@pytest.mark.parametrize("entry", [nested(strict="true"), flat(), flat(parameters=ABSENT), {"type": "mcp"}])
def test_what_may_go_may_go_and_may_stay(entry: dict[str, Any]) -> None:
    must = {rule for rule in of_flat([entry], []) if rule != "LAW-3"}
    assert must == set()
    result = flat() if "function" in entry else entry
    assert of_flat([entry], [result], strict_when_absent="false") == set()
    assert of_flat([entry], failed("tools[0]: strict, function, type"), on_invalid="raise") == set()


def test_what_may_go_must_not_end_the_call_under_filter() -> None:
    assert of_flat([nested(strict="true")], failed("x"), on_invalid="filter", alone=(failed("x"),)) == {"TR-4"}
    assert of_flat([flat()], failed("x"), on_invalid="filter", alone=(failed("x"),)) == {"ERR-2"}


def test_an_invalid_schema_may_be_rejected() -> None:
    entry = nested(parameters={"type": "text"})
    assert of_flat([entry], []) == set()
    assert of_flat([entry], failed("parameters is no schema"), on_invalid="raise") == set()
    assert of_flat([nested()], []) == {"TR-1"}


def test_a_function_under_a_known_type_may_be_flattened() -> None:
    entry = nested() | {"type": "web_search"}
    assert of_flat([entry], [flat()], on_invalid="filter") == set()
    assert of_flat([entry], []) == set()
    assert {"TR-7", "INV-1"} <= of_flat([entry], [entry])


def test_a_function_under_an_unknown_type_is_not_converted() -> None:
    assert of_flat([nested() | UNKNOWN], [flat()], on_invalid="filter") == {"ERR-1"}


def test_a_tool_left_nested_has_not_moved_its_fields() -> None:
    assert {"TR-1", "INV-1", "INV-2"} <= of_flat([nested()], [nested()])


def test_a_tool_is_known_by_what_it_becomes_alone() -> None:
    function = {"name": "a", "description": "A."}
    odd, strict = {"type": "function", "function": function | {"strict": 0}}, nested(strict=True)
    first, second = flat(parameters={"type": "object", "properties": {}}), flat(strict=True)
    # The second was lost to the first, and lost nothing of its own.
    alone = (Outcome(output=[first]), Outcome(output=[second]))
    assert of_flat([odd, strict], [first], alone).isdisjoint({"TR-1", "TR-3", "TR-4", "INV-2"})
    assert "ISO-1" in of_flat([odd, strict], [first], alone)


def test_what_is_passed_on_as_it_came_is_the_same_entry() -> None:
    half, passed = {"type": "function", "function": {"name": "a"}}, {"function": {"name": "a", "parameters": 0}}
    assert "ERR-1" in of_flat([half, passed], [passed])
    assert "ERR-2" not in of_flat([half, passed], [passed])


def test_a_tool_lost_to_one_of_its_name_is_not_lost_beside_null() -> None:
    given, alone = (
        [None, nested(), nested(strict=True)],
        (Outcome(output=[]), Outcome(output=[flat()]), Outcome(output=[flat(strict=True)])),
    )
    assert of_flat(given, [flat()], alone) == {"ISO-1"}
    given[1] = nested("b")
    alone = (Outcome(output=[]), Outcome(output=[flat("b")]), Outcome(output=[flat(strict=True)]))
    assert "ERR-3" in of_flat(given, [flat("b")], alone)


def test_the_wrong_order_is_not_a_change_of_tools() -> None:
    given = [nested("a"), nested("a", description="B."), SHELL]
    assert of_flat(given, [SHELL, flat("a", description="B."), flat("a")]) == {"ORD-1"}


def test_lifted_fields_are_never_type_or_function() -> None:
    entry = nested(type="x", function={"name": "b"}, extra=1)
    assert of_flat([entry], [flat(extra=1)], extra_function_fields="lift") == set()
    assert of_flat([entry], [flat()], extra_function_fields="lift") == {"TR-1"}


def test_one_is_not_true() -> None:
    assert of_flat([nested(strict=True)], [flat(strict=1)]) >= {"TR-4"}
    schema = {"type": "object", "properties": {"a": {"const": 1}}}
    other = {"type": "object", "properties": {"a": {"const": True}}}
    assert "TR-3" in of_flat([nested(parameters=schema)], [flat(parameters=other)])


def test_properties_that_are_null_count_as_absent() -> None:
    source, added = {"type": "object", "properties": None}, {"type": "object", "properties": {}}
    assert of_flat([nested(parameters=source)], [flat(parameters=added)], missing_properties="add") == set()
    assert of_flat([nested(parameters=source)], [flat(parameters=source)], missing_properties="keep") == set()
    assert "TR-3" in of_flat([nested(parameters=source)], [flat(parameters=added)], missing_properties="keep")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (NO_FUNCTION, "Tool must have function.name"),
        (nested("lookup", description=""), "Tool must have function.description"),
        (UNKNOWN, 'Tool type must be "function"'),
        (None, "Cannot read properties of null (reading 'type')"),
    ],
)
def test_the_documents_own_words_say_what_is_lacking(entry: Any, message: str) -> None:
    assert of_flat([entry], failed(message), on_invalid="raise") == {"ERR-5"}


def test_an_error_that_says_nothing_of_what_is_lacking() -> None:
    assert of_flat([nested(description="")], failed("function 0 is bad"), on_invalid="raise") == {"ERR-2"}


def test_a_transport_of_doubles_changes_no_tool_that_passes() -> None:
    given = [{"type": "web_search", "limit": 1.0, "big": 2**60 + 1}]
    view = view_of(
        Trial(
            operation=CHAT_TOOLS,
            input=given,
            outcome=Outcome(output=[{"type": "web_search", "limit": 1, "big": 2**60}]),
            choices={},
            exact_numbers=False,
        )
    )
    assert family(CHAT_TOOLS).checks["flat-other-types"](view) == ()


# MCP tools.


def test_a_reported_rename_is_no_change_of_text() -> None:
    assert of_mcp([mcp("files.read")], [chat("files_read_1")], unsafe_names="rename") == set()
    assert of_mcp([mcp("files.read")], [chat("files_read_1")], told=(), unsafe_names="rename") == {"MCP-1"}
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


def test_a_reference_into_a_removed_default_is_nobodys_fault() -> None:
    source = {"type": "object", "properties": {"a": {"default": {"b": {}}}, "c": {"$ref": "#/properties/a/default/b"}}}
    result = {"type": "object", "properties": {"a": {}, "c": {"$ref": "#/properties/a/default/b"}}}
    assert of_mcp(mcp(inputSchema=source), chat(parameters=result)) == set()


def test_leaving_out_is_reported_or_charged_or_not_seen() -> None:
    given = [mcp(), mcp("b", inputSchema=None)]
    assert of_mcp(given, [chat()], unusable_tool="drop") == set()
    assert of_mcp(given, [chat()], told=(), unusable_tool="drop") == {"MCP-10"}
    view = view_of(
        Trial(operation=MCP_TOOLS, input=given, outcome=Outcome(output=[chat()]), choices={"unusable-tool": "drop"})
    )
    assert family(MCP_TOOLS).checks["unusable-tool"](view) is NOT_OBSERVABLE


def test_an_entry_with_two_flaws_may_fail_by_either() -> None:
    given = mcp("a.b", inputSchema=None)
    assert of_mcp(given, failed("the name"), unsafe_names="refuse", unusable_tool="empty-object") == set()
    assert of_mcp(mcp(inputSchema=None), failed("x"), unusable_tool="empty-object") == {"MCP-10"}


def test_a_tool_made_of_nothing_is_charged() -> None:
    assert of_mcp(None, chat("unnamed"), unusable_tool="drop") == {"MCP-10"}
    assert of_mcp([None], [chat(None)], unusable_tool="drop") >= {"MCP-10"}
    assert of_mcp({"a": 1}, None, unusable_tool="drop") == set()


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
    assert of_mcp(given, failed("KeyError: description")) == {"MCP-9"}
    assert of_mcp([mcp(), given], [chat()]) == {"MCP-9"}
    assert of_mcp(given, chat(description=None)) == {"MCP-9", "API-1"}


def test_a_tool_gives_in_a_list_what_it_gives_alone() -> None:
    given, known = [mcp(), mcp("b")], {"unusable-tool": "drop"}
    alone = Outcome(output=[chat()]), Outcome(output=[chat("b")])

    def told(result: Any, **relatives: Any) -> set[str]:
        return charged(MCP_TOOLS, given, Outcome(output=result), known, **relatives) - {"MCP-4"}

    assert told([chat(), chat("b")], alone=alone) == set()
    # `strict: false` is free, but not for the neighbours of a tool to decide.
    assert told([chat(), chat("b", strict=False)], alone=alone) == {"MCP-5"}
    # Where there is a single form, that is what a list is held to.
    single = Outcome(output=chat()), Outcome(output=chat("b", strict=False))
    assert told([chat(), chat("b", strict=False)], alone=alone, single_form=single) == set()


def test_something_made_of_what_is_no_list() -> None:
    for given in (None, {"a": 1}, "text"):
        view = view_of(Trial(operation=MCP_TOOLS, input=given, outcome=Outcome(output=[chat()]), choices={}))
        assert [failure.kind for failure in family(MCP_TOOLS).checks["wrong-shape"](view)] == ["made-up"]
        for outcome in (Outcome(output=[]), Outcome(output=None), failed("no list")):
            assert (
                family(MCP_TOOLS).checks["wrong-shape"](
                    view_of(Trial(operation=MCP_TOOLS, input=given, outcome=outcome, choices={}))
                )
                == ()
            )


def test_a_message_that_differs_is_not_another_result() -> None:
    trial = Trial(operation=MCP_TOOL, input=None, outcome=failed("request 1"), choices={}, again=failed("request 2"))
    assert family(MCP_TOOL).checks["same-again"](view_of(trial)) == ()
    trial = Trial(
        operation=MCP_TOOL, input=mcp(), outcome=Outcome(not_json="a tuple"), choices={}, again=Outcome(output=(1,))
    )
    assert family(MCP_TOOL).checks["same-again"](view_of(trial)) is None


def test_what_the_rules_leave_free_does_not_count_against_a_worked_example() -> None:
    one = view_of(Trial(operation=MCP_TOOL, input=mcp(), outcome=Outcome(output=chat(strict=False)), choices={}))
    other = view_of(Trial(operation=MCP_TOOL, input=mcp(), outcome=Outcome(output=chat()), choices={}))
    assert one.essence() == other.essence()
    given = [nested(), flat("b"), nested("c")]
    one = view_of(Trial(operation=CHAT_TOOLS, input=given, outcome=Outcome(output=[flat(), flat("c")]), choices={}))
    other = view_of(
        Trial(operation=CHAT_TOOLS, input=given, outcome=Outcome(output=[flat(), flat("b"), flat("c")]), choices={})
    )
    assert one.essence() == other.essence() == [flat(), flat("c")]


class Text(str):
    """A text of a class of its own, as an enum of texts has them."""


class Number(int):
    """A number of a class of its own."""


def test_instances_of_subclasses_are_what_they_extend() -> None:
    source = {"type": "object", "minProperties": 1, "title": "A"}
    result = OrderedDict(type=Text("object"), minProperties=Number(1), title="A")
    assert of_mcp([mcp(inputSchema=source)], [OrderedDict(chat(parameters=result))]) == set()
    result["minProperties"] = True
    assert of_mcp([mcp(inputSchema=source)], [OrderedDict(chat(parameters=result))]) >= {"MCP-3"}
