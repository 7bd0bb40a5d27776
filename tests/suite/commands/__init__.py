"""Commands that check the suite itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from conformance.commands import parser, rule_files

PURPOSES = {
    "selftest": "test the suite itself with converters that have a known defect",
    "pairs": "whether two planted defects have two headlines, or one that names both",
    "lacks": "what a format or an operation still lacks: rows of tables, rules, planted defects, inputs",
    "coverage": "what a default run asks of each place of the source formats",
}


def add() -> None:
    """Give them to the command line."""
    parser.GROUPS["check the suite"] = PURPOSES
    parser.COMMANDS.update(PURPOSES)
    parser.ARGUMENTS.update(dict.fromkeys(PURPOSES, f"{__name__}.arguments"))
    parser.HOMES.update(dict.fromkeys(PURPOSES, __name__))
    rule_files.MORE["mutants"] = mutants


def mutants(rule: str, operations: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the place and the name of each mutant of a rule."""
    from tests.suite.selftest.banks import all_banks

    for mutant in all_banks().mutants:
        if mutant.operation in operations and rule in mutant.rules:
            yield mutant.place, mutant.name
