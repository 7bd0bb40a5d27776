"""Which losses no report is about."""

from __future__ import annotations

from conformance.laws.losses import Loss, silent

SEED, TOP = Loss((), "the seed", ("seed",)), Loss((), "top_k", ("top_k",))


def test_a_report_that_names_another_loss_alone_is_not_about_this_one() -> None:
    assert list(silent([SEED, TOP], ["seed is left out"])) == [TOP]


def test_a_report_that_names_none_is_about_all() -> None:
    assert list(silent([SEED, TOP], ["something is left out"])) == []
    assert list(silent([SEED, TOP], [])) == [SEED, TOP]
