from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.by_laws.tool_loop.script import DOUBTFUL, MALFORMED, READABLE, decoded


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (None, ({}, READABLE)),
        (" ", ({}, READABLE)),
        ('{"a": 1}', ({"a": 1}, READABLE)),
        ('{"a": 1', (None, MALFORMED)),
        ('"{}"', (None, MALFORMED)),
        ('{"a": Infinity}', (None, DOUBTFUL)),
        ('{"a": 1e999}', (None, DOUBTFUL)),
        (7, (None, DOUBTFUL)),
    ],
)
def test_arguments_are_decoded_once(sent: Any, read: Any) -> None:
    assert decoded(sent) == read
