"""The table of leaves: what rules require of a result, what is free, and what nobody checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.rules.checks.findings import brief
from conformance.rules.contracts import Contract
from tests.suite.selftest.leaves import Leaf, Leaves

LONGEST = 300  # characters of an input


def is_checked(found: Leaves) -> bool:
    """Whether every change is required or free, and nothing is declared free without need."""
    return not found.idle and not any(leaf.unchecked for leaf in found.leaves.values())


def leaf_lines(found: Leaves, contract: Contract) -> Iterator[str]:
    """Yield the leaves of one operation: required ones with the rules that objected first, free ones with reasons."""
    leaves = sorted(found.leaves.items())
    yield f"{found.operation}: {found.results} results"
    yield "  REQUIRED"
    for at, leaf in leaves:
        if leaf.required:
            rules = ", ".join(f"{rule} {count}" for rule, count in leaf.rules.most_common())
            yield f"    {at}  {leaf.required.total()}: {rules}"
    yield "  FREE"
    reasons = {freedom.id: freedom.text for freedom in contract.free}
    for at, leaf in leaves:
        for freedom in dict.fromkeys(name for name, _kind in leaf.free):
            kinds = Counter({kind: count for (name, kind), count in leaf.free.items() if name == freedom})
            yield f"    {at}  {_counted(kinds)}: {freedom}: {reasons[freedom]}"
    yield ""


def gap_lines(found: Leaves) -> Iterator[str]:
    """Yield the unchecked changes, each with the smallest input, and what is declared free without need."""
    for at, leaf in sorted(found.leaves.items()):
        by_example: dict[str, list[str]] = {}
        for kind, count in leaf.unchecked.most_common():
            by_example.setdefault(_example(leaf, kind), []).append(f"{kind} {count} of {_total(leaf, kind)}")
        for example, kinds in by_example.items():
            yield f"Unchecked: {found.operation} {at}: {', '.join(kinds)}, {example}"
    for freedom, element in found.idle:
        words = (*element.changes, *map(" ".join, element.choices), *map(brief, element.of))
        which = f" ({', '.join(words)})" if words else ""
        yield f"Idle: {found.operation}: the freedom {freedom} declares {element.at}{which}, which no change needs"


def leaves_summary(found: Leaves) -> str:
    """Return the totals of one operation in one line."""
    required, free = found.count(lambda leaf: leaf.required), found.count(lambda leaf: leaf.free)
    unchecked = found.count(lambda leaf: leaf.unchecked)
    total = required + free + unchecked
    return f"{found.operation}: {total} changes, {required} required, {free} free, {unchecked} unchecked"


def _total(leaf: Leaf, kind: str) -> int:
    free = sum(count for (_freedom, name), count in leaf.free.items() if name == kind)
    return leaf.required[kind] + leaf.unchecked[kind] + free


def _example(leaf: Leaf, kind: str) -> str:
    example = leaf.examples[kind]
    case = f" in the case {example.case}" if example.case else ""
    return f"by {example.by}{case} at {example.at}, input {brief(example.input, LONGEST)}"


def _counted(kinds: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
