"""Lists of Responses tools: functions, custom tools, namespaces, and the tools that the API or the client runs."""

from __future__ import annotations

from collections.abc import Callable

from conformance.generate import chat_entries
from conformance.generate.choices import Choices, Table, weighted
from conformance.generate.material import IS_CASED, LONGEST_NAME, edges, fresh, in_other_case, table, text
from conformance.generate.operations import Inputs
from conformance.generate.shapes import Schema, tool_lists
from conformance.values import JSON

Tool = dict[str, JSON]
Make = Callable[[Choices], JSON]

_NO_LISTS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], [[]])
_SIZES = (2, 3, 4, 5, 8)
_LENGTHS = weighted({1: 6, 2: 8, 3: 8, 4: 6, 0: 1, 5: 2, 6: 2})
_LENGTHS_BESIDE = weighted({1: 6, 2: 6, 3: 4, 4: 2})
_INSIDE = weighted({1: 3, 2: 3, 3: 1})
_NAMESPACE_TEXTS = edges(2)

# What the API takes of a description beside a text, and members for which Chat Completions has no place.
_EXTRAS = table(
    {}, {}, {}, {}, {}, {}, {"defer_loading": True}, {"defer_loading": False}, {"async": True}, {"async": False},
    {"allowed_callers": ["programmatic"]}, {"allowed_callers": ["direct", "programmatic"]}, {"allowed_callers": None},
    {"allowed_callers": []}, {"allowed_callers": ["direct"]}, {"description": None},
    {"defer_loading": True, "allowed_callers": ["programmatic"]},
)  # fmt: skip
_OUTPUTS = table(
    {}, {}, {}, {}, {}, {"output_schema": {"type": "object", "properties": {"found": {"type": "integer"}}}},
    {"output_schema": None}, {"output_schema": {}},
)  # fmt: skip
_NO_PARAMETERS = weighted({"keep": 12, "null": 1})

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
    tool = {"type": "function", **chat_entries.function(choices, _SIZES)["function"]}
    if choices.pick(_NO_PARAMETERS) == "null" and tool.get("strict") is not True:
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
    extras = {key: value for key, value in fresh(choices, _EXTRAS).items() if key != "description"}
    return {"type": "custom", **nested, **extras}


def _without_counterpart(choices: Choices) -> Tool:
    tool: Tool = fresh(choices, _WITHOUT_COUNTERPART)
    return tool


def _namespace(choices: Choices) -> Tool:
    tools = _list(choices, choices.pick(_INSIDE), Table((function, function, function, custom)))
    name = choices.pick(("crm", "mcp__files", "functions"))
    return {"type": "namespace", "name": name, "description": text(choices, _NAMESPACE_TEXTS), "tools": tools}


_USABLE: Table[Make] = Table((*[function] * 15, *[custom] * 4, *[_without_counterpart] * 5, *[_namespace] * 2))


def _list(choices: Choices, length: int, kinds: Table[Make]) -> list[JSON]:
    tools: list[Tool] = []
    while len(tools) < length:
        tool = choices.pick(kinds)(choices)
        first = tools[0].get("name") if tools else None
        if isinstance(first, str) and tool["type"] == "function" and choices.pick(IS_CASED):
            tool["name"] = in_other_case(first)
        known = [one.get("name", one["type"]) for one in tools]
        if tool.get("name", tool["type"]) not in known:
            tools.append(tool)
    return list(tools)


def make_responses_tools(choices: Choices) -> JSON:
    """A list of Responses tools, each with a name of its own."""
    return _list(choices, choices.pick(_LENGTHS), _USABLE)


def _nested(choices: Choices) -> JSON:
    return chat_entries.function(choices, _SIZES)


def _with(members: Table[bytes]) -> Make:
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
    "the nested form": _nested,
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
    tools = _list(choices, choices.pick(_LENGTHS_BESIDE), Table((function, function, custom)))
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
