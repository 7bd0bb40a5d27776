"""What one conversion of the reference reads and writes, and what comes of it if the API changes what it reads."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from conformance import reference
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.scripts import planned_script
from conformance.base.values import JSON, copy_of
from conformance.formats.operations import is_scripted, operations
from conformance.running.drift.pinned_values import beside, kinds_of, pinned_values
from conformance.running.drift.places import FoundPlaces, Walker
from conformance.running.subjects.reference import ReferenceFunctions

Walkers = Mapping[str, Walker]  # by kind; places of other kinds are not looked for
Edit = Callable[[FoundPlaces], None]  # changes objects that a conversion reads, before it reads them

_APIS = ("chat", "responses", "anthropic", "gemini")  # that the loop of `tool-loop` talks to
_REQUESTS = tuple(f"{api}-request" for api in _APIS)
_ANSWERS = tuple(f"{api}-response" for api in _APIS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A conversion that was made. result: null where the input is refused. read, written: what occurs on both sides."""

    result: JSON
    read: FoundPlaces = field(default_factory=FoundPlaces)
    written: FoundPlaces = field(default_factory=FoundPlaces)


def kinds_read(operation: str) -> frozenset[str]:
    """Return the kinds that the inputs of an operation can contain, and what it is answered."""
    answers = _ANSWERS if is_scripted(operation) else ()
    return kinds_of(operations()[operation].source).union(*map(kinds_of, answers))


def kinds_written(operation: str) -> frozenset[str]:
    """Return the kinds that the results of an operation can contain, and what it sends."""
    requests = _REQUESTS if is_scripted(operation) else ()
    return kinds_of(operations()[operation].target).union(*map(kinds_of, requests))


@contextmanager
def unlogged() -> Iterator[None]:
    """Keep the reference from logging what it drops of each input."""
    logger = logging.getLogger("conformance.reference")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before


def converted(
    operation: str, value: JSON, given: Mapping[str, str], walkers: Walkers, edit: Edit | None = None
) -> Conversion:
    """Convert an input with the reference. given: its answers to choices. edit: is made in all that is read."""
    value = copy_of(value)
    read = FoundPlaces()
    _walk(walkers, operations()[operation].source, value, read)
    if edit is not None:
        edit(read)
    options: dict[str, Any] = {name.replace("-", "_"): answer for name, answer in given.items()}
    if is_scripted(operation):
        return _looped(value, options, walkers, read, edit)
    try:
        result = ReferenceFunctions([operation])[operation](value, **options)
    except Exception:  # the reference refuses with errors of many classes
        result = None
    written = FoundPlaces()
    _walk(walkers, operations()[operation].target, result, written)
    return Conversion(result=result, read=read, written=written)


def _walk(walkers: Walkers, format: str, value: JSON, found: FoundPlaces) -> None:
    for kind, pinned_value in pinned_values(format, value):
        if kind in walkers:
            walked, around = FoundPlaces(), beside(pinned_value, value)
            walkers[kind].walk(pinned_value, walked)
            for place, held in list(walked.members.items()):
                walked.members[place] = [each for each in held if (id(each.holder), each.name) not in around]
                if not walked.members[place]:
                    del walked.members[place]
            found.add(walked)


def _looped(
    value: JSON, options: Mapping[str, Any], walkers: Walkers, read: FoundPlaces, edit: Edit | None
) -> Conversion:
    """Run a conversation without HTTP: requests are written, and the API's answers are read."""
    if not isinstance(value, dict) or value.get("api") not in _APIS or "script" not in value:
        return Conversion(result=None, read=read)
    api, sent, written = ScriptedApi(planned_script(value["script"])), [], FoundPlaces()

    def client(body: JSON) -> JSON:
        sent.append(copy_of(body))
        _walk(walkers, f"{value['api']}-request", sent[-1], written)
        reply = api.answer(value["api"], body)
        if reply.status >= 400:
            raise ValueError(reply.status)
        answer = json.loads(b"".join(reply.pieces))
        found = FoundPlaces()
        _walk(walkers, f"{value['api']}-response", answer, found)
        if edit is not None:
            edit(found)
        read.add(found)
        return answer

    result: JSON
    try:
        members = {name: value[name] for name in ("api", "model", "messages", "tools", "max_rounds")}
        tools = {name: _returning(result) for name, result in value["results"].items()}
        result = reference.run_tool_loop(client, tools, **members, **options)
    except Exception as error:  # of the API, of a loop that does not end, of an input that is refused
        result = type(error).__name__
    return Conversion(result=[result, sent], read=read, written=written)


def _returning(value: JSON) -> Callable[[JSON], JSON]:
    """Make a tool that returns a value, or fails with its error."""

    def tool(_arguments: JSON) -> JSON:
        if isinstance(value, dict) and value.keys() == {"error"}:
            raise ValueError(value["error"])
        return value

    return tool
