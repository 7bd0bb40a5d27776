"""Two requests, compared once for all laws."""

from __future__ import annotations

from conformance.laws.losses import Loss
from conformance.laws.requests import thoughts_of, words_of
from tests.laws.request_samples import ASKED, BECAME, compared, setting


def test_results_are_paired_with_what_the_source_has() -> None:
    pairs = compared(ASKED, BECAME).results
    assert [(owed.id, owed.failed, got.id) for _piece, owed, got in pairs] == [("a", True, "a"), ("b", None, "b")]


def test_it_knows_what_the_result_says() -> None:
    both = compared(ASKED, BECAME)
    assert (
        both.says("boom") and both.says("data:image/png;base64,iVBO") and not both.says("nothing") and not both.says("")
    )


def test_settings_are_found_by_name() -> None:
    both = compared(ASKED, BECAME)
    assert both.wanted["top_k"] == 5 and "top_k" not in both.found


def test_thoughts_and_words() -> None:
    assert thoughts_of(ASKED) == ["I should look."]
    assert list(words_of(setting("top_k", 1))) == ["top_k"]


def test_losses_without_a_report_are_unsaid() -> None:
    loss = Loss((), "the seed", ("seed",))
    assert list(compared(ASKED, BECAME).unsaid([loss])) == []
    assert list(compared(ASKED, BECAME, ()).unsaid([loss])) == [loss]
    assert list(compared(ASKED, BECAME, None).unsaid([loss])) == []
