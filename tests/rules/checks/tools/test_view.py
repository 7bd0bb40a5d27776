from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import chat, failed, flat, mcp, nested
from tests.suite.selftest.banks.bank import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS


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
