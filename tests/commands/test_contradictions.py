"""Where a document contradicts itself or another, `explain` says so, with both readings and what holds."""

from __future__ import annotations

import pytest

from conformance.commands.explain import find, page
from conformance.rules.contracts import load_specifications

FLAT = "chat-tools-to-responses-tools"
SINGLE = "mcp-tool-to-chat-tool"
REGISTRY = "registry-tools-to-chat-tools"
PROVIDER = "tool-definition-to-provider-tool"
INPUT = "chat-messages-to-responses-input"
MESSAGE = "responses-output-to-chat-message"

# What contradicts what; the rule that settles it; words of both sides and of the settlement.
CONTRADICTIONS = [
    ("S0: an absent strict, by TR-4 and by its code", FLAT, "TR-4", ["TR-4", "code", "Test 1", "strict-when-absent"]),
    ("S0: failing or filtering", FLAT, "TR-5", ["TR-5", "throws", "leave the entry out", "on-invalid"]),
    ("S0: a text that is not empty, or a truthy value", FLAT, "TR-5", ["non-empty", "truthy", "the list applies"]),
    ("S0: absent parameters", FLAT, "TR-6", ["code", "TR-5", "parameters-when-absent"]),
    ("S0: unknown types", FLAT, "ERR-1", ["code", "TR-5", "error case 1", "passing loses"]),
    ("S0: other types", FLAT, "TR-7", ["passes", "throws", "filters"]),
    ("S0: all fields, or four", FLAT, "TR-1", ["all fields", "four", "extra-function-fields"]),
    ("S2: its procedure and its criteria", SINGLE, "MCP-2", ["procedure", "checker", "criteria hold"]),
    ("S2: its integration test and MCP", SINGLE, "MCP-9", ["integration test", "MCP lets", "choice"]),
    ("S3: the Chat form with strict and without", PROVIDER, "PRV-2", ["method", "has no strict", "strict-in-chat"]),
    (
        "S4: the last text wins, and nothing is lost",
        MESSAGE,
        "OUT-1",
        ["listing", "the last one", "rule 3", "fails here"],
    ),
    ("S4: one message for each result, or one for all", INPUT, "MSG-5", ["case 4", "code", "group-tool-results"]),
    ("S1 and S3: strict in Chat", REGISTRY, "REG-1", ["S1", "S3", "strict-in-chat"]),
    ("S3 and S4: tool results", INPUT, "MSG-4", ["S3", "S4", "tool-turns"]),
]


@pytest.mark.parametrize(
    ("operation", "rule", "words"), [entry[1:] for entry in CONTRADICTIONS], ids=[entry[0] for entry in CONTRADICTIONS]
)
def test_a_contradiction_is_explained_by_the_rule_that_settles_it(operation, rule, words):
    specifications = load_specifications()
    (reported,) = find(rule, [specifications.contracts[operation]])
    text = " ".join(" ".join(page(reported, specifications)).split())
    settled = text.partition(" Settled ")[2].partition(" Holds for ")[0].partition(" Choices ")[0]
    assert [word for word in words if word.casefold() not in settled.casefold()] == []


def test_a_settled_rule_that_leaves_two_answers_shows_the_choice():
    """What is open stands on the page too, with every answer."""
    specifications = load_specifications()
    (reported,) = find("TR-4", [specifications.contracts[FLAT]])
    text = "\n".join(page(reported, specifications))
    assert "strict-when-absent: " in text.partition("\nChoices\n")[2]
