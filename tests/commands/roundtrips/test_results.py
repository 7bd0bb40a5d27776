"""Results of a subject as requests: which are sent, and which need what only the API has."""

from __future__ import annotations

from contextlib import closing

import pytest

from conformance.apis.oracles import accepts
from conformance.commands.roundtrips.parties import reference
from conformance.commands.roundtrips.results import Dealt, deal
from conformance.rules.contracts import Specifications

MODEL = "gpt-4.1-mini"
ITEMS = "chat-messages-to-responses-input"


def dealt(specifications: Specifications, operation: str, given: list[object], most: int = 10) -> Dealt:
    with closing(reference(specifications)) as subject:
        contracts = [specifications.contracts[operation]]
        return deal(contracts, {operation: given}, subject, MODEL, most, only_given=bool(given))


def test_no_request_is_sent_twice_or_beyond_the_budget(specifications: Specifications) -> None:
    value = [{"role": "user", "content": "Hi"}]
    found = dealt(specifications, ITEMS, [value, value, [{"role": "user", "content": "Ho"}]], most=2)
    assert [sample.body["input"][0]["content"][0]["text"] for sample in found.samples] == ["Hi", "Ho"]
    assert dealt(specifications, ITEMS, [value], most=0).samples == ()


@pytest.mark.parametrize(
    "part",
    [
        {"type": "image_url", "image_url": {"url": "https://example.com/cat.png"}},
        {"type": "file", "file": {"file_id": "file-1"}},
    ],
)
def test_what_only_the_api_has_is_left_out(specifications: Specifications, part: dict[str, object]) -> None:
    found = dealt(specifications, ITEMS, [[{"role": "user", "content": [part]}]])
    assert (found.samples, found.left_out) == ((), {"it names files, items or tools that only the API has": 1})


def test_hosted_tools_cost_money_and_are_left_out(specifications: Specifications) -> None:
    found = dealt(specifications, "chat-tools-to-responses-tools", [[{"type": "web_search"}]])
    assert found.samples == ()


def test_what_another_model_does_is_left_out(specifications: Specifications) -> None:
    given = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "q"}]}
    found = dealt(
        specifications, "anthropic-request-to-chat-request", [{**given, "output_config": {"effort": "low"}}, given]
    )
    assert len(found.samples) == 1
    assert found.left_out == {"it asks for what only other models do": 1}


def test_a_large_result_is_left_out(specifications: Specifications) -> None:
    found = dealt(specifications, ITEMS, [[{"role": "user", "content": "Hi" * 5000}]])
    assert found.left_out == {"larger than 8,000 bytes": 1}


def test_results_for_other_providers_are_left_out(specifications: Specifications) -> None:
    definition = {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}
    given = [{"provider": text, "definition": definition} for text in ("anthropic", "openai-chat", "google")]
    found = dealt(specifications, "tool-definition-to-provider-tool", given)
    assert [sample.api for sample in found.samples] == ["chat"]


def test_the_oracles_accept_the_references_results(specifications: Specifications) -> None:
    with closing(reference(specifications)) as subject:
        found = deal(list(specifications.contracts.values()), {}, subject, MODEL, 60)
    refused = [sample for sample in found.samples if not accepts(f"{sample.api}-request", sample.body)]
    # The target cannot hold these names and schemas; the documents let nothing be changed in them.
    assert {refusal.operation for refusal in refused} <= {
        "mcp-tools-to-responses-tools",
        "registry-tools-to-chat-tools",
    }
