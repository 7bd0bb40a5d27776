from __future__ import annotations

import pytest

from conformance.base.values import packed
from conformance.inputs import draw, pool
from conformance.inputs.pool import REMEMBERED, pooled

OPERATION = "mcp-tools-to-chat-tools"


@pytest.fixture(autouse=True)
def empty_memory():
    pool._drawn.cache_clear()


@pytest.mark.parametrize("exact_numbers", [True, False])
def test_the_pool_gives_what_a_draw_gives(monkeypatch, exact_numbers):
    drawn = draw(OPERATION, 20, 7, exact_numbers)
    assert packed(pooled(OPERATION, 20, 7, exact_numbers)) == packed(drawn)
    monkeypatch.setattr(pool, "draw_examples", lambda *given: pytest.fail("drawn again"))
    assert packed(pooled(OPERATION, 20, 7, exact_numbers)) == packed(drawn)


def test_changing_a_value_changes_no_later_one():
    first = pooled(OPERATION, 5, 7)
    before = packed(first)
    first.clear()
    assert packed(pooled(OPERATION, 5, 7)) == before


@pytest.mark.parametrize("other", [(OPERATION, 20, 8, True), (OPERATION, 20, 7, False), (OPERATION, 19, 7, True)])
def test_another_question_is_another_pool(other):
    assert packed(pooled(*other)) == packed(draw(*other))
    assert packed(pooled(OPERATION, 20, 7)) == packed(draw(OPERATION, 20, 7))


def test_memory_holds_some_pools_and_no_more():
    for seed in range(REMEMBERED + 6):
        pooled(OPERATION, 1, seed)
    assert pool._drawn.cache_info().currsize == REMEMBERED


def test_an_unknown_operation_is_named():
    with pytest.raises(ValueError, match=r"'mcp-to-mars'; known operations: .*mcp-tool-to-chat-tool"):
        pooled("mcp-to-mars", 1, 1)
