"""Writes Anthropic Messages: requests and answers."""

from __future__ import annotations

from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.anthropic.words import ENDS, FORMAT, MODES, SETTINGS, SPEAKERS
from conformance.formats.anthropic.write_blocks import marked, write_blocks, write_content
from conformance.formats.cursor import Pen, present_members
from conformance.formats.model.answer import FILTER, UNKNOWN, UNSAID, Answer, AnswerFailure, Candidate, Usage
from conformance.formats.model.conversation import DEVELOPER, FUNCTION, HOSTED, TOOL, Turn
from conformance.formats.model.request import JSON_SCHEMA, PLAIN, SCHEMA, AnswerFormat, Request, Tool, ToolChoice
from conformance.formats.settings import write_settings

ROLES: Final = {**{speaker: role for role, speaker in SPEAKERS.items()}, DEVELOPER: "system", TOOL: "user"}
WORDS: Final = {kind: word for word, kind in reversed(ENDS.items())} | {FILTER: "refusal"}
MODE_WORDS: Final = {mode: word for word, mode in MODES.items()}


def write_request(request: Request, pen: Pen) -> JSON:
    """Write the body of a request."""
    body: dict[str, Any] = {}
    turns = list(request.conversation.turns)
    if turns and turns[0].is_apart:
        body["system"] = _turn(turns.pop(0), pen)
    body["messages"] = [_message(turn, pen) for turn in turns]
    if request.tools is not None:
        body["tools"] = [member for tool in request.tools for member in write_tool(tool, pen)]
    if request.choice is not None:
        body["tool_choice"] = _choice(request.choice, pen)
    write_settings(request.settings, SETTINGS, body, pen)
    if request.format is not None:
        _put_format(request.format, body, pen)
    return pen.beside(request, body | marked(request.cache, pen))


def _message(turn: Turn, pen: Pen) -> JSON:
    pen.lose(turn.name, turn.phase, turn if turn.speaker == DEVELOPER else None)
    role = present_members(role=ROLES.get(turn.speaker or ""))
    content = {"content": _turn(turn, pen)} if turn.form or turn.says else {}
    return pen.beside(turn, role | content)


def _turn(turn: Turn, pen: Pen) -> JSON:
    return write_content(turn.form, turn.says, pen)


def write_tool(tool: Tool, pen: Pen) -> list[JSON]:
    """Write a tool; nothing where this format has no such tool."""
    if tool.kind == HOSTED and tool.host == FORMAT:
        return [pen.beside(tool, present_members(type=tool.word, name=tool.name) | marked(tool.cache, pen))]
    if tool.kind != FUNCTION:
        pen.lose(tool)
        return []
    written = present_members(
        name=tool.name, description=tool.description, strict=tool.strict, defer_loading=tool.later
    )
    if tool.schema is not None:
        written["input_schema"] = tool.schema.value
        pen.lose(tool.schema if tool.schema.dialect != JSON_SCHEMA else None)
    return [pen.beside(tool, written | marked(tool.cache, pen))]


def _choice(choice: ToolChoice, pen: Pen) -> JSON:
    mode = {"type": MODE_WORDS.get(choice.mode, "auto")}
    if choice.names is None:
        pen.lose(choice if choice.mode not in MODE_WORDS else None)
        return pen.beside(choice, mode)
    if len(choice.names) != 1 or choice.is_list or choice.names[0][0] != FUNCTION:
        pen.lose(choice)
        return mode
    return pen.beside(choice, {"type": "tool", "name": choice.names[0][1]})


def _put_format(format_: AnswerFormat, body: dict[str, Any], pen: Pen) -> None:
    pen.lose(format_.name, format_.description, format_.strict)
    if format_.kind == PLAIN:
        return
    if format_.kind not in (SCHEMA, ""):
        pen.lose(format_)
        return
    schema = format_.schema.value if format_.schema else None
    written = pen.beside(format_, present_members(type="json_schema" if format_.kind else None, schema=schema))
    body.setdefault("output_config", {})["format"] = written


def write_answer(answer: Answer, pen: Pen) -> JSON:
    """Write the body of an answer, or of an error."""
    if answer.failure is not None:
        pen.lose(*answer.candidates, answer.usage)
        written = {"type": "error", "error": _failure(answer.failure, pen), **present_members(request_id=answer.id)}
        return pen.beside(answer, written)
    candidate = answer.candidates[0] if answer.candidates else Candidate()
    pen.lose(*answer.candidates[1:], answer.created, answer.blocked, answer.echo, candidate.citations, candidate.tokens)
    written = present_members(id=answer.id, type="message", role="assistant", model=answer.model) | _candidate_object(
        candidate, pen
    )
    if answer.usage is not None or answer.tier is not None:
        written["usage"] = _usage(answer.usage or Usage(), pen) | present_members(service_tier=answer.tier)
    return pen.beside(answer, written)


def _candidate_object(candidate: Candidate, pen: Pen) -> dict[str, JSON]:
    turns = candidate.turns
    if len(turns) == 1:
        content = _turn(turns[0], pen)
    else:
        content = [block for turn in turns for block in write_blocks(turn.says, pen)]
    return {"content": content, **_end(candidate, pen)}


def _end(candidate: Candidate, pen: Pen) -> dict[str, JSON]:
    word = (
        candidate.end.word
        if isinstance(candidate.end.word, str) and candidate.end.word in ENDS
        else WORDS.get(candidate.ended)
    )
    pen.lose(
        candidate.end if word is None and candidate.end.kind not in (UNSAID, UNKNOWN) else None
    )  # an unknown one is beside it
    written = present_members(stop_reason=word, stop_sequence=candidate.end.sequence)
    if candidate.end.about is not None:
        written["stop_details"] = {"type": "refusal", "explanation": candidate.end.about}
    return written


def _failure(failure: AnswerFailure, pen: Pen) -> JSON:
    pen.lose(failure.status)
    return pen.beside(failure, present_members(type=failure.kind, code=failure.code, message=failure.message))


def _usage(usage: Usage, pen: Pen) -> dict[str, JSON]:
    fresh = None if usage.input is None else max(0, usage.input - (usage.cached or 0) - (usage.written or 0))
    written = present_members(
        input_tokens=fresh,
        output_tokens=usage.output,
        cache_creation_input_tokens=usage.written,
        cache_read_input_tokens=usage.cached,
    )
    if usage.reasoning is not None:
        written["output_tokens_details"] = {"thinking_tokens": usage.reasoning}
    pen.lose(usage.tool_input)
    return dict(pen.beside(usage, written))
