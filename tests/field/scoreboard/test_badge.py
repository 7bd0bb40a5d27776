from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from conformance.field.scoreboard.badge import endpoint, svg
from conformance.field.scoreboard.runs import ReportedRun, run_of

Built = dict[str, Any]
Build = Callable[..., Built]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def run(report: Build, rule: Build) -> Callable[..., ReportedRun]:
    """Builds a run with some verdicts."""

    def build(*verdicts: str, **changes: Any) -> ReportedRun:
        rules = [rule(id=str(number), verdict=verdict) for number, verdict in enumerate(verdicts)]
        return run_of(report(*rules, run=changes), "report.json", None)

    return build


@pytest.mark.parametrize(
    ("verdicts", "changes", "reported"),
    [
        (["pass"], {}, ("conformance", "conforms", "2a7a4b")),
        (["pass", "expected-failure"], {}, ("conformance", "conforms but for expected failures", "7a6200")),
        (["fail", "pass"], {}, ("conformance", "1 rule not met", "b3261e")),
        (["fail"] * 1_200, {}, ("conformance", "1,200 rules not met", "b3261e")),
        (["fail"], {"complete": False}, ("conformance", "incomplete", "7a6200")),
        (["pass"], {"requirements": "api"}, ("conformance api", "conforms", "2a7a4b")),
    ],
)
def test_a_badge_says_what_came_of_the_run(
    run: Callable[..., ReportedRun], verdicts: list[str], changes: Built, reported: tuple[str, str, str]
) -> None:
    badge = endpoint(run(*verdicts, **changes))
    assert badge == {"schemaVersion": 1, "label": reported[0], "message": reported[1], "color": reported[2]}
    image = ElementTree.fromstring(svg(run(*verdicts, **changes)))
    assert [text.text for text in image.iter(f"{SVG}text")] == list(reported[:2])
    assert image.get("aria-label") == f"{reported[0]}: {reported[1]}"
    assert f"#{reported[2]}" in {rect.get("fill") for rect in image.iter(f"{SVG}rect")}


def test_texts_lie_inside_of_the_badge(run: Callable[..., ReportedRun]) -> None:
    image = ElementTree.fromstring(svg(run("fail", requirements="api, documents (all-2026-11)")))
    label, message = image.iter(f"{SVG}text")
    width = float(image.get("width", ""))
    for text in (label, message):
        middle, half = float(text.get("x", "")), float(text.get("textLength", "")) / 2
        assert middle - half >= 5
        assert middle + half <= width - 5
    edge = float(label.get("x", "")) * 2
    assert float(message.get("x", "")) - float(message.get("textLength", "")) / 2 >= edge + 5


def test_hostile_text_is_text(run: Callable[..., ReportedRun]) -> None:
    image = svg(run("pass", requirements='"/><script>alert(1)</script>&amp;\x1b[31m'))
    assert "<script" not in image
    label = next(ElementTree.fromstring(image).iter(f"{SVG}text")).text
    assert label == 'conformance "/><script>alert(1)</script>&amp;\\x1b[31m'
