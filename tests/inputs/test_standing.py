"""What the generators make is real, and what they damage has one named fault."""

from __future__ import annotations

from random import Random

import pytest

from conformance.apis.input_validity import REAL, standing_of
from conformance.inputs.choices import Choices, Dealing
from conformance.inputs.examples import draw_examples
from conformance.inputs.operations import OPERATIONS, inputs_of

# What servers send too, so that it counts: an empty text for a call without parameters, items that come as a whole,
# types that are newer than the pinned ones, and the error of a stream.
OF_SERVERS = {
    "empty arguments", "blank arguments", "carried by item-done", "carried by item-done and completed",
    "an unknown item", "a part in the words of another API", "an error",
}  # fmt: skip


@pytest.mark.parametrize("operation", OPERATIONS)
def test_inputs_are_real(operation: str) -> None:
    for choices in (Dealing(Random(1)), Choices(Random(2).randrange)):
        standings = [standing_of(operation, inputs_of(operation).make(choices)) for _ in range(40)]
        assert [standing.reasons for standing in standings if standing.kind != REAL] == []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_input_with_a_fault_is_not_real_and_the_fault_has_a_name(operation: str) -> None:
    malformed = inputs_of(operation).malformed
    choices = Dealing(Random(1))
    for _ in range(60):
        name, value = malformed(choices)
        assert name
        assert standing_of(operation, value).kind != REAL or name.removeprefix("in the answer: ") in OF_SERVERS, name


@pytest.mark.parametrize("operation", OPERATIONS)
def test_two_of_five_examples_have_a_fault(operation: str) -> None:
    examples = draw_examples(operation, 20, 1)
    assert [number % 5 for number, example in enumerate(examples) if example.mutation] == [1, 3] * 4
