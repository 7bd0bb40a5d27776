"""Functions inside this process: watched as the worker watches them, and nothing of theirs stays behind."""

from __future__ import annotations

import logging
import sys
import warnings
from typing import Any

import pytest

from conformance.base.observation import ConversionRequest, Description, Outcome
from conformance.base.values import ABSENT, packed
from conformance.running.subjects.in_process import InProcessSubject


def subject(function: Any, *, watch: bool = True) -> InProcessSubject:
    return InProcessSubject(
        {"echo": function},
        Description(name="s", version=None, language=None, adapter="in-process", operations=("echo",), choices={}),
        watch=watch,
    )


def ask(asked: InProcessSubject, inputs: list[Any], operation: str = "echo") -> list[Outcome]:
    requests = [
        ConversionRequest(key=number, operation=operation, input=given, before=packed(given) if asked.watches else None)
        for number, given in enumerate(inputs)
    ]
    answered = list(asked.ask(requests))
    assert [request.key for request, _outcome in answered] == list(range(len(inputs)))
    return [outcome for _request, outcome in answered]


def call(function: Any, given: Any = None, *, watch: bool = True) -> Outcome:
    (outcome,) = ask(subject(function, watch=watch), [given])
    return outcome


def raising(error: BaseException) -> Any:
    def function(_value: Any) -> Any:
        raise error

    return function


def test_a_call_that_minds_its_own_business() -> None:
    given = {"a": [1]}
    outcome = call(lambda value: {"b": list(value["a"])}, given)
    assert outcome.output == {"b": [1]}
    assert outcome.input_after is given
    assert (outcome.shares, outcome.kept, outcome.diagnostics) == (False, False, ())


def test_unwatched_it_shows_less() -> None:
    outcome = call(lambda value: value, {"a": 1}, watch=False)
    assert outcome.output == {"a": 1}
    assert outcome.input_after is ABSENT
    assert (outcome.shares, outcome.kept) == (None, None)


def test_what_is_raised_is_a_refusal() -> None:
    assert call(raising(ValueError("no name"))).refusal == ("no name", "ValueError")
    assert call(raising(ValueError())).refusal == ("ValueError", "ValueError")


def test_leaving_is_a_fault_and_not_the_end_of_this_process() -> None:
    one = subject(raising(SystemExit(3)))
    (outcome,) = ask(one, [1])
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.message) == ("exit", "the subject called sys.exit(3)")
    assert one.faults == 1


def test_an_interrupt_is_the_users() -> None:
    with pytest.raises(KeyboardInterrupt):
        call(raising(KeyboardInterrupt()))


def test_a_coroutine_is_awaited() -> None:
    async def convert(value: Any) -> Any:
        return {"waited": value}

    assert call(convert, 1).output == {"waited": 1}


def test_an_operation_that_is_not_there_is_refused() -> None:
    (outcome,) = ask(subject(lambda value: value), [1], "other")
    assert outcome.refusal is not None and "not offered" in outcome.refusal.message


def test_objects_that_are_shared_or_come_again_are_reported() -> None:
    assert call(lambda value: value["part"], {"part": {}}).shares is True
    kept: dict[str, Any] = {"tool": []}
    fresh = [lambda: {"tool": []}] * 50
    makers = iter([lambda: kept, *fresh, lambda: {"other": kept["tool"]}])
    outcomes = ask(subject(lambda _value: next(makers)()), [1] * 52)
    assert [outcome.kept for outcome in outcomes] == [*[False] * 51, True]


def test_a_changed_argument_is_reported_and_put_back() -> None:
    def convert(value: Any) -> Any:
        value["tools"][0]["seen"] = True
        value["tools"].append("more")
        del value["name"]
        return "changed"

    tool: dict[str, Any] = {"a": {"b": 1}}
    given = {"name": "n", "tools": [tool, []]}
    outcomes = ask(subject(convert), [given, given, given])
    changed = {"tools": [{"a": {"b": 1}, "seen": True}, [], "more"]}
    assert [outcome.input_after for outcome in outcomes] == [changed] * 3
    assert list(given.items()) == [("name", "n"), ("tools", [{"a": {"b": 1}}, []])]
    assert given["tools"][0] is tool


