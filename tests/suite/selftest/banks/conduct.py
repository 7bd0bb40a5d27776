"""Mutants of every operation that calls no API: the reference, with the defects of conduct."""

from __future__ import annotations

from functools import partial

from conformance import reference
from conformance.formats.operations import operations_with
from conformance.rules.contracts import Contract, load_specifications
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.mutators.conduct import CONDUCT


def _bank(contract: Contract) -> Bank:
    bank = Bank(contract.operation)
    rules = {rule.check: rule.id for rule in contract.rules}
    convert = getattr(reference, contract.operation.replace("-", "_"))
    for element in CONDUCT:
        found = [rules[check] for check in element.checks if check in rules]
        if found:
            bank.add(
                element.name,
                element.make(convert),
                found[0],
                anew=partial(element.make, convert) if element.is_anew else None,
                timed=element.timed,
                mortal=element.mortal,
                inputs=element.inputs,
            )
    return bank


_CONTRACTS = load_specifications().contracts
BANKS = tuple(
    _bank(_CONTRACTS[name]) for name in operations_with(lambda value: not value.scripted) if name in _CONTRACTS
)
