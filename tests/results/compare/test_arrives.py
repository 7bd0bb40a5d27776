"""What arrives now, and what arrived before."""

from __future__ import annotations

from conformance.results.compare.arrives import Moved, moved
from conformance.results.compare.comparison import compare
from conformance.results.compare.document import document
from conformance.results.compare.text import comparison_lines
from conformance.running.engine.fates import Fates
from tests.results.test_arrives import IMAGES, TEXT, report_of

WHOLE = Fates(arrives=5)


def test_a_content_of_which_another_share_arrives_is_named() -> None:
    old, new = (report_of(one_to_one={"images": element, "text": TEXT}) for element in (WHOLE, IMAGES))
    assert list(moved(old, new)) == [Moved("images", 100, 40)]
    assert str(Moved("images", 100, 40)) == "images: 100 to 40 %"
    assert list(moved(old, old)) == []


def test_only_operations_that_both_reports_have_are_compared() -> None:
    old = report_of(one_to_one={"images": WHOLE})
    assert list(moved(old, report_of(one_to_one={"images": WHOLE}, many_to_many={"images": IMAGES}))) == []
    assert list(moved(old, report_of(many_to_many={"images": IMAGES}))) == []
    assert list(moved(old, report_of())) == []


def test_a_comparison_says_it_in_words_and_as_data() -> None:
    old, new = (report_of(one_to_one={"images": element}) for element in (IMAGES, WHOLE))
    for before, now, line in ((new, old, "  less: images: 100 to 40 %"), (old, new, "  more: images: 40 to 100 %")):
        comparison = compare(before, now)
        lines = comparison_lines(comparison)
        assert lines[lines.index("What arrives:") + 1] == line
        assert not comparison.regressed
    assert document(compare(new, old))["arrives"] == [{"content": "images", "before": 100, "now": 40}]
