"""Whether a command printed what its page claims.

A page shows all that a command prints, or leaves some out: a line `...` replaces any number of lines. Where lines
are broken is not compared, because a screen breaks them by its width; neither is what differs from run to run: seconds,
seeds, times of day, addresses of this machine, versions; nor how many operations and rules there are, of which new ones
change no page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

LEFT_OUT = "..."
VARIES = (
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)"), "TIME"),
    (re.compile(r"\b\d+(?:\.\d+)? s\b"), "SECONDS"),
    (re.compile(r"\bseed \d+"), "SEED"),
    (re.compile(r"127\.0\.0\.1:\d+"), "ADDRESS"),
    (re.compile(r"\bof \d+ operations\b"), "of ALL operations"),
    (re.compile(r"\b\d+ (MUST rules pass|rules are not observable)\b"), r"SOME \1"),
    (re.compile(r"\bconforms, \d+ rules\b"), "conforms, SOME rules"),
    (re.compile(r"\bof \d+ rules fail\b"), "of ALL rules fail"),
    (re.compile(r"\b(python|node|suite) \d+(?:\.\d+)+", re.IGNORECASE), r"\1 VERSION"),
)


def difference(claimed: Sequence[str], out: str) -> str | None:
    """Return how what was printed differs from the page; None if the command printed what the page shows.

    claimed: the lines of the page, unchanged.
    """
    rest = _words(out)
    is_open = False
    for left_out, lines in groupby(claimed, key=lambda line: line.strip() == LEFT_OUT):
        if left_out:
            is_open = True
            continue
        part = _words("\n".join(lines))
        at = rest.find(part) if is_open else rest.startswith(part) - 1
        if at < 0:
            return f"not printed{'' if is_open else ' next'}:{part}; what is left:{rest}"
        rest, is_open = rest[at + len(part) - 1 :], False
    return None if is_open or not rest.strip() else f"not on the page:{rest}"


def _words(text: str) -> str:
    """The words of a text, each between two spaces."""
    text = " ".join(text.split())
    for pattern, word in VARIES:
        text = pattern.sub(word, text)
    return f" {text} "
