"""What becomes of `strict`, whose absence the two APIs read differently."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.checks.responses_tools.view import NestedTools
from conformance.checks.tools import ToolPair
from conformance.checks.trial import answer_of
from conformance.oracles.tools import strict_problems
from conformance.values import ABSENT, JSON

_LEGAL: dict[str, tuple[JSON, ...]] = {
    "omit": (ABSENT, None),
    "false": (False,),
    "true": (True, False, ABSENT, None),
}


def strict_kept(view: NestedTools) -> Findings:
    """RTC-3: a strict that is said stays; Chat Completions reads none as false."""
    pairs = [(pair, said) for pair, said in _with_strict(view) if isinstance(said, bool)]
    if not pairs:
        return None
    return tuple(
        Failure("strict-changed", output_at(*view.at(pair, "strict")),
                f"strict: wanted {brief(said)}{'' if said else ' or nothing'}, got {brief(got)}")
        for pair, said in pairs
        if (got := pair.body.get("strict", ABSENT)) is not said and (said or got not in (ABSENT, None))
    )  # fmt: skip


def strict_where_taken(view: NestedTools) -> Findings:
    """RTC-3a: a tool that says nothing of strict says true only beside a schema that strict mode takes."""
    pairs = _without_strict(view)
    return tuple(one for pair in pairs for one in _refused(view, pair)) if pairs else None


def _refused(view: NestedTools, pair: ToolPair) -> Iterator[Failure]:
    strict = pair.body.get("strict")
    at = output_at(*view.at(pair, "strict"))
    if not isinstance(strict, bool | None):
        yield Failure("strict", at, f"strict: wanted true, false or nothing, got {brief(strict)}")
    elif strict is True and (problem := next(strict_problems(pair.schema), None)):
        yield Failure("became-strict", at, f"strict true beside a schema that strict mode refuses: {problem}")


def strict_as_answered(view: NestedTools) -> Findings:
    """RTC-3b: all tools that say nothing of strict are treated as strict-when-absent says."""
    pairs = _without_strict(view)
    if not pairs:
        return None
    answers = answer_of(view.trial, "strict-when-absent", "omit", "false", "true")
    if len(answers) > 1:
        return ()
    found = []
    for pair in pairs:
        got = pair.body.get("strict", ABSENT)
        if not any(got is one for one in _LEGAL[answers[0]]):
            message = f"strict-when-absent is {answers[0]}, but this tool says {brief(got)}"
            found.append(Failure("not-as-chosen", output_at(*view.at(pair, "strict")), message))
    return tuple(found)


def _with_strict(view: NestedTools) -> list[tuple[ToolPair, JSON]]:
    entries = view.entries or []
    return [(pair, entries[pair.entry].get("strict")) for pair in view.pairs if isinstance(pair.body, dict)]


def _without_strict(view: NestedTools) -> list[ToolPair]:
    return [pair for pair, said in _with_strict(view) if said is None]
