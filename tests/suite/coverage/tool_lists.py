"""The situations of lists of tools: which kinds are next to each other, what groups have, and how tools are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, product
from typing import TypeAlias

from conformance.apis.input_validity.tools import REGISTRY_TOOL
from conformance.base.values import JSON
from conformance.formats.facts import word

Tool: TypeAlias = dict[str, JSON]

FUNCTION, CUSTOM, GROUP, HOSTED = "function", "custom", "namespace", "hosted tool"
_OF_REGISTRIES = tuple(element["properties"]["type"]["const"] for element in REGISTRY_TOOL["anyOf"])
_KINDS: Mapping[str, tuple[str, ...]] = {
    "chat-tools": (FUNCTION, CUSTOM),
    "responses-tools": (FUNCTION, CUSTOM, GROUP, HOSTED),
    **dict.fromkeys(("registry-tools", "registry-request"), _OF_REGISTRIES),
}
_HOSTED_NAMES = frozenset({"web_search", "file_search", "code_interpreter", "image_generation", "computer", "shell"})
FORMATS = frozenset({*_KINDS, "mcp-tools"})


def rows(source: str) -> Iterator[str]:
    """Yield the rows of a list of tools in a format."""
    yield from (f"tools: {name}" for name in _OF_NAMES)
    kinds = _KINDS.get(source, ())
    yield from (f"tools: {kind} {place}" for kind in kinds for place in ("alone", "first", "last", "twice"))
    yield from (f"tools: {element} before {other}" for element, other in product(kinds, repeat=2))
    if kinds and kinds != _OF_REGISTRIES:
        yield "tools: a name like that of a hosted tool"
    if GROUP in kinds:
        yield from (f"tools: a group {name}" for name in _OF_GROUPS)
        yield "tools: a tool of a group named like one of the list"


def marks(source: str, tools: JSON) -> Iterator[str]:
    """Yield the rows that a list of tools covers."""
    listed = [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    names = list(_names(listed))
    yield from (f"tools: {name}" for name, fits in _OF_NAMES.items() if fits(names))
    kinds = [_kind(tool, _KINDS[source]) for tool in listed] if source in _KINDS else []
    if kinds:
        yield from (f"tools: {kind} {place}" for kind, place in ((kinds[0], "first"), (kinds[-1], "last")))
        yield from [f"tools: {kinds[0]} alone"] * (len(kinds) == 1)
        yield from (f"tools: {kind} twice" for kind in set(kinds) if kinds.count(kind) == 2)
        yield from (f"tools: {element} before {other}" for element, other in pairwise(kinds))
    if not _HOSTED_NAMES.isdisjoint(names):
        yield "tools: a name like that of a hosted tool"
    for tool in listed:
        held = tool.get("tools")
        inside = [element for element in held if isinstance(element, dict)] if isinstance(held, list) else []
        if word(tool) == GROUP:
            yield from (f"tools: a group {name}" for name, fits in _OF_GROUPS.items() if fits(inside))
            if not set(_names(inside)).isdisjoint(names):
                yield "tools: a tool of a group named like one of the list"


def _kind(tool: Tool, kinds: tuple[str, ...] = (FUNCTION, CUSTOM, GROUP)) -> str:
    kind = word(tool)
    return kind if kind in kinds else HOSTED


def _names(tools: list[Tool]) -> Iterator[str]:
    for tool in tools:
        for inner in (tool, tool.get(FUNCTION), tool.get(CUSTOM)):
            if isinstance(inner, dict) and isinstance(inner.get("name"), str):
                yield inner["name"]


_OF_NAMES: dict[str, Callable[[list[str]], bool]] = {
    "names that differ in case": lambda names: differ_in_case(names),
    "names in alphabetical order": lambda names: len(names) > 1 and names == sorted(names),
    "names in another order": lambda names: names != sorted(names),
    "a name that begins like another": lambda names: any(
        name != other and name.startswith(other) for name in names for other in names if other
    ),
}
_OF_GROUPS: dict[str, Callable[[list[Tool]], bool]] = {
    "of one function": lambda inside: [_kind(inner) for inner in inside] == [FUNCTION],
    "of two functions": lambda inside: [_kind(inner) for inner in inside] == [FUNCTION, FUNCTION],
    "of a function and a custom tool": lambda inside: {_kind(inner) for inner in inside} == {FUNCTION, CUSTOM},
}


def differ_in_case(names: list[str]) -> bool:
    """Whether two of some names differ only in case."""
    return len({name.lower() for name in names}) < len(set(names))
