"""What the catalogue says of its libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.field.pages import known_of
from conformance.running.subjects import named
from conformance.running.subjects.named import library_names


def test_everything_of_the_catalogue_is_known() -> None:
    for name in library_names():
        known = known_of(name)
        assert known.reached and known.language in ("python", "javascript")
        assert not set("=[<>") & set(known.package)
    assert known_of("ai-sdk").package == "ai"
    assert known_of("pydantic-ai").package == "pydantic-ai-slim"
    assert known_of("agno").excuses[0][:2] == ("mcp-tools-to-chat-tools", "MCP-5")


def test_what_is_disputed_is_told_from_what_is_by_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "oak"
    folder.mkdir()
    (folder / "adapter.py").write_text("", "utf-8")
    entry = 'operation = "tool-loop"\nrule = "LOOP-1"\nreason = "{}"\n'
    (folder / "library.toml").write_text(
        'requirements = ["oak-ai[all]==1"]\npython = ">=3"\ntried = ["oak 1"]\noperations = {tool-loop = "oak.run"}\n'
        f"[[design]]\n{entry.format('meant')}[[disputed]]\n{entry.format('issue 7')}",
        "utf-8",
    )
    monkeypatch.setattr(named, "FOLDER", str(tmp_path))
    known = known_of("oak")
    assert (known.package, known.kind) == ("oak-ai", "library")
    assert [(excuse.reason, excuse.disputed) for excuse in known.excuses] == [("meant", False), ("issue 7", True)]
    with pytest.raises(UsageError, match="no library 'elm'"):
        known_of("elm")
