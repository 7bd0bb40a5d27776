"""Texts that are joined to one."""

from __future__ import annotations

from conformance.formats.facts import TEXT, WireItem
from conformance.rules.alignment.joining import fits, remainder


def test_texts_that_may_be_missing_do_not_hide_what_must_be_there() -> None:
    texts = [
        WireItem(kind=TEXT, entry=entry, at=(entry,), source=None, value=value, is_optional=value == "b")
        for entry, value in enumerate(("a", "b", "", "a"))
    ]
    assert all(fits(content, texts, ("nothing",)) for content in ("aa", "aba", "a\na", "a\nb\n\na"))
    assert not any(fits(content, texts, ("nothing",)) for content in ("a", "ab", "a a", "aab"))
    assert remainder("a thought and text", ["text", "a thought"]) == " and "
