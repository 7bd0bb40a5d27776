"""How reports that are text word a piece of evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.results.compare.html import _evidence as on_page
from conformance.results.compare.text import _evidence as compared
from conformance.results.document import evidence_document
from conformance.results.evidence_text import expected_of, facts, shown_at
from conformance.results.html.evidence import evidence_entry
from conformance.results.junit import _lines as in_junit
from conformance.results.markdown import _evidence as in_markdown
from conformance.results.plain import evidence_lines
from conformance.rules.checks.conduct import INPUT_EDITED
from tests.results.test_plain import make_evidence


def test_null_is_expected_only_if_evidence_says_so() -> None:
    outcome = Outcome(output=1)
    null, none = (evidence_document(make_evidence(expected=element, outcome=outcome)) for element in (None, ABSENT))
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


def test_a_changed_input_is_shown_before_and_after_in_every_report() -> None:
    before, after = {"a": 1, "b": 2}, {"a": 1}
    evidence = replace(
        make_evidence(expected=ABSENT, outcome=Outcome(output=[1], input_after=after)),
        kind=INPUT_EDITED, at="/input/b", input=before, message="the input was changed by the call: /b was 2",
    )  # fmt: skip
    piece = evidence_document(evidence)
    assert dict(facts(piece)).items() >= {"at": "/input/b", "before": '{"a": 1, "b": 2}', "now": '{"a": 1}'}.items()
    assert "actual" not in dict(facts(piece))
    assert "input after the call: {" in "\n".join(in_junit(piece))
    for panes in (evidence_entry(piece)["panes"], on_page(piece)["panes"]):
        assert [pane["label"] for pane in panes] == ["Input", "Input after the call"]


@pytest.mark.parametrize("at", ["/input/tools/70/name", "/output/tools/0/name/here"])
def test_a_long_input_is_cut_around_what_its_pointer_names(at: str) -> None:
    tools = [{"title": "x" * 20} for _number in range(70)]
    text = shown_at({"tools": [*tools, {"name": "here"}]}, at, "input")
    assert '{"name": "here"}' in text or at.startswith("/output")
    assert text.startswith("...") == at.startswith("/input")


def test_what_another_value_is_about_is_looked_for_by_its_name() -> None:
    given = {"long": "x" * 400, "schema": {"default": 1}}
    assert '"default": 1' in shown_at(given, "/output/parameters/default", "input")
    assert shown_at({"short": 1}, "/output/default", "input") == '{"short": 1}'
