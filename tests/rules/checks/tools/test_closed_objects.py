from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.tools.closed_objects import reopened

LISTS: dict[str, Any] = {"type": "object", "properties": {"a": {}}}
CLOSED = LISTS | {"additionalProperties": False}
DEFINITIONS = {"$defs": {"A": LISTS}}


@pytest.mark.parametrize(
    ("source", "result", "opened"),
    [
        (LISTS, CLOSED, LISTS),
        (LISTS, LISTS, LISTS),
        ({"items": LISTS}, {"items": CLOSED}, {"items": LISTS}),
        (
            DEFINITIONS | {"$ref": "#/$defs/A"},
            {"$defs": {"A": CLOSED}, "$ref": "#/$defs/A"},
            DEFINITIONS | {"$ref": "#/$defs/A"},
        ),
        (DEFINITIONS | {"items": {"$ref": "#/$defs/A"}}, {"items": CLOSED}, {"items": LISTS}),
        *(
            (source, source | {"additionalProperties": False}, source | {"additionalProperties": False})
            for source in (
                {"type": "object"},
                {"type": "object", "properties": {}},
                LISTS | {"additionalProperties": {}},
                LISTS | {"patternProperties": {"^x": {}}},
                LISTS | {"unevaluatedProperties": True},
                {"$ref": "#"},
                {"$ref": "#A"},
                {"$ref": "#/$defs/A"},
            )
        ),
    ],
)
def test_objects_that_list_properties_are_open_again(source: Any, result: Any, opened: Any) -> None:
    assert reopened(source, result) == opened
