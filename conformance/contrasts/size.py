"""The contrast of deep and wide inputs: the same input with fewer levels and fewer entries."""

from __future__ import annotations

import sys

from conformance.contrasts.model import Contrast
from conformance.values import JSON, levels

DEEP, WIDE = 40, 50  # what has so many levels, or a member with so many entries, is deep or wide
LEVELS, ENTRIES = 12, 10  # what remains of it: a limit in between is one of size, and ordinary inputs keep to it


def _small(value: JSON) -> JSON:
    is_deep = any(depth > DEEP for depth, _level in enumerate(levels(value)))
    most = LEVELS if is_deep else sys.maxsize
    smaller = _cut(value, most)
    chunks = value.get("chunks") if isinstance(value, dict) else None
    if isinstance(chunks, list) and len(chunks) > WIDE:
        smaller["chunks"].append(_cut(chunks[-1], most))  # a stream that has no end is another input
    return smaller


def _cut(value: JSON, most: int, level: int = 0) -> JSON:
    if isinstance(value, list):
        entries = value[:ENTRIES] if len(value) > WIDE else value
        if level == most:  # `anyOf` with no branch would be no schema
            return [{} if isinstance(member, dict) else member for member in entries if not isinstance(member, list)]
        return [_cut(member, most, level + 1) for member in entries]
    if not isinstance(value, dict):
        return value
    if level == most:
        return {}
    kept = dict(list(value.items())[:ENTRIES]) if len(value) > WIDE else value
    smaller = {key: _cut(member, most, level + 1) for key, member in kept.items()}
    properties, required = smaller.get("properties"), smaller.get("required")
    if isinstance(properties, dict) and isinstance(required, list):
        smaller["required"] = [name for name in value["required"] if isinstance(name, str) and name in properties]
    return smaller


SMALL = "small"
SIZE = {SMALL: Contrast(when="if it is neither deep nor wide", remove=_small)}
