"""The classes of values, each shown by a value that has it and not by a plain one."""

from __future__ import annotations

import pytest

from conformance.inputs.material import EDGES, FEW_EDGES, FEW_SAID, SAID
from tests.suite.coverage.classes import TEXT


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("one\rtwo", "a lone CR"),
        ("caf\u00e9", "composed letter"),
        ("a\u540d", "several scripts"),
        ("<b>&amp;</b>", "markup and an entity"),
        ("007", "a number"),
        ("1e3", "a number"),
        ('{"a": 1}', "JSON of an object"),
        ("[1]", "JSON of a list"),
        ("7", "one character"),
    ],
)
def test_a_text_has_its_class(text: str, name: str) -> None:
    assert TEXT[name](text)
    assert not TEXT[name]("Two words.\r\n")


@pytest.mark.parametrize("edges", [EDGES, FEW_EDGES, SAID, FEW_SAID])
def test_the_edges_of_a_place_have_each_class_of_texts(edges: tuple[str, ...]) -> None:
    assert [name for name, fits in TEXT.items() if not any(map(fits, edges))] == []
