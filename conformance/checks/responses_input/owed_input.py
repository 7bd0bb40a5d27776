"""A Responses input that satisfies every rule, for evidence: what would have been right."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from conformance.checks.responses_input.conversation import Conversation, without_cache_control
from conformance.checks.responses_input.pairing import PARTS, WORDS, call_wordings, result_wordings
from conformance.formats.facts import AUDIO, CALL, FILE, IMAGE, INLINE, REFUSAL, TEXT, USE, Fact
from conformance.formats.parts import texts_of
from conformance.values import JSON


def owed_input(conversation: Conversation, choices: Mapping[str, str]) -> JSON:
    """Return it, under a subject's choices; nothing of the conversation may be broken."""
    form = choices.get("tool-turns", "items")
    items: list[JSON] = []
    instructions: list[str] = []
    leading = choices.get("system-placement") != "input"
    for index, message in enumerate(conversation.messages):
        facts = conversation.facts_of(index)
        leading = leading and message["role"] == "system"
        if message["role"] == "tool":
            follows = index > 0 and conversation.messages[index - 1].get("role") == "tool"
            _add_result(facts, form, follows and choices.get("group-tool-results") != "separate", items)
        elif leading:
            instructions += ["".join(fact.value for fact in facts if fact.kind == TEXT)]
        else:
            _add_message(message["role"], facts, form, choices.get("inline-tools") == "parts", items)
    owed: dict[str, JSON] = {"input": items}
    if any(instructions):
        owed["instructions"] = "\n\n".join(filter(None, instructions))
    return owed


def _add_message(role: str, facts: list[Fact], form: str, as_parts: bool, items: list[JSON]) -> None:
    text_type = "output_text" if role == "assistant" else "input_text"
    calls = [fact for fact in facts if fact.kind == CALL]
    parts: list[JSON] = []

    def close() -> None:
        nonlocal parts
        if parts:
            items.append({"role": role, "content": parts})
        parts = []

    for fact in facts:
        if fact.kind == TEXT:
            if fact.value or not calls:
                parts.append({"type": text_type, "text": fact.value})
        elif fact.kind in (USE, INLINE) and not as_parts:
            close()
            items.append(_inline_item(fact))
        elif fact.kind != CALL:
            parts.append(_PARTS[fact.kind](fact) if fact.kind in _PARTS else without_cache_control(fact.source))
    if calls and form == WORDS:
        parts.append({"type": "output_text", "text": call_wordings(calls)[0]})
    close()
    if form != WORDS:
        items += [call_item(*call.value) for call in calls]


def call_item(identity: JSON, name: JSON, arguments: JSON) -> JSON:
    """Return the item of a call."""
    return {"type": "function_call", "call_id": identity, "name": name, "arguments": arguments}


def _inline_item(fact: Fact) -> JSON:
    if fact.kind == USE:
        identity, name, given = fact.value
        return call_item(identity, name, json.dumps(given, ensure_ascii=False))
    identity, content = fact.value
    output = content if isinstance(content, str) else "".join(texts_of(content))
    return {"type": "function_call_output", "call_id": identity, "output": output}


def _image(fact: Fact) -> JSON:
    image = {"type": "output_image" if fact.role == "assistant" else "input_image", "image_url": fact.value}
    return image | ({"detail": fact.detail} if fact.detail is not None else {})


def _inline_part(fact: Fact) -> JSON:
    if fact.kind == USE:
        return {"type": "tool_use", "id": fact.value[0], "name": fact.value[1], "input": fact.value[2]}
    return {"type": "tool_result", "tool_use_id": fact.value[0], "content": without_cache_control(fact.value[1])}


_PARTS: dict[str, Callable[[Fact], JSON]] = {
    IMAGE: _image,
    FILE: lambda fact: {"type": "input_file", **fact.value},
    AUDIO: lambda fact: {"type": "input_audio", "input_audio": fact.value},
    REFUSAL: lambda fact: {"type": "refusal", "refusal": fact.value},
    USE: _inline_part,
    INLINE: _inline_part,
}


def _add_result(facts: list[Fact], form: str, joins: bool, items: list[JSON]) -> None:
    """Add a result. joins: it goes to the message of the one before, where results are parts."""
    result, *media = facts
    identity, content = result.value
    if form == WORDS:
        text = {"type": "input_text", "text": result_wordings(result)[0]}
        items.append({"role": "user", "content": [text, *(_PARTS[fact.kind](fact) for fact in media)]})
    elif form == PARTS:
        part = {"type": "tool_result", "tool_use_id": identity, "content": without_cache_control(content)}
        if joins:
            items[-1]["content"].append(part)
        else:
            items.append({"role": "user", "content": [part]})
    else:
        items.append({"type": "function_call_output", "call_id": identity, "output": _output(content, media)})


def _output(content: JSON, media: list[Fact]) -> JSON:
    if isinstance(content, str):
        return content
    if not media:
        return "".join(texts_of(content))
    owed = {fact.at[-1]: _PARTS[fact.kind](fact) for fact in media}
    parts = ((number, texts_of([part])) for number, part in enumerate(content))
    return [
        owed[number] if number in owed else {"type": "input_text", "text": texts[0]}
        for number, texts in parts
        if number in owed or texts
    ]
