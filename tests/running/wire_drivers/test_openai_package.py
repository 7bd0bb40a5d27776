"""The driver of the `openai` package, whose tools an application writes by itself."""

from __future__ import annotations

from typing import Any

import pytest

driver = pytest.importorskip("conformance.running.wire_drivers.openai_package", reason="the openai package")


@pytest.mark.parametrize("schema", [{"type": "object"}, {"type": "object", "properties": None}])
def test_a_function_has_the_properties_that_the_api_wants_at_the_root(schema: Any) -> None:
    function = driver.function_of({"name": "ping", "inputSchema": schema})
    assert function == {"name": "ping", "description": "", "parameters": {"type": "object", "properties": {}}}


def test_defaults_are_left_out_and_a_property_of_that_name_stays() -> None:
    schema = {"type": "object", "properties": {"default": {"type": "string", "default": "a"}}}
    made = driver.function_of({"name": "ping", "description": "Pings.", "inputSchema": schema})
    assert made["parameters"] == {"type": "object", "properties": {"default": {"type": "string"}}}
