"""The digest of specs/api/."""

from __future__ import annotations

from pathlib import Path

from conformance.rules.contracts.pinned import api_digest


def test_the_digest_covers_names_and_contents(specs: Path) -> None:
    assert api_digest() is None
    (specs / "api" / "inner").mkdir(parents=True)
    (specs / "api" / "inner" / "one.json").write_text("{}", "utf-8")
    first = api_digest()
    assert first is not None
    assert first.startswith("sha256:")
    assert api_digest() == first
    (specs / "api" / "inner" / "one.json").write_text("[]", "utf-8")
    second = api_digest()
    (specs / "api" / "inner" / "one.json").rename(specs / "api" / "one.json")
    assert len({first, second, api_digest()}) == 3
