"""How reports that are text word a piece of evidence."""

from __future__ import annotations

from conformance.observation import Outcome
from conformance.reports.compare.text import _evidence as compared
from conformance.reports.document import evidence_document
from conformance.reports.evidence_text import expected_of, facts
from conformance.reports.markdown import _evidence as in_markdown
from conformance.reports.plain import evidence_lines
from conformance.values import ABSENT
from tests.reports.test_plain import make_evidence


def test_null_is_expected_only_if_evidence_says_so() -> None:
    outcome = Outcome(output=1)
    null, none = (evidence_document(make_evidence(expected=one, outcome=outcome)) for one in (None, ABSENT))
    assert (expected_of(null), null["expected"]) == (None, None)
    assert (expected_of(none), none["expected"]) == (ABSENT, None)
    assert ("expected", "null") in facts(null)
    assert "expected" not in dict(facts(none))


def test_all_texts_say_the_same() -> None:
    evidence = make_evidence(expected=[2], outcome=Outcome(output=[1]))
    piece = evidence_document(evidence)
    labels = [label for label, _text in facts(piece)]
    assert [line.split()[0] for line in evidence_lines(evidence)[1:]] == labels
    assert [line.split()[0] for line in in_markdown(piece)][1:] == labels
    assert [label for label, _text in compared(piece)][1:] == labels
