"""What inputs of tools can hold, each feature by a name. Their schemas: `schema_features`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.generate import schema_features

MCP_TOOL, MCP_TOOLS, MCP_FLAT = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"
CHAT_TOOLS, DEFINITION = "chat-tools-to-responses-tools", "tool-definition-to-provider-tool"
REGISTRY, REQUEST = "registry-tools-to-chat-tools", "registry-request-to-chat-request"
PROVIDERS = ("openai-responses", "openai-chat", "anthropic", "google")

NO_OBJECTS = {"entry null", "entry a text", "entry a number", "entry a boolean", "entry a list"}
NAMES = {"unsafe name", "name of 64", "longer name", "name '__proto__'", "name 'constructor'", "name 'default'"}
LISTS = {
    *(f"{length} entries" for length in range(7)),
    *("two of one name", "only usable ones", "usable before broken", "broken before usable"),
}
MCP = {
    *(f"description {state}" for state in ("absent", "null", "empty", "given")),
    *("keys the other way round", "title", "annotations", "outputSchema", "_meta", "icons", "execution"),
    *("name absent", "name odd", "inputSchema absent", "inputSchema null", "inputSchema a list", "inputSchema a text"),
}
CHAT = {
    *(f"strict {strict}" for strict in ("absent", "null", "true", "false", "odd")),
    *(f"parameters {state}" for state in ("absent", "null", "empty", "given", "odd")),
    *(f"{key} {state}" for key in ("description", "name") for state in ("absent", "empty", "odd")),
    *("no function", "function of no object", "extra function field", "keys the other way round"),
    *("unknown type", "no type", "odd type", "flat tool", "nested custom", "function key elsewhere"),
    *("local_shell", "web_search", "web_search with settings", "other type of the API", "type __proto__"),
    *("function before another type", "another type before a function"),
}
REGISTRIES = {
    *(f"strict {strict}" for strict in ("absent", "null", "true", "false", "odd")),
    *(f"parameters {state}" for state in ("absent", "null", "given", "odd", "invalid inside")),
    *(f"description {state}" for state in ("absent", "null", "empty", "odd")),
    *(f"name {state}" for state in ("absent", "empty", "odd")),
    *("local_shell", "local_shell with settings", "web_search", "web_search with settings", "custom", "custom bare"),
    *(f"format {kind}" for kind in ("lark", "regex", "grammar inside", "text", "null", "empty", "of no object")),
    *("unknown type", "no type", "odd type", "flat tool", "no function", "function of no object", "no custom"),
    *("keys the other way round", "function before another type", "another type before a function"),
}
WANTED = {
    MCP_TOOL: schema_features.WANTED | MCP | NAMES | NO_OBJECTS,
    MCP_TOOLS: schema_features.WANTED | MCP | NAMES | NO_OBJECTS | LISTS,
    MCP_FLAT: schema_features.WANTED | MCP | NAMES | NO_OBJECTS | LISTS,
    CHAT_TOOLS: schema_features.WANTED | CHAT | NAMES | NO_OBJECTS | LISTS,
    REGISTRY: schema_features.WANTED | REGISTRIES | NAMES | NO_OBJECTS | LISTS,
    REQUEST: schema_features.WANTED
    | (REGISTRIES | NAMES | NO_OBJECTS)
    | {"tools absent", "tools null", "tools empty", "tools of which none is left", "model empty", "no messages"}
    | {"request the other way round", "a field of no API", "a field beyond 2**53", "a number 1.0"}
    | {"messages with calls", "messages with parts", "response_format", "stream", "tool_choice"},
    DEFINITION: schema_features.WANTED
    | NAMES
    | {f"{name}: strict {strict}" for name in PROVIDERS for strict in ("absent", "true", "false")}
    | {f"provider {name}" for name in (*PROVIDERS, "gwdg", "unknown", "of no text")}
    | {"definition of no object", "name odd", "parameters odd", "parameters absent", "description absent"},
}  # fmt: skip


def seen(operation: str, given: Any) -> Iterator[str]:
    """Yield what an input holds."""
    if operation == MCP_TOOL:
        yield from _of_mcp(given)
    elif operation == DEFINITION:
        yield from _of_definition(given)
    elif operation == REQUEST:
        yield from _of_request(given)
    else:
        of_entry = {CHAT_TOOLS: _of_chat, REGISTRY: _of_registry}.get(operation, _of_mcp)
        yield from _of_list(given, of_entry)


def _of_list(entries: list[Any], of_entry: Any) -> Iterator[str]:
    yield f"{len(entries)} entries"
    sound = []
    for entry in entries:
        found = set(of_entry(entry))
        yield from found
        sound.append("usable" in found)
    if entries and all(sound):
        yield "only usable ones"
    yield from (
        "usable before broken" if one else "broken before usable" for one, other in pairwise(sound) if one != other
    )
    functions = [_is_function(entry) for entry in entries]
    for one, other in pairwise(zip(functions, sound, strict=True)):
        if one[1] and other[1] and one[0] != other[0]:
            yield "function before another type" if one[0] else "another type before a function"
    names = [name for entry in entries if (name := _name_of(entry)) is not None]
    yield from ["two of one name"] if len(set(names)) < len(names) else []


def _is_function(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("type", "function") == "function"


def _name_of(entry: Any) -> str | None:
    held = entry.get("function", entry) if isinstance(entry, dict) else None
    name = held.get("name") if isinstance(held, dict) else None
    return name if isinstance(name, str) else None


def _kind(value: Any) -> str:
    kinds = {type(None): "null", list: "a list", dict: "an object", str: "a text", bool: "a boolean"}
    return kinds.get(type(value), "a number")


def _of_name(name: Any) -> Iterator[str]:
    if re.fullmatch("[a-zA-Z0-9_-]{1,64}", name):
        yield "name of 64" if len(name) == 64 else f"name {name!r}"
    else:
        yield "longer name" if len(name) > 64 else "unsafe name"


def _is_turned(holder: dict[str, Any], first: str) -> bool:
    return len(holder) > 1 and list(holder)[-1] == first


def _of_mcp(tool: Any) -> Iterator[str]:
    if not isinstance(tool, dict):
        yield f"entry {_kind(tool)}"
        return
    schema, name = tool.get("inputSchema"), _state(tool, "name", str)
    yield f"name {name}"
    if name == "given":
        yield from _of_name(tool["name"])
        yield from ["usable"] if isinstance(schema, dict) else []
    if isinstance(schema, dict):
        yield from schema_features.seen(schema)
    else:
        yield f"inputSchema {_kind(schema) if 'inputSchema' in tool else 'absent'}"
    yield f"description {_state(tool, 'description', str)}"
    yield from tool.keys() & {"title", "annotations", "outputSchema", "_meta", "icons", "execution"}
    if _is_turned(tool, "name"):
        yield "keys the other way round"


def _state(holder: dict[str, Any], key: str, kind: type) -> str:
    """Tell whether a field is given, empty, odd (of another kind), null, or absent."""
    value = holder.get(key)
    if value is None:
        return "null" if key in holder else "absent"
    return "odd" if not isinstance(value, kind) else "given" if value else "empty"


def _strict(holder: dict[str, Any]) -> str:
    state = _state(holder, "strict", bool)
    return json.dumps(holder["strict"]) if state in ("given", "empty") else state


def _of_chat(tool: Any) -> Iterator[str]:
    if not isinstance(tool, dict):
        yield f"entry {_kind(tool)}"
        return
    kind = tool.get("type", "absent")
    if kind == "function" and isinstance(tool.get("function"), dict):
        yield from _of_function(tool["function"])
    elif kind == "function":
        yield "flat tool" if "name" in tool else "function of no object" if "function" in tool else "no function"
    elif "function" in tool:
        yield "function key elsewhere"
    elif "custom" in tool:
        yield "nested custom"
    elif kind in ("local_shell", "web_search"):
        yield "usable"
        yield f"{kind} with settings" if len(tool) > 1 else kind
    else:
        yield from _of_other_type(tool, kind)


def _of_other_type(tool: dict[str, Any], kind: Any) -> Iterator[str]:
    if "type" not in tool:
        yield "no type"
    elif not isinstance(kind, str) or not kind:
        yield "odd type"
    elif kind == "__proto__":
        yield "type __proto__"
    else:
        yield "unknown type" if kind in ("invalid", "teleport", "toString") else "other type of the API"


def _of_function(function: dict[str, Any]) -> Iterator[str]:
    name, description = _state(function, "name", str), _state(function, "description", str)
    parameters = _state(function, "parameters", dict)
    yield f"name {name}"
    yield f"description {description}"
    yield f"parameters {parameters}"
    yield f"strict {_strict(function)}"
    if name == "given":
        yield from _of_name(function["name"])
        yield from ["usable"] if description == "given" and parameters != "odd" else []
    if parameters == "given":
        yield from schema_features.seen(function["parameters"])
    if function.keys() - {"name", "description", "strict", "parameters"}:
        yield "extra function field"
    if _is_turned(function, "name"):
        yield "keys the other way round"


def _of_registry(tool: Any) -> Iterator[str]:
    if not isinstance(tool, dict):
        yield f"entry {_kind(tool)}"
        return
    kind = tool.get("type", "absent")
    if kind in ("local_shell", "web_search"):
        yield "usable"
        yield f"{kind} with settings" if len(tool) > 1 else kind
    elif kind == "custom":
        yield from _of_custom(tool)
    elif kind == "function":
        held = tool.get("function")
        if isinstance(held, dict) and held:
            yield from _of_registry_function(held)
        else:
            yield "flat tool" if "name" in tool else "function of no object" if "function" in tool else "no function"
    elif "type" not in tool:
        yield "no type"
    else:
        yield "unknown type" if isinstance(kind, str) and kind else "odd type"


def _of_registry_function(function: dict[str, Any]) -> Iterator[str]:
    name = _state(function, "name", str)
    yield f"name {'odd' if name == 'null' else name}"
    if name == "given":
        yield "usable"
        yield from _of_name(function["name"])
    yield f"description {_state(function, 'description', str)}"
    yield f"strict {_strict(function)}"
    parameters = _state(function, "parameters", dict)
    if parameters == "given" and not _is_valid(function["parameters"]):
        parameters = "invalid inside"
    yield f"parameters {parameters}"
    if parameters == "given":
        yield from schema_features.seen(function["parameters"])
    if _is_turned(function, "name"):
        yield "keys the other way round"


def _is_valid(schema: Any) -> bool:
    import jsonschema_rs

    return bool(jsonschema_rs.meta.is_valid({key: value for key, value in schema.items() if key != "$id"}))


def _of_custom(tool: dict[str, Any]) -> Iterator[str]:
    held = tool.get("custom")
    if not isinstance(held, dict):
        yield "flat tool" if "name" in tool else "no custom"
        return
    name = _state(held, "name", str)
    yield f"name {name}"
    if name != "given":
        return
    yield "usable"
    yield "custom" if "description" in held else "custom bare"
    if "format" in held:
        given = held["format"]
        if not isinstance(given, dict) or not given:
            yield f"format {'null' if given is None else 'empty' if given == {} else 'of no object'}"
        else:
            yield "format grammar inside" if "grammar" in given else f"format {given.get('syntax', given['type'])}"


def _of_request(request: dict[str, Any]) -> Iterator[str]:
    tools = request.get("tools", "absent")
    if not tools or tools == "absent":
        yield f"tools {'null' if tools is None else tools or 'empty'}"
    else:
        found = set(_of_list(tools, _of_registry))
        yield from found
        yield from [] if "usable" in found else ["tools of which none is left"]
    yield from ["model empty"] if request["model"] == "" else []
    yield from ["request the other way round"] if _is_turned(request, "model") else []
    yield from [] if request["messages"] else ["no messages"]
    for message in request["messages"]:
        yield from ["messages with calls"] if "tool_calls" in message else []
        yield from ["messages with parts"] if isinstance(message["content"], list) else []
    yield from request.keys() & {"stream", "tool_choice", "response_format"}
    yield from ["a field of no API"] if "vendor_field" in request else []
    yield from ["a field beyond 2**53"] if request.get("seed") == 2**53 + 1 else []
    yield from ["a number 1.0"] if type(request.get("temperature")) is float else []


def _of_definition(request: dict[str, Any]) -> Iterator[str]:
    provider, definition = request["provider"], request["definition"]
    if not isinstance(provider, str) or provider not in (*PROVIDERS, "gwdg"):
        yield f"provider {'unknown' if isinstance(provider, str) else 'of no text'}"
        return
    yield f"provider {provider}"
    if not isinstance(definition, dict):
        yield "definition of no object"
        return
    yield f"{provider}: strict {_strict(definition)}"
    name, parameters = _state(definition, "name", str), _state(definition, "parameters", dict)
    yield from _of_name(definition["name"]) if name == "given" else ["name odd"]
    yield f"description {_state(definition, 'description', str)}"
    yield f"parameters {parameters}"
    if parameters == "given":
        yield from schema_features.seen(definition["parameters"])
