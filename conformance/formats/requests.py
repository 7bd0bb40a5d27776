"""Reads the conversation of a request as a client wrote it: calls and results also in another form than the API's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.anthropic import read as anthropic
from conformance.formats.anthropic.words import FORMAT as ANTHROPIC
from conformance.formats.chat import read as chat
from conformance.formats.chat.messages import read_turn
from conformance.formats.chat.read import FORMAT as CHAT
from conformance.formats.content import read_content
from conformance.formats.cursor import ObjectCursor
from conformance.formats.facts import word
from conformance.formats.gemini import read as gemini
from conformance.formats.gemini.comparable_requests import as_text, place_of_response
from conformance.formats.gemini.words import FORMAT as GEMINI
from conformance.formats.model.conversation import (
    FUNCTION,
    NAMED_TEXT,
    SYSTEM,
    TOOL,
    USER,
    Arguments,
    Call,
    ModelRefusal,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import Tool
from conformance.formats.model.talk import FlatConversation, FlatItem
from conformance.formats.parts import ALL_PARTS
from conformance.formats.responses import read as responses
from conformance.formats.responses.read import CALLS, FUNCTION_CALL, FUNCTION_RESULT
from conformance.formats.responses.read import FORMAT as RESPONSES

# The forms of calls and results: items of Responses, messages of Chat, parts of a content. Whoever reads texts as such
# calls them words.
ITEMS, MESSAGES, PARTS, WORDS = "items", "messages", "parts", "text"
# The form that each API has for them.
FORMS: Final = {RESPONSES: ITEMS, CHAT: MESSAGES, ANTHROPIC: PARTS, GEMINI: PARTS}
_TEXTS: Final = (("instructions", SYSTEM), ("input", USER))  # members of a Responses request that are texts


def read_conversation(api: str, body: JSON) -> ParsedSide:
    """Read what a request says: its texts, calls and results, in order. What is no body says nothing."""
    held = body if isinstance(body, dict) else {}
    if api in _WHOLE:
        talk = FlatConversation.of_turns(_WHOLE[api](held))
        return ParsedSide(answer=None, value=body, form="a request", talk=talk)
    texts = [(name, who) for name, who in (_TEXTS if api == RESPONSES else ()) if isinstance(held.get(name), str)]
    turns = [Turn(speaker=who, says=(Text(value=held[name], at=((name,),)),)) for name, who in texts]
    key = "messages" if api == CHAT else "input"
    entries = held.get(key)
    turns += [_turn(entry, (key, place)) for place, entry in enumerate(entries if isinstance(entries, list) else ())]
    return ParsedSide(answer=None, value=body, form="a request", talk=FlatConversation.of_turns(turns))


def read_tools(api: str, body: JSON) -> list[Tool]:
    """Read the tools of a request. One that is no function in the form of the API alone has no kind, and a name.

    The last pointer of a function is that of the object that has its members. Of what is beside it, members remain that
    the model has a place for, and that hold something else.
    """
    held = body.get("tools") if isinstance(body, dict) else None
    entries = enumerate(held if isinstance(held, list) else ())
    return [tool for place, value in entries for tool in _TOOLS[api](value, ("tools", place))]


_OF_TOOLS: Final = ("description", "strict", "parameters", "input_schema", "parametersJsonSchema")


def _entry(read: Callable[[JSON], Tool], *inside: str) -> Callable[[JSON, Path], Iterator[Tool]]:
    """Return what reads an entry that is one tool. inside: where it has the members of a function."""

    def tools(value: JSON, at: Path) -> Iterator[Tool]:
        tool, inner = read(value), value.get(FUNCTION) if isinstance(value, dict) else None
        names = [name for name in (word(value, "name"), word(inner, "name")) if name is not None]
        if tool.kind == FUNCTION and len(names) == 1 and tool.name is not None:
            yield _function(tool, at, (*at, *inside))
        else:
            yield Tool(kind="", name=names[0] if names else None, at=(at,))

    return tools


def _declarations(value: JSON, at: Path) -> Iterator[Tool]:
    """Yield the functions that an entry of Gemini's declares. A tool of the host is none."""
    for tool in gemini.read_tools(ObjectCursor(value, at, GEMINI, is_snake=True)):
        is_function = tool.kind == FUNCTION and tool.name is not None
        yield _function(tool, tool.at[0], tool.at[0]) if is_function else Tool(kind="", name=tool.word, at=(at,))


def _function(tool: Tool, *at: Path) -> Tool:
    return replace(tool, others=tuple(other for other in tool.others if other.word in _OF_TOOLS), at=at)


