"""Mutants of what makes Chat answers of Responses ones by rules of its own: the reference, changed by mutators."""

from __future__ import annotations

from conformance.formats.operations import Operation, operations
from conformance.rules.contracts import Contract, load_specifications
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.lawful import mutant_of, mutators_of

# The checks of these operations that object to what a check of the laws objects to, and by the name of a defect where
# they are others; the first that a contract has.
WHOM = {
    "one-answer": ("message-text", "one-choice-with-the-text"),
    "texts-kept": ("message-text", "one-choice-with-the-text"),
    "no-text-added": ("message-text", "one-choice-with-the-text"),
    "says_a_placeholder": ("empty-output", "nothing-added"),
    "calls-kept": ("function-calls",),
    "no-call-added": ("function-calls",),
    "calls-in-order": ("function-calls",),
    "custom-calls-kept": ("custom-calls",),
    "refusals-kept": ("refusal-kept",),
    "no-refusal-added": ("refusal-invented",),
    "tokens-exact": ("logprobs-exact",),
    "losses-reported": ("requested-losses-reported",),
    "cites_hosts": ("citations-exact",),
    "end-true": ("finish-reason",),
    "says_failures_as_texts": ("broken-off", "finish-reason"),
    "no-usage-added": ("usage-true",),
    "loses_the_usage_beside_calls": ("stream-usage",),
    "same-model": ("identity",),
    "names_another_tier": ("shared-members",),
    "same-time": ("created",),
}
# What these rules accept: a function that is called with the input of a custom tool; a failure in other words; of a
# stream, no usage.
_LEGAL = {"calls_custom_tools_as_functions", "renames_failures", "empties_failures", "cuts_failures"}
_LEGAL_IN_STREAMS = {"loses_usage"}
# What the API refuses as well: a message that says nothing.
_REFUSED = {"drops_every_call"}
_EXAMPLES = 100


def _bank(operation: Operation, contract: Contract) -> Bank:
    bank = Bank(operation.name)
    rules = {rule.check: rule.id for rule in contract.rules}
    legal = _LEGAL | (_LEGAL_IN_STREAMS if operation.target == "chat-stream" else set())
    for mutator in mutators_of(operation):
        checks = WHOM.get(mutator.name) or WHOM.get(mutator.check, (mutator.check,))
        found = [rules[check] for check in checks if check in rules]
        if found and mutator.name not in legal:
            also = [rules["api-rules"]] if mutator.name in _REFUSED else []
            bank.add(mutator.name, mutant_of(operation, contract, mutator), found[0], *also, examples=_EXAMPLES)
    return bank


_NAMES = ("responses-output-to-chat-message", "responses-response-to-chat-response", "responses-stream-to-chat-stream")
BANKS = tuple(_bank(operations()[name], load_specifications().contracts[name]) for name in _NAMES)
