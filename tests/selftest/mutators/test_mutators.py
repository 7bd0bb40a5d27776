"""Mutators: their names, and what holds for each of them. What a defect changes, the banks show: a rule convicts it."""

from __future__ import annotations

import itertools

import pytest

from conformance.formats.exchanges import ANSWERS as READERS
from conformance.formats.exchanges import WRITERS
from conformance.reference import chat_response_to_responses_response
from conformance.rules.contracts import load_specifications
from conformance.rules.laws.same_answer import differences
from tests.rules.checks.by_laws.answers.samples import CALL, REQUEST, SECOND, exchange
from tests.suite.selftest.banks.lawful_requests import BANKS
from tests.suite.selftest.mutators import ANSWERS, OWN
from tests.suite.selftest.mutators.model import Formats

_USAGE = {
    "prompt_tokens": 2**53 + 1, "completion_tokens": 7, "total_tokens": 2**53 + 8,
    "prompt_tokens_details": {"cached_tokens": 4}, "completion_tokens_details": {"reasoning_tokens": 3},
}  # fmt: skip


def test_names_are_no_two_times_there_and_each_check_is_one_of_the_contracts() -> None:
    every = list({id(answer): answer for answer in (*ANSWERS, *itertools.chain.from_iterable(OWN.values()))}.values())
    names = [element.name for element in every]
    assert sorted(set(names)) == sorted(names)
    checks = {rule.check for contract in load_specifications().contracts.values() for rule in contract.rules}
    assert {element.check for element in every} <= checks


@pytest.mark.parametrize("target", ["responses-response", "responses-stream"])
def test_what_holds_no_answer_stays_as_it_is(target: str) -> None:
    drops = next(answer for answer in ANSWERS if answer.name == "drops_every_text")
    assert drops.change(Formats(source="chat-exchange", target=target))({}, {"what": "ever"}) == {"what": "ever"}


@pytest.mark.parametrize("format", WRITERS)
def test_an_answer_that_is_written_in_a_format_is_read_again(format: str) -> None:
    given = exchange(content=' "Zu\u0308rich" <b>\nis \ufb01ne.\U0001f642 ', tool_calls=[CALL, SECOND])
    given |= {"request": REQUEST, "response": given["response"] | {"usage": _USAGE}}
    answer = READERS["responses-response"](chat_response_to_responses_response(given)).answer
    assert answer is not None
    again = READERS[format](WRITERS[format](answer)).answer
    assert again is not None
    assert list(differences(answer, again, with_thoughts=False)) == []


def test_a_defect_of_a_target_is_planted_there() -> None:
    names = {bank.operation: {mutant.name for mutant in bank} for bank in BANKS}
    assert "leaves_strict_unsaid" in names["anthropic-request-to-responses-request"]
    assert "leaves_strict_unsaid" not in names["anthropic-request-to-chat-request"]
    assert "loses_the_stop" not in names["anthropic-request-to-responses-request"]
