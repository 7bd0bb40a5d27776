"""What an input refers to things by, in any format: ids of calls, names of tools, addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conformance.base.values import JSON
from conformance.formats.chat.read import OLD_CALL
from conformance.formats.responses.read import FUNCTION_CALL

# What no format reads: schemas, arguments, and what clients write for themselves.
_UNREAD = frozenset({"parameters", "input_schema", "inputSchema", "output_schema", "schema", "arguments", "metadata"})
_TOOL_USE = "tool_use"
_CALLS = (FUNCTION_CALL, "custom_tool_call", _TOOL_USE)
_TOOLS = ("function", "custom")
_OF_IDS = ("call_id", "tool_call_id", "tool_use_id")
_OF_URLS = ("url", "image_url", "file_url")
_OF_HOSTS = ("mcp", "server_tool")  # what begins the types whose names are no client's


@dataclass(frozen=True, slots=True)
class Handles:
    """Each once, in their order. ids: of calls of functions and custom tools. names: of such tools. urls: no data."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    urls: tuple[str, ...]


def handles_of(value: JSON) -> Handles:
    """Return what an input refers to things by. It has no names where tools are in namespaces: these are of two."""
    objects = list(_objects(value))
    ids = (one.get("id" if _is_chat_call(one) or one.get("type") == _TOOL_USE else "call_id")
           for one in objects if _is_chat_call(one) or one.get("type") in _CALLS)  # fmt: skip
    in_spaces = any(one.get("type") == "namespace" or "namespace" in one for one in objects)
    names = () if in_spaces else (name for one in objects for name in _names(one))
    urls = (one.get(key) for one in objects for key in _OF_URLS)
    return Handles(_texts(ids), _texts(names), tuple(url for url in _texts(urls) if url.lower().startswith("http")))


def renamed(value: JSON, ids: Mapping[str, str], names: Mapping[str, str], urls: Mapping[str, str]) -> None:
    """Change in place what an input refers to things by."""
    for one in list(_objects(value)):
        for key in (*_OF_IDS, *(("id",) if _is_chat_call(one) or one.get("type") == _TOOL_USE else ())):
            _change(one, key, ids)
        if not str(one.get("type")).startswith(_OF_HOSTS):
            _change(one, "name", names)
        for key in _OF_URLS:
            _change(one, key, urls)


def _change(one: dict[str, JSON], key: str, known: Mapping[str, str]) -> None:
    held = one.get(key)
    if isinstance(held, str) and held in known:
        one[key] = known[held]


def _objects(value: JSON) -> Iterator[dict[str, JSON]]:
    """Yield the objects of an input that a format reads."""
    if isinstance(value, list):
        for entry in value:
            yield from _objects(entry)
    elif isinstance(value, dict):
        yield value
        is_call = value.get("type") in _CALLS
        for key, member in value.items():
            if key not in _UNREAD and not (is_call and key == "input"):
                yield from _objects(member)


def _is_chat_call(one: dict[str, JSON]) -> bool:
    return "id" in one and any(isinstance(one.get(key), dict) for key in _TOOLS)


def _names(one: dict[str, JSON]) -> Iterator[JSON]:
    if one.get("type") in (*_TOOLS, *_CALLS) or "input_schema" in one:
        yield one.get("name")
    yield from (held.get("name") for key in (*_TOOLS, OLD_CALL) if isinstance(held := one.get(key), dict))


def _texts(values: Iterator[JSON] | tuple[JSON, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in values if isinstance(one, str)))
