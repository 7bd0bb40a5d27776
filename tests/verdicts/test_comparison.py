"""What counts as a difference of verdicts."""

from __future__ import annotations

import copy
from typing import Any

from tests.verdicts.comparison import LOST, MESSAGE, RUN, TRIAL, compare, lines

FAILURE = ["lost", "/output/a", None, False, False, "the text is lost"]


def a_run() -> dict[str, Any]:
    trial = {
        "operation": "o",
        "input": "i",
        "output": "o",
        "rules": {"A-1": [FAILURE], "A-2": "ok"},
        "failed call": None,
        "own faults": 0,
        "expected": "e",
        "essence": "s",
        "flags": {},
    }
    return {
        "rules": {"o A-1": {"verdict": "fail", "charged to": []}},
        "sets": {"safe": ["fails", ["A-1"]]},
        "choices": {},
        "complete": True,
        "seconds": {"A-1": 0.5},
        "trials": {"t": trial},
        "values": {"i": {"the": "input"}, "o": "the output"},
    }


def changed(*path: str, to: Any) -> dict[str, Any]:
    run = a_run()
    holder: Any = run
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = to
    return run


def kinds(after: dict[str, Any]) -> list[str]:
    return [difference.kind for difference in compare({"x": a_run()}, {"x": after}).differences]


def test_equal_runs_do_not_differ() -> None:
    compared = compare({"x": a_run()}, {"x": a_run()})
    assert (compared.differences, compared.differs, compared.trials) == ([], False, 1)


def test_each_part_of_a_verdict_is_compared() -> None:
    assert kinds(changed("rules", "o A-1", "charged to", to=["A-2"])) == [RUN]
    assert kinds(changed("sets", "safe", to=["conforms", []])) == [RUN]
    assert kinds(changed("trials", "t", "essence", to="other")) == [TRIAL]
    assert kinds(changed("trials", "t", "rules", to={"A-1": [FAILURE]})) == [TRIAL]  # A-2 is not reached
    assert kinds(changed("trials", "t", "rules", "A-1", to=[["lost", "/output/b", *FAILURE[2:]]])) == [TRIAL]


def test_another_message_is_no_other_verdict() -> None:
    compared = compare({"x": a_run()}, {"x": changed("trials", "t", "rules", "A-1", to=[[*FAILURE[:5], "it is gone"]])})
    assert ([difference.kind for difference in compared.differences], compared.differs) == ([MESSAGE], False)


def test_a_converter_that_is_missing_differs() -> None:
    assert compare({"x": a_run()}, {}).differs
    assert compare({"x": a_run()}, {"x": {"error": "it broke"}}).differs
    lost = copy.deepcopy(a_run())
    lost["trials"] = {}
    assert kinds(lost) == [LOST]


def test_one_example_of_each_class_is_shown() -> None:
    after = changed("trials", "t", "rules", "A-2", to=[FAILURE])
    said = list(lines(compare({"x": a_run(), "y": a_run()}, {"x": after, "y": after}), 5))
    assert said[0].startswith("2 converters, 2 trials: 0 differences of runs, 2 of trials, 0 messages")
    assert said[1] == "trial: A-2, 2 times, first in x"
    assert said[2:] == [
        "    was    ok",
        f"    is     {[FAILURE]}",
        "    input  {'the': 'input'}",
        "    output the output",
    ]
