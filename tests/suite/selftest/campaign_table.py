"""The table of random changes: which rules noticed them, which are free, and which nothing explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.rules.checks.findings import brief
from conformance.rules.contracts import Contract
from tests.suite.selftest.campaign import Campaign, Unexplained
from tests.suite.selftest.leaves_table import LONGEST


def campaign_lines(found: Campaign, contract: Contract) -> Iterator[str]:
    """Yield the changes of one operation: noticed ones by the rules that objected first, free ones with reasons."""
    yield f"{found.operation}: {found.results} results"
    yield "  NOTICED"
    for rule, count in found.noticed.most_common():
        yield f"    {rule}  {count}"
    yield "  FREE"
    reasons = {variation.id: variation.text for variation in contract.free} | {
        rule.id: rule.title for rule in contract.rules
    }
    by_reason: dict[str, Counter[str]] = {}
    for (why, kind, at), count in found.free.items():
        by_reason.setdefault(why, Counter())[f"{at} {kind}"] += count
    for why, places in sorted(by_reason.items()):
        yield f"    {why}: {reasons[why]}"
        for place, count in places.most_common():
            yield f"      {place}  {count}"
    yield ""


def unexplained_lines(found: Campaign) -> Iterator[str]:
    """Yield the changes that nothing explains, each kind at each place with its smallest input."""
    for (kind, at), count in found.unexplained.most_common():
        yield f"Unexplained: {found.operation} {at}: {kind} {count}, {_example(found.examples[kind, at])}"


def campaign_summary(found: Campaign) -> str:
    """Return the totals of one operation in one line."""
    noticed, free, unexplained = (element.total() for element in (found.noticed, found.free, found.unexplained))
    return f"{found.operation}: {found.changes} changes, {noticed} noticed, {free} free, {unexplained} unexplained"


def _example(unexplained: Unexplained) -> str:
    case = f" in the case {unexplained.case}" if unexplained.case else ""
    became = f"{brief(unexplained.before, LONGEST)} became {brief(unexplained.after, LONGEST)}"
    return f"by {unexplained.by}{case} at {unexplained.at}, {became}, input {brief(unexplained.input, LONGEST)}"
