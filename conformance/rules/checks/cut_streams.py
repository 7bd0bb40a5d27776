"""Errors that say of a stream that it broke off."""

from __future__ import annotations

import re

from conformance.base.observation import Outcome

_SAYS_SO = re.compile(
    r"(stream|connection|response|answer|peer).*(\bend|\bclos|\bcut\b|\bbroke|break|\bterminal|\bterminat|incomplete"
    r"|finish|interrupt|truncat|premature|unexpected|abort|\breset\b|without)|incomplete (chunked )?read"
    r"|\b(missing|without|no|lacks)\b.{0,20}\b(finish|finish_reason|end|final|terminal|completed?)\b",
    re.IGNORECASE | re.DOTALL,
)


def says_that_it_broke_off(outcome: Outcome) -> bool:
    """Whether a call failed with an error that says that the stream came to no end: no crash over what is missing."""
    return outcome.refusal is not None and bool(_SAYS_SO.search(outcome.refusal.message))
