"""What is missing around the rules: a rule needs a check, a case and a mutant; a sound variant needs a freedom."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from conformance.base.errors import did_you_mean
from conformance.rules.checks.registry import family
from conformance.rules.contracts import SETS, Contract, Specifications
from conformance.rules.contracts.locate import contract_location
from tests.suite.selftest.banks import Banks


def gaps(specifications: Specifications, banks: Banks, operations: Collection[str] = ()) -> list[str]:
    """Return what is missing, each in one line that begins with FILE:LINE. operations: all if none is named.

    Rules that every operation shares need no case, because they are checked at every input. The reference under any
    answer to its choices needs no freedom.
    """
    found: list[str] = []
    for name, contract in specifications.contracts.items():
        if not operations or name in operations:
            found += _rules(contract, banks)
            found += _mutants(contract, banks)
            found += _freedoms(contract, specifications, banks)
    return found


def _rules(contract: Contract, banks: Banks) -> Iterator[str]:
    operation, checks = contract.operation, family(contract.operation).checks
    shown = {rule for case in contract.cases for rule in case.rules}
    broken = {rule for mutant in banks.mutants if mutant.operation == operation for rule in mutant.rules}
    for rule in contract.rules:
        where = f"{contract_location(operation, rule.id)}: {rule.id}"
        if rule.check not in checks:
            yield f"{where} names the check {rule.check!r}, which does not exist. {did_you_mean(rule.check, checks)}"
        if rule.id not in shown | contract.shared:
            hint = f"Add one with `rules: [{rule.id}]` under specs/{operation}/cases"
            yield f"{where} has no case. {hint}, or to its `examples`."
        if rule.id not in broken:
            hint = "Add one that breaks it to tests/suite/selftest/banks"
            yield f"{where} has no mutant for {operation}. {hint}, or a `wrong` output to its `examples`."


def _mutants(contract: Contract, banks: Banks) -> Iterator[str]:
    known = [rule.id for rule in contract.rules]
    seen = set()
    for mutant in (mutant for mutant in banks.mutants if mutant.operation == contract.operation):
        where = f"{mutant.place}: the mutant {mutant.name}"
        for rule in (*mutant.rules, *mutant.innocent):
            if rule not in known:
                yield f"{where} names {rule}, which {contract.operation} does not have. {did_you_mean(rule, known)}"
        if pair := sorted(set(mutant.rules) & set(mutant.innocent)):
            yield f"{where} names {pair[0]} both as broken and as innocent."
        if not (mutant.rules or mutant.sets):
            yield f"{where} names neither a rule that must convict it nor a set that it must fail."
        for name in mutant.sets:
            if name not in SETS:
                yield f"{where} names the set {name!r}, which does not exist. {did_you_mean(name, SETS)}"
        if mutant.name in seen:
            yield f"{where} has the name of another mutant of {contract.operation}."
        seen.add(mutant.name)


def _freedoms(contract: Contract, specifications: Specifications, banks: Banks) -> Iterator[str]:
    operation = contract.operation
    ends = {freedom: rule.id for rule in contract.rules for freedom in rule.ends}
    lists = [contract.operation for contract in specifications.contracts.values() if contract.lifts == operation]
    names = {sound.name for sound in banks.sounds if sound.operation in (operation, contract.lifts, *lists)}
    for freedom in contract.free:
        where = f"{contract_location(operation, freedom.id)}: the freedom {freedom.id}"
        for variant in freedom.variants:
            if variant not in names:
                hint = did_you_mean(variant, names)
                yield f"{where} names the sound variant {variant!r}, which is in no bank. {hint}"
        if freedom.id in ends and freedom.variants:
            users = ", ".join(freedom.variants)
            yield f"{where} is ended by {ends[freedom.id]}, but sound variants use it: {users}. Change these."
        if freedom.id not in ends and not (freedom.variants or freedom.leaves):
            yield f"{where} is used by no sound variant. Name one that uses it."
    used = {variant for freedom in contract.free for variant in freedom.variants}
    for sound in banks.sounds:
        if sound.operation == operation and not sound.name.startswith("reference") and sound.name not in used:
            where = contract_location(operation, contract.conversion_rule).rpartition(":")[0]
            yield f"{where}: no freedom names the sound variant {sound.name!r}. List what it does under `free`."
