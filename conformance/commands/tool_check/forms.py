"""Recognises in what form somebody's tools are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from conformance.base.errors import UsageError
from conformance.base.values import JSON

Path = tuple[str | int, ...]
CHAT, RESPONSES, ANTHROPIC, GOOGLE, MCP, BARE, UNKNOWN = (
    "openai-chat",
    "openai-responses",
    "anthropic",
    "google",
    "mcp",
    "bare function",
    "unknown",
)
_GOOGLE_KEYS = frozenset({"functionDeclarations", "function_declarations", "googleSearch", "google_search"})
_OF_REQUESTS = frozenset({"messages", "input", "contents", "model"})


class DocumentTool(NamedTuple):
    """One tool of a document. path: its location in the document."""

    value: JSON
    path: Path
    form: str


class Recognised(NamedTuple):
    """The tools of a document. form: of all of them, or of most. described: the document: a tool, a list..."""

    tools: tuple[DocumentTool, ...]
    form: str
    described: str

    @property
    def forms(self) -> Mapping[str, int]:
        """How many tools have each form, the most frequent first."""
        return dict(Counter(tool.form for tool in self.tools).most_common())


def recognise(document: JSON) -> Recognised:
    """Return the tools that a document holds.

    A document is a tool, a list of tools, an object with `tools` (an answer to MCP's tools/list, with or without its
    JSON-RPC envelope, or a request to an API), or one with `functionDeclarations`. Raises UsageError for any other.
    """
    values, described = _tools_of_document(document)
    tools = tuple(DocumentTool(value, path, form_of(value)) for path, value in values)
    if tools and all(tool.form == UNKNOWN for tool in tools):
        raise UsageError(
            f"It is {described}, but no tool in it has a form that is known.",
            "Give tools of MCP, OpenAI, Anthropic or Google, a list of such, or an object that has them under `tools`.",
        )
    forms = Counter(tool.form for tool in tools if tool.form not in (UNKNOWN, BARE))
    most = forms.most_common(1)[0][0] if forms else BARE if tools else UNKNOWN
    # What says nothing of itself is what its neighbours are, and lacks something.
    return Recognised(tuple(tool._replace(form=most) if tool.form == BARE else tool for tool in tools), most, described)


def holds_tools(document: JSON) -> bool:
    """Whether a document that nobody called one of tools is one: at least one tool in it is unmistakable."""
    try:
        values, _described = _tools_of_document(document)
    except UsageError:
        return False
    return any(_is_unmistakable(value) for _path, value in values)


def _is_unmistakable(tool: JSON) -> bool:
    """Whether a tool has what only tools have: many documents have a name, or a type."""
    form = form_of(tool)
    if form == UNKNOWN or not isinstance(tool, dict):
        return False
    if form in (MCP, CHAT, GOOGLE) or "input_schema" in tool:
        return True
    return isinstance(tool.get("name"), str) and (
        tool.get("type") in ("function", "custom") or isinstance(tool.get("parameters"), dict)
    )


def form_of(tool: JSON) -> str:
    """Name the form of one tool by its keys."""
    if not isinstance(tool, dict):
        return UNKNOWN
    kind = tool.get("type")
    if "inputSchema" in tool:
        return MCP
    if "input_schema" in tool:
        return ANTHROPIC
    if isinstance(tool.get("function"), dict) or isinstance(tool.get("custom"), dict):
        return CHAT
    if tool.keys() & _GOOGLE_KEYS or (kind is None and _is_declaration(tool)):
        return GOOGLE
    if isinstance(kind, str):
        return ANTHROPIC if kind[-8:].isdecimal() else RESPONSES  # Anthropic's own kinds end with a date
    return BARE if isinstance(tool.get("name"), str) else UNKNOWN


def _is_declaration(tool: dict[str, JSON]) -> bool:
    if "parametersJsonSchema" in tool or "parameters_json_schema" in tool:
        return True
    parameters = tool.get("parameters")
    kind = parameters.get("type") if isinstance(parameters, dict) else None
    return isinstance(kind, str) and kind.isupper()


def _tools_of_document(document: JSON) -> tuple[list[tuple[Path, JSON]], str]:
    """Return the document's tools with their paths, and what it is."""
    if isinstance(document, list):
        return list(_members(document, ())), "a list of tools"
    if isinstance(document, dict):
        if isinstance(document.get("tools"), list):
            what = "a request" if document.keys() & _OF_REQUESTS else "an object with tools"
            return list(_members(document["tools"], ("tools",))), what
        result = document.get("result")
        if isinstance(result, dict) and isinstance(result.get("tools"), list):
            return list(_members(result["tools"], ("result", "tools"))), "an answer to tools/list"
        if form_of(document) != UNKNOWN:
            return [((), document)], "a tool"
    raise UsageError(
        "It holds no tools.",
        "Give a tool, a list of tools, an answer to tools/list, or a request that has tools.",
    )


def _members(values: list[JSON], path: Path) -> Iterator[tuple[Path, JSON]]:
    for index, value in enumerate(values):
        yield (*path, index), value
