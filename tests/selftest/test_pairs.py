"""Two planted defects at a time: drawn by seed, in different members, and found by what a report prints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.running.engine import Options
from tests.running.engine.certifying import specifications
from tests.suite.selftest.pairs import DefectPair, Found, Said, pairs_of

CHAT, RESPONSE = "chat-request-to-anthropic-request", "chat-response-to-anthropic-response"
QUICK = Options(seed=3, max_examples=0, shapes=False, repeat=False, shrink=False)
NO_RESULT: Any = None
NO_DEFECT: Any = None
A, B = Said("ASK-2", "text-lost", "content", ""), Said("ASK-12", "stop-lost", "stop", "")


@pytest.mark.parametrize("operation", [CHAT, RESPONSE])
def test_two_defects_in_different_members_have_two_headlines_or_are_both_named(operation: str) -> None:
    (pair,) = [pair for pair in pairs_of(specifications(), operation, 1, QUICK) if not pair.is_hidden]
    first, second = pair.alone
    assert first.member != second.member
    assert first.said != second.said
    assert not pair.is_one or pair.names_both


def found(*said: Said, printed: tuple[Said, ...] | None = None, defects: int = 1) -> Found:
    """A run that found something, of which a report prints all, or a part."""
    shown = frozenset(said if printed is None else printed)
    return Found(result=NO_RESULT, defects=(NO_DEFECT,) * defects, member="", said=frozenset(said), printed=shown)


def test_a_headline_that_leaves_one_of_them_out_does_not_name_both() -> None:
    pair = DefectPair(operation=CHAT, planted=("a", "b"), alone=(found(A), found(B)), together=found(A, B))
    assert (pair.is_one, pair.is_hidden, pair.names_both) == (True, False, True)
    silent = replace(pair, together=found(A, B, printed=(A,)))
    assert (silent.is_one, silent.is_hidden, silent.names_both) == (True, False, False)
    assert replace(pair, together=found(A)).is_hidden
    assert not replace(pair, together=found(A, B, defects=2)).is_one


def test_what_both_do_alone_tells_neither() -> None:
    pair = DefectPair(operation=CHAT, planted=("a", "b"), alone=(found(A, B), found(B)), together=found(A, B))
    assert pair.is_hidden
