"""Reads the conversation of a request as a client wrote it: calls and results also in another form than the API's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from conformance.formats.model.conversation import (
    FUNCTION,
    SYSTEM,
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
FORMS: Final = {RESPONSES: ITEMS, CHAT: MESSAGES, ANTHROPIC: PARTS}
_TEXTS: Final = (("instructions", SYSTEM), ("input", USER))  # members of a Responses request that are texts


def read_conversation(api: str, body: JSON) -> ParsedSide:
    """Read what a request says: its texts, calls and results, in order. What is no body says nothing."""
    held = body if isinstance(body, dict) else {}
    if api == ANTHROPIC:
        read = anthropic.read_request(held).conversation.turns
        talk = FlatConversation.of_turns(replace(turn, says=tuple(map(_located, turn.says))) for turn in read)
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
    read = _TOOLS[api]
    found = []
    for place, value in enumerate(held if isinstance(held, list) else ()):
        tool, inner = read(value), value.get(FUNCTION) if isinstance(value, dict) else None
        at: Path = ("tools", place)
        names = [name for name in (word(value, "name"), word(inner, "name")) if name is not None]
        if tool.kind == FUNCTION and len(names) == 1 and tool.name is not None:
            others = tuple(other for other in tool.others if other.word in _OF_TOOLS)
            found.append(replace(tool, others=others, at=(at, (*at, FUNCTION) if api == CHAT else at)))
        else:
            found.append(Tool(kind="", name=names[0] if names else None, at=(at,)))
    return found


_OF_TOOLS: Final = ("description", "strict", "parameters", "input_schema")
_TOOLS: Final[Mapping[str, Callable[[JSON], Tool]]] = {
    CHAT: chat.read_tool,
    RESPONSES: responses.read_tool,
    ANTHROPIC: lambda value: anthropic.read_tool(ObjectCursor(value, (), ANTHROPIC)),
}


def form_of(item: FlatItem) -> str:
    """Return the form of a call or a result."""
    return PARTS if item.at[2:3] == ("content",) else MESSAGES if item.speaker else ITEMS


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


def _located(utterance: Utterance | Other) -> Utterance | Other:
    """Return what a message of Anthropic's says: the second path of a result is that of its content."""
    return (
        replace(utterance, at=(utterance.at[0], (*utterance.at[0], "content")))
        if isinstance(utterance, Result)
        else utterance
    )


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
