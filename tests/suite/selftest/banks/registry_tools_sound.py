"""Sound converters of a registry's tools, and of requests that carry them (S1)."""

from __future__ import annotations

import copy
import json
import logging
from collections import OrderedDict
from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.formats.json_schema import is_valid_schema
from conformance.reference import registry_request_to_chat_request as reference_request
from conformance.reference import registry_tools_to_chat_tools as reference
from tests.suite.selftest.banks import schema_defects as defects
from tests.suite.selftest.banks.registry_tools import (
    LIST,
    REQUEST,
    in_request,
    of_schema,
    otherwise,
    type_of,
)
from tests.suite.selftest.model import Convert, Sound

Tool = dict[str, Any]
Tools = list[Any]

LOG = logging.getLogger(__name__)
_SHELL = {
    "description": "Execute local shell commands in the browser environment",
    "name": "local_shell",
    "parameters": {
        "type": "object",
        "properties": {"command": {"type": "string", "description": "The shell command to execute"}},
        "required": ["command"],
    },
}


def _walked(schema: Any) -> Any:
    """A schema rebuilt by the walk."""
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            value = {name: _walked(member) for name, member in value.items()}
        elif key in ("items", "additionalProperties"):
            value = [_walked(element) for element in value] if isinstance(value, list) else _walked(value)
        result[key] = value
    return result


def _one(tool: Any, strict: bool = False) -> Any:
    kind = tool["type"]
    if kind == "local_shell":
        return _SHELL
    if kind == "web_search":
        query = {"type": ["string"]}
        more = {"type": "object", "additionalProperties": False, "properties": {"count": {"type": "integer"}}}
        return {"name": "web_search", "parameters": more | {"properties": {"query": query}, "required": ["query"]}}
    inner = tool[kind]
    if not isinstance(inner["name"], str) or not inner["name"]:
        raise TypeError("no name")
    if kind == "custom":
        text = f"{inner.get('description') or ''}\nFormat: {json.dumps(inner.get('format'))}"
        return {
            "name": inner["name"],
            "description": text,
            "parameters": {"type": "object", "additionalProperties": True},
        }
    made = {"name": inner["name"], "parameters": _walked(inner.get("parameters"))}
    if made["parameters"] is None:
        del made["parameters"]
    if inner.get("description"):
        made["description"] = inner["description"]
    if strict and inner.get("strict") is True:
        made["strict"] = True
    return made


def _listed(tools: Any, strict: bool = False) -> Tools:
    results = []
    for tool in tools:
        try:
            if tool["type"] not in ("function", "custom", "local_shell", "web_search"):
                raise ValueError("unknown type")
            results.append({"function": json.loads(json.dumps(_one(tool, strict))), "type": "function"})
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            LOG.warning("left out: %r (%s)", tool, problem)
        else:
            if isinstance(tool.get("function"), dict) and tool["function"].get("strict"):
                LOG.warning("strict of %r", tool)
    return results


def drops_annotations(tools: Any) -> Tools:
    """Drops what a schema says beside what it accepts, but for descriptions and formats."""
    gone = defects.without("title", "default", "examples", "$comment", "deprecated", "readOnly", "writeOnly")
    return of_schema(lambda s: gone(s) if is_valid_schema(s) else s)(tools)


def keeps_true_alone(tools: Any) -> Tools:
    """Writes strict only if it is true, and no parameters if there are none."""
    return _listed(tools, strict=True)


def for_compatibility(tools: Any) -> Tools:
    """Fills in what says nothing: empty properties, items, required, open objects.

    What is open by a keyword of its own is evaluated, so that `unevaluatedProperties` would restrict nothing any more.
    """

    def filled(node: Tool) -> Tool:
        more: Tool = (
            {"properties": {}, "required": [], "additionalProperties": True} if node.get("type") == "object" else {}
        )
        if node.get("type") == "array" and "prefixItems" not in node:
            more = {"items": {}}
        return {key: copy.deepcopy(value) for key, value in more.items() if key not in node} | node

    def change(schema: Any) -> Any:
        is_plain = is_valid_schema(schema) and "unevaluated" not in json.dumps(schema)
        return defects.at_objects(filled)(schema) if is_plain else schema

    return of_schema(change)(tools)


