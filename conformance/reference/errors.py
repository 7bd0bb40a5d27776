"""What a reference converter says when an entry does not convert, and how its choices are checked."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar, get_args, get_origin

LOG = logging.getLogger("conformance.reference")

_LONGEST_NAME = 80
_Choices = TypeVar("_Choices")
_Made = TypeVar("_Made")
_Parameters = ParamSpec("_Parameters")


class ToolError(ValueError):
    """An entry that does not convert, or an input that is no list of tools.

    The message names the entry and what it lacks: `tools[2] ("search"): function.description is missing`.
    `level` is the logging level for the entry where it is left out and the call goes on.
    """

    def __init__(self, message: str, level: int = logging.ERROR) -> None:
        """Keep the level beside the message."""
        super().__init__(message)
        self.level = level


def entry(position: int | None, tool: object) -> str:
    """How messages name one tool: by its position in the list, and by its name where it has one."""
    place = "tool" if position is None else f"tools[{position}]"
    name = _name_of(tool)
    if name is None:
        return place
    # repr escapes what a log cannot hold: line ends, control characters, lone surrogates
    return f'{place} ("{repr(name[:_LONGEST_NAME])[1:-1]}")'


def _name_of(tool: object) -> str | None:
    if not isinstance(tool, dict):
        return None
    for holder in (tool.get("function"), tool.get("custom"), tool):
        if isinstance(holder, dict) and isinstance(holder.get("name"), str):
            return str(holder["name"])
    return None


def kind_of(value: object) -> str:
    """What a JSON value is, in JSON's own words: `null`, `a boolean`, `an object`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, dict) else f"a Python {type(value).__name__}"


def lack(path: str, value: Any, wanted: str) -> str:
    """What is wrong with a field: it is missing (absent or null), empty, or of another kind."""
    if value is None:
        return f"{path} is missing"
    return f"{path} is empty" if value == "" else f"{path} is {kind_of(value)}, not {wanted}"


def check_choices(choices: _Choices) -> _Choices:
    """Return choices. ValueError if a field of them has an answer that the field's type does not list."""
    for name, answers in type(choices).__annotations__.items():
        _check(name, getattr(choices, name), get_args(answers))
    return choices


def with_checked_choices(converter: Callable[_Parameters, _Made]) -> Callable[_Parameters, _Made]:
    """Let a converter first raise ValueError for an answer that the type of its parameter does not list."""
    kinds = {name: converter.__annotations__[name] for name in converter.__kwdefaults__ or ()}
    legal = {name: get_args(kind) for name, kind in kinds.items() if get_origin(kind) is Literal}

    @wraps(converter)
    def checked(*args: _Parameters.args, **given: _Parameters.kwargs) -> _Made:
        for name, answers in legal.items():
            if name in given:
                _check(name, given[name], answers)
        return converter(*args, **given)

    return checked


def _check(name: str, answer: object, legal: tuple[object, ...]) -> None:
    if answer not in legal:
        raise ValueError(f"{name} is {answer!r}; the legal answers are {', '.join(map(repr, legal))}")
