"""Writes the Responses API from the model: requests, items, tools, responses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import Pen, present_members
from conformance.formats.model.answer import ASKS, DONE, FAILED, SEQUENCE, UNSAID, Answer, Candidate, End, Usage
from conformance.formats.model.conversation import (
    AUDIO,
    DOCUMENT,
    GROUP,
    HOSTED,
    IMAGE,
    MODEL,
    PARTS,
    TEXT,
    TOOL,
    Call,
    Citation,
    Hosted,
    Media,
    ModelRefusal,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.request import Request, Tool, ToolChoice
from conformance.formats.openai import (
    FORMAT_WORDS,
    MODES,
    write_cache,
    write_described,
    write_schema,
    write_sound,
    write_token,
)
from conformance.formats.responses.read import (
    CALLS,
    ECHO,
    FORMAT,
    INCOMPLETE,
    LOGPROBS,
    REASONS,
    RESULTS,
    SETTINGS,
    SPEAKERS,
    STATES,
)
from conformance.formats.settings import SettingPlace, write_settings
from conformance.formats.shared import text_of

ROLES: Final = {speaker: role for role, speaker in SPEAKERS.items()}
CALL_WORDS: Final = {kind: (word, key) for word, (kind, key) in CALLS.items()}
RESULT_WORDS: Final = {kind: word for word, kind in RESULTS.items()}
REASON_WORDS: Final = {kind: word for word, kind in REASONS.items()}
Object = dict[str, JSON]


def write_request(request: Request, pen: Pen) -> JSON:
    """Write the body of a request."""
    body: Object = {}
    turns = list(request.conversation.turns)
    if turns and _is_instruction(turns[0]):
        body["instructions"] = _plain(turns.pop(0))
    if request.conversation.form == TEXT and len(turns) == 1:
        body["input"] = _plain(turns[0])
    elif request.conversation.form or turns:
        body["input"] = [item for turn in turns for item in write_items(turn, pen)]
    _write_shared(request, body, pen, SETTINGS)
    pen.lose(request.cache)
    return pen.beside(request, body)


def _is_instruction(turn: Turn) -> bool:
    return turn.is_apart and len(turn.says) == 1 and isinstance(turn.says[0], Text)


def _plain(turn: Turn) -> str:
    return "".join(utterance.value for utterance in turn.says if isinstance(utterance, Text))


def _write_shared(request: Request, body: Object, pen: Pen, table: Iterable[SettingPlace]) -> None:
    """Write what requests have, and responses repeat."""
    if request.tools is not None:
        body["tools"] = [member for tool in request.tools for member in write_tool(tool, pen)]
    if request.choice is not None:
        body["tool_choice"] = write_choice(request.choice, pen)
    write_settings([setting for setting in request.settings if setting.name != "logprobs"], table, body, pen)
    if any(setting.name == "logprobs" and setting.value is True for setting in request.settings):
        earlier = body.get("include")
        body["include"] = [*(earlier if isinstance(earlier, list) else ()), LOGPROBS]
    if request.format is not None:
        written = present_members(type=FORMAT_WORDS.get(request.format.kind)) | write_described(request.format, pen)
        body["text"] = {"format": pen.beside(request.format, written)} | body.get("text", {})


def write_items(turn: Turn, pen: Pen) -> list[JSON]:
    """Write a turn: a message of what is said together, and an item for each call, result and thought."""
    pen.lose(turn.name)
    own = present_members(id=turn.id, status=turn.state, phase=turn.phase)
    items = [item for said in _apart(turn) for item in _items_of_turn(turn, said, own, pen)]
    if len(items) == 1 and isinstance(items[0], dict):
        return [pen.beside(turn, items[0])]
    pen.lose(*turn.others)
    return items


def _apart(turn: Turn) -> list[list[Utterance | Other]]:
    """Return what a turn says by items: what is said together, and each call, result, thought and step alone."""
    found: list[list[Utterance | Other]] = [] if turn.says else [[]]
    is_open = False
    for utterance in turn.says:
        is_item = _is_item(turn, utterance)
        if is_item or not is_open:
            found.append([])
        found[-1].append(utterance)
        is_open = not is_item
    return found


def _is_item(turn: Turn, utterance: Utterance | Other) -> bool:
    if isinstance(utterance, Other):
        return isinstance(utterance, Hosted) or not turn.form
    return isinstance(utterance, Call | Result | Reasoning)


def _items_of_turn(turn: Turn, says: Sequence[Utterance | Other], own: Object, pen: Pen) -> list[JSON]:
    """Write one item, or none where this format has none. own: what the turn's item has of its own."""
    first = says[0] if says else None
    pen.lose(*(utterance.seal for utterance in says if isinstance(utterance, Utterance)))
    if first is None or not _is_item(turn, first):
        return [_message(turn, says, pen) | own]
    if isinstance(first, Other):
        pen.lose(first if first.format != FORMAT else None)
        return [first.value] if first.format == FORMAT else []
    item = _item(first, pen)
    return [pen.beside(first, own | item if len(turn.says) == 1 else item)]


