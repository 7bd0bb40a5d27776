"""What a request says, in one form for both APIs: two requests that say the same are the same request.

Left out is what the rules leave free: members that ask for nothing, the forms of content, and how messages of the
assistant are cut; and what only one of the APIs has: items and tools without a counterpart. A part of a request that
mixes something of that kind with the rest is BEYOND, and is not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from conformance.base.values import ABSENT
from conformance.formats.chat.facts import read_messages
from conformance.formats.facts import CALL, FILE, IMAGE, OTHER, REFUSAL, RESULT, TEXT, WireItem, is_filled
from conformance.formats.members import CHAT, MEMBERS, RESPONSES, at, is_idle
from conformance.formats.parts import CHAT_PARTS, RESPONSES_PARTS, texts_of
from conformance.formats.responses.facts import read_items
from tests.apis.recordings.tool_choice import chat_choice, responses_choice

BEYOND: Final = "beyond one of the APIs"
Said = dict[str, Any]

_SHARED: Final = tuple(member for member in MEMBERS if member.is_same)
_FEWEST_TOKENS: Final = 16  # Responses takes no smaller limit
_LOGPROBS: Final = "message.output_text.logprobs"
_EMPTY = {"type": "object", "properties": {}}
_FILE_FIELDS = {"file_id", "file_data", "filename"}
_BREAKPOINT = "prompt_cache_breakpoint"


def said_in_chat(request: dict[str, Any]) -> Said:
    """Return what a Chat request says."""
    functions = [{"type": "function", "function": function} for function in request.get("functions") or ()]
    tools = _tools([*(request.get("tools") or ()), *functions], nested=True)
    limit = _first(request, "max_completion_tokens", "max_tokens")
    said = {
        "turns": _turns(read_messages(request["messages"]), CHAT_PARTS),
        "tools": tools,
        "web search": _search(request.get("web_search_options")),
        "choice": _choice(_first(request, "tool_choice", "function_call"), tools, chat_choice),
        "limit": None if limit is None else max(limit, _FEWEST_TOKENS),
        "format": _format(at(request, ("response_format",)), "json_schema"),
        "logprobs": (request.get("top_logprobs") or 0) if request.get("logprobs") is True else None,
        "store": request.get("store") is True,
        **{".".join(element.at[RESPONSES]): at(request, element.at[CHAT]) for element in _SHARED},
    }
    return _without_idle(said)


def said_in_responses(request: dict[str, Any]) -> Said:
    """Return what a Responses request says. What a store that is absent says, no rule states."""
    items = request["input"]
    given = [{"role": "user", "content": items}] if isinstance(items, str) else list(items)
    if request.get("instructions"):
        given.insert(0, {"role": "system", "content": request["instructions"]})
    offered = [*(request.get("tools") or ()), *_later_tools(request.get("input"))]
    searches = [tool for tool in offered if str(tool.get("type")).startswith("web_search")]
    tools = _tools([tool for tool in offered if tool not in searches], nested=False)
    asks = _LOGPROBS in (request.get("include") or ())
    # Chat searches with the models of that name alone.
    shared = len(searches) == 1 and "search" in str(request.get("model"))
    said = {
        "turns": _turns(read_items(given), RESPONSES_PARTS),
        "tools": tools,
        "web search": _search(searches[0]) if shared else BEYOND if searches else None,
        "choice": _choice(request.get("tool_choice"), tools, responses_choice),
        "limit": request.get("max_output_tokens"),
        "format": _format(at(request, ("text", "format")), None),
        "logprobs": (request.get("top_logprobs") or 0) if asks else None,
        "store": BEYOND if request.get("store") is None else request["store"],
        **{".".join(element.at[RESPONSES]): at(request, element.at[RESPONSES]) for element in _SHARED},
    }
    return _without_idle(said)


def differences(owed: Said, got: Said) -> Iterator[str]:
    """Yield where two requests say something else."""
    for name in dict.fromkeys([*owed, *got]):
        if BEYOND not in (owed.get(name), got.get(name)) and owed.get(name) != got.get(name):
            yield f"{name}: {owed.get(name)!r:.300} became {got.get(name)!r:.300}"


def _without_idle(said: Said) -> Said:
    if said["tools"] in ([], BEYOND):  # Chat takes them beside tools only
        said["choice"] = said["parallel_tool_calls"] = BEYOND
    if said["store"] is False:  # Chat takes metadata of what is stored only
        said["metadata"] = BEYOND
    return {
        name: value
        for name, value in said.items()
        if value not in (None, ABSENT) and not is_idle(CHAT, (name.removeprefix("text."),), value)
    }


def _first(request: dict[str, Any], *names: str) -> Any:
    return next((request[name] for name in names if request.get(name) is not None), None)


def _turns(facts: Iterable[WireItem], types: Any) -> Any:
    """Return who says and calls what, in order; neighbouring messages of the assistant are one turn."""
    turns: list[Any] = []
    called: list[Any] = []
    before = -1
    for fact in facts:
        if fact.kind == OTHER and fact.role is None and not fact.inside:
            continue  # an item without a counterpart: reasoning, the call of a hosted tool
        if fact.inside and fact.kind == TEXT:
            continue  # of a result, which has it
        one = None if fact.inside else _said(fact, types)
        if one is None or (fact.kind == RESULT and fact.id not in called):
            return BEYOND
        role = "tool" if fact.kind == RESULT else "assistant" if fact.kind == CALL else fact.role
        if not turns or turns[-1][0] != role or (role not in ("assistant", "system") and fact.entry != before):
            turns.append([role, [], []])
        if fact.kind == CALL:
            called.append(fact.id)
        elif fact.kind == RESULT:
            called.remove(fact.id)
        turns[-1][2 if fact.kind == CALL else 1] += [one] if one else []
        before = fact.entry
    spoken = [turn for turn in turns if turn[0] != "assistant" or turn[1] or turn[2]]
    if spoken and spoken[0][0] == "system" and all(isinstance(element, str) for element in spoken[0][1]):
        spoken[0][1] = " ".join(spoken[0][1]).split()  # whatever joins the instructions
    return spoken


def _said(fact: WireItem, types: Any) -> Any:
    """Return what a fact says; None for one that only one of the APIs has."""
    if fact.kind == CALL:
        return [fact.id, fact.name, "{}" if fact.payload is None else fact.payload]
    if fact.kind == RESULT:
        return [fact.id, "\n".join(texts_of(fact.payload, types))]
    mark = fact.source.get(_BREAKPOINT) if fact.is_part and fact.role == "user" else None
    if fact.kind == TEXT:
        return {"text": fact.value, "mark": mark} if mark else fact.value
    if fact.kind == REFUSAL:
        return {"refusal": fact.value}
    if fact.kind == IMAGE and is_filled(fact.value):
        return {"image": fact.value, "detail": fact.detail or "auto", "mark": mark}
    if fact.kind == FILE:
        file = {key: value for key, value in fact.value.items() if key != _BREAKPOINT and value is not None}
        return {"file": file, "mark": mark} if file.keys() <= _FILE_FIELDS else None
    return None


def _later_tools(items: Any) -> list[Any]:
    """Return the tools that the items of an input offer."""
    held = [item for item in items if item.get("type") == "additional_tools"] if isinstance(items, list) else []
    return [tool for element in held for tool in element["tools"]]


def _tools(tools: list[Any], *, nested: bool) -> Any:
    """Return the functions and custom tools; BEYOND where tools of a namespace come between them."""
    said = []
    for tool in tools:
        if tool.get("type") in ("function", "custom"):
            said.append(_tool(tool["type"], tool[tool["type"]] if nested else tool))
        elif tool.get("type") == "namespace":
            return BEYOND
    return said


def _tool(kind: str, fields: dict[str, Any]) -> list[Any]:
    named = [kind, fields["name"], fields.get("description") or ""]
    if kind == "function":
        return [*named, fields.get("strict") is True, _EMPTY | (fields.get("parameters") or {})]
    format_ = fields.get("format") or {"type": "text"}
    grammar = format_.get("grammar", format_)
    return [*named, format_["type"], grammar.get("syntax"), grammar.get("definition")]


def _search(options: Any) -> Any:
    if options is None:
        return None
    if options.keys() - {"type", "search_context_size", "user_location"}:
        return BEYOND
    place = options.get("user_location") or {}
    near = {key: value for key, value in place.get("approximate", place).items() if key != "type" and value is not None}
    return [options.get("search_context_size"), near]


def _choice(choice: Any, tools: Any, read: Any) -> Any:
    """Return a choice's mode and names; BEYOND for a hosted tool, and for what is not among the tools."""
    found = read(choice)
    if choice in (None, "auto") or found is None:
        return None if choice in (None, "auto") else BEYOND
    names = {name for _type, name in found.names or ()}
    return BEYOND if tools == BEYOND or names - {tool[1] for tool in tools} else [found.mode, names]


def _format(format_: Any, below: str | None) -> Any:
    if format_ is ABSENT or format_.get("type") == "text":
        return None
    inner = format_.get(below, {}) if below else format_
    strict = inner.get("strict") is True
    return [format_["type"], inner.get("name"), inner.get("description") or "", strict, inner.get("schema")]
