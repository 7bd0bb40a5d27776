"""The Chat messages that an input owes, in the plainest of their forms."""

from __future__ import annotations

from conformance.checks.chat_messages.items import Conversation, Fact, Instruction, Result
from conformance.checks.chat_messages.kinds import FILE, IMAGE, REFUSAL, TEXT, USER, file_of, image_of
from conformance.values import JSON


def messages(owed: Conversation) -> list[JSON]:
    """Return messages that satisfy every rule; what has no twin in Chat is left out, an output's image is named."""
    facts: list[list[Fact]] = [[] for _ in owed.speakers]
    calls: list[list[JSON]] = [[] for _ in owed.speakers]
    results: list[list[Result]] = [[] for _ in owed.speakers]
    for fact in owed.facts:
        facts[fact.unit].append(fact)
    for call in owed.calls:
        function = {"name": call.name, "arguments": call.arguments}
        calls[call.unit].append({"id": call.id, "type": "function", "function": function})
    for result in owed.results:
        results[result.unit].append(result)
    found: list[JSON] = []
    waiting = list(owed.instructions)
    for unit, speaker in enumerate(owed.speakers):
        found += _instructions(waiting, unit)
        if speaker == USER:
            found.append({"role": "user", "content": _content(facts[unit])})
            continue
        said = [fact for fact in facts[unit] if fact.kind == TEXT]
        message: dict[str, JSON] = {"role": "assistant", "content": _content(said) if said or not calls[unit] else None}
        refusals = [fact.value for fact in facts[unit] if fact.kind == REFUSAL]
        if refusals:
            message["refusal"] = "\n".join(refusals)
        if calls[unit]:
            message["tool_calls"] = calls[unit]
        found.append(message)
        found += [{"role": "tool", "tool_call_id": one.id, "content": _output(one)} for one in results[unit]]
        attached = [part for result in results[unit] for part in map(_attached, result.others) if part]
        if attached:
            found.append({"role": "user", "content": attached})
    return found + _instructions(waiting, len(owed.speakers))


def _instructions(waiting: list[Instruction], unit: int) -> list[JSON]:
    """Take the instructions that stand before a unit."""
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
        return _image(*fact.value)
    return {"type": "file", "file": fact.value} if fact.kind == FILE else None


def _image(url: str, detail: str | None) -> JSON:
    return {"type": "image_url", "image_url": {"url": url} | ({"detail": detail} if detail else {})}


def _attached(part: JSON) -> JSON:
    """Return the part of a user's message for one of an output; None where Chat has none."""
    if not isinstance(part, dict):
        return None
    image, file = image_of(part), file_of(part)
    return _image(*image) if image else {"type": "file", "file": file} if file else None


def _output(result: Result) -> str:
    if isinstance(result.output, str):
        return result.output
    named = [f"[{part.get('type') if isinstance(part, dict) else 'part'}]" for part in result.others]
    return "\n".join([*result.texts, *named])
