from __future__ import annotations

from pathlib import Path

import pytest

from conformance.generate import draw, pool
from conformance.generate.pool import pooled
from conformance.values import packed

OPERATION = "mcp-tools-to-chat-tools"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache and an empty memory, those of this test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(pool, "_remembered", {})
    return tmp_path / "tool-conformance"


@pytest.fixture
def only_kept(monkeypatch: pytest.MonkeyPatch):
    """Fails whoever draws; forgets what is in memory."""

    def begin() -> None:
        monkeypatch.setattr(pool, "draw", lambda *given: pytest.fail("drawn again"))
        pool._remembered.clear()

    return begin


@pytest.mark.parametrize("exact_numbers", [True, False])
def test_the_pool_gives_what_a_draw_gives(only_kept, exact_numbers):
    drawn = draw(OPERATION, 20, 7, exact_numbers)
    assert packed(pooled(OPERATION, 20, 7, exact_numbers)) == packed(drawn)
    only_kept()
    assert packed(pooled(OPERATION, 20, 7, exact_numbers)) == packed(drawn)


def test_what_somebody_changes_is_changed_for_nobody_else():
    first = pooled(OPERATION, 5, 7)
    before = packed(first)
    first.clear()
    assert packed(pooled(OPERATION, 5, 7)) == before


@pytest.mark.parametrize("other", [(OPERATION, 20, 8, True), (OPERATION, 20, 7, False), (OPERATION, 19, 7, True)])
def test_another_question_is_another_pool(other):
    assert packed(pooled(*other)) == packed(draw(*other))
    assert packed(pooled(OPERATION, 20, 7)) == packed(draw(OPERATION, 20, 7))


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 500])
def test_a_damaged_pool_is_drawn_again(cache, damage):
    whole = packed(pooled(OPERATION, 20, 7))
    (kept,) = cache.glob("pool-*.bin")
    good = kept.read_bytes()
    kept.write_bytes(damage)
    pool._remembered.clear()
    assert packed(pooled(OPERATION, 20, 7)) == whole
    assert kept.read_bytes() == good


def test_memory_holds_some_pools_and_no_more(monkeypatch):
    monkeypatch.setattr(pool, "REMEMBERED", 3)
    for seed in range(6):
        pooled(OPERATION, 1, seed)
    assert len(pool._remembered) == 3


def test_an_unknown_operation_is_named():
    with pytest.raises(ValueError, match=r"'mcp-to-mars'; known operations: .*mcp-tool-to-chat-tool"):
        pooled("mcp-to-mars", 1, 1)
