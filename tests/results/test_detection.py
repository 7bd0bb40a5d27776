from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from conformance.results.detection import Score, read_scores

SPECS = Path(__file__).parents[2] / "specs"
DIGEST = "sha256:" + "4f" * 32
TOLD = {
    "format": 2,
    "suite": {"version": "0.1.0", "specs_digest": DIGEST},
    "run": {"seeds": [1], "max_examples": 100},
    "defects": 9,
    "convicted": 8,
    "sound": 3,
    "certified": 2,
}
SCHEMA = json.loads((SPECS / "detection.schema.json").read_text("utf-8"))


@pytest.fixture
def specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of specifications of one's own."""
    (tmp_path / "sources.yaml").write_text("sources: []\n", "utf-8")
    (tmp_path / "tool-loop").mkdir()
    monkeypatch.setenv("CONFORMANCE_SPECS", str(tmp_path))
    return tmp_path


def test_the_published_scores_have_their_form_and_miss_nothing() -> None:
    published = sorted(SPECS.glob("*/detection.json"))
    assert published
    for path in published:
        score = json.loads(path.read_text("utf-8"))
        jsonschema_rs.validate(SCHEMA, score)
        assert (path.parent / "contract.yaml").is_file()
        assert (path, score["convicted"], score["certified"]) == (path, score["defects"], score["sound"])


def test_the_scores_of_the_specifications_in_use_are_read(specs: Path) -> None:
    (specs / "tool-loop" / "detection.json").write_text(json.dumps(TOLD), "utf-8")
    score = Score(defects=9, convicted=8, sound=3, certified=2, specs_digest=DIGEST)
    assert read_scores() == {"tool-loop": score}


def _without(key: str) -> dict[str, Any]:
    return {name: value for name, value in TOLD.items() if name != key}


@pytest.mark.parametrize(
    "text",
    [None, "{", "[]", "null", *(json.dumps(_without(key)) for key in ("suite", "sound"))],
    ids=["absent", "cut", "a-list", "null", "no-suite", "no-sound"],
)
def test_a_score_that_cannot_be_read_is_none(specs: Path, text: str | None) -> None:
    if text is not None:
        (specs / "tool-loop" / "detection.json").write_text(text, "utf-8")
    assert read_scores() == {}