_TOOLS: Final[Mapping[str, Callable[[JSON, Path], Iterator[Tool]]]] = {
    CHAT: _entry(chat.read_tool, FUNCTION),
    RESPONSES: _entry(responses.read_tool),
    ANTHROPIC: _entry(lambda value: anthropic.read_tool(ObjectCursor(value, (), ANTHROPIC))),
    GEMINI: _declarations,
}


def form_of(item: FlatItem) -> str:
    """Return the form of a call or a result."""
    return PARTS if item.at[2:3] in (("content",), ("parts",)) else MESSAGES if item.speaker else ITEMS


def content_of(reading: ParsedSide, result: FlatItem) -> JSON:
    """Return the content of a result as it is written; None where it has none."""
    held = reading.held(result.fact.at[1])
    return None if held is ABSENT else held


def _turn(entry: JSON, at: Path) -> Turn:
    """Read an entry of either API: which of the two it has to be, the rules say."""
    type_ = word(entry)
    if type_ == FUNCTION_CALL:
        given = entry.get(CALLS[type_][1])
        call = Call(id=word(entry, "call_id"), name=word(entry, "name"), arguments=_arguments(given), at=(at,))
        return Turn(speaker=None, says=(call,))
    if type_ == FUNCTION_RESULT:
        return Turn(speaker=None, says=(_result(word(entry, "call_id"), entry, "output", at),))
    turn = read_turn(entry, at)
    says = turn.says
    if turn.speaker is None and word(entry, "role") is not None:
        says = tuple(read_content(entry.get("content"), (*at, "content"), RESPONSES))
    return replace(turn, says=tuple(map(_utterance_in_message, says)))


def _of_anthropic(held: dict[str, JSON]) -> Iterator[Turn]:
    """Yield what is said in a request to Anthropic. The second path of a result is that of its content."""
    for turn in anthropic.read_request(held).conversation.turns:
        yield replace(turn, says=tuple(
            replace(fact, at=(fact.at[0], (*fact.at[0], "content"))) if isinstance(fact, Result) else fact
            for fact in turn.says
        ))  # fmt: skip


def _of_gemini(held: dict[str, JSON]) -> Iterator[Turn]:
    """Yield what is said in a request to Gemini. The second path of a result is that of its object, which is a text."""
    for turn in gemini.read_request(held).conversation.turns:
        says = tuple(_as_texts(fact) if isinstance(fact, Result) else fact for fact in turn.says)
        yield replace(turn, speaker=USER if turn.speaker in (TOOL, None) else turn.speaker, says=says)


def _as_texts(result: Result) -> Result:
    """Return a result of Gemini's whose object is a text, or two if it has one member alone that is no text."""
    read, value, at = as_text(result), result.structured, place_of_response(result)
    only = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else ABSENT
    if only is ABSENT or read.form == NAMED_TEXT:
        return replace(read, at=(result.at[0], at))
    said = only if isinstance(only, str) else json.dumps(only, ensure_ascii=False)
    return replace(read, at=(result.at[0], at), content=(Text(value=said, at=(at,)), *read.content))


# The requests of APIs that have a reader of their own in which calls and results are parts.
_WHOLE: Final[Mapping[str, Callable[[dict[str, JSON]], Iterator[Turn]]]] = {
    ANTHROPIC: _of_anthropic,
    GEMINI: _of_gemini,
}


def _utterance_in_message(utterance: Utterance | Other) -> Utterance | Other:
    """Return what a message says: a refusal that is a part is a text, and a call or a result that is one is as such."""
    if isinstance(utterance, ModelRefusal) and not utterance.is_apart:
        return Text(value=utterance.value, at=utterance.at)
    kind = ALL_PARTS.get(utterance.word) if isinstance(utterance, Other) else None
    if not isinstance(utterance, Other) or kind not in ("tool_use", "tool_result"):
        return utterance
    if kind == "tool_result":
        return _result(word(utterance.value, "tool_use_id"), utterance.value, "content", utterance.at[0])
    given = _arguments(utterance.value.get("input"))
    return Call(
        id=word(utterance.value, "id"), name=word(utterance.value, "name"), arguments=given, at=utterance.at[:1]
    )


def _arguments(given: JSON) -> Arguments:
    """Read arguments: a text, or what is in its place."""
    is_text = isinstance(given, str) or given is None
    return Arguments(text=given) if is_text else Arguments(value=given, at=((),))


def _result(id_: str | None, holder: dict[str, JSON], key: str, at: Path) -> Result:
    says = tuple(read_content(holder.get(key), (*at, key), RESPONSES))
    return Result(id=id_, content=says, at=(at, (*at, key)))
