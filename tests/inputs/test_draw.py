import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from conformance.base.values import packed
from conformance.inputs import OPERATIONS, draw, examples, inputs
from conformance.inputs.operations import Inputs


def containers(value: Any) -> list[int]:
    """The identity of every object and list inside; fails for what is no plain JSON."""
    if type(value) is dict:
        assert all(type(key) is str for key in value)
        return [id(value), *(found for member in value.values() for found in containers(member))]
    if type(value) is list:
        return [id(value), *(found for member in value for found in containers(member))]
    assert value is None or type(value) in (str, int, float, bool)
    return []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_as_many_different_inputs_as_asked_for_are_plain_share_nothing_and_are_the_same_again(operation: str) -> None:
    values = draw(operation, 60, seed=3)
    assert len({json.dumps(value, sort_keys=True) for value in values}) == len(values) == 60
    found = containers(values)
    assert len(found) == len(set(found))
    assert packed(draw(operation, 60, seed=3)) == packed(values)
    for fewer in (0, 1, 10):
        assert packed(draw(operation, fewer, seed=3)) == packed(values[:fewer])


def test_a_seed_gives_the_same_inputs_in_another_process(tmp_path: Path) -> None:
    program = "import json; from conformance.inputs import draw; "
    program += "print(json.dumps(draw('mcp-tools-to-chat-tools', 20, 5)))"
    roots = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": roots}
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, check=True
    )
    assert answer.stdout.decode().strip() == json.dumps(draw("mcp-tools-to-chat-tools", 20, 5))
    assert answer.stderr == b""
    assert list(tmp_path.iterdir()) == []


def test_other_seeds_give_other_inputs() -> None:
    drawn = {packed(draw("mcp-tool-to-chat-tool", 20, seed)) for seed in (0, 1, -1, 2**70)}
    assert len(drawn) == 4


@pytest.mark.parametrize("operation", OPERATIONS)
def test_loose_inputs_are_different_from_each_other_too(operation: str) -> None:
    values = draw(operation, 30, seed=4, exact_numbers=False)
    assert len({json.dumps(value, sort_keys=True) for value in values}) == 30


def test_drawing_is_silent(capfd: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        draw("chat-tools-to-responses-tools", 50, seed=0)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("ask", [inputs, lambda operation: draw(operation, 1, 0)], ids=["inputs", "draw"])
def test_an_unknown_operation_is_named(ask: Any) -> None:
    with pytest.raises(ValueError, match="'no-such-thing'; known operations: anthropic-request-to-chat-request, "):
        ask("no-such-thing")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_strategies_are_built_once(operation: str) -> None:
    assert inputs(operation) is inputs(operation)
    assert inputs(operation) is not inputs(operation, exact_numbers=False)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_strategies_give_json(operation: str) -> None:
    seen: list[Any] = []

    @settings(max_examples=10, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(value=inputs(operation))
    def collect(value: Any) -> None:
        seen.append(value)

    collect()
    found = containers(seen)
    assert len(found) == len(set(found))
    assert seen


def test_a_generator_with_few_inputs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    faults, values = iter(range(10**6)), iter(range(10**6))
    few = Inputs(
        make=lambda _choices: {"a": next(values)},
        wrong_shapes=lambda: (),
        deep_and_wide=lambda: (),
        malformed=lambda _choices: ("odd", next(faults) % 3),
    )
    monkeypatch.setattr(examples, "inputs_of", lambda _operation: few)
    drawn = examples.draw_examples("tool-loop", 40, 1)
    assert [sum(each.mutation is not None for each in drawn), len(drawn)] == [3, 40]
    none = few._replace(make=lambda _choices: {"a": next(faults) % 4})
    monkeypatch.setattr(examples, "inputs_of", lambda _operation: none)
    assert len(examples.draw_examples("tool-loop", 40, 1)) == 7
