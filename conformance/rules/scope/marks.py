"""Where inputs and results have a feature. Every function takes any JSON: an input may be malformed.

A place is a path into the value. Schemas are not searched: what they describe is not what a tool is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

from conformance.base.values import JSON

Path = tuple[str | int, ...]

# Members that hold a schema, or data of the user's.
_NOT_SEARCHED = frozenset({"args", "arguments", "inputSchema", "input_schema", "metadata", "parameters", "schema"})
_OF_MESSAGES = frozenset({"stop_reason", "delta"})  # what an Anthropic message has, and the event that ends one
_REASONING_MEMBERS = frozenset({"reasoning", "reasoning_content", "reasoning_effort", "thinking_blocks", "thought"})
# The beginnings of the types of tools that the API or the client runs, of their items and of their events.
_HOSTED = re.compile(
    r"(response\.)?(apply_patch|code_interpreter|computer|file_search|image_generation|local_shell|mcp|program"
    r"|programmatic_tool_calling|shell|tool_search|web_search)(?![a-z0-9])"
)


def strict(value: JSON) -> Path | None:
    """Return where a tool, or the format of an answer, says `strict: true`."""
    return _first(value, lambda entry: "strict" if entry.get("strict") is True else None)


def custom(value: JSON) -> Path | None:
    """Return where there is a custom tool, a call of one, its output, or an event of such a call."""
    return _first(value, lambda entry: "type" if _is_custom(entry.get("type")) else None)


def custom_call(value: JSON) -> Path | None:
    """Return where there is an item of the Responses API that calls a custom tool, or an event of one."""
    return _first(value, lambda entry: "type" if _is_custom(entry.get("type")) and entry["type"] != "custom" else None)


def hosted(value: JSON) -> Path | None:
    """Return where there is a tool that the API or the client runs, an item or an event of one, or Chat's search."""
    return _first(value, _hosted_member)


def reasoning(value: JSON) -> Path | None:
    """Return where there is an item, a part or an event of reasoning, or a member that holds or asks for it."""
    return _first(value, _reasoning_member)


def usage(value: JSON) -> Path | None:
    """Return where a result, an entry of a list of results, or the response of an event of such a list has a usage."""
    entries = enumerate(value) if isinstance(value, list) else [(None, value)]
    for index, entry in entries:
        at: Path = () if index is None else (index,)
        if _has_usage(entry):
            return (*at, "usage")
        if isinstance(entry, dict) and entry.get("usageMetadata") is not None:
            return (*at, "usageMetadata")
        for name in ("response", "message"):
            if isinstance(entry, dict) and _has_usage(entry.get(name)):
                return (*at, name, "usage")
    return None


def _has_usage(holder: JSON) -> bool:
    """Whether an object has a usage. A response and a message must have one: zeros say nothing there."""
    counts = holder.get("usage") if isinstance(holder, dict) else None
    if isinstance(counts, dict) and (holder.get("object") == "response" or _OF_MESSAGES & holder.keys()):
        return any(counts.get(name) for name in ("input_tokens", "output_tokens", "total_tokens"))
    return counts is not None


def several_choices(value: JSON) -> Path | None:
    """Return where a request asks for several choices, or an answer, or a chunk of one, has another than the first."""
    return _first(value, _choices_member)


def names_in(value: JSON) -> Counter[str]:
    """Return the names that a value gives, each with how often."""
    named = (entry.get("name") for _path, entry in _objects(value))
    return Counter(name for name in named if isinstance(name, str))


def custom_names(value: JSON) -> frozenset[str]:
    """Return the names of the custom tools of a value and of those that it calls; none that anything else has too."""
    marked = (entry for _path, entry in _objects(value) if _is_custom(entry.get("type")))
    named = chain.from_iterable((entry.get("name"), _name_of(entry.get("custom"))) for entry in marked)
    found = Counter(name for name in named if isinstance(name, str))
    everywhere = names_in(value)
    return frozenset(name for name, count in found.items() if count == everywhere[name])


def hosted_names(value: JSON) -> frozenset[str]:
    """Return the types of the hosted tools of a value; none that is the name of anything in it."""
    types = (entry.get("type") for _path, entry in _objects(value))
    return frozenset(kind for kind in types if isinstance(kind, str) and _HOSTED.match(kind)) - names_in(value).keys()


def _first(value: JSON, member_of: Callable[[dict[str, JSON]], str | None]) -> Path | None:
    for path, entry in _objects(value):
        member = member_of(entry)
        if member is not None:
            return (*path, member)
    return None


def _objects(value: JSON) -> Iterator[tuple[Path, dict[str, JSON]]]:
    """Yield each object that may be a tool, an item, a part or an event, in order, with its path."""
    waiting: list[tuple[Path, JSON]] = [((), value)]
    while waiting:
        path, inner = waiting.pop()
        if isinstance(inner, dict):
            yield path, inner
            members = [(key, member) for key, member in inner.items() if key not in _NOT_SEARCHED]
            waiting += [((*path, key), member) for key, member in reversed(members)]
        elif isinstance(inner, list):
            waiting += [((*path, index), entry) for index, entry in reversed(list(enumerate(inner)))]


def _is_custom(kind: JSON) -> bool:
    return isinstance(kind, str) and (kind == "custom" or kind.removeprefix("response.").startswith("custom_tool_call"))


def _hosted_member(entry: dict[str, JSON]) -> str | None:
    kind = entry.get("type")
    if isinstance(kind, str) and _HOSTED.match(kind):
        return "type"
    return "web_search_options" if entry.get("web_search_options") is not None else None


def _reasoning_member(entry: dict[str, JSON]) -> str | None:
    kind = entry.get("type")
    if isinstance(kind, str) and (
        kind in ("reasoning", "thinking", "redacted_thinking") or kind.startswith("response.reasoning")
    ):
        return "type"
    return next((name for name in entry if name in _REASONING_MEMBERS and _says_something(entry[name])), None)


def _says_something(value: JSON) -> bool:
    """Whether a member holds more than nulls: a response repeats a `reasoning` that nobody asked for."""
    return any(member is not None for member in value.values()) if isinstance(value, dict) else bool(value)


def _choices_member(entry: dict[str, JSON]) -> str | None:
    count, choices = entry.get("n"), entry.get("choices")
    if isinstance(count, int) and count > 1 and "messages" in entry:
        return "n"
    if not isinstance(choices, list):
        return None
    others = (choice.get("index") not in (None, 0) for choice in choices if isinstance(choice, dict))
    return "choices" if len(choices) > 1 or any(others) else None


def _name_of(value: JSON) -> JSON:
    return value.get("name") if isinstance(value, dict) else None
