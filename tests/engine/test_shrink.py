from collections.abc import Callable, Sequence
from typing import Any

from conformance.engine.shrink import shrink


def failing(predicate: Callable[[Any], bool]) -> Callable[[Sequence[Any]], int | None]:
    return lambda candidates: next((index for index, one in enumerate(candidates) if predicate(one)), None)


def holds_default(value: Any) -> bool:
    if isinstance(value, dict):
        return "default" in value or any(map(holds_default, value.values()))
    return isinstance(value, list) and any(map(holds_default, value))


def test_a_large_value_is_reduced_to_what_fails() -> None:
    large = {"a": [{"b": {"c": [1, 2, {"default": "x" * 100}]}}, "text"], "z": list(range(50))}
    assert shrink(large, failing(holds_default)) in ({"default": "a"}, {"default": 0})


def test_the_same_input_gives_the_same_minimum() -> None:
    value = {"p": {"q": {"default": [1, {"r": 2}]}}, "s": [{"default": 1}]}
    assert shrink(value, failing(holds_default)) == shrink(value, failing(holds_default))


def test_what_cannot_be_reduced_stays() -> None:
    value = {"default": 0}
    assert shrink(value, failing(lambda one: one == value)) == value


def test_the_number_of_questions_is_bounded() -> None:
    asked = 0

    def never(candidates: Sequence[Any]) -> int | None:
        nonlocal asked
        asked += len(candidates)
        return None

    shrink({str(number): [number] for number in range(500)}, never, max_asked=100)
    assert asked <= 100 + 24


def test_the_original_is_not_changed() -> None:
    value = {"a": [{"default": {"b": 1}}]}
    shrink(value, failing(holds_default))
    assert value == {"a": [{"default": {"b": 1}}]}
