"""The Chat messages that an input owes, in the plainest of their forms."""

from __future__ import annotations

from collections import defaultdict

from conformance.checks.chat_messages.items import Conversation, Instruction, Owed
from conformance.checks.chat_messages.kinds import USER, file_fields
from conformance.formats.facts import CALL, FILE, IMAGE, REFUSAL, RESULT, TEXT, Fact
from conformance.formats.parts import image_of
from conformance.values import JSON


def messages(owed: Conversation) -> list[JSON]:
    """Return messages that satisfy every rule; what has no twin in Chat is left out, an output's image is named."""
    held: defaultdict[tuple[int, str], list[Owed]] = defaultdict(list)
    for one in owed.all:
        held[one.unit, one.fact.kind if one.fact.kind in (CALL, RESULT, REFUSAL) else TEXT].append(one)
    found: list[JSON] = []
    waiting = list(owed.instructions)
    for unit, speaker in enumerate(owed.speakers):
        found += _instructions(waiting, unit)
        said = [one.fact for one in held[unit, TEXT]]
        if speaker == USER:
            found.append({"role": "user", "content": _content(said)})
            continue
        calls = [_call(one.fact) for one in held[unit, CALL]]
        message: dict[str, JSON] = {"role": "assistant", "content": _content(said) if said or not calls else None}
        if held[unit, REFUSAL]:
            message["refusal"] = "\n".join(one.fact.value for one in held[unit, REFUSAL])
        if calls:
            message["tool_calls"] = calls
        results = held[unit, RESULT]
        found.append(message)
        found += [{"role": "tool", "tool_call_id": one.fact.id, "content": _output(one)} for one in results]
        attached = [part for one in results for part in map(_attached, one.others) if part]
        if attached:
            found.append({"role": "user", "content": attached})
    return found + _instructions(waiting, len(owed.speakers))


def _call(fact: Fact) -> JSON:
    return {"id": fact.id, "type": "function", "function": {"name": fact.name, "arguments": fact.payload}}


def _instructions(waiting: list[Instruction], unit: int) -> list[JSON]:
    """Take the instructions that precede a unit."""
    found: list[JSON] = []
    while waiting and waiting[0].high <= unit:
        found.append({"role": "system", "content": waiting.pop(0).text})
    return found


def _content(facts: list[Fact]) -> JSON:
    parts = [part for part in map(_part, facts) if part is not None]
    if not parts:
        return ""
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts


def _part(fact: Fact) -> JSON:
    if fact.kind == TEXT:
        return {"type": "text", "text": fact.value}
    if fact.kind == IMAGE:
        return _image(fact.value, fact.detail)
    return {"type": "file", "file": fact.value} if fact.kind == FILE else None


def _image(url: str, detail: JSON) -> JSON:
    return {"type": "image_url", "image_url": {"url": url} | ({"detail": detail} if detail else {})}


def _attached(part: Fact) -> JSON:
    """Return the part of a user's message for one of an output; None where Chat has none."""
    if part.kind == IMAGE:
        return _image(*image_of(part.source))
    return {"type": "file", "file": file_fields(part.value)} if part.kind == FILE else None


def _output(result: Owed) -> str:
    if isinstance(result.fact.payload, str):
        return result.fact.payload
    named = [f"[{part.type or 'part'}]" for part in result.others]
    return "\n".join([*result.texts, *named])
