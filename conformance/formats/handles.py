"""What an input refers to things by, in any format: ids of calls, names of tools, addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conformance.base.values import JSON
from conformance.formats.chat.read import OLD_CALL
from conformance.formats.responses.read import FUNCTION_CALL

# What no format reads: schemas, arguments, and what clients write for themselves.
_UNREAD = frozenset({
    "parameters", "input_schema", "inputSchema", "output_schema", "schema", "arguments", "metadata",
    "args", "parametersJsonSchema", "parameters_json_schema", "labels", "responseSchema", "response_schema",
    "responseJsonSchema", "response_json_schema",
})  # fmt: skip
_TOOL_USE = "tool_use"
_CALLS = (FUNCTION_CALL, "custom_tool_call", _TOOL_USE)
_TOOLS = ("function", "custom")
_OF_IDS = ("call_id", "tool_call_id", "tool_use_id")
_OF_URLS = ("url", "image_url", "file_url", "fileUri", "file_uri", "uri")
# Gemini's calls and results, which have an id and a name; OLD_CALL is the name of the former too.
_RESULTS = ("functionResponse", "function_response")
_HOLDERS = ("functionCall", *_RESULTS, OLD_CALL)
_ALLOWED = ("allowedFunctionNames", "allowed_function_names")
_DECLARED = ("functionDeclarations", "function_declarations")
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
    called = (object_.get("id" if _is_chat_call(object_) or object_.get("type") == _TOOL_USE else "call_id")
           for object_ in objects if _is_chat_call(object_) or object_.get("type") in _CALLS)  # fmt: skip
    ids = (*called, *(held.get("id") for _key, held in _held(objects)))
    in_spaces = any(object_.get("type") == "namespace" or "namespace" in object_ for object_ in objects)
    names = () if in_spaces else (name for object_ in objects for name in _names(object_))
    urls = (object_.get(key) for object_ in objects for key in _OF_URLS)
    return Handles(_texts(ids), _texts(names), tuple(url for url in _texts(urls) if url.lower().startswith("http")))


def renamed(value: JSON, ids: Mapping[str, str], names: Mapping[str, str], urls: Mapping[str, str]) -> None:
    """Change in place what an input refers to things by."""
    objects = list(_objects(value))
    for _key, held in _held(objects):
        _change(held, "id", ids)
        _change(held, "name", names)
    for object_ in objects:
        for key in (*_OF_IDS, *(("id",) if _is_chat_call(object_) or object_.get("type") == _TOOL_USE else ())):
            _change(object_, key, ids)
        if not str(object_.get("type")).startswith(_OF_HOSTS):
            _change(object_, "name", names)
        for key in _OF_URLS:
            _change(object_, key, urls)
        for key in _ALLOWED:
            if isinstance(allowed := object_.get(key), list):
                object_[key] = [names.get(name, name) if isinstance(name, str) else name for name in allowed]


def _held(objects: list[dict[str, JSON]]) -> Iterator[tuple[str, dict[str, JSON]]]:
    """Yield the calls and results that are under a name of their own."""
    yield from ((key, held) for object_ in objects for key in _HOLDERS if isinstance(held := object_.get(key), dict))


def _change(entry: dict[str, JSON], key: str, known: Mapping[str, str]) -> None:
    held = entry.get(key)
    if isinstance(held, str) and held in known:
        entry[key] = known[held]


def _objects(value: JSON) -> Iterator[dict[str, JSON]]:
    """Yield the objects of an input that a format reads."""
    if isinstance(value, list):
        for entry in value:
            yield from _objects(entry)
    elif isinstance(value, dict):
        yield value
        is_call = value.get("type") in _CALLS
        for key, member in value.items():
            if key in _RESULTS and isinstance(member, dict):
                member = {name: inner for name, inner in member.items() if name != "response"}
            if key not in _UNREAD and not (is_call and key == "input"):
                yield from _objects(member)


def _is_chat_call(entry: dict[str, JSON]) -> bool:
    return "id" in entry and any(isinstance(entry.get(key), dict) for key in _TOOLS)


def _names(entry: dict[str, JSON]) -> Iterator[JSON]:
    if entry.get("type") in (*_TOOLS, *_CALLS) or "input_schema" in entry:
        yield entry.get("name")
    yield from (held.get("name") for key in (*_TOOLS, *_HOLDERS) if isinstance(held := entry.get(key), dict))
    for key in _DECLARED:
        declared = entry.get(key)
        for tool in declared if isinstance(declared, list) else ():
            yield tool.get("name") if isinstance(tool, dict) else None


def _texts(values: Iterator[JSON] | tuple[JSON, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if isinstance(value, str)))
