"""What a format can carry, found by writing a value of each kind and reading it back.

native: it comes back, nothing of it was lost, and the API's oracle, where there is one, accepts what was written.
text: it does not, but a text can say it. none: neither.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

from conformance.apis.oracles import refusals_of
from conformance.base.values import JSON
from conformance.formats.cursor import Pen
from conformance.formats.kinds import NATIVE, NONE, TEXT
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import MODEL, CitedSpan, Text
from tests.formats.probes import PROBES, Probe, as_text, plain, said

FORMATS: Final = ("chat", "responses", "anthropic", "gemini")
# What the oracles demand beside what a probe says.
FILL: Final[dict[tuple[str, str], dict[str, JSON]]] = {
    ("chat", "request"): {"model": "m"},
    ("responses", "request"): {"model": "m"},
    ("chat", "answer"): {"id": "i", "created": 1, "model": "m", "object": "chat.completion"},
    ("responses", "answer"): {
        "id": "i", "created_at": 1, "model": "m", "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
    },
}  # fmt: skip


def carried(format: str, kind: str) -> str:
    """Return how a format carries a kind."""
    probe = PROBES[kind]
    facts = [probe.fact, as_text(probe.fact)] if isinstance(probe.fact, Answer) else [probe.fact]
    if any(_comes_back(format, probe._replace(fact=fact)) for fact in facts):
        return NATIVE
    return TEXT if probe.has_text else NONE


def _comes_back(format: str, probe: Probe) -> bool:
    half = half_of(probe.fact)
    pen = Pen(format)
    body = written(format, probe.fact, pen)
    owed, found = probe.look(probe.fact), _looked(probe, _module(format, "read", half)(body))
    is_found = (
        all(owed_value in found for owed_value in owed)
        if isinstance(owed, list) and found is not None
        else owed == found
    )
    lost = [loss for loss in pen.lost if loss not in probe.spare and not isinstance(loss, CitedSpan)]
    return is_found and not lost and not _objections(format, half, body)


def half_of(fact: Any) -> str:
    """Return whether a fact is a request or an answer."""
    return "answer" if isinstance(fact, Answer) else "request"


def written(format: str, fact: Any, pen: Pen | None = None) -> dict[str, JSON]:
    """Return a request or an answer as a format writes it."""
    return _module(format, "write", half_of(fact))(fact, pen or Pen(format))


def _module(format: str, verb: str, half: str) -> Any:
    return getattr(importlib.import_module(f"conformance.formats.{format}.{verb}"), f"{verb}_{half}")


def _looked(probe: Probe, back: Any) -> Any:
    try:
        return probe.look(back)
    except (AttributeError, IndexError):  # there is no such fact at all
        return None


def _objections(format: str, half: str, body: dict[str, JSON]) -> set[tuple[str, str]]:
    """Return what the oracle objects to, but for what it objects to in a value that says a text."""
    if (format, half) not in FILL:
        return set()
    usual = as_text(plain()) if half == "answer" else said(Text(value="t"), MODEL)
    return refused(format, half, body) - refused(format, half, written(format, usual))


def refused(format: str, half: str, body: dict[str, JSON], fill: dict[str, JSON] | None = None) -> set[tuple[str, str]]:
    """Return what the oracle objects to: rule and place. fill: what is put beside it; that of FILL if None."""
    kind = f"{format}-{'request' if half == 'request' else 'response'}"
    return {
        (refusal.rule, str(refusal.at))
        for refusal in refusals_of(kind, (FILL[format, half] if fill is None else fill) | body)
    }
