"""What the laws of tools find, by their keys, in conversions of three formats."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from conformance.rules.laws import tools
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Breach
from tests.rules.checks.tool_samples import chat, flat, mcp, nested
from tests.suite.selftest.banks.bank import CHAT_TOOLS, MCP_TOOLS

RESPONSES_TOOLS = "responses-tools-to-chat-tools"
GRAMMAR = {"syntax": "regex", "definition": "[a-z]+"}


def found(law: Law, operation: str, given: Any, output: Any, stated: Any = (), **choices: str) -> dict[str, str]:
    known = {name.replace("_", "-"): answer for name, answer in choices.items()}
    outcome = Outcome(output=[output], diagnostics=stated)
    view = view_of(Trial(operation=operation, input=[given], outcome=outcome, choices=known))
    return {key: element.kind for key, element in law(view) if isinstance(element, Breach)}


def test_a_tool_has_the_form_of_the_target() -> None:
    assert found(tools.form, MCP_TOOLS, mcp(), chat()) == {}
    assert found(tools.form, MCP_TOOLS, mcp(), "a") == {"form/tool": "no-object"}
    assert found(tools.form, MCP_TOOLS, mcp(), flat()) == {"form/members": "flat"}
    assert found(tools.form, CHAT_TOOLS, nested(), flat(type="tool")) == {"form/type": "type"}


def test_a_name_stays_or_is_the_one_that_a_choice_asks_for() -> None:
    def renamed(stated: Any = ({"level": "info"},), **choices: str) -> dict[str, str]:
        return found(tools.names, MCP_TOOLS, mcp("a.b"), chat("a_b"), stated, **choices)

    assert renamed(unsafe_names="rename") == {}
    assert renamed((), unsafe_names="rename") == renamed(unsafe_names="keep") == {"name": "name-changed"}
    kept = found(tools.names, MCP_TOOLS, mcp("a.b"), chat("a.b"), unsafe_names="rename")
    assert kept == {"name/kept": "not-renamed"}


def test_a_description_stays_or_has_a_stand_in() -> None:
    assert found(tools.descriptions, CHAT_TOOLS, nested(), flat(description="B.")) == {
        "description": "description-changed"
    }
    bare = mcp(description=ABSENT)
    assert found(tools.descriptions, MCP_TOOLS, bare, chat(description="")) == {}
    assert found(tools.descriptions, MCP_TOOLS, bare, chat(description=ABSENT), description_when_absent="empty") == {
        "description/none": "no-description",
        "description/absent": "description",
    }
    phrase = chat(description="No description provided.")
    assert found(tools.descriptions, MCP_TOOLS, bare, phrase) == {"description/absent/phrase": "placeholder"}


def test_a_member_is_the_source_s_or_was_added() -> None:
    assert found(tools.members, RESPONSES_TOOLS, flat(x=1), chat(x=1)) == {}
    assert found(tools.members, RESPONSES_TOOLS, flat(x=1), chat(x=2)) == {"added/member": "further-key"}
    assert found(tools.members, RESPONSES_TOOLS, flat(), chat() | {"x": 1}) == {"added/beside": "beside"}
    assert found(tools.members, MCP_TOOLS, mcp(title="A"), chat(title="A")) == {
        "added/alone": "leaks",
        "added/member/alone": "further-key",
    }


@pytest.mark.parametrize(
    ("said", "got", "kinds"),
    [
        (True, True, {}),
        (True, ABSENT, {"strict/kept": "strict-changed"}),
        (True, False, {"strict/kept": "strict-changed", "strict/on": "not-strict"}),
        (False, None, {"strict/kept": "strict-changed"}),
    ],
)
def test_strict_stays(said: bool, got: Any, kinds: dict[str, str]) -> None:
    assert found(tools.strict_kept, CHAT_TOOLS, nested(strict=said), flat(strict=got)) == kinds


def test_strict_off_is_nothing_where_the_target_reads_nothing_as_off() -> None:
    assert found(tools.strict_kept, RESPONSES_TOOLS, flat(), chat()) == {}


@pytest.mark.parametrize(
    ("strict", "answer", "failures"),
    [(False, "false", 0), (ABSENT, "false", 1), (ABSENT, "omit", 0), (False, "omit", 1), (True, "false", 1)],
)
def test_strict_of_a_source_without_is_as_the_choice_says(strict: Any, answer: str, failures: int) -> None:
    given, output = nested(strict=ABSENT), flat(strict=strict)
    assert len(found(tools.strict_chosen, CHAT_TOOLS, given, output, strict_when_absent=answer)) == failures


def test_strict_is_true_only_beside_a_schema_that_strict_mode_takes() -> None:
    given = flat(strict=ABSENT)
    assert found(tools.strict_invented, RESPONSES_TOOLS, given, chat(strict=True)) == {
        "strict/invented": "became-strict"
    }
    assert found(tools.strict_invented, RESPONSES_TOOLS, given, chat(strict=1)) == {"strict/invented/odd": "strict"}


def test_a_custom_tool_keeps_its_format_in_either_form() -> None:
    one = {"type": "custom", "name": "a", "format": {"type": "grammar", **GRAMMAR}}
    other = {"type": "custom", "custom": {"name": "a", "format": {"type": "grammar", "grammar": GRAMMAR}}}
    assert found(tools.customs, RESPONSES_TOOLS, one, other) == found(tools.customs, CHAT_TOOLS, other, one) == {}
    lost = {"type": "custom", "custom": {"name": "a"}}
    assert found(tools.customs, RESPONSES_TOOLS, one, lost) == {"custom/custom/format": "format-changed"}


def test_a_function_in_its_place_takes_a_text() -> None:
    given = {"type": "custom", "name": "a"}
    taking = {"type": "object", "properties": {"input": {"type": "string"}}}
    assert found(tools.customs, RESPONSES_TOOLS, given, chat(description=ABSENT, parameters=taking)) == {}
    closed = {"type": "object", "properties": {}, "additionalProperties": False}
    assert found(tools.customs, RESPONSES_TOOLS, given, chat(description=ABSENT, parameters=closed)) == {
        "custom/function/open": "not-free"
    }
