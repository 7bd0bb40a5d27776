"""Writes Gemini's generateContent: requests and answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.cursor import Pen, present_members, put
from conformance.formats.gemini.words import CONFIG, ENDS, FORMAT, JSON_TYPE, MODES, SETTINGS, SPEAKERS, TEXT_TYPE
from conformance.formats.gemini.write_parts import write_parts
from conformance.formats.gemini.write_sources import write_grounding, write_tokens
from conformance.formats.model import answer as ends
from conformance.formats.model.answer import Answer, Candidate, Usage
from conformance.formats.model.conversation import DEVELOPER, FUNCTION, HOSTED, MODEL, SYSTEM, TOOL, Turn
from conformance.formats.model.request import OPENAPI, PLAIN, AnswerFormat, Request, Tool, ToolChoice
from conformance.formats.settings import write_settings

ROLES: Final = {speaker: role for role, speaker in SPEAKERS.items()} | {TOOL: "user", DEVELOPER: "system"}
WORDS: Final = {
    ends.DONE: "STOP",
    ends.ASKS: "STOP",
    ends.SEQUENCE: "STOP",
    ends.LENGTH: "MAX_TOKENS",
    ends.FILTER: "SAFETY",
    ends.REFUSED: "SAFETY",
    ends.FAILED: "OTHER",
}
_LATEST: Final = 253_402_300_800  # seconds: the year 10000, which has no text
_UNWRITTEN: Final = (ends.UNSAID, ends.UNKNOWN)  # an unknown one is beside its candidate
MODE_WORDS: Final = {mode: word for word, mode in MODES.items()}


def write_request(request: Request, pen: Pen) -> JSON:
    """Write the body of a request."""
    body: dict[str, Any] = {}
    turns = list(request.conversation.turns)
    if turns and turns[0].is_apart:
        body["systemInstruction"] = _system(turns.pop(0), pen)
    body["contents"] = [_content(turn, pen) for turn in turns]
    if request.tools is not None:
        body["tools"] = _tools(request.tools, pen)
    if request.choice is not None:
        put(body, ("toolConfig", "functionCallingConfig"), _choice(request.choice, pen))
    if request.format is not None:
        _put_format(request.format, body, pen)
    write_settings(request.settings, SETTINGS, body, pen)
    pen.lose(request.cache)
    return pen.beside(request, body)


def _system(turn: Turn, pen: Pen) -> JSON:
    pen.lose(turn.name, turn.phase)
    return pen.beside(turn, {"parts": write_parts(turn.says, pen)} if turn.form or turn.says else {})


def _content(turn: Turn, pen: Pen) -> JSON:
    pen.lose(turn.name, turn.phase, turn if turn.speaker in (SYSTEM, DEVELOPER) else None)
    parts = {"parts": write_parts(turn.says, pen)} if turn.form or turn.says else {}
    return pen.beside(turn, present_members(role=ROLES.get(turn.speaker or "")) | parts)


def _tools(tools: tuple[Tool, ...], pen: Pen) -> list[JSON]:
    """Write all functions as one entry, then the tools of the host, each as one."""
    functions = [write_function(tool, pen) for tool in tools if tool.kind == FUNCTION]
    hosted = [pen.beside(tool, {}) for tool in tools if tool.kind == HOSTED and tool.host == FORMAT]
    pen.lose(*(tool for tool in tools if tool.kind != FUNCTION and not (tool.kind == HOSTED and tool.host == FORMAT)))
    return [*([{"functionDeclarations": functions}] if functions else []), *hosted]


def write_function(tool: Tool, pen: Pen) -> JSON:
    """Write the declaration of a function."""
    pen.lose(tool.strict, tool.later, tool.cache)
    written = present_members(name=tool.name, description=tool.description)
    if tool.schema is not None:
        written["parameters" if tool.schema.dialect == OPENAPI else "parametersJsonSchema"] = tool.schema.value
    return pen.beside(tool, written)


def _choice(choice: ToolChoice, pen: Pen) -> JSON:
    pen.lose(choice if choice.mode not in MODE_WORDS else None)
    names = None if choice.names is None else [name for _kind, name in choice.names]
    return pen.beside(choice, present_members(mode=MODE_WORDS.get(choice.mode, "AUTO"), allowedFunctionNames=names))


def _put_format(format_: AnswerFormat, body: dict[str, Any], pen: Pen) -> None:
    pen.lose(format_.name, format_.description, format_.strict)
    put(body, (CONFIG, "responseMimeType"), TEXT_TYPE if format_.kind == PLAIN else JSON_TYPE)
    if format_.schema is not None:
        word = "responseSchema" if format_.schema.dialect == OPENAPI else "responseJsonSchema"
        put(body, (CONFIG, word), format_.schema.value)
    pen.beside(format_, body)


def write_answer(answer: Answer, pen: Pen) -> JSON:
    """Write the body of an answer, or of an error."""
    if answer.failure is not None:
        failure = answer.failure
        pen.lose(failure.code, *answer.candidates, answer.usage)
        error = pen.beside(failure, present_members(code=failure.status, status=failure.kind, message=failure.message))
        return pen.beside(answer, {"error": error})
    body: dict[str, Any] = {"candidates": [_candidate(candidate, pen) for candidate in answer.candidates]}
    body |= present_members(responseId=answer.id, modelVersion=answer.model, createTime=_time(answer.created))
    if answer.blocked is not None:
        body["promptFeedback"] = present_members(
            blockReason=answer.blocked.word, blockReasonMessage=answer.blocked.about
        )
    if answer.usage is not None or answer.tier is not None:
        body["usageMetadata"] = _usage(answer.usage or Usage(), pen) | present_members(serviceTier=answer.tier)
    pen.lose(answer.echo)
    return pen.beside(answer, body)


def _time(created: JSON) -> JSON:
    """Return when an answer was made as a text; other formats count seconds."""
    if not isinstance(created, int | float) or isinstance(created, bool) or not 0 <= created < _LATEST:
        return created
    return datetime.fromtimestamp(created, UTC).isoformat().replace("+00:00", "Z")


def _candidate(candidate: Candidate, pen: Pen) -> JSON:
    word = candidate.end.word if candidate.end.word in ENDS else WORDS.get(candidate.ended)
    pen.lose(candidate.end.sequence, candidate.end if word is None and candidate.end.kind not in _UNWRITTEN else None)
    written = present_members(index=candidate.index, finishReason=word, finishMessage=candidate.end.about)
    if candidate.turns:
        says = tuple(said for turn in candidate.turns for said in turn.says)
        turn = candidate.turns[0] if len(candidate.turns) == 1 else Turn(speaker=MODEL, says=says)
        written["content"] = _content(turn, pen)
    return pen.beside(candidate, written | write_grounding(candidate, pen) | write_tokens(candidate.tokens, pen))


def _usage(usage: Usage, pen: Pen) -> dict[str, JSON]:
    pen.lose(usage.written)
    total = usage.total
    if total is None and usage.input is not None:
        total = usage.input + (usage.output or 0)
    counts = present_members(
        promptTokenCount=None if usage.input is None else usage.input - (usage.tool_input or 0),
        candidatesTokenCount=None if usage.output is None else usage.output - (usage.reasoning or 0),
        thoughtsTokenCount=usage.reasoning,
        totalTokenCount=total,
        toolUsePromptTokenCount=usage.tool_input,
        cachedContentTokenCount=usage.cached,
    )
    return dict(pen.beside(usage, counts))
