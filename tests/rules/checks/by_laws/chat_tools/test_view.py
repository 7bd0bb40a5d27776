from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.tool_samples import CHAT_TOOLS, failed, flat, nested, of_flat


def test_an_invalid_schema_may_be_rejected() -> None:
    entry = nested(parameters={"type": "text"})
    assert of_flat([entry], []) == set()
    assert of_flat([entry], failed("parameters is no schema"), on_invalid="raise") == set()
    assert of_flat([nested()], []) == {"TR-1"}


def test_a_tool_that_is_lost_to_one_of_its_name_depends_on_its_neighbours() -> None:
    function = {"name": "a", "description": "A."}
    odd, strict = {"type": "function", "function": function | {"strict": 0}}, nested(strict=True)
    first, second = flat(parameters={"type": "object", "properties": {}}), flat(strict=True)
    alone = (Outcome(output=[first]), Outcome(output=[second]))
    assert "ISO-1" in of_flat([odd, strict], [first], alone)


def test_what_is_passed_on_as_it_came_is_the_same_entry() -> None:
    half, passed = {"type": "function", "function": {"name": "a"}}, {"function": {"name": "a", "parameters": 0}}
    assert "ERR-1" in of_flat([half, passed], [passed])
    assert "ERR-2" not in of_flat([half, passed], [passed])


def test_one_is_not_true() -> None:
    assert of_flat([nested(strict=True)], [flat(strict=1)]) >= {"TR-4"}
    schema = {"type": "object", "properties": {"a": {"const": 1}}}
    other = {"type": "object", "properties": {"a": {"const": True}}}
    assert "TR-3" in of_flat([nested(parameters=schema)], [flat(parameters=other)])


def test_two_outputs_are_compared_without_what_may_be_left_out() -> None:
    invalid = {"type": "text"}
    for given, output in ((nested(parameters=invalid), flat(parameters=invalid)), (nested(strict=0), flat(strict=0))):
        view = view_of(Trial(operation=CHAT_TOOLS, input=[given], outcome=Outcome(output=[output])))
        assert view.essence() == []
    view = view_of(Trial(operation=CHAT_TOOLS, input=[nested()], outcome=Outcome(output=[flat()])))
    assert len(view.essence()) == 1
