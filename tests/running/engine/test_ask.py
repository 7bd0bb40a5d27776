"""A trial is complete once the input, its repetition and its entries alone have their outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from conformance.base.observation import ConversionRequest, Outcome
from conformance.rules.checks.trial import Trial
from conformance.running.engine.ask import REPEAT_AFTER, ask_all
from conformance.running.engine.plan import Planned
from tests.running.engine.building import LIST, SINGLE, judge_of

JUDGES = {LIST: judge_of(LIST), SINGLE: judge_of(SINGLE)}


class Echo:
    """Returns what it receives with the number of the call; answers in the reverse order of some requests."""

    watches = False

    def __init__(self, at_once: int = 1) -> None:
        self.asked: list[tuple[str, Any]] = []
        self._at_once = at_once

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        waiting: list[tuple[ConversionRequest, Outcome]] = []
        for request in requests:
            self.asked.append((request.operation, request.input))
            waiting.append((request, Outcome(output=[request.input, len(self.asked)])))
            if len(waiting) >= self._at_once:
                yield from reversed(waiting)
                waiting = []
        yield from reversed(waiting)


def planned(operation: str, given: Any, *entries: Any, repeated: bool = False) -> Planned:
    one = Planned(operation, given, entries=entries)
    one.repeated = repeated
    return one


def asked(subject: Echo, *inputs: Planned, offered: tuple[str, ...] = (LIST,), repeat: bool = True) -> list[Trial]:
    return [trial for _one, trial in ask_all(subject, inputs, JUDGES, offered, repeat=repeat)]


def test_one_call_is_one_trial() -> None:
    (trial,) = asked(Echo(), planned(SINGLE, "a"))
    assert (trial.input, trial.outcome.output, trial.again, trial.alone) == ("a", ["a", 1], None, None)
    assert trial.choices == JUDGES[SINGLE].choices


def test_a_repetition_comes_after_other_inputs() -> None:
    subject = Echo()
    inputs = [planned(SINGLE, number, repeated=number == 0) for number in range(REPEAT_AFTER + 3)]
    first, *others = sorted(asked(subject, *inputs), key=lambda trial: trial.input)
    assert first.again is not None and all(trial.again is None for trial in others)
    given = [value for _operation, value in subject.asked]
    assert given.count(0) == 2 and given.index(0, 1) > 1


def test_nothing_is_repeated_where_a_run_repeats_nothing() -> None:
    (trial,) = asked(Echo(), planned(SINGLE, "a", repeated=True), repeat=False)
    assert trial.again is None


def test_entries_are_asked_alone_and_by_the_single_form_where_it_is_offered() -> None:
    subject = Echo()
    (trial,) = asked(subject, planned(LIST, ["a", "b"], "a", "b"))
    assert trial.alone is not None and [element.output[0] for element in trial.alone] == [["a"], ["b"]]
    assert trial.single_form is None
    (trial,) = asked(Echo(), planned(LIST, ["a", "b"], "a", "b"), offered=(LIST, SINGLE))
    assert trial.single_form is not None and [element.output[0] for element in trial.single_form] == ["a", "b"]


def test_a_list_of_one_entry_is_that_entry_alone() -> None:
    (trial,) = asked(Echo(), planned(LIST, ["a"]))
    assert trial.alone == (trial.outcome,)


def test_outcomes_find_their_trials_in_any_order() -> None:
    inputs = [planned(LIST, [number, "x"], number, "x", repeated=True) for number in range(4)]
    trials = asked(Echo(at_once=7), *inputs)
    assert sorted(trial.input[0] for trial in trials) == [0, 1, 2, 3]
    for trial in trials:
        assert trial.outcome.output[0] == trial.input and trial.again is not None
        assert trial.again.output[0] == trial.input
        assert trial.alone is not None and [element.output[0][0] for element in trial.alone] == trial.input


def test_a_large_shape_knows_the_outcome_of_the_smaller_one() -> None:
    small = Planned(SINGLE, "small", shape=True)
    large = Planned(SINGLE, "large", smaller=small, shape=True)
    by_input = {trial.input: trial for trial in asked(Echo(), small, large)}
    assert by_input["large"].smaller is not None and by_input["large"].smaller.output[0] == "small"
    assert by_input["small"].smaller is None
