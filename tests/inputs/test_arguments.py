"""Arguments of calls as models write them, and what goes wrong with them."""

from __future__ import annotations

import json
from random import Random

import pytest

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT
from conformance.inputs.arguments import (
    ARGUMENT_FAULTS,
    arguments_text,
    deep_arguments,
    deep_item,
    fault_names,
    make_arguments,
)
from conformance.inputs.choices import Dealing
from conformance.inputs.shapes import LEVELS


@pytest.fixture
def choices() -> Dealing:
    return Dealing(Random(3))


def test_arguments_are_texts_of_objects(choices: Dealing) -> None:
    for make in (arguments_text, make_arguments):
        assert all(isinstance(json_or_absent(str(make(choices))), dict) for _ in range(100))


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("arguments that are no JSON", "none"),
        ("arguments cut off", "none"),
        ("blank arguments", "none"),
        ("empty arguments", "none"),
        ("arguments that are no object", "other"),
    ],
)
def test_a_fault_of_the_text_is_what_its_name_says(fault: str, kind: str, choices: Dealing) -> None:
    for _ in range(40):
        holder = {"name": "f", "arguments": "{}"}
        ARGUMENT_FAULTS[fault](choices, holder)
        value = json_or_absent(holder["arguments"])
        assert (value is ABSENT) if kind == "none" else (value is not ABSENT and not isinstance(value, dict)), holder


def test_the_other_faults_are_no_text_or_a_number_beyond_a_double(choices: Dealing) -> None:
    left = {}
    for fault in ("arguments beyond a double", "no arguments", "null arguments", "arguments as an object"):
        holder: dict[str, object] = {"arguments": "{}"}
        ARGUMENT_FAULTS[fault](choices, holder)
        left[fault] = holder
    assert left["no arguments"] == {}
    assert left["null arguments"] == {"arguments": None}
    assert isinstance(left["arguments as an object"]["arguments"], dict)
    assert json.loads(str(left["arguments beyond a double"]["arguments"]))["a"] == float("inf")


def test_each_fault_comes_as_often_as_it_is_said(choices: Dealing) -> None:
    names = fault_names(ARGUMENT_FAULTS, no_arguments=3)
    counts = {name: list(names).count(name) for name in ARGUMENT_FAULTS}
    assert counts == {name: 3 if name == "no arguments" else 1 for name in ARGUMENT_FAULTS}


def test_what_is_deep_has_the_levels_of_a_suite() -> None:
    assert deep_arguments().count("{") == LEVELS
    assert json.dumps(deep_item()["payload"]).count("{") == LEVELS
