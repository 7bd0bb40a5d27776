"""Mutants of chat-messages-to-responses-input: the items that the reference writes, changed by mutators of answers."""

from __future__ import annotations

from typing import Any

from conformance.reference import chat_messages_to_responses_input as reference
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.mutators import calls, calls_names, texts
from tests.suite.selftest.mutators.model import Formats, Mutator, OfValue, converter

_OPERATION = "chat-messages-to-responses-input"
_FORMATS = Formats(source="chat-exchange", target="responses-response")
# The check that objects to what one of the laws does, or to a defect that it names; what is in neither is no defect here.
WHOM = {
    "texts-kept": "list-content",
    "text-exact": "text-exact",
    "refusals-kept": "further-content",
    "text-beside-refusal": "complete",
    "says_texts_backwards": "order",
    "says_texts_twice": "complete",
    "calls-kept": "calls-as-items",
    "calls_twice": "complete",
    "calls-in-order": "order",
    "custom-calls-kept": "custom-calls",
}
_IDS = (
    "numbers_ids", "renames_ids", "cuts_ids", "writes_ids_upper_case", "empties_ids", "gives_all_calls_one_id",
    "calls_by_the_ids_of_items",
)  # fmt: skip
_ALL = (*texts.MUTATORS, *calls.MUTATORS, *calls_names.MUTATORS)


def _check(mutator: Mutator) -> str | None:
    if mutator.check == "texts-kept" and mutator.name.startswith(("drops_", "keeps_")):
        return "complete"
    return "ids-one-to-one" if mutator.name in _IDS else WHOM.get(mutator.name, WHOM.get(mutator.check))


def _in_items(change: OfValue) -> OfValue:
    """Make a change of the items of a conversation, as if they were those of an answer."""

    def changed(given: Any, value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("input"), list):
            return value
        return value | {"input": change(given, {"status": "completed", "output": value["input"]})["output"]}

    return changed


def _bank() -> Bank:
    bank = Bank(_OPERATION)
    rules = {rule.check: rule.id for rule in load_specifications().contracts[_OPERATION].rules}
    for element in _ALL:
        check = _check(element)
        if check is not None and element.needs not in ("groups", "thoughts", calls.ORDERED):
            bank.add(
                element.name, converter(reference, _in_items(element.change(_FORMATS))), rules[check], examples=100
            )
    return bank


BANKS = (_bank(),)