def shares_its_parameters(tools: Any) -> Tools:
    """The result holds the registry's own schemas; nothing is changed in them."""
    made = reference(tools)
    sources = [tool for tool in tools if reference([tool])]
    for tool, source in zip(made, sources, strict=True):
        inner = source.get("function") if isinstance(source, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("parameters"), dict):
            tool["function"]["parameters"] = inner["parameters"]
    return made


def converts_what_it_may(tools: Any) -> Tools:
    """Flat tools convert, and a description that is not a string is dropped."""

    def one(tool: Any) -> Any:
        kind = type_of(tool)
        if kind in ("function", "custom") and kind not in tool and isinstance(tool.get("name"), str) and tool["name"]:
            return reference([{"type": kind, kind: {k: v for k, v in tool.items() if k != "type"}}])[0]
        return NotImplemented

    return otherwise(one)(tools)


def leaves_out_what_it_may(tools: Any) -> Tools:
    """A description that is not a string makes an entry malformed, an empty one says nothing, and an input that is
    not a list gives nothing.
    """
    kept = [
        tool
        for tool in (tools if isinstance(tools, list) else ())
        if not (type_of(tool) in ("function", "custom") and isinstance(tool.get(tool["type"]), dict))
        or isinstance(tool[tool["type"]].get("description"), str | None)
    ]
    made = reference(kept)
    for tool in made:
        if tool["function"].get("description") == "":
            del tool["function"]["description"]
    return made


def of_other_classes(tools: Any) -> Tools:
    """Its objects are of a class that extends the language's own."""
    return json.loads(json.dumps(reference(tools)), object_pairs_hook=OrderedDict)


def plain_request(given: Any) -> Tool:
    """Copies the request without nulls; its tools as the document lists them, an empty list too."""
    result = {key: copy.deepcopy(value) for key, value in given.items() if value is not None}
    if isinstance(result.get("tools"), list):
        result["tools"] = _listed(result["tools"], strict=True)
    elif "tools" in result:
        raise TypeError("tools must be a list")
    return result


def without_tools_no_choice(given: Any) -> Tool:
    """Where no tool is left, what needs tools goes too; absent fields are null."""
    result = reference_request(given)
    if given.get("tools") is not None and not result.get("tools"):
        result = {key: value for key, value in result.items() if key not in ("tool_choice", "parallel_tool_calls")}
    return {"temperature": None, "stop": None} | result


def _sound() -> Iterator[Sound]:
    for answer in ("drop", "keep"):
        found = (("strict-in-chat", answer),)
        yield Sound(f"reference {answer}", LIST, partial(reference, strict_in_chat=answer), answers=found)
        for empty in ("omit", "keep"):
            convert: Convert = partial(reference_request, strict_in_chat=answer, empty_tools=empty)
            yield Sound(f"reference {answer} {empty}", REQUEST, convert, answers=(*found, ("empty-tools", empty)))
    lists: dict[Convert, str] = {
        drops_annotations: "drop",
        keeps_true_alone: "keep",
        for_compatibility: "drop",
        shares_its_parameters: "drop",
        converts_what_it_may: "drop",
        leaves_out_what_it_may: "drop",
        of_other_classes: "drop",
    }
    for convert, answer in lists.items():
        yield Sound(getattr(convert, "__name__", ""), LIST, convert, answers=(("strict-in-chat", answer),))
    for convert in (drops_annotations, for_compatibility, converts_what_it_may):
        yield Sound(getattr(convert, "__name__", ""), REQUEST, in_request(convert))
    yield Sound("plain_request", REQUEST, plain_request, answers=(("empty-tools", "keep"), ("strict-in-chat", "keep")))
    yield Sound("without_tools_no_choice", REQUEST, without_tools_no_choice, answers=(("empty-tools", "omit"),))


SOUND = tuple(_sound())
