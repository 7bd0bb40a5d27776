"""Writes Chat Completions from the model: requests, messages, tools, answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, TypeGuard

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.read import ENDS, FORMAT, HELD, SETTINGS, SPEAKERS, role_of
from conformance.formats.cursor import Pen, present_members
from conformance.formats.model.answer import REFUSED, SEQUENCE, UNKNOWN, UNSAID, Answer, Candidate, Usage
from conformance.formats.model.conversation import (
    AUDIO,
    CUSTOM,
    DOCUMENT,
    FUNCTION,
    HOSTED,
    IMAGE,
    MODEL,
    NULL,
    PARTS,
    TEXT,
    Call,
    Citation,
    Media,
    ModelRefusal,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.request import SCHEMA, AnswerFormat, Request, Tool, ToolChoice
from conformance.formats.openai import (
    FORMAT_WORDS,
    MODES,
    write_cache,
    write_described,
    write_schema,
    write_sound,
    write_token,
)
from conformance.formats.settings import write_settings
from conformance.formats.shared import nested_grammar, text_of

ROLES: Final = {speaker: role for role, speaker in reversed(SPEAKERS.items())}
WORDS: Final = {kind: word for word, kind in reversed(ENDS.items())} | {SEQUENCE: "stop", REFUSED: "content_filter"}
Object = dict[str, JSON]


def write_request(request: Request, pen: Pen) -> JSON:
    """Write the body of a request."""
    body: Object = {}
    if request.conversation.form or request.conversation.turns:
        body["messages"] = [one for turn in request.conversation.turns for one in write_messages(turn, pen)]
    if request.tools is not None:
        body["tools"] = [one for tool in request.tools for one in write_tool(tool, pen)]
    if request.choice is not None:
        body["tool_choice"] = write_choice(request.choice, pen)
    if request.format is not None:
        body["response_format"] = _format(request.format, pen)
    pen.lose(request.cache)
    write_settings(request.settings, SETTINGS, body, pen)
    return pen.beside(request, body)


def write_messages(turn: Turn, pen: Pen) -> list[JSON]:
    """Write a turn: a message of each result, and one of all else."""
    pen.lose(turn.phase)
    results = [_result(one, pen) for one in turn.says if isinstance(one, Result)]
    rest = [one for one in turn.says if not isinstance(one, Result)]
    if not results or rest:
        return [*results, _message(turn, rest, pen)]
    results[-1] = pen.beside(turn, results[-1])
    return results


def _message(turn: Turn, says: Sequence[Utterance | Other], pen: Pen) -> JSON:
    if (
        turn.speaker is None
        and not turn.form
        and len(says) == 1
        and not _is_call(says[0])
        and isinstance(says[0], Other)
    ):
        return next(iter(_parts(says[0], pen)), {})
    message = present_members(role=ROLES.get(turn.speaker or "", None), name=turn.name)
    pen.lose(*(one.seal for one in says if isinstance(one, Utterance)))
    calls: list[Call | Other] = []
    content: list[Utterance | Other] = []
    for one in says:
        if isinstance(one, Call) or _is_call(one):
            calls.append(one)
        elif not _beside(turn, one, message, pen):
            content.append(one)
    _content(turn, content, message, pen)
    if len(calls) == 1 and isinstance(calls[0], Call) and _is_legacy(calls[0]):
        held = present_members(name=calls[0].name, arguments=text_of(calls[0].arguments))
        message["function_call"] = pen.beside(calls[0], held)
    elif calls:
        message["tool_calls"] = [_call(one, pen) if isinstance(one, Call) else one.value for one in calls]
    return pen.beside(turn, message)


def _is_call(one: Utterance | Other) -> TypeGuard[Other]:
    """Whether it is an entry of tool_calls that was not read."""
    return isinstance(one, Other) and one.format == FORMAT and one.place == ("tool_calls",)


def _is_legacy(call: Call) -> bool:
    """Whether a call is written as function_call: it has no id."""
    return call.id is None and call.kind == FUNCTION and not any(one.place == ("id",) for one in call.others)


def _beside(turn: Turn, one: Utterance | Other, message: Object, pen: Pen) -> bool:
    """Write what is beside the content. Return whether it is."""
    if isinstance(one, ModelRefusal) and (one.is_apart or turn.form != PARTS):
        message["refusal"] = message.get("refusal", "") + one.value
    elif isinstance(one, Reasoning):
        pen.lose(one.summary, one.encrypted)
        if one.content:
            texts = "".join(text.value for text in one.content)
            message["reasoning_content"] = message.get("reasoning_content", "") + texts
    elif isinstance(one, Media) and one.kind == AUDIO and (one.id is not None or one.transcript is not None):
        message["audio"] = pen.beside(one, present_members(id=one.id, data=one.data, transcript=one.transcript))
    else:
        return False
    return True


def _content(turn: Turn, says: Sequence[Utterance | Other], message: Object, pen: Pen) -> None:
    """Write the content, and its citations."""
    parts = [part for one in says for part in _parts(one, pen)]
    if turn.form == TEXT and all(isinstance(one, Text) and not one.others for one in says):
        message["content"] = "".join(part["text"] for part in parts)
    elif parts or turn.form == PARTS:
        message["content"] = parts
    elif turn.form == NULL:
        message["content"] = None
    cited = [_citation(note, pen) for one in says if isinstance(one, Text) for note in one.citations]
    message |= {"annotations": cited} if cited else {}


def _call(call: Call, pen: Pen) -> JSON:
    pen.lose(call.group, call.cache, call if call.id is None else None)
    inner = present_members(name=call.name, **{HELD[call.kind]: text_of(call.arguments)})
    return pen.beside(call, present_members(id=call.id, type=call.kind, **{call.kind: inner}))


def _result(result: Result, pen: Pen) -> JSON:
    pen.lose(result.failed or None, result.cache, result.seal)
    message = {"role": role_of(result.id, result.name), **present_members(name=result.name, tool_call_id=result.id)}
    texts = [one for one in result.content if isinstance(one, Text | Other)]
    pen.lose(*(one for one in result.content if not isinstance(one, Text | Other)))
    parts = [part for one in texts for part in _parts(one, pen)]
    if result.structured is not ABSENT:
        message["content"] = json.dumps(result.structured, ensure_ascii=False)
    elif result.form == TEXT:
        message["content"] = "".join(one.value for one in texts)
    elif result.form == PARTS:
        message["content"] = parts
    elif result.form == NULL:
        message["content"] = None
    return message


def _parts(one: Utterance | Other, pen: Pen) -> list[JSON]:
    """Write a part; none where Chat has no such part."""
    if isinstance(one, Other):
        pen.lose(one if one.format != FORMAT else None)
        return [one.value] if one.format == FORMAT else []
    part = _part(one)
    if not part:
        pen.lose(one)
        return []
    if isinstance(one, Media):
        pen.lose(one.about, one.cited)
    return [pen.beside(one, part | write_cache(one, pen))]


def _part(one: Utterance) -> Object:
    if isinstance(one, Text):
        return {"type": "text", "text": one.value}
    if isinstance(one, ModelRefusal):
        return {"type": "refusal", "refusal": one.value}
    if not isinstance(one, Media):
        return {}
    url = one.address
    if one.kind == IMAGE and one.file_id is None:
        return {"type": "image_url", "image_url": present_members(url=url, detail=one.detail)}
    if one.kind == AUDIO and one.url is None:
        return write_sound(one)
    if one.kind in ("", DOCUMENT) and one.text is None and not one.parts and (one.kind == "" or one.url is None):
        return {"type": "file", "file": present_members(file_data=url, filename=one.name, file_id=one.file_id)}
    return {}


def _citation(note: Citation, pen: Pen) -> JSON:
    if not note.sources:
        return pen.beside(note, {})
    source = note.sources[0]
    pen.lose(note if source.url is None else None, *note.sources[1:])
    places = present_members(start_index=note.span.start, end_index=note.span.end) if note.span else {}
    held = present_members(url=source.url, title=source.title) | places
    return pen.beside(note, {"type": "url_citation", "url_citation": held})


def write_tool(tool: Tool, pen: Pen) -> list[JSON]:
    """Write a tool; nothing where Chat has no such tool."""
    pen.lose(tool.later, tool.cache)
    if tool.kind == HOSTED and tool.host == FORMAT:
        return [pen.beside(tool, {"type": tool.word})]
    if tool.kind == "" and any(one.format == FORMAT for one in tool.others):
        return [pen.beside(tool, {})]
    if tool.kind not in HELD:
        pen.lose(tool)
        return []
    held = present_members(name=tool.name, description=tool.description, strict=tool.strict)
    if tool.kind == CUSTOM:
        held |= {} if tool.input is ABSENT else {"format": nested_grammar(tool.input)}
    else:
        held |= present_members(parameters=write_schema(tool.schema, pen))
    return [pen.beside(tool, {"type": tool.kind, tool.kind: held})]


def write_choice(choice: ToolChoice, pen: Pen) -> JSON:
    """Write a tool_choice."""
    if choice.names is None:
        pen.lose(choice if choice.mode not in MODES and not choice.others else None)
        return pen.beside(choice, {}) if choice.others else choice.mode
    pen.lose(choice if any(kind not in HELD for kind, _name in choice.names) else None)
    entries = [{"type": kind, kind: {"name": name}} for kind, name in choice.names]
    if choice.is_list or len(entries) != 1:
        return pen.beside(choice, {"type": "allowed_tools", "allowed_tools": {"mode": choice.mode, "tools": entries}})
    return pen.beside(choice, entries[0])


def _format(one: AnswerFormat, pen: Pen) -> JSON:
    written = present_members(type=FORMAT_WORDS.get(one.kind))
    if one.kind == SCHEMA:
        written["json_schema"] = write_described(one, pen)
    return pen.beside(one, written)


def write_answer(answer: Answer, pen: Pen) -> JSON:
    """Write the body of an answer, or of an error."""
    failure = answer.failure
    pen.lose(answer.blocked)
    body: Object = {}
    if failure is not None:
        pen.lose(failure.status)
        error = present_members(type=failure.kind, code=failure.code, message=failure.message)
        body["error"] = pen.beside(failure, error)
    if failure is None or answer.candidates:
        body |= present_members(id=answer.id, object="chat.completion", created=answer.created, model=answer.model)
        body |= present_members(service_tier=answer.tier)
        body["choices"] = [_candidate(one, pen) for one in answer.candidates]
    if answer.usage is not None:
        body["usage"] = _usage(answer.usage, pen)
    return pen.beside(answer, body)


def _candidate(one: Candidate, pen: Pen) -> JSON:
    pen.lose(one.citations, one.end.about, one.end.sequence)
    written = present_members(index=one.index, finish_reason=_end(one, pen))
    if len(one.turns) == 1 and any(isinstance(said, Result) for said in one.turns[0].says):
        written["message"] = write_messages(one.turns[0], pen)[0]  # of a role that no answer has
    elif one.turns:
        written["message"] = _message(*_turns_as_one(one.turns), pen)
    if one.tokens:
        written["logprobs"] = {"content": [write_token(token, pen) for token in one.tokens]}
    return pen.beside(one, written)


def _turns_as_one(turns: tuple[Turn, ...]) -> tuple[Turn, tuple[Utterance | Other, ...]]:
    """Return the turns of an answer as one: a text, where it says nothing but texts."""
    if len(turns) == 1:
        return turns[0], turns[0].says
    says = tuple(one for turn in turns for one in turn.says)
    return Turn(speaker=MODEL, says=says, form=TEXT), says


def _end(one: Candidate, pen: Pen) -> str | None:
    if isinstance(one.end.word, str) and one.end.word in ENDS:
        return one.end.word
    kind = one.ended
    if kind in WORDS or kind == UNSAID:
        return WORDS.get(kind)
    is_beside = kind == UNKNOWN and any(other.format == FORMAT for other in one.others)
    pen.lose(None if is_beside else one.end)
    return None


def _usage(usage: Usage, pen: Pen) -> JSON:
    pen.lose(usage.tool_input)
    written = present_members(prompt_tokens=usage.input, completion_tokens=usage.output, total_tokens=usage.total)
    if usage.total is None and usage.input is not None and usage.output is not None:
        written["total_tokens"] = usage.input + usage.output
    read = present_members(cached_tokens=usage.cached, cache_write_tokens=usage.written)
    made = present_members(reasoning_tokens=usage.reasoning)
    written |= {"prompt_tokens_details": read} if read else {}
    written |= {"completion_tokens_details": made} if made else {}
    return pen.beside(usage, written)
