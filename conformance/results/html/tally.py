"""Rules counted by verdict, as a cell of a table shows them: words, a bar, and what is not as it should be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.results.html.verdicts import LEVELS, VERDICTS, WORDS, tone

Tally = dict[tuple[str, str], int]  # by verdict and level
BARS = ("good", "none", "soft", "bad")  # from left to right


def cell(tally: Mapping[tuple[str, str], int]) -> dict[str, Any] | None:
    """Return the words and the bar of a cell; None where there is no rule.

    "3 of 4" does not count what does not apply: that is a remark, like every other verdict except pass.
    """
    if not tally:
        return None
    tones: dict[str, int] = {}
    for (verdict, level), number in tally.items():
        if verdict != "not-applicable":
            tones[tone(verdict, level)] = tones.get(tone(verdict, level), 0) + number
    total = sum(tones.values())
    bars, at = [], 0
    for name in BARS:
        if name in tones:
            bars.append((name, at, tones[name]))
            at += tones[name]
    return {
        "held": f"{tones.get('good', 0):,} of {total:,}" if total else "none apply",
        "total": total,
        "tone": bars[-1][0] if bars else "none",
        "bars": bars,
        "remarks": _remarks(tally),
    }


def _remarks(tally: Mapping[tuple[str, str], int]) -> list[tuple[str, str]]:
    """Return the tone and the words of each verdict other than pass, with the level if it makes a difference."""
    remarks = []
    for verdict in VERDICTS[:-1]:
        must, should = (tally.get((verdict, level), 0) for level in LEVELS)
        if tone(verdict) == tone(verdict, "SHOULD"):
            must, should = must + should, 0
        if must:
            remarks.append((tone(verdict), f"{must:,} {WORDS[verdict]}"))
        if should:
            remarks.append((tone(verdict, "SHOULD"), f"{should:,} SHOULD {WORDS[verdict]}"))
    return remarks
