"""The contrast of deep and wide inputs: the same input with fewer levels and fewer entries."""

from __future__ import annotations

from conformance.contrasts.model import Contrast
from conformance.values import JSON

LEVELS, WIDE, KEPT = 40, 50, 20


def _small(value: JSON, level: int = 0) -> JSON:
    if isinstance(value, list):
        entries = value[:KEPT] if len(value) > WIDE else value
        if level == LEVELS:  # `anyOf` with no branch would be no schema
            return [{} if isinstance(member, dict) else member for member in entries if not isinstance(member, list)]
        return [_small(member, level + 1) for member in entries]
    if not isinstance(value, dict):
        return value
    if level == LEVELS:
        return {}
    kept = dict(list(value.items())[:KEPT]) if len(value) > WIDE else value
    smaller = {key: _small(member, level + 1) for key, member in kept.items()}
    properties, required = smaller.get("properties"), smaller.get("required")
    if isinstance(properties, dict) and isinstance(required, list):
        smaller["required"] = [name for name in value["required"] if name in properties]
    return smaller


SIZE = {"small": Contrast(when="if it is neither deep nor wide", remove=_small)}
