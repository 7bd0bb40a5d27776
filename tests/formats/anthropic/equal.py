"""What is equal in Anthropic Messages: values that say the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from conformance.base.values import JSON
from conformance.formats.model.fact import Path
from tests.formats.equalities import walked, without, without_empty, without_nulls


def normal(value: JSON, form: str, counts: Counter[str]) -> JSON:
    """Return the normal form of a request or an answer. counts: how often each equality was needed."""
    return walked(value, _change, counts)


def _change(at: Path, holder: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
    if "input" in at:
        return holder
    without_nulls(holder, counts)
    if at == ():
        if "output_format" in holder and not isinstance(holder.get("output_config"), str):
            holder.setdefault("output_config", {}).setdefault("format", holder.pop("output_format"))
            counts["output_format is output_config.format"] += 1
        without_empty(holder, counts)
    if at[-2:-1] == ("tools",):
        without(holder, counts, "type", "a tool of type custom needs no type", "custom")
    if holder.get("type") == "text":
        without(holder, counts, "citations", "an empty list is absent", [])
    if at[-1:] == ("source",) and isinstance(holder.get("content"), str):
        holder["content"] = [{"type": "text", "text": holder["content"]}]
        counts["a text is one block"] += 1
    return holder
