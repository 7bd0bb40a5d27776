"""What each converter does whatever its input is: it leaves the input alone, and fails with errors of its own."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from conformance import reference
from conformance.inputs import draw
from conformance.rules.contracts import Contract, load_specifications

JUNK: tuple[Any, ...] = (None, True, 7, -1.5, "x", "", [], [7], {}, {"type": "x"})
CONTRACTS = load_specifications().contracts
CONVERTERS: dict[str, Callable[..., Any]] = {name: getattr(reference, name.replace("-", "_")) for name in CONTRACTS}
# The loop calls tools and an API, and needs the address of one.
ALONE = [name for name in CONTRACTS if name != "tool-loop"]


def inputs(operation: str, most: int) -> Iterator[Any]:
    """The inputs of the cases, and drawn ones, as long as their text is at most so long."""
    given = (case.input for case in CONTRACTS[operation].cases)
    return (element for element in (*given, *draw(operation, 20, 1)) if len(repr(element)) <= most)


def containers(value: Any) -> set[int]:
    """The identities of all objects and lists in a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = {id(value)} if isinstance(value, dict | list) else set()
    return own.union(*map(containers, inner))


def changed(value: Any, put: Callable[[Any], Any] = lambda value: value) -> Iterator[Any]:
    """The value with each of its members replaced by each junk value, or gone. put: where the value is in the whole."""
    items = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    for key, inner in items:

        def replaced(item: Any, key: Any = key) -> Any:
            copied = copy.copy(value)
            copied[key] = item
            return put(copied)

        yield from map(replaced, JUNK)
        if isinstance(value, dict):
            yield put({name: item for name, item in items if name != key})
        yield from changed(inner, replaced)


@pytest.mark.parametrize("operation", ALONE)
def test_the_input_stays_and_the_result_shares_nothing_with_it(operation: str) -> None:
    converted = 0
    for given in inputs(operation, 10_000):
        before = copy.deepcopy(given)
        try:
            made = CONVERTERS[operation](given)
        except ValueError:
            made = None
        else:
            converted += 1
            again = CONVERTERS[operation](given)
            assert again == made
            assert containers(again).isdisjoint(containers(made))
        assert repr(given) == repr(before)
        assert containers(made).isdisjoint(containers(given))
    assert converted > 10


@pytest.mark.parametrize("operation", ALONE)
def test_a_wrong_value_is_an_error_of_its_own_at_worst(operation: str) -> None:
    for number, given in enumerate(inputs(operation, 1_500)):
        for element in (*JUNK, *islice(changed(given), number % 7, None, 41)):
            try:
                CONVERTERS[operation](element)
            except ValueError as error:
                assert type(error).__module__.startswith("conformance.reference"), repr(error)


def choices(contract: Contract) -> Iterator[tuple[str, str]]:
    for choice in contract.choices:
        name = choice.name.replace("-", "_")
        if name in inspect.signature(CONVERTERS[contract.operation]).parameters:
            yield contract.operation, name


CHOICES = [choice for name in ALONE for choice in choices(CONTRACTS[name])]


@pytest.mark.parametrize(("operation", "name"), CHOICES)
def test_each_answer_to_a_choice_gives_a_result_or_an_error_of_its_own(operation: str, name: str) -> None:
    """What is logged can be written: pytest fails a test whose log has a message that does not fit its arguments."""
    (choice,) = (choice for choice in CONTRACTS[operation].choices if choice.name.replace("-", "_") == name)
    for answer in choice.answers:
        for case in CONTRACTS[operation].cases if answer != choice.default else ():
            try:
                CONVERTERS[operation](case.input, **{name: answer})
            except ValueError as error:
                assert type(error).__module__.startswith("conformance.reference"), repr(error)


@pytest.mark.parametrize(("operation", "name"), CHOICES)
def test_an_unknown_answer_to_a_choice_is_named_with_the_legal_ones(operation: str, name: str) -> None:
    contract = CONTRACTS[operation]
    given = contract.cases[0].input
    (choice,) = (choice for choice in contract.choices if choice.name.replace("-", "_") == name)
    for answer in ("Mix", "", False, None, ["keep"]):
        with pytest.raises(ValueError, match=rf"^{name} is ") as caught:
            CONVERTERS[operation](given, **{name: answer})
        assert [word for word in (answer, *choice.answers) if repr(word) not in str(caught.value)] == []
