"""What the reference reports of a conversion is that of this conversion."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from conformance.reference.errors import LOG
from conformance.running.gateway.reports import HEADER, collecting, header_of


def test_conversions_at_once_are_not_mixed() -> None:
    both = Barrier(2)

    def convert(name: str) -> list[str]:
        with collecting() as reports:
            both.wait()
            LOG.warning("%s: left out", name)
            both.wait()
        return reports

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(convert, "ab")) == [["a: left out"], ["b: left out"]]


def test_the_header_is_ascii_and_not_too_long() -> None:
    assert header_of([]) == {}
    assert header_of(["größe: left out"]) == {HEADER: '["gr\\u00f6\\u00dfe: left out"]'}
    text = header_of(["x" * 100] * 1000)[HEADER]
    assert len(text) <= 4000
    assert json.loads(text)[-1] == f"{1000 - len(json.loads(text)) + 1} more"