def _message(turn: Turn, says: Sequence[Utterance | Other], pen: Pen) -> Object:
    parts = [part for utterance in says for part in _parts(utterance, turn.speaker, pen)]
    written: Object = {"type": "message", **present_members(role=ROLES.get(turn.speaker or "", None))}
    if turn.form == TEXT and len(says) == 1 and isinstance(says[0], Text) and not says[0].others:
        written["content"] = says[0].value
    elif turn.form == PARTS or parts or turn.form == TEXT:
        written["content"] = parts
    return written


def _item(utterance: Utterance, pen: Pen) -> Object:
    """Write a call, a result or thoughts."""
    if isinstance(utterance, Call):
        word, key = CALL_WORDS[utterance.kind]
        pen.lose(utterance.cache, utterance if utterance.id is None else None)
        return present_members(
            type=word,
            call_id=utterance.id,
            name=utterance.name,
            namespace=utterance.group,
            **{key: text_of(utterance.arguments)},
        )
    if isinstance(utterance, Result):
        named = present_members(call_id=utterance.id, name=utterance.name)
        return {"type": RESULT_WORDS[utterance.kind], **named, "output": _output(utterance, pen)}
    if not isinstance(utterance, Reasoning):
        raise TypeError(f"no item: {type(utterance).__name__}")
    item: Object = {"type": "reasoning", "summary": _texts(utterance.summary, "summary_text", pen)}
    item |= {"content": _texts(utterance.content, "reasoning_text", pen)} if utterance.content else {}
    return item | present_members(encrypted_content=utterance.encrypted)


def _texts(texts: Iterable[Text], word: str, pen: Pen) -> list[JSON]:
    return [pen.beside(text, {"type": word, "text": text.value}) for text in texts]


def _output(result: Result, pen: Pen) -> JSON:
    pen.lose(result.failed or None, result.cache)
    if result.structured is not ABSENT:
        pen.lose(*result.content)
        return json.dumps(result.structured, ensure_ascii=False)
    if result.form == TEXT:
        return "".join(part.value for part in result.content if isinstance(part, Text))
    parts = [part for utterance in result.content for part in _parts(utterance, TOOL, pen)]
    return parts if result.form == PARTS else ""


def _parts(utterance: Utterance | Other, speaker: str | None, pen: Pen) -> list[JSON]:
    """Write a part; none where this format has no such part."""
    if isinstance(utterance, Other):
        pen.lose(utterance if utterance.format != FORMAT else None)
        return [utterance.value] if utterance.format == FORMAT else []
    if isinstance(utterance, Text):
        part = _text(utterance, speaker, pen)
    elif isinstance(utterance, ModelRefusal):
        part = {"type": "refusal", "refusal": utterance.value}
    else:
        part = _media(utterance, pen) if isinstance(utterance, Media) else {}
    if not part:
        pen.lose(utterance)
        return []
    return [pen.beside(utterance, part | write_cache(utterance, pen))]


def _text(text: Text, speaker: str | None, pen: Pen) -> Object:
    if speaker != MODEL:
        pen.lose(*text.citations, *text.tokens)
        return {"type": "input_text", "text": text.value}
    notes = [_citation(note, pen) for note in text.citations]
    part: Object = {"type": "output_text", "text": text.value, "annotations": notes}
    return part | ({"logprobs": [write_token(token, pen) for token in text.tokens]} if text.tokens else {})


def _media(medium: Media, pen: Pen) -> Object:
    pen.lose(medium.about, medium.cited, medium.transcript, medium.id)
    held = present_members(file_id=medium.file_id, detail=medium.detail)
    if medium.kind == IMAGE:
        return {"type": "input_image", **present_members(image_url=medium.address), **held}
    if medium.kind == AUDIO and medium.url is None and medium.file_id is None:
        return write_sound(medium)
    if medium.kind in ("", DOCUMENT) and medium.text is None and not medium.parts:
        is_data = medium.data is not None or (medium.url or "").startswith("data:")
        place = {"file_data": medium.address} if is_data else present_members(file_url=medium.url)
        return {"type": "input_file", **place, **present_members(filename=medium.name), **held}
    return {}


