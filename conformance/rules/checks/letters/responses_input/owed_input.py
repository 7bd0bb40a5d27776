"""A Responses input that satisfies every rule, for evidence: what would have been right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conformance.base.values import JSON
from conformance.formats.chat.conversation import ChatConversation
from conformance.formats.facts import CALL, INLINE, TEXT, USE, WireItem
from conformance.formats.parts import texts_of
from conformance.formats.responses.items import write_call, write_inline, write_part, write_result, write_text
from conformance.rules.checks.letters.responses_input.pairing import ITEMS, PARTS, WORDS, wordings


def owed_input(conversation: ChatConversation, choices: Mapping[str, str]) -> JSON:
    """Return it, under a subject's choices; nothing of the conversation may be broken."""
    form = choices.get("tool-turns", ITEMS)
    items: list[JSON] = []
    instructions: list[str] = []
    leading = choices.get("system-placement") != "input"
    roles = [message["role"] for message in conversation.messages]
    for index, role in enumerate(roles):
        facts = conversation.facts_of(index)
        leading = leading and role == "system"
        if role == "tool" and form == PARTS:
            follows = index > 0 and roles[index - 1] == "tool"
            if not follows or choices.get("group-tool-results") == "separate":
                items.append({"role": "user", "content": []})
            items[-1]["content"].append(write_inline(facts[0]))
        elif role == "tool":
            result, *media = facts
            said = write_text(wordings(conversation, result)[0], "user")
            written = {"role": "user", "content": [said, *map(write_part, media)]}
            items.append(written if form == WORDS else write_result(result, _output(result.payload, media)))
        elif leading:
            instructions.append("".join(fact.value for fact in facts if fact.kind == TEXT))
        else:
            items += _of_message(conversation, role, facts, form, choices.get("inline-tools") == "parts")
    owed: dict[str, JSON] = {"input": items}
    return owed | ({"instructions": "\n\n".join(filter(None, instructions))} if any(instructions) else {})


def _of_message(
    conversation: ChatConversation, role: str, facts: list[WireItem], form: str, as_parts: bool
) -> Iterator[JSON]:
    calls = [fact for fact in facts if fact.kind == CALL]
    parts: list[JSON] = []
    for fact in facts:
        if fact.kind in (USE, INLINE) and not as_parts:
            yield from [{"role": role, "content": parts}] if parts else []
            parts = []
            yield write_call(fact) if fact.kind == USE else write_result(fact, _output(fact.payload, []))
        elif fact.kind != CALL and not (fact.kind == TEXT and not fact.value and calls):
            parts.append(write_part(fact))
    if calls and form == WORDS:
        parts.append(write_text(wordings(conversation, calls[0])[0], "assistant"))
    yield from [{"role": role, "content": parts}] if parts else []
    yield from map(write_call, calls) if form != WORDS else ()


def _output(content: JSON, media: list[WireItem]) -> JSON:
    if isinstance(content, str) or not media:
        return "".join(texts_of(content))
    owed = {fact.at[-1]: write_part(fact) for fact in media}
    texts = {number: texts_of([part]) for number, part in enumerate(content)}
    return [
        owed[number] if number in owed else write_text(said[0], "user")
        for number, said in texts.items()
        if number in owed or said
    ]
