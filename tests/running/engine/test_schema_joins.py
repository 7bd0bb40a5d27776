"""Facts about schemas are one defect where one piece of code made them."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.rules.checks.findings import Failure
from tests.running.engine.test_defects import failing, of
from tests.running.engine.test_joins import on


def keywords(kind: str, *names: str, start: int = 0) -> list[tuple[Failure, Outcome, tuple[int, ...]]]:
    return [on(f"/output/parameters/{name}", number, kind=kind) for number, name in enumerate(names, start)]


MANY_KEYWORDS = ("pattern", "minimum", "maximum", "enum", "const", "format")


def test_a_schema_that_loses_many_keywords_is_built_anew_and_all_else_in_it_is_that() -> None:
    lost, added = keywords("keyword-lost", *MANY_KEYWORDS), keywords("keyword-added", *MANY_KEYWORDS)
    changed, elsewhere = keywords("value-changed", "required"), keywords("value-changed", "required", start=50)
    assert len(of(failing("MCP-3", *lost, *added, *changed))) == 1
    assert len(of(failing("MCP-3", *lost, *added, *elsewhere))) == 2
    assert len(of(failing("MCP-3", *lost, *changed))) == 1
    assert len(of(failing("MCP-3", *lost[:3], *changed))) == 4


def test_references_that_are_written_out_are_one_defect() -> None:
    written_out = keywords("keyword-lost", "$ref", "$defs", "definitions")
    assert sorted(
        element.inputs for element in of(failing("MCP-3", *written_out, *keywords("keyword-lost", "title")))
    ) == [
        1,
        3,
    ]


def test_each_provider_s_schemas_are_built_by_code_of_their_own() -> None:
    lost = keywords("keyword-lost", *MANY_KEYWORDS)
    of_anthropic = [on(f"/output/input_schema/{name}", 20, kind="keyword-lost") for name in MANY_KEYWORDS]
    assert len(of(failing("PRV-5", *lost), failing("PRV-5a", *of_anthropic))) == 2
