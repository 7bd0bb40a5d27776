"""The banks of operations with rules of their own: a defect is charged with the rule that says what a law says."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.rules.checks.by_laws.chat_message.charges import LAWS
from conformance.rules.contracts import load_specifications
from conformance.rules.laws.charges import OF_ANSWERS
from conformance.rules.laws.law import charged
from tests.suite.selftest.banks import load_banks, of_conversations
from tests.suite.selftest.banks.of_chat_answers import BANKS, WHOM
from tests.suite.selftest.mutators import ANSWERS
from tests.suite.selftest.mutators.chunks import MUTATORS as CHUNKS


def _same_findings(check: str) -> Iterator[str]:
    """Yield the checks of a message that are charged with what a check of the laws is charged with."""
    for law, charges in OF_ANSWERS.items():
        for key in (key for key, charge in charges.items() if charge is not None and charge.check == check):
            own = LAWS.get(law, {})
            if any(key.startswith(known) for known in own):
                other = charged(key, own)
                yield from () if other is None else (other.check,)


def test_a_defect_is_charged_with_what_is_charged_with_the_same_findings() -> None:
    names = {answer.name for answer in ANSWERS}
    for check, whom in WHOM.items():
        same = set(_same_findings(check))
        assert check in names or not same or whom[0] in same, check


def test_each_name_is_one_of_a_defect_or_of_a_check_and_each_rule_one_of_the_contract() -> None:
    assert WHOM.keys() <= {word for answer in (*ANSWERS, *CHUNKS) for word in (answer.name, answer.check)}
    for bank in BANKS:
        known = {rule.id for rule in load_specifications().contracts[bank.operation].rules}
        assert {rule for mutant in bank for rule in mutant.rules} <= known


def test_the_names_of_conversations_are_those_of_defects_and_checks_too() -> None:
    assert of_conversations.WHOM.keys() <= {word for answer in ANSWERS for word in (answer.name, answer.check)}
    assert len(of_conversations.BANKS[0]) > 70


def test_a_message_has_eighty_defects_and_an_answer_a_hundred_and_more() -> None:
    assert [len(bank) >= wanted for bank, wanted in zip(BANKS, (80, 120, 120), strict=True)] == [True] * 3


def test_no_defect_of_these_operations_is_written_twice() -> None:
    for bank in (*BANKS, *of_conversations.BANKS):
        names = [mutant.name for mutant in load_banks((bank.operation,)).mutants]
        assert sorted(names) == sorted(set(names))