def _citation(note: Citation, pen: Pen) -> JSON:
    if not note.sources:
        return pen.beside(note, {})
    source, span = note.sources[0], note.span
    pen.lose(note if source.kind not in ("web", "file") else None, *note.sources[1:])
    places = present_members(start_index=span.start, end_index=span.end) if span else {}
    if source.kind == "file":
        held = present_members(file_id=source.file_id, filename=source.title)
        is_within = span is not None and span.start != span.end  # a part of the text, and not a point
        held |= places if is_within else present_members(index=span.start if span else None)
        return pen.beside(note, {"type": "file_citation", **held})
    return pen.beside(note, {"type": "url_citation", **present_members(url=source.url, title=source.title), **places})


def write_tool(tool: Tool, pen: Pen) -> list[JSON]:
    """Write a tool; nothing where this format has no such tool."""
    pen.lose(tool.cache)
    if tool.kind == HOSTED and tool.host == FORMAT:
        return [pen.beside(tool, {"type": tool.word})]
    if tool.kind == "" and any(other.format == FORMAT for other in tool.others):
        return [pen.beside(tool, {})]
    if tool.kind in (HOSTED, ""):
        pen.lose(tool)
        return []
    written: Object = {"type": "namespace" if tool.kind == GROUP else tool.kind}
    written |= present_members(
        name=tool.name, description=tool.description, strict=tool.strict, defer_loading=tool.later
    )
    written |= present_members(format=tool.input, parameters=write_schema(tool.schema, pen))
    if tool.kind == GROUP:
        written["tools"] = [member for inner in tool.tools for member in write_tool(inner, pen)]
    return [pen.beside(tool, written)]


def write_choice(choice: ToolChoice, pen: Pen) -> JSON:
    """Write a tool_choice."""
    if choice.names is None:
        pen.lose(choice if choice.mode not in MODES and not choice.others else None)
        return pen.beside(choice, {}) if choice.others else choice.mode
    entries = [{"type": name} if kind == HOSTED else {"type": kind, "name": name} for kind, name in choice.names]
    if choice.is_list or len(entries) != 1:
        return pen.beside(choice, {"type": "allowed_tools", "mode": choice.mode, "tools": entries})
    return pen.beside(choice, entries[0])


def write_answer(answer: Answer, pen: Pen) -> JSON:
    """Write a response, or the body of an error."""
    failure, error = answer.failure, None
    if failure is not None:
        pen.lose(failure.status)
        error = pen.beside(failure, present_members(type=failure.kind, code=failure.code, message=failure.message))
        if not answer.candidates:
            return pen.beside(answer, {"error": error})
    candidate = answer.candidates[0] if answer.candidates else Candidate()
    pen.lose(
        *answer.candidates[1:],
        answer.blocked,
        candidate.citations,
        candidate.tokens,
        candidate.end.about,
        candidate.end.sequence,
    )
    body = present_members(id=answer.id, object="response", created_at=answer.created, model=answer.model)
    body |= present_members(service_tier=answer.tier, error=error)
    body["output"] = [item for turn in candidate.turns for item in write_items(turn, pen)]
    body |= write_end(answer, candidate.end, pen)
    if answer.usage is not None:
        body["usage"] = _usage(answer.usage, pen)
    if answer.echo is not None:
        _write_shared(answer.echo, body, pen, ECHO)
        turns = answer.echo.conversation.turns
        body |= {"instructions": _plain(turns[0])} if turns else {}
    return pen.beside(answer, body)


def write_end(answer: Answer, end: End, pen: Pen) -> Object:
    """Write the status of a response, and why it is incomplete."""
    if isinstance(end.word, str) and end.word in STATES:
        return {"status": end.word}
    if end.kind in REASON_WORDS:
        reason = end.word if isinstance(end.word, str) and end.word in REASONS else REASON_WORDS[end.kind]
        return {"status": INCOMPLETE, "incomplete_details": {"reason": reason}}
    if end.kind == FAILED:
        return {"status": "failed"}
    if end.kind in (DONE, ASKS, SEQUENCE):
        return {"status": "completed"}
    is_beside = any(other.word == "status" and other.format == FORMAT for other in answer.others)
    pen.lose(None if end.kind == UNSAID or is_beside else end)
    return {}


def _usage(usage: Usage, pen: Pen) -> JSON:
    total = usage.total
    if total is None and usage.input is not None and usage.output is not None:
        total = usage.input + usage.output
    written = present_members(input_tokens=usage.input, output_tokens=usage.output, total_tokens=total)
    written["input_tokens_details"] = present_members(cached_tokens=usage.cached, cache_write_tokens=usage.written)
    written["output_tokens_details"] = present_members(reasoning_tokens=usage.reasoning)
    pen.lose(usage.tool_input)
    return pen.beside(usage, written)
