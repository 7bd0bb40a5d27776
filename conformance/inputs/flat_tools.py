"""Lists of Responses tools: functions, custom tools, namespaces, and the tools that the API or the client runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.base.values import JSON
from conformance.inputs import chat_entries
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import (
    IS_CASED,
    LONGEST_NAME,
    TOOL_NAMES,
    edges,
    fresh,
    in_other_case,
    table,
    text,
)
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import Schema, tool_lists
from conformance.inputs.walks import contents

Tool = dict[str, JSON]
Make = Callable[[Choices], JSON]

FUNCTION, CUSTOM, NAMESPACE, HOSTED = "function", "custom", "namespace", "hosted tool"

_NO_LISTS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], [[]])
_SIZES = (2, 3, 4, 5, 8)
_NESTS: DealtOptions[int] = DealtOptions((True,))  # a list has fewer functions here than one of Chat
_LENGTHS = weighted({1: 6, 2: 8, 3: 8, 4: 6, 0: 1, 5: 2, 6: 2})
_KINDS_BESIDE = DealtOptions((FUNCTION, FUNCTION, CUSTOM))
_LENGTHS_BESIDE = weighted({1: 6, 2: 6, 3: 4, 4: 2})
_INSIDE = weighted({1: 3, 2: 3, 3: 1})
# For a tool of which another one of the list has the name already.
_OTHER_NAMES = {
    FUNCTION: TOOL_NAMES, CUSTOM: ("run", "Apply", "patch-2", "sum_up", "o"), NAMESPACE: ("mail", "mcp__git", "db"),
}  # fmt: skip
_NAMESPACE_TEXTS = edges(1)

# What the API takes of a description beside a text, and members for which Chat Completions has no place.
_SHARED: tuple[JSON, ...] = (
    {"defer_loading": True}, {"defer_loading": False}, {"async": True}, {"async": False},
    {"allowed_callers": ["programmatic"]}, {"allowed_callers": ["direct", "programmatic"]}, {"allowed_callers": None},
    {"allowed_callers": []}, {"allowed_callers": ["direct"]},
    {"defer_loading": True, "allowed_callers": ["programmatic"]},
)  # fmt: skip
_EXTRAS = table(*[{}] * 6, *_SHARED, {"description": None}, {"description": " \t"})
_EXTRAS_OF_CUSTOM = table(*[{}] * 6, *_SHARED)
# A run has few tools in groups.
_EXTRAS_INSIDE = {
    kind: table({}, {"defer_loading": True}, {"async": True}, {"allowed_callers": ["direct"]})
    for kind in (FUNCTION, CUSTOM)
}
_PARAMETERS_INSIDE = weighted({"keep": 4, "null": 1, "absent": 1})
_OUTPUTS = table(
    {}, {}, {}, {}, {}, {"output_schema": {"type": "object", "properties": {"found": {"type": "integer"}}}},
    {"output_schema": None}, {"output_schema": {}},
)  # fmt: skip
_IS_NULL = DealtOptions((True, False))  # whether parameters that are none are null

_WITHOUT_COUNTERPART = table(
    {"type": "web_search"},
    {"type": "web_search", "search_context_size": "low", "user_location": {"type": "approximate", "city": "Bonn"}},
    {"type": "web_search_2025_08_26", "filters": {"allowed_domains": ["example.org"]}},
    {"type": "web_search_preview"},
    {"type": "web_search_preview_2025_03_11"},
    {"type": "file_search", "vector_store_ids": ["vs_1"], "max_num_results": 5},
    {"type": "code_interpreter", "container": {"type": "auto"}},
    {"type": "image_generation", "quality": "high"},
    {"type": "mcp", "server_label": "docs", "server_url": "https://example.org/mcp", "require_approval": "never"},
    {"type": "programmatic_tool_calling"},
    {"type": "computer"},
    {"type": "computer_use_preview", "display_width": 1024, "display_height": 768, "environment": "browser"},
    {"type": "local_shell"},
    {"type": "shell"},
    {"type": "apply_patch"},
    {"type": "tool_search"},
)

_UNKNOWN_TOOLS = table({"type": "telepathy"}, {"type": "Function"}, {"type": "telepathy", "name": "search"})
_NO_TOOLS = table(None, "function", 7, True, [None], {})
_NO_NAMES = table({}, {"name": ""}, {"name": None}, {"name": 5}, {"name": ["search"]})


def function(choices: Choices) -> Tool:
    """A flat function that the API takes."""
    tool = {"type": FUNCTION, **chat_entries.function(choices, _SIZES, _NESTS)["function"]}
    if "parameters" not in tool and choices.pick(_IS_NULL):
        tool["parameters"] = None
    tool |= fresh(choices, _EXTRAS)
    tool |= fresh(choices, _OUTPUTS)
    return tool


def custom(choices: Choices) -> Tool:
    """A flat custom tool."""
    nested = chat_entries.nested_custom(choices, _SIZES)["custom"]
    format_ = nested.get("format")
    if isinstance(format_, dict) and "grammar" in format_:
        nested["format"] = {"type": "grammar", **format_["grammar"]}
    return {"type": CUSTOM, **nested, **fresh(choices, _EXTRAS_OF_CUSTOM)}


def _without_counterpart(choices: Choices) -> Tool:
    tool: Tool = fresh(choices, _WITHOUT_COUNTERPART)
    return tool


def _namespace(choices: Choices) -> Tool:
    # What is dealt in a group is not missing from the tools of the list, which have rows of their own.
    apart = choices.apart()
    kinds = [choices.pick(_KINDS_INSIDE) for _ in range(choices.pick(_INSIDE))]
    tools = [_inside(choices, tool) for tool in _list(apart, kinds)]
    name = choices.pick(("crm", "mcp__files", "functions"))
    return {"type": NAMESPACE, "name": name, "description": text(choices, _NAMESPACE_TEXTS), "tools": tools}


def _inside(choices: Choices, tool: Tool) -> Tool:
    """Return a tool of a group: few have many members, so that what one may have is dealt again."""
    tool = {key: value for key, value in tool.items() if key not in _OPTIONAL} | fresh(
        choices, _EXTRAS_INSIDE[tool["type"]]
    )
    how = choices.pick(_PARAMETERS_INSIDE) if tool["type"] == FUNCTION and tool.get("strict") is not True else "keep"
    if how == "null":
        tool["parameters"] = None
    elif how == "absent":
        tool.pop("parameters", None)
    return tool


_OPTIONAL = ("defer_loading", "async", "allowed_callers")
_MAKE: dict[str, Callable[[Choices], Tool]] = {
    FUNCTION: function, CUSTOM: custom, NAMESPACE: _namespace, HOSTED: _without_counterpart,
}  # fmt: skip
_KINDS = weighted({FUNCTION: 17, CUSTOM: 3, HOSTED: 4, NAMESPACE: 2})
_KINDS_INSIDE = weighted({FUNCTION: 3, CUSTOM: 1})
# Which kinds a list has: sometimes those that are beside each other once, mostly as many as fall.
_LISTS = DealtOptions((*contents(tuple(_MAKE), 4), *[()] * 30))


def _list(choices: Choices, kinds: Sequence[str]) -> list[JSON]:
    """Return tools of some kinds, each with a name of its own."""
    tools: list[Tool] = []
    for kind in kinds:
        tool = _MAKE[kind](choices)
        first = tools[0].get("name") if tools else None
        if isinstance(first, str) and kind == FUNCTION and choices.pick(IS_CASED):
            tool["name"] = in_other_case(first)
        known = [tool.get("name", tool["type"]) for tool in tools]
        while tool.get("name", tool["type"]) in known:
            if kind == HOSTED:
                tool = _without_counterpart(choices)
            else:
                tool["name"] = choices.pick(_OTHER_NAMES[kind])
        tools.append(tool)
    return list(tools)


def make_responses_tools(choices: Choices) -> JSON:
    """A list of Responses tools, each with a name of its own."""
    kinds = choices.pick(_LISTS) or [choices.pick(_KINDS) for _ in range(choices.pick(_LENGTHS))]
    return _list(choices, kinds)


def _nested_tool(choices: Choices) -> JSON:
    return chat_entries.function(choices, _SIZES)


def _with(members: DealtOptions[bytes]) -> Make:
    return lambda choices: function(choices) | fresh(choices, members)


FAULTS: dict[str, Make] = {
    "no name": lambda choices: {k: v for k, v in function(choices).items() if k != "name"} | fresh(choices, _NO_NAMES),
    "a name that the API refuses": _with(table({"name": "two words"}, {"name": LONGEST_NAME * 3})),
    "a description that is no text": _with(table({"description": 5}, {"description": ["Searches."]})),
    "parameters that are no object": _with(table({"parameters": "{}"}, {"parameters": []}, {"parameters": 5})),
    "strict that is no boolean": _with(table({"strict": "true"}, {"strict": 1})),
    "strict beside an open schema": _with(
        table({"strict": True, "parameters": {"type": "object", "properties": {"a": {"type": "string"}}}})
    ),
    "no properties": _with(table({"strict": False, "parameters": {"type": "object"}})),
    "the nested form": _nested_tool,
    "an unknown tool": lambda choices: fresh(choices, _UNKNOWN_TOOLS),
    "a format of another kind": lambda choices: custom(choices) | {"format": {"type": "json_schema"}},
    "a namespace without tools": lambda _choices: {"type": "namespace", "name": "crm", "description": "Customers"},
    "no tool at all": lambda choices: fresh(choices, _NO_TOOLS),
}
_FAULT_NAMES = weighted(
    dict.fromkeys((*FAULTS, "two tools of one name"), 1) | {"no tool at all": 3, "no name": 3, "an unknown tool": 3}
)


def make_malformed_responses_tools(choices: Choices) -> tuple[str, JSON]:
    """A list of Responses tools with one fault, and the fault's name."""
    fault = choices.pick(_FAULT_NAMES)
    tools = _list(choices, [choices.pick(_KINDS_BESIDE) for _ in range(choices.pick(_LENGTHS_BESIDE))])
    if fault in FAULTS:
        entry = FAULTS[fault](choices)
        name = entry.get("name") if isinstance(entry, dict) else None
        # A name of another one would be another fault.
        tools = [tool for tool in tools if name is None or tool.get("name") != name]
    else:
        entry = {"type": "function", "name": tools[0]["name"], "description": "Another.", "strict": False}
    tools.insert(choices.pick(range(len(tools) + 1)), entry)
    return fault, tools


def _flat_tool(name: str, schema: Schema) -> JSON:
    # Strict mode limits how deep a schema nests.
    strict = not name.startswith("deep")
    return {
        "type": "function",
        "name": name,
        "description": f"The tool {name}.",
        "strict": strict,
        "parameters": schema,
    }


INPUTS = {
    "responses-tools": Inputs(
        make_responses_tools,
        lambda: _NO_LISTS,
        lambda: tool_lists(_flat_tool),
        make_malformed_responses_tools,
    )
}