def test_a_result_that_shares_a_changed_argument_does_not_change_back() -> None:
    def convert(value: Any) -> Any:
        del value["default"]
        return value

    given = {"type": "object", "default": 1}
    (outcome,) = ask(subject(convert), [given])
    assert outcome.output == outcome.input_after == {"type": "object"}
    assert outcome.shares is True
    assert given == {"type": "object", "default": 1}


def test_an_argument_that_holds_itself_is_put_back() -> None:
    def convert(value: Any) -> Any:
        value["list"].append(value)
        value["again"] = value["list"]

    given: dict[str, Any] = {"list": [1]}
    (outcome,) = ask(subject(convert), [given])
    assert outcome.input_after == "(no longer JSON)"
    assert given == {"list": [1]}


def test_a_result_that_holds_itself_is_no_json_and_the_argument_is_put_back() -> None:
    def convert(value: Any) -> Any:
        value["self"] = [value, value]
        return value["self"]

    given = {"a": 1}
    (outcome,) = ask(subject(convert), [given])
    assert outcome.not_json == "the result never ends: over a million objects and lists"
    assert outcome.output is ABSENT
    assert given == {"a": 1}


def test_a_generator_is_no_json_and_the_message_says_what_to_do() -> None:
    (outcome,) = ask(subject(lambda value: [iter(value)]), [{"a": [1]}])
    assert outcome.not_json == "/0 is a Python dict_keyiterator, which is not a JSON value: make a list of it"


def test_an_argument_that_holds_a_tuple_now_is_reported() -> None:
    def convert(value: Any) -> Any:
        value["a"] = (1,)
        return value

    (outcome,) = ask(subject(convert), [{"a": [1]}])
    assert outcome.not_json == "/a is a Python tuple, which is not a JSON value"
    assert outcome.input_after == {"a": (1,)}


def test_logs_and_warnings_are_diagnostics_of_their_own_call() -> None:
    def convert(value: Any) -> Any:
        if value == "log":
            logging.getLogger("acme").warning("left %s out", "it")
            warnings.warn("old form", stacklevel=1)
        return value

    handlers, show = logging.getLogger().handlers[:], warnings.showwarning
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        outcomes = ask(subject(convert), ["log", "quiet"])
    assert outcomes[0].diagnostics == (
        {"level": "warning", "message": "left it out"},
        {"level": "warning", "message": "UserWarning: old form"},
    )
    assert outcomes[1].diagnostics == ()
    assert logging.getLogger().handlers == handlers
    assert warnings.showwarning is show


def test_what_the_asker_logs_is_not_the_subjects() -> None:
    answers = subject(lambda value: value).ask(
        ConversionRequest(key=number, operation="echo", input=number, before=None) for number in range(2)
    )
    next(answers)
    logging.getLogger().warning("of the asker")
    _request, outcome = next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert outcome.diagnostics == ()


def test_it_agrees_with_the_worker() -> None:
    """Both watch with the same code; the name of a local's references differs between Pythons."""
    from conformance.running.subjects.worker import conformance_worker

    assert conformance_worker.OF_A_NAME in (1, 2)
    assert "conformance.running.subjects.worker.conformance_worker" in sys.modules


def test_a_subject_begins_anew_only_where_its_functions_can_be_made_again() -> None:
    def counting() -> dict[str, Any]:
        calls: list[int] = []
        return {"count": lambda given: calls.append(1) or len(calls)}

    description = Description(
        name="subject",
        version=None,
        language="python",
        adapter="in-process",
        operations=("count",),
        choices={},
        exact_numbers=True,
    )

    def asked(subject: InProcessSubject) -> list[Any]:
        return [
            outcome.output
            for _request, outcome in subject.ask(
                [ConversionRequest(key=n, operation="count", input={}) for n in range(2)]
            )
        ]

    old, new = InProcessSubject(counting(), description), InProcessSubject(counting(), description, anew=counting)
    assert asked(old) == asked(new) == [1, 2]
    assert (old.restart(), new.restart()) == (False, True)
    assert (asked(old), asked(new)) == ([3, 4], [1, 2])
