"""No JSON value makes an oracle fail, and its fast answer is that of the slow one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from conformance.apis.oracles import KINDS, accepts, findings_of, refusals_of
from conformance.apis.oracles.table import REFUSED
from tests.apis.oracles.test_rules import BREAKING

# As text: none of them is the same object twice.
ODD = [
    json.dumps(value)
    for value in (None, True, 0, -1, 1.5, 10**40, "", "x", "\ud800", [], {}, [[]], {"": None}, {"type": None})
] + ['{"type": []}', '{"role": {}}', "[null, 1]", '{"tools": [null]}', '{"\\ud800": 1}', '{"type": 5, "enum": 1}']
VALUES = [(kind, json.dumps(value)) for breaking in BREAKING.values() for kind, value in breaking]


def changed(value: Any, draw: random.Random) -> Any:
    """Return a value with one thing in it replaced, taken away or added."""
    holder, key, inner = None, None, value
    while isinstance(inner, dict | list) and inner and draw.random() < 0.85:
        holder, key = inner, draw.choice(list(inner)) if isinstance(inner, dict) else draw.randrange(len(inner))
        inner = holder[key]
    odd = json.loads(draw.choice(ODD))
    if holder is None:
        return odd
    if isinstance(holder, dict) and draw.random() < 0.3:
        del holder[key]
    elif isinstance(holder, dict) and draw.random() < 0.1:
        holder[draw.choice(["type", "role", "properties", "enum", "$schema", "\ud800"])] = odd
    else:
        holder[key] = odd
    return value


def explained_refusal(kind: str, value: Any) -> bool:
    """Whether the explanation, which `accepts` does without, contains a refusal."""
    return any(finding.level == REFUSED for finding in findings_of(kind, value))


@pytest.mark.parametrize("kind", KINDS)
def test_values_of_no_shape_are_refused_and_nothing_is_raised(kind: str) -> None:
    for text in ODD:
        value = json.loads(text)
        assert accepts(kind, value) is not explained_refusal(kind, value)
        assert accepts(kind, value) is (refusals_of(kind, value) == ())
    assert not accepts(kind, None)


@pytest.mark.expensive("damages many values")
def test_damaged_values_get_an_answer_and_both_answers_agree() -> None:
    draw = random.Random(20261122)
    refused = 0
    for _round in range(4):
        for kind, text in VALUES:
            value = changed(changed(json.loads(text), draw), draw)
            found = refusals_of(kind, value)
            assert accepts(kind, value) is not explained_refusal(kind, value)
            assert accepts(kind, value) is (found == ())
            assert all(finding.message and finding.at in ("", *_places(finding.at)) for finding in found)
            json.dumps([finding.body() for finding in found])
            refused += bool(found)
    assert refused > 230


def _places(at: str) -> list[str]:
    """Pointers begin with a slash and have no empty end but for an empty key."""
    return [at] if at.startswith("/") else []


def test_a_very_deep_schema_is_judged() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    for _level in range(400):
        schema = {"type": "object", "properties": {"a": schema}}
    tool = {"type": "function", "function": {"name": "deep", "parameters": schema}}
    request = {"model": "m", "messages": [{"role": "user", "content": "hi"}], "tools": [tool]}
    assert refusals_of("chat-request", request) == ()


def test_a_name_that_is_empty_does_not_mislead_the_explanation() -> None:
    tool = {"name": "a", "parameters": {"type": "OBJECT", "properties": {"": {"type": ["OBJECT", "NULL"]}}}}
    (refusal,) = refusals_of("google-tool", tool)
    assert refusal.at == "/parameters/properties"
    assert refusal.message.endswith("it is none of the forms that are taken here")
