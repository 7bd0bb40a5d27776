"""Whether strict of a tool is as a choice says that leaves it out or keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.base.values import JSON
from conformance.rules.checks.findings import Failure, absent, brief, but_got, output_at
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.offers import ToolPair

KEEP = "keep"


def strict_as_said(view: ToolsView, pair: ToolPair, said: JSON, choice: str, left_out: str) -> Iterator[Failure]:
    """Yield a failure where strict is none that the choice allows. said: by the source; one that is odd is free.

    left_out: the answer that leaves it out. Chat reads an absent one as false, so there keeping it is either.
    """
    answers, got = answer_of(view.trial, choice, left_out, KEEP), pair.body.get("strict")
    is_either = said is None or (said is False and view.target == "openai-chat")
    legal: dict[str, tuple[JSON, ...]] = {left_out: (None,), KEEP: (None, False) if is_either else (said,)}
    wanted = [element for answer in answers for element in legal.get(answer, ())]
    if not isinstance(said, bool | None) or any(got is legal for legal in wanted):
        return
    words = " or ".join(dict.fromkeys("no strict" if legal is None else brief(legal) for legal in wanted)) or answers[0]
    message = f"strict: the source says {_strict_text(said)}: wanted {words}, {but_got(absent(got))}"
    yield Failure("strict", output_at(*view.at(pair, "strict")), message)


def _strict_text(strict: JSON) -> str:
    return "none" if strict is None else brief(strict)


def read_strict(said: Iterable[tuple[ToolPair, JSON]], left_out: str) -> str | None:
    """Return the answer that the first tool shows whose source says something of strict."""
    for pair, wanted in said:
        if isinstance(wanted, bool) and isinstance(pair.body, dict) and "name" in pair.body:
            strict = pair.body.get("strict")
            return left_out if strict is None else KEEP if strict is wanted else None
    return None
