"""A wrong example for each rule."""

from __future__ import annotations

import pytest

from conformance.results.broken_examples import read_broken_examples
from conformance.rules.contracts import load_specifications
from tests.suite.selftest.broken import broken_examples

OPERATION = "responses-tools-to-chat-tools"


@pytest.mark.expensive("runs the planted defects of an operation")
def test_the_published_examples_of_an_operation_are_what_its_planted_defects_do():
    found = {example.rule: example for example in broken_examples(load_specifications(), OPERATION)}
    assert found == read_broken_examples(OPERATION)
