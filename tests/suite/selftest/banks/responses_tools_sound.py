"""Sound converters of flat Responses tools to nested Chat tools: the reference's answers, and other builds."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from conformance.reference import chat_tools_to_responses_tools
from conformance.reference import responses_tools_to_chat_tools as reference
from tests.suite.selftest.banks.bank import CHAT_TOOLS, references
from tests.suite.selftest.banks.responses_tools import OPERATION, as_function
from tests.suite.selftest.model import Sound

LOG = logging.getLogger(__name__)
Tool = dict[str, Any]
CHOICES = {"strict_when_absent": ("omit", "false", "true"), "tool_without_counterpart": ("leave-out", "refuse")}
_UNPLACED = ("defer_loading", "async", "allowed_callers", "output_schema")


def from_json_text(tools: Any) -> Any:
    """By way of JSON text, keys in another order, no word of a strict that is off."""
    results = json.loads(json.dumps(reference(tools)))
    for tool in results:
        body = tool[tool["type"]]
        if body.get("strict") is False:
            body["strict"] = None
    return [dict(reversed(tool.items())) for tool in results]


def strictest(tools: Any) -> Any:
    """Takes whole functions alone; the first other entry ends the call with its place and its type."""
    if not isinstance(tools, list):
        raise TypeError("wanted a list")
    for number, tool in enumerate(tools):
        known = ("type", "name", "description", "parameters", "strict")
        if not isinstance(tool, dict) or tool.get("type") != "function" or "name" not in tool:
            raise ValueError(f"entry {number}: no function")
        if not isinstance(tool["name"], str) or not tool["name"] or "function" in tool:
            raise ValueError(f"entry {number}: no name")
        if odd := [key for key in tool if key not in known and tool[key] not in (None, False, [], ["direct"])]:
            raise ValueError(f"entry {number}: {odd[0]}")
    return reference(tools, tool_without_counterpart="refuse")


def customs_as_functions(tools: Any) -> Any:
    """Custom tools of free text and tools of the client become functions; members without a place stay in these."""
    results: list[Any] = []
    listed = tools if isinstance(tools, list) else []
    plain = [
        element for element in listed if isinstance(element, dict) and element.get("type") in ("function", "custom")
    ]
    for tool in tools if isinstance(tools, list) else reference(tools):
        kind = tool.get("type") if isinstance(tool, dict) else None
        if kind in ("local_shell", "shell", "apply_patch"):
            schema = {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]}
            results.append({"type": "function", "function": {"name": kind, "parameters": schema}})
            continue
        # The tools of a namespace have names that those beside it do not have.
        for element in reference([*plain, tool])[len(reference(plain)) :] if kind == "namespace" else reference([tool]):
            is_free_text = element.get("custom", {}).get("format", {}).get("type") != "grammar"
            made = as_function(element) if "custom" in element and is_free_text else element
            if kind in ("function", "custom") and "function" in made:
                made["function"] |= {key: tool[key] for key in _UNPLACED if key in tool}
            results.append(made)
    return results


def every_custom_as_function(tools: Any) -> Any:
    """Each custom tool becomes a function; a grammar, for which functions have no place, is reported."""
    results = reference(tools)
    for tool in results:
        if tool.get("custom", {}).get("format", {}).get("type") == "grammar":
            LOG.warning("the format of the custom tool %s is left out", tool["custom"].get("name"))
    return [as_function(result) if "custom" in result else result for result in results]


def whole_names_of_spaces(tools: Any) -> Any:
    """A tool of a namespace is named behind it, in 64 characters; a digest replaces what is cut off."""

    def named(tool: Any, space: str) -> Any:
        if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
            return tool
        name = f"{space}__{tool['name']}"
        digest = hashlib.sha256(name.encode()).hexdigest()[:8]
        return tool | {"name": name if len(name) <= 64 else f"{name[:55]}_{digest}"}

    if not isinstance(tools, list):
        return reference(tools)
    flat: list[Any] = []
    for tool in tools:
        is_space = isinstance(tool, dict) and tool.get("type") == "namespace" and isinstance(tool.get("tools"), list)
        flat += [named(other_tool, str(tool.get("name"))) for other_tool in tool["tools"]] if is_space else [tool]
    return reference(flat)


def plain_customs(tools: Any) -> Any:
    """The format of free text is left out; namespaces are left out with a report."""
    if not isinstance(tools, list):
        return reference(tools)
    kept = []
    for tool in tools:
        if isinstance(tool, dict) and tool.get("type") == "namespace" and tool.get("tools"):
            LOG.warning("the namespace %s is left out: %r", tool.get("name"), tool["tools"])
        else:
            kept.append(tool)
    results = reference(kept)
    for tool in results:
        if tool.get("custom", {}).get("format") == {"type": "text"}:
            del tool["custom"]["format"]
    return results


def described_by_themselves(tools: Any) -> Any:
    """A tool without a description has its name for one, or its namespace's, which is in front of others too; roots have
    properties; namespaces are joined by a hyphen."""
    results = reference(_with_descriptions_of_spaces(tools))
    for tool in results:
        body = tool[tool["type"]]
        name = body.get("name")
        if isinstance(name, str) and name.startswith(("crm__", "wiki__")):
            body["name"] = name.replace("__", "-", 1)
        if "function" in tool:
            body["description"] = body.get("description") or body.get("name")
            if isinstance(body.get("parameters"), dict) and body["parameters"].get("type") == "object":
                body["parameters"].setdefault("properties", {})
    return results


def _with_descriptions_of_spaces(tools: Any) -> Any:
    def described(tool: Any, space: Any) -> Any:
        own = tool.get("description") if isinstance(tool, dict) else None
        if not isinstance(tool, dict) or not isinstance(space, str) or not space or not isinstance(own, str | None):
            return tool
        return tool | {"description": f"{space}\n\n{own}" if own else space}

    return (
        [
            tool | {"tools": [described(other_tool, tool.get("description")) for other_tool in tool["tools"]]}
            if isinstance(tool, dict) and tool.get("type") == "namespace" and isinstance(tool.get("tools"), list)
            else tool
            for tool in tools
        ]
        if isinstance(tools, list)
        else tools
    )


def phrases_describe(tools: Any) -> Any:
    """A phrase replaces an absent description."""
    results = reference(tools)
    for tool in results:
        if "function" in tool:
            function = tool["function"]
            function.setdefault("description", f"Tool which performs {function['name']}.")
    return results


_REFUSES = (("tool-without-counterpart", "refuse"),)

SOUND = (
    *references(OPERATION, reference, CHOICES, 2),
    Sound("from_json_text", OPERATION, from_json_text, answers=(("strict-when-absent", "omit"),)),
    Sound("strictest", OPERATION, strictest, answers=_REFUSES),
    Sound("customs_as_functions", OPERATION, customs_as_functions),
    Sound("every_custom_as_function", OPERATION, every_custom_as_function),
    Sound("whole_names_of_spaces", OPERATION, whole_names_of_spaces),
    Sound("plain_customs", OPERATION, plain_customs),
    Sound("described_by_themselves", OPERATION, described_by_themselves),
    Sound("phrases_describe", OPERATION, phrases_describe),
    Sound("reference there and back", OPERATION, reference, others={CHAT_TOOLS: chat_tools_to_responses_tools}),
)
