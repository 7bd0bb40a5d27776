"""The model of a request takes the members that the request has."""

from __future__ import annotations

from random import Random

import pytest

from conformance.formats.members import CHAT, MEMBERS
from conformance.inputs.choices import Dealing
from conformance.inputs.models import by_reasoning, is_for_reasoning, make_model, takes_both


@pytest.mark.parametrize(
    ("effort", "verbosity", "reasons"),
    [(None, None, False), (None, "medium", False), (None, "low", True), ("low", None, True), ("none", None, True)],
)
def test_an_effort_or_a_verbosity_needs_a_model_that_reasons(
    effort: str | None, verbosity: str | None, reasons: bool
) -> None:
    choices = Dealing(Random(1))
    models = {make_model(choices, effort, verbosity) for _ in range(20)}
    assert is_for_reasoning(effort, verbosity) is reasons
    assert all(model.startswith("gpt-5") for model in models) is reasons
    assert (len(models) == 1) is reasons


def test_efforts_that_few_models_take_go_to_those() -> None:
    choices = Dealing(Random(1))
    assert make_model(choices, "minimal", None) == "gpt-5-mini"
    assert make_model(choices, "xhigh", None) != make_model(choices, "low", None)


def test_a_model_that_reasons_gets_no_member_that_it_refuses() -> None:
    names = by_reasoning(["temperature", "store", "logprobs", "metadata"])
    assert set(names[True]) == {"store", "metadata"}
    assert set(names[False]) == {"temperature", "store", "logprobs", "metadata"}


def test_a_model_takes_two_members_or_not_in_either_order() -> None:
    held = {member.at[CHAT][0]: member for member in MEMBERS if CHAT in member.at}
    for names, takes in {
        ("temperature", "store"): True, ("temperature", "reasoning_effort"): False, ("prediction", "tools"): False,
        ("max_tokens", "max_completion_tokens"): False, ("verbosity", "reasoning_effort"): True,
    }.items():  # fmt: skip
        assert {takes_both(held[a], held[b], CHAT) for a, b in (names, names[::-1])} == {takes}
