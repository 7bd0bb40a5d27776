"""Writes Chat Completions from the model: requests, messages, tools, answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, TypeGuard

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.read import ENDS, FORMAT, HELD, SEAL, SETTINGS, SPEAKERS, role_of
from conformance.formats.cursor import Pen, present_members, put
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
        body["messages"] = [message for turn in request.conversation.turns for message in write_messages(turn, pen)]
    if request.tools is not None:
        body["tools"] = [member for tool in request.tools for member in write_tool(tool, pen)]
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
    results = [_result(utterance, pen) for utterance in turn.says if isinstance(utterance, Result)]
    rest = [utterance for utterance in turn.says if not isinstance(utterance, Result)]
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
    pen.lose(*(said.seal for said in says if isinstance(said, Utterance) and not isinstance(said, Call)))
    calls: list[Call | Other] = []
    content: list[Utterance | Other] = []
    for utterance in says:
        if isinstance(utterance, Call) or _is_call(utterance):
            calls.append(utterance)
        elif not _beside(turn, utterance, message, pen):
            content.append(utterance)
    _content(turn, content, message, pen)
    if len(calls) == 1 and isinstance(calls[0], Call) and _is_legacy(calls[0]):
        pen.lose(calls[0].seal)
        held = present_members(name=calls[0].name, arguments=text_of(calls[0].arguments))
        message["function_call"] = pen.beside(calls[0], held)
    elif calls:
        message["tool_calls"] = [_call(call, pen) if isinstance(call, Call) else call.value for call in calls]
    return pen.beside(turn, message)


def _is_call(utterance: Utterance | Other) -> TypeGuard[Other]:
    """Whether it is an entry of tool_calls that was not read."""
    return isinstance(utterance, Other) and utterance.format == FORMAT and utterance.place == ("tool_calls",)


def _is_legacy(call: Call) -> bool:
    """Whether a call is written as function_call: it has no id."""
    return call.id is None and call.kind == FUNCTION and not any(other.place == ("id",) for other in call.others)


def _beside(turn: Turn, utterance: Utterance | Other, message: Object, pen: Pen) -> bool:
    """Write what is beside the content. Return whether it is."""
    if isinstance(utterance, ModelRefusal) and (utterance.is_apart or turn.form != PARTS):
        message["refusal"] = message.get("refusal", "") + utterance.value
    elif isinstance(utterance, Reasoning):
        pen.lose(utterance.summary, utterance.encrypted)
        if utterance.content:
            texts = "".join(text.value for text in utterance.content)
            message["reasoning_content"] = message.get("reasoning_content", "") + texts
    elif (
        isinstance(utterance, Media)
        and utterance.kind == AUDIO
        and (utterance.id is not None or utterance.transcript is not None)
    ):
        message["audio"] = pen.beside(
            utterance, present_members(id=utterance.id, data=utterance.data, transcript=utterance.transcript)
        )
    else:
        return False
    return True


def _content(turn: Turn, says: Sequence[Utterance | Other], message: Object, pen: Pen) -> None:
    """Write the content, and its citations."""
    parts = [part for utterance in says for part in _parts(utterance, pen)]
    if turn.form == TEXT and all(isinstance(utterance, Text) and not utterance.others for utterance in says):
        message["content"] = "".join(part["text"] for part in parts)
    elif parts or turn.form == PARTS:
        message["content"] = parts
    elif turn.form == NULL:
        message["content"] = None
    cited = [_citation(note, pen) for utterance in says if isinstance(utterance, Text) for note in utterance.citations]
    message |= {"annotations": cited} if cited else {}


def _call(call: Call, pen: Pen) -> JSON:
    pen.lose(call.group, call.cache, call if call.id is None else None)
    inner = present_members(name=call.name, **{HELD[call.kind]: text_of(call.arguments)})
    written = present_members(id=call.id, type=call.kind, **{call.kind: inner})
    if call.seal is not None:
        put(written, SEAL, call.seal)
    return pen.beside(call, written)


def _result(result: Result, pen: Pen) -> JSON:
    pen.lose(result.failed or None, result.cache, result.seal)
    message = {"role": role_of(result.id, result.name), **present_members(name=result.name, tool_call_id=result.id)}
    texts = [part for part in result.content if isinstance(part, Text | Other)]
    pen.lose(*(part for part in result.content if not isinstance(part, Text | Other)))
    parts = [part for text in texts for part in _parts(text, pen)]
    if result.structured is not ABSENT:
        message["content"] = json.dumps(result.structured, ensure_ascii=False)
    elif result.form == TEXT:
        message["content"] = "".join(text.value for text in texts)
    elif result.form == PARTS:
        message["content"] = parts
    elif result.form == NULL:
        message["content"] = None
    return message


def _parts(utterance: Utterance | Other, pen: Pen) -> list[JSON]:
    """Write a part; none where Chat has no such part."""
    if isinstance(utterance, Other):
        pen.lose(utterance if utterance.format != FORMAT else None)
        return [utterance.value] if utterance.format == FORMAT else []
    part = _part(utterance)
    if not part:
        pen.lose(utterance)
        return []
    if isinstance(utterance, Media):
        pen.lose(utterance.about, utterance.cited)
    return [pen.beside(utterance, part | write_cache(utterance, pen))]


def _part(utterance: Utterance) -> Object:
    if isinstance(utterance, Text):
        return {"type": "text", "text": utterance.value}
    if isinstance(utterance, ModelRefusal):
        return {"type": "refusal", "refusal": utterance.value}
    if not isinstance(utterance, Media):
        return {}
    url = utterance.address
    if utterance.kind == IMAGE and utterance.file_id is None:
        return {"type": "image_url", "image_url": present_members(url=url, detail=utterance.detail)}
    if utterance.kind == AUDIO and utterance.url is None:
        return write_sound(utterance)
    if (
        utterance.kind in ("", DOCUMENT)
        and utterance.text is None
        and not utterance.parts
        and (utterance.kind == "" or utterance.url is None)
    ):
        return {
            "type": "file",
            "file": present_members(file_data=url, filename=utterance.name, file_id=utterance.file_id),
        }
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
    if tool.kind == "" and any(other.format == FORMAT for other in tool.others):
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


def _format(format_: AnswerFormat, pen: Pen) -> JSON:
    written = present_members(type=FORMAT_WORDS.get(format_.kind))
    if format_.kind == SCHEMA:
        written["json_schema"] = write_described(format_, pen)
    return pen.beside(format_, written)


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
        body["choices"] = [_candidate(candidate, pen) for candidate in answer.candidates]
    if answer.usage is not None:
        body["usage"] = _usage(answer.usage, pen)
    return pen.beside(answer, body)


def _candidate(candidate: Candidate, pen: Pen) -> JSON:
    pen.lose(candidate.citations, candidate.end.about, candidate.end.sequence)
    written = present_members(index=candidate.index, finish_reason=_end(candidate, pen))
    if len(candidate.turns) == 1 and any(isinstance(said, Result) for said in candidate.turns[0].says):
        written["message"] = write_messages(candidate.turns[0], pen)[0]  # of a role that no answer has
    elif candidate.turns:
        written["message"] = _message(*_turns_as_one(candidate.turns), pen)
    if candidate.tokens:
        written["logprobs"] = {"content": [write_token(token, pen) for token in candidate.tokens]}
    return pen.beside(candidate, written)


def _turns_as_one(turns: tuple[Turn, ...]) -> tuple[Turn, tuple[Utterance | Other, ...]]:
    """Return the turns of an answer as one: a text, where it says nothing but texts."""
    if len(turns) == 1:
        return turns[0], turns[0].says
    says = tuple(utterance for turn in turns for utterance in turn.says)
    return Turn(speaker=MODEL, says=says, form=TEXT), says


def _end(candidate: Candidate, pen: Pen) -> str | None:
    if isinstance(candidate.end.word, str) and candidate.end.word in ENDS:
        return candidate.end.word
    kind = candidate.ended
    if kind in WORDS or kind == UNSAID:
        return WORDS.get(kind)
    is_beside = kind == UNKNOWN and any(other.format == FORMAT for other in candidate.others)
    pen.lose(None if is_beside else candidate.end)
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
