"""The members of a request or an answer: how they are read, and how those without a place are reported."""

from typing import Any

from conformance.reference.chat_request import RequestError, UnsupportedMembers
from conformance.reference.errors import LOG, kind_of
from conformance.reference.schema import copy_json

Object = dict[str, Any]

NOTHING: tuple[Any, ...] = (None, "", [], {})


def given_in(request: Any) -> Object:
    """A copy of a request, without what is null. RequestError for what is no object."""
    if not isinstance(request, dict):
        raise RequestError(f"the request is {kind_of(request)}, not an object")
    return {key: copy_json(value) for key, value in request.items() if value is not None}


def list_in(given: Object, name: str) -> list[Any]:
    """A list, empty where there is none. RequestError for what is no list."""
    value = [] if given.get(name) is None else given[name]
    if not isinstance(value, list):
        raise RequestError(f"{name} is {kind_of(value)}, not a list")
    return value


def object_in(given: Object, name: str) -> Object:
    """An object without what is null, empty where there is none. RequestError for what is no object."""
    value = given.get(name, {})
    if not isinstance(value, dict):
        raise RequestError(f"{name} is {kind_of(value)}, not an object")
    return {key: inner for key, inner in value.items() if inner is not None}


def lose(place: str, value: Any, target: str) -> None:
    """Report what has no place, if it says something."""
    if not any(value is nothing or value == nothing for nothing in NOTHING):
        LOG.warning("%s: %s has no place for it; left out", place, target)


def lose_rest(holder: Object, read: set[str], place: str, target: str, idle: tuple[Any, ...] = ()) -> None:
    """Report the members that nobody read. idle: values that ask for nothing."""
    for name, value in holder.items():
        if name not in read and value not in idle:
            lose(f"{place}.{name}" if place else name, value, target)


def refuse_or_lose(place: str, what: str, target: str, how: UnsupportedMembers) -> None:
    """Refuse what has no place, or report it."""
    if how == "refuse":
        raise RequestError(f"{place}: {target} has no place for {what}")
    LOG.warning("%s: %s has no place for %s; left out", place, target, what)
