"""python -m tests.suite pairs: whether two planted defects have two headlines, or one that names both."""

from __future__ import annotations

import argparse

from conformance.base.errors import UsageError
from conformance.commands.layout import bold
from conformance.commands.subject import chosen_operations
from conformance.formats.operations import operations
from conformance.rules.contracts import load_specifications
from conformance.running.engine import Options
from tests.suite.selftest.pairs import JUDGED_BY, DefectPair, pairs_of

MOST = 2  # defects that a planted one may be alone


def run(parsed: argparse.Namespace) -> int:
    """Print the pairs; return 1 where one headline stands for two defects and does not name both, else 0.

    What has one headline, and a single defect that is more than MOST, is printed as a report shows it.
    Raises UsageError for an operation whose defects cannot be planted together.
    """
    specifications = load_specifications()
    known = [
        name
        for name, operation in operations().items()
        if operation.checks in JUDGED_BY and name in specifications.contracts
    ]
    chosen = chosen_operations(parsed.contract, tuple(specifications.contracts)) or known
    for name in chosen:
        if name not in known:
            raise UsageError(f"No two defects can be planted together in {name}.", f"Choose of: {', '.join(known)}.")
    options = Options(seed=parsed.seed, max_examples=parsed.max_examples, shapes=False, repeat=False, shrink=False)
    found: list[DefectPair] = []
    for place, name in enumerate(chosen):
        number = (parsed.pairs + len(chosen) - 1 - place) // len(chosen)
        for pair in pairs_of(specifications, name, number, options):
            found.append(pair)
            print("\n".join(_lines(pair)), flush=True)
    alone = {
        (pair.operation, name): element
        for pair in found
        for name, element in zip(pair.planted, pair.alone, strict=True)
    }
    many = {key: value for key, value in alone.items() if len(value.defects) > MOST}
    for (operation, name), value in many.items():
        print("\n".join((f"{operation}: {name} alone is {len(value.defects)} defects", *value.paragraphs)))
    shown = [pair for pair in found if not pair.is_hidden]
    single = [pair for pair in shown if pair.is_one]
    bad = [pair for pair in single if not pair.names_both]
    hidden = f"; of {len(found) - len(shown)} more one hides the other" if len(shown) < len(found) else ""
    print(bold(f"{len(shown)} pairs: {len(single)} have one headline, {len(bad)} of these without both names{hidden}"))
    print(bold(f"{len(alone)} planted defects alone: {len(many)} are more than {MOST} defects"))
    return 1 if bad else 0


def _lines(pair: DefectPair) -> list[str]:
    first, second = pair.planted
    counts = " and ".join(str(len(element.defects)) for element in pair.alone)
    lines = [f"{pair.operation}: {first} and {second}: {len(pair.together.defects)} defects, alone {counts}"]
    if pair.is_hidden:
        return [*lines, "  one hides the other"]
    if pair.is_one:
        names = "names both" if pair.names_both else "does not name both"
        lines += [f"  one headline, which {names}", *pair.together.paragraphs]
    return lines
