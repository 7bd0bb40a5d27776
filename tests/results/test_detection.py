from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from conformance.results.detection import Score, read_detection

SPECS = Path(__file__).parents[2] / "specs"
TOLD = {
    "format": 1,
    "suite": {"version": "0.1.0", "specs_digest": "sha256:" + "4f" * 32},
    "run": {"seeds": [1], "max_examples": 100},
    "operations": {"tool-loop": {"defects": 9, "convicted": 8, "sound": 3, "certified": 2}},
}


@pytest.fixture
def specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of specifications of one's own."""
    (tmp_path / "sources.yaml").write_text("sources: []\n", "utf-8")
    monkeypatch.setenv("CONFORMANCE_SPECS", str(tmp_path))
    return tmp_path


def test_the_published_score_has_its_form_and_misses_nothing() -> None:
    reported = json.loads((SPECS / "detection.json").read_text("utf-8"))
    schema = json.loads((SPECS / "detection.schema.json").read_text("utf-8"))
    jsonschema_rs.validate(schema, reported)
    assert set(reported["operations"]) == {folder.parent.name for folder in SPECS.glob("*/contract.yaml")}
    for operation, score in reported["operations"].items():
        assert (operation, score["convicted"], score["certified"]) == (operation, score["defects"], score["sound"])


def test_the_score_of_the_specifications_in_use_is_read(specs: Path) -> None:
    (specs / "detection.json").write_text(json.dumps(TOLD), "utf-8")
    found = read_detection()
    assert found is not None
    assert found.operations == {"tool-loop": Score(defects=9, convicted=8, sound=3, certified=2)}
    assert found.specs_digest == "sha256:" + "4f" * 32


def _without(key: str) -> dict[str, Any]:
    return {name: value for name, value in TOLD.items() if name != key}


@pytest.mark.parametrize(
    "text",
    [None, "{", "[]", "null", *(json.dumps(_without(key)) for key in ("suite", "operations"))],
    ids=["absent", "cut", "a-list", "null", "no-suite", "no-operations"],
)
def test_a_score_that_cannot_be_read_is_none(specs: Path, text: str | None) -> None:
    if text is not None:
        (specs / "detection.json").write_text(text, "utf-8")
    assert read_detection() is None
