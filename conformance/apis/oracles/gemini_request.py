"""What Google's Gemini API refuses in a request beyond its schema."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.google import broken_tool, declarations_of, spelled
from conformance.apis.oracles.held import list_or_empty
from conformance.apis.oracles.relax import camel, snake
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.base.values import JSON

# What a part consists of: one of these. What the model thought may show its signature alone, and what is said of a
# film may be in a part of its own.
_DATA = frozenset({
    "text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult",
    "toolCall", "toolResponse", "audioTranscription", "thoughtSignature", "videoMetadata",
})  # fmt: skip
_CALL, _RESULT = "functionCall", "functionResponse"
_INVOCATIONS = "includeServerSideToolInvocations"
_PENALTIES = ("presencePenalty", "frequencyPenalty")


def broken_form(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the fields of a request break, each by itself."""
    if not isinstance(request, dict):
        return
    at, contents = _member(request, (), "contents")
    if contents == []:
        yield BrokenApiRule("gemini-contents-empty", at)
    for place, content in entries(at, contents):
        yield from _broken_content(content, place)
    at, system = _member(request, (), "systemInstruction")
    if isinstance(system, dict):
        yield from _broken_parts(system, at)
    yield from _broken_tools(request)
    yield from _broken_config(request)


def entries(at: Path, value: JSON) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the objects of a list, each with its place."""
    for number, entry in enumerate(list_or_empty(value)):
        if isinstance(entry, dict):
            yield (*at, number), entry


def parts_of(content: dict[str, Any], at: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the parts of a content, each with its place."""
    place, parts = _member(content, at, "parts")
    yield from entries(place, parts)


def _member(holder: JSON, at: Path, name: str) -> tuple[Path, JSON]:
    """Return the place and the value of a member, in either spelling."""
    own = holder if isinstance(holder, dict) else {}
    key = name if own.get(name) is not None or snake(name) not in own else snake(name)
    return (*at, key), own.get(key)


def _broken_content(content: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    role, roles = content.get("role"), rule("gemini-role").limit("*")
    if role is None:
        yield BrokenApiRule("gemini-role-missing", (*at, "role"))
    elif isinstance(role, str) and role not in roles:
        yield BrokenApiRule("gemini-role", (*at, "role"))
    place, parts = _member(content, at, "parts")
    if not parts and isinstance(parts, list | None):
        yield BrokenApiRule("gemini-parts-empty", place, {"content": at[-1]})
    yield from _broken_parts(content, at)


def _broken_parts(content: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    for place, part in parts_of(content, at):
        held = spelled(part)
        if not _DATA & held.keys():
            yield BrokenApiRule("gemini-part-data", (*place, "data"))
        response = spelled(held.get(_RESULT))
        if _RESULT in held and not response.get("name") and isinstance(held[_RESULT], dict):
            yield BrokenApiRule("gemini-result-name", (*_member(part, place, _RESULT)[0], "name"))


def _broken_tools(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    at, tools = _member(request, (), "tools")
    names: Counter[str] = Counter()
    is_hosted = False
    for place, tool in entries(at, tools):
        for broken in broken_tool(tool):
            yield broken._replace(at=(*place, *broken.at))
        is_hosted |= any(camel(key) != "functionDeclarations" for key, value in tool.items() if value is not None)
        for below, declaration in declarations_of(tool):
            name = declaration.get("name") if isinstance(declaration, dict) else None
            if isinstance(name, str):
                names[name] += 1
                if names[name] == 2:
                    yield BrokenApiRule("google-unique", (*place, *below, "name"), {"name": name})
    where, config = _member(request, (), "toolConfig")
    held = spelled(config)
    if is_hosted and names and not held.get(_INVOCATIONS):
        yield BrokenApiRule("gemini-hosted-beside-functions", at)
    place, calling = _member(config, where, "functionCallingConfig")
    if not isinstance(calling, dict):
        return
    chosen = spelled(calling)
    # Gemini 3 takes it beside a tool of the host, as it takes steps of these.
    is_taken = held.get(_INVOCATIONS) or (is_hosted and not _is_before_gemini_3(request))
    if not names and not is_taken:
        yield BrokenApiRule("gemini-choice-without-functions", place)
    mode, allowed = chosen.get("mode"), chosen.get("allowedFunctionNames")
    if allowed and isinstance(mode, str) and mode.upper() not in rule("gemini-allowed-mode").limit("*"):
        yield BrokenApiRule("gemini-allowed-mode", _member(calling, place, "allowedFunctionNames")[0])


def _broken_config(request: dict[str, JSON]) -> Iterator[BrokenApiRule]:
    at, config = _member(request, (), "generationConfig")
    held = spelled(config)
    warmth = held.get("temperature")
    if isinstance(warmth, int | float) and not 0 <= warmth <= rule("gemini-temperature").limit("*"):
        yield BrokenApiRule("gemini-temperature", _member(config, at, "temperature")[0], {"value": f"{warmth:g}"})
    for name in _PENALTIES:
        if held.get(name):
            yield BrokenApiRule("gemini-penalty", _member(config, at, name)[0])
    count = held.get("candidateCount")
    if isinstance(count, int) and count > 1:
        yield BrokenApiRule("gemini-candidates", _member(config, at, "candidateCount")[0])


def broken_turns(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the order of contents breaks. Those of one role that follow each other are one turn."""
    if not isinstance(request, dict):
        return
    found = list(entries(*_member(request, (), "contents")))
    turns = [list(group) for _role, group in groupby(found, lambda content: content[1].get("role") == "model")]
    calls: list[Path] = []
    for number, turn in enumerate(turns):
        is_model = turn[0][1].get("role") == "model"
        results = _holding(turn, _RESULT)
        if not is_model and results and not calls:
            yield BrokenApiRule("gemini-result-without-call", results[0])
        elif not is_model and len(results) != len(calls):
            yield BrokenApiRule("gemini-call-unanswered", turn[0][0])
        calls = _holding(turn, _CALL) if is_model else []
        if calls and not number:
            yield BrokenApiRule("gemini-call-first", calls[0][:-2])
    yield from _unsigned(request, found)


def _holding(turn: Sequence[tuple[Path, dict[str, Any]]], name: str) -> list[Path]:
    """Return the places of the parts of a turn that have a member."""
    return [place for at, content in turn for place, part in parts_of(content, at) if name in spelled(part)]


def _is_gemini_3(request: dict[str, JSON]) -> bool:
    """Whether the model is said, and demands signatures."""
    model = request.get("model")
    return isinstance(model, str) and re.match(rule("gemini-signature").limit("*"), model) is not None


def _is_before_gemini_3(request: dict[str, JSON]) -> bool:
    return isinstance(request.get("model"), str) and not _is_gemini_3(request)


def _unsigned(request: dict[str, JSON], found: list[tuple[Path, dict[str, Any]]]) -> Iterator[BrokenApiRule]:
    """Yield the first call of each step of the current turn that has no signature, where the model demands them."""
    if not _is_gemini_3(request):
        return
    asked = max((number for number, (_at, content) in enumerate(found) if _asks(content)), default=-1)
    for at, content in found[asked + 1 :]:
        calls = [(place, spelled(part)) for place, part in parts_of(content, at) if _CALL in spelled(part)]
        if calls and not calls[0][1].get("thoughtSignature"):
            yield BrokenApiRule("gemini-signature", calls[0][0])


def _asks(content: dict[str, Any]) -> bool:
    """Whether a content is what the user says, and no results alone."""
    held = [spelled(part) for _place, part in parts_of(content, ())]
    return content.get("role") != "model" and any(_RESULT not in part for part in held)
