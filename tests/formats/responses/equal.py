"""What is equal in the Responses API: values that say the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from conformance.base.values import JSON
from conformance.formats.facts import word
from conformance.formats.model.fact import Path
from conformance.formats.responses.read import LOGPROBS, RESULTS
from tests.formats.equalities import walked, without, without_empty, without_nulls


def normal(value: JSON, form: str, counts: Counter[str]) -> JSON:
    """Return the normal form of a request or a response. form: request or answer. counts: how often each
    equality is used.
    """
    return walked(value, _change, counts)


def _change(at: Path, holder: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
    without_nulls(holder, counts)
    without_empty(holder, counts)
    if at == ():
        _of_bodies(holder, counts)
    if at == ("reasoning",) and "generate_summary" in holder and "summary" not in holder:
        counts["generate_summary is summary"] += 1
        holder["summary"] = holder.pop("generate_summary")
    if at == ("usage",):
        without(holder, counts, "total_tokens", "a total is the sum", _sum(holder))
    if holder.get("type") in ("output_text", "input_text"):
        for name in ("annotations", "logprobs"):
            without(holder, counts, name, "an empty list is absent", [])
    without(holder, counts, "top_logprobs", "an empty list is absent", [])
    if len(at) == 2 and at[0] in ("input", "output"):
        _of_items(at[0], holder, counts)
    return holder


def _of_bodies(holder: dict[str, Any], counts: Counter[str]) -> None:
    """Change the members of a request, or of a response, itself."""
    if holder.get("object") == "response" or "output" in holder or "status" in holder:  # requests have none
        without(holder, counts, "object", "the kind of object is known", "response")
        without(holder, counts, "status", "completed is the usual status", "completed")
        without(holder, counts, "output", "an empty list is absent", [])
    if isinstance(holder.get("include"), list) and LOGPROBS in holder["include"]:
        counts["the order of include says nothing"] += 1
        holder["include"] = [element for element in holder["include"] if element != LOGPROBS] + [LOGPROBS]


def _of_items(list_: str | int, holder: dict[str, Any], counts: Counter[str]) -> None:
    if holder.get("type") == "reasoning":
        for name in ("summary", "content"):
            without(holder, counts, name, "an empty list is absent", [])
    is_message = word(holder) == "message" or (holder.get("type") is None and word(holder, "role") is not None)
    if list_ == "output" and is_message:
        without(holder, counts, "role", "what a response says, the assistant says", "assistant")
        without(holder, counts, "type", "a message needs no type", "message")
    if holder.get("type") == "message" and isinstance(holder.get("role"), str):
        without(holder, counts, "type", "a message needs no type", "message")
    if word(holder) in RESULTS:
        without(holder, counts, "output", "an empty result is absent", "")


def _sum(usage: dict[str, Any]) -> JSON:
    parts = usage.get("input_tokens"), usage.get("output_tokens")
    return sum(parts) if all(type(part) in (int, float) for part in parts) else None
