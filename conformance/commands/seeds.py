"""The seed of a run: the same one every time, another one, or one that is drawn."""

from __future__ import annotations

import argparse
import os

from conformance.running.project.keys import DEFAULT_SEED

RANDOM = "random"


def seed(text: str) -> int | str:
    """Read what --seed is given: a whole number of 0 or more, or RANDOM."""
    if text == RANDOM:
        return RANDOM
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more, or {RANDOM}")
    return int(text)


def seed_of(stated: int | str | None) -> int:
    """Return the seed of a run. stated: what it is given; None for nothing."""
    if stated == RANDOM:
        return int.from_bytes(os.urandom(4), "big")
    return DEFAULT_SEED if stated is None else int(stated)
