"""conformance rules: every rule of every operation, in a table."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap

from conformance.base.errors import UsageError
from conformance.commands import data_output, rules_json, traceability
from conformance.commands.layout import width
from conformance.commands.subject import chosen_operations
from conformance.results.write import STDOUT
from conformance.rules.contracts import Contract, Rule, Specifications, load_specifications
from conformance.rules.contracts.requirements import load_requirements

HEAD = ("RULE", "LEVEL", "ORIGIN", "CASES", "TITLE")
LEVELS = ("MUST", "SHOULD")
ORIGINS = ("document", "api", "field")


def run(parsed: argparse.Namespace) -> int:
    """Print the table, or write it as data.

    Raises UsageError for an unknown operation, and for arguments that do not go together.
    """
    if parsed.traceability:
        others = [flag for flag in ("requirements", "json") if getattr(parsed, flag) is not None]
        if others:
            raise UsageError(f"--{others[0]} cannot be combined with --traceability.", "Remove one.")
        return traceability.run(parsed)
    for flag in ("report", "seed", "max_examples"):
        if getattr(parsed, flag) is not None:
            raise UsageError(f"--{flag.replace('_', '-')} goes with --traceability.", "Add it.")
    specifications = load_specifications()
    contracts = {**specifications.contracts, **specifications.services}
    parsed.contract = chosen_operations(parsed.contract, tuple(contracts))
    chosen = [contracts[name] for name in parsed.contract or contracts]
    if parsed.requirements is not None:
        chosen = _of_set(parsed.requirements, chosen, specifications)
    data_output.check_places({"--json": parsed.json})
    if parsed.json is not None:
        data_output.write(parsed.json, rules_json.document(rules_json.shared(chosen), chosen))
    if parsed.json == STDOUT:
        return 0
    # A pipe gets one line for each rule, whatever its length.
    wrap_at = width() if sys.stdout.isatty() else None
    for contract in chosen:
        print("\n".join(table(contract, wrap_at)), end="\n\n")
    print("\n".join(totals(chosen)))
    return 0


def _of_set(names: str, contracts: Iterable[Contract], specifications: Specifications) -> list[Contract]:
    """Return the contracts with the rules and levels of a set, those that have any. Raises UsageError."""
    levels = load_requirements(names, specifications).levels
    chosen = []
    for contract in contracts:
        keyed = [(rule, (contract.operation, rule.id)) for rule in contract.rules]
        rules = tuple(replace(rule, level=levels[key]) for rule, key in keyed if key in levels)
        if rules:
            chosen.append(replace(contract, rules=rules))
    if not chosen:
        raise UsageError(f"{names} demands nothing of these operations.", "Choose another --operation.")
    return chosen


def table(contract: Contract, wrap_at: int | None = None) -> list[str]:
    """Return an operation's rules as lines; titles are wrapped to `wrap_at` columns."""
    cases = Counter(rule for case in contract.cases for rule in case.rules)
    rows = [HEAD] + [(rule.id, rule.level, rule.origin, str(cases[rule.id]), rule.title) for rule in contract.rules]
    id_width, level_width, origin_width, cases_width = (max(len(row[column]) for row in rows) for column in range(4))
    lines = [f"{contract.operation}: {contract.title}"]
    for id_, level, origin, count, title in rows:
        start = f"  {id_:{id_width}}  {level:{level_width}}  {origin:{origin_width}}  {count:>{cases_width}}  "
        parts = wrap(title, max(20, wrap_at - len(start))) if wrap_at else [title]
        lines += [start + parts[0], *(" " * len(start) + part for part in parts[1:])]
    return lines


def totals(contracts: Iterable[Contract]) -> list[str]:
    """Return the counts: a line for each operation, and one for all of them together."""
    contracts = list(contracts)
    counted = [(contract.operation, contract.rules, len(contract.cases)) for contract in contracts]
    if len(contracts) > 1:
        everything = tuple(rule for contract in contracts for rule in contract.rules)
        counted.append(("all", everything, sum(len(contract.cases) for contract in contracts)))
    names = max(len(name) for name, _rules, _cases in counted)
    return [f"{name:{names}}  {_counts(rules)}; {cases} cases" for name, rules, cases in counted]


def _counts(rules: tuple[Rule, ...]) -> str:
    levels, origins = Counter(rule.level for rule in rules), Counter(rule.origin for rule in rules)
    counts = [f"{levels[level]} {level}" for level in LEVELS] + [f"{origins[origin]} {origin}" for origin in ORIGINS]
    return f"{len(rules)} rules: {', '.join(counts)}"
