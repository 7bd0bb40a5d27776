"""What a request says, in one form for both APIs: two requests that say the same are the same request.

Left out is what the rules leave free: members that ask for nothing, the forms of content, and how messages of the
assistant are cut. A part of a request that only one of the APIs has is BEYOND, and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from conformance.checks.requests.members import (
    FEWEST_TOKENS,
    IDLE_IN_CHAT,
    LIMIT,
    LIMITS,
    LOGPROBS,
    MOVED,
    OBFUSCATION,
    SAME,
    STORE,
    ToolChoice,
    at,
    chat_choice,
    is_idle,
    responses_choice,
)
from conformance.formats.chat import read_messages
from conformance.formats.facts import CALL, FILE, IMAGE, REFUSAL, RESULT, TEXT, Fact, is_filled
from conformance.formats.parts import CHAT_PARTS, RESPONSES_PARTS, texts_of
from conformance.formats.responses import read_items
from conformance.values import ABSENT

BEYOND = "beyond"
Said = dict[str, Any]

_LEADING = "system"
_EMPTY = {"type": "object", "properties": {}}


def said_in_chat(request: dict[str, Any]) -> Said:
    """Return what a Chat request says."""
    limits = [request[name] for name in LIMITS if request.get(name) is not None]
    functions = [{"type": "function", "function": one} for one in request.get("functions") or ()]
    tools = _tools([*(request.get("tools") or ()), *functions], nested=True)
    choices = (request.get(name) for name in ("tool_choice", "function_call"))
    asks = request.get("logprobs") is True
    said = {
        "turns": _turns(read_messages(request["messages"]), CHAT_PARTS),
        "tools": tools,
        "search": _search(request.get("web_search_options")),
        "choice": _choice(next((one for one in choices if one is not None), None), tools, chat_choice),
        "limit": max(limits[0], FEWEST_TOKENS) if limits else None,
        "format": _format(at(request, ("response_format",)), "json_schema"),
        "logprobs": (request.get("top_logprobs") or 0) if asks else None,
        **{".".join(twin.responses): at(request, twin.chat) for twin in (*SAME, *MOVED, OBFUSCATION)},
    }
    return _without_idle(said, stores=request.get(STORE) is True)


def said_in_responses(request: dict[str, Any]) -> Said:
    """Return what a Responses request says. A store that is absent is none: what it means is nowhere said."""
    items = request["input"]
    given = [{"role": "user", "content": items}] if isinstance(items, str) else list(items)
    if request.get("instructions"):
        given.insert(0, {"role": _LEADING, "content": request["instructions"]})
    searches = [one for one in request.get("tools") or () if str(one.get("type")).startswith("web_search")]
    tools = _tools([one for one in request.get("tools") or () if one not in searches], nested=False)
    asks = LOGPROBS in (request.get("include") or ())
    said = {
        "turns": _turns(read_items(given), RESPONSES_PARTS),
        "tools": tools,
        "search": BEYOND if len(searches) > 1 else _search(searches[0] if searches else None),
        "choice": _choice(request.get("tool_choice"), tools, responses_choice),
        "limit": request.get(LIMIT),
        "format": _format(at(request, ("text", "format")), None),
        "logprobs": (request.get("top_logprobs") or 0) if asks else None,
        **{".".join(twin.responses): at(request, twin.responses) for twin in (*SAME, *MOVED, OBFUSCATION)},
    }
    return _without_idle(said, stores=request.get(STORE) is not False)


def differences(owed: Said, got: Said) -> Iterator[str]:
    """Yield where two requests say something else, apart from what is beyond one of the APIs."""
    for name in dict.fromkeys([*owed, *got]):
        if BEYOND not in (owed.get(name), got.get(name)) and owed.get(name) != got.get(name):
            yield f"{name}: {owed.get(name)!r:.300} became {got.get(name)!r:.300}"


def _without_idle(said: Said, *, stores: bool) -> Said:
    if said["tools"] in ([], BEYOND):  # Chat takes them beside tools only
        said["choice"] = said["parallel_tool_calls"] = BEYOND
    if not stores:
        said["metadata"] = BEYOND
    return {
        name: value
        for name, value in said.items()
        if value not in (None, ABSENT) and not is_idle(IDLE_IN_CHAT, name.removeprefix("text."), value)
    }


def _turns(facts: Iterable[Fact], types: Any) -> Any:
    """Return who says what, in order, with messages of the assistant that follow each other as one."""
    turns: list[Any] = []
    for fact in facts:
        if fact.inside:
            if fact.kind != TEXT:
                return BEYOND  # a result with an image, which Chat has in a message of the user
            continue
        role = "tool" if fact.kind == RESULT else "assistant" if fact.kind == CALL else fact.role
        one = _said(fact, types)
        if one is None:
            return BEYOND
        begins = not turns or turns[-1][:1] != [role] or role not in ("assistant", _LEADING)
        if begins and (fact.kind in (CALL, RESULT) or fact.is_part is False or not turns or turns[-1][3] != fact.entry):
            turns.append([role, [], [], fact.entry])
        if one != "":
            turns[-1][2 if fact.kind == CALL else 1].append(one)
    spoken = [[role, said, calls] for role, said, calls, _entry in turns if said or calls or role != "assistant"]
    if spoken and spoken[0][0] == _LEADING and all(isinstance(one, str) for one in spoken[0][1]):
        spoken[0][1] = " ".join(spoken[0][1]).split()  # whatever joins the texts of the first instructions
    return spoken


def _said(fact: Fact, types: Any) -> Any:
    """Return what a fact says; None for one that only one of the APIs has."""
    if fact.kind in (TEXT, REFUSAL):
        return fact.value if fact.kind == TEXT else {"refusal": fact.value}
    if fact.kind == IMAGE and is_filled(fact.value):
        return {"image": fact.value, "detail": fact.detail or "auto"}
    if fact.kind == FILE and set(fact.value) <= {"file_id", "file_data", "filename"}:
        return {"file": fact.value}
    if fact.kind == CALL:
        return [fact.name, fact.id, "{}" if fact.payload is None else fact.payload]
    if fact.kind == RESULT:
        return [fact.id, "\n".join(texts_of(fact.payload, types))]
    return None


def _tools(tools: list[Any], *, nested: bool) -> Any:
    said = []
    for tool in tools:
        kind = tool.get("type")
        if kind not in ("function", "custom"):
            return BEYOND
        body = tool[kind] if nested else tool
        format_ = body.get("format") or {}
        grammar = format_.get("grammar", format_)
        more = (
            [body.get("strict") is True, {**_EMPTY, **(body.get("parameters") or {})}]
            if kind == "function"
            else [format_.get("type", "text"), grammar.get("syntax"), grammar.get("definition")]
        )
        said.append([kind, body["name"], body.get("description") or "", *more])
    return said


def _search(options: Any) -> Any:
    if options is None:
        return None
    if set(options) - {"type", "search_context_size", "user_location"}:
        return BEYOND
    place = options.get("user_location") or {}
    inner = place.get("approximate", place)
    found = {key: value for key, value in inner.items() if key != "type" and value is not None}
    return [options.get("search_context_size"), found]


def _choice(choice: Any, tools: Any, read: Any) -> Any:
    found: ToolChoice | None = read(choice) if choice not in (None, "auto") else None
    if choice not in (None, "auto") and found is None:
        return BEYOND
    if found is not None and found.names is not None and tools != BEYOND:
        known = {tool[1] for tool in tools}
        return BEYOND if any(name not in known for _type, name in found.names) else [found.mode, set(found.names)]
    return None if found is None else found.mode


def _format(format_: Any, below: str | None) -> Any:
    if format_ is ABSENT or format_.get("type") == "text":
        return None
    inner = format_.get(below, {}) if below else format_
    return [
        format_["type"], inner.get("name"), inner.get("description") or "", inner.get("strict") is True,
        inner.get("schema"),
    ]  # fmt: skip
