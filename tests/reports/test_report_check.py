from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs

from conformance.reports.report_check import JsonSchemaValueException, validate
from tests.reports.make_report_check import MODULE, SCHEMA, generated


def test_it_was_generated_from_the_schema_as_it_is():
    assert MODULE.read_text("utf-8") == generated(), "run: python -m tests.reports.make_report_check"


def mutations(value: Any) -> Iterator[Any]:
    """Yield copies of a value in which one member is gone, has another type, or has a neighbour."""
    for path in list(places(value)):
        for change in ("gone", None, -1, "other", [], {}):
            changed = copy.deepcopy(value)
            holder = changed
            for step in path[:-1]:
                holder = holder[step]
            if change == "gone":
                del holder[path[-1]]
            else:
                holder[path[-1]] = change
            yield changed
        changed = copy.deepcopy(value)
        holder = changed
        for step in path[:-1]:
            holder = holder[step]
        if isinstance(holder, dict):
            holder["unheard-of"] = 1
            yield changed


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield (*path, key)
        yield from places(member, (*path, key))


def passes(report: Any) -> bool:
    try:
        validate(report)
    except JsonSchemaValueException:
        return False
    return True


def test_it_says_the_same_as_the_schema(report, rule, evidence, losses):
    validator = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text("utf-8")))
    failed = {"kind": "error", "type": "ValueError", "message": "no", "log": ["a"]}
    whole = report(
        rule(),
        rule(verdict="fail", evidence=[evidence(error=failed), evidence(yields_to="TR-4")]),
        losses={"one": losses()},
    )
    assert passes(whole)
    verdicts = {True: 0, False: 0}
    for changed in mutations(whole):
        valid = validator.is_valid(changed)
        assert passes(changed) is valid, changed
        verdicts[valid] += 1
    assert verdicts[True] > 20
    assert verdicts[False] > 200
