"""There and back: messages to input and input to messages gives the same messages (LAW-2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from conformance.base.values import JSON, equal
from conformance.formats.chat.conversation import ChatConversation
from conformance.formats.chat.facts import read_message
from conformance.formats.chat.read import CALLS
from conformance.formats.facts import CALL, IMAGE, RESULT, TEXT, WireItem, word
from conformance.formats.parts import texts_of
from conformance.rules.checks.findings import Failure, Findings, brief
from conformance.rules.checks.letters.responses_input.pairing import ITEMS, speaker
from conformance.rules.checks.letters.responses_input.view import ResponsesInput

_PLAIN_KEYS = frozenset({"role", "content", CALLS, "tool_call_id"})
_PLAIN_KINDS = frozenset({TEXT, IMAGE, CALL, RESULT})


def round_trip(view: ResponsesInput) -> Findings:
    """LAW-2: what comes back is what was sent, up to what the law leaves free."""
    joined = view.trial.chained
    if joined is None or view.turns != (ITEMS,) or view.unfit or view.has_cache_control:
        return None
    if not is_plain(view.conversation):
        return None
    back = view.received(joined.output)
    sent, returned = list(_turns(view.given)), list(_turns(back if isinstance(back, list) else []))
    for index, (element, other) in enumerate(zip(sent, returned, strict=False)):
        if not equal(element, other):
            message = f"turn {index} came back as {brief(other)}; it was {brief(element)}"
            return (Failure("came-back-changed", "/output", message),)
    if len(sent) != len(returned):
        message = f"{len(sent)} turns went, {len(returned)} came back"
        return (Failure("came-back-less" if len(returned) < len(sent) else "came-back-more", "/output", message),)
    return ()


def is_plain(conversation: ChatConversation) -> bool:
    """Whether a conversation holds only what both forms express exactly."""
    if conversation.broken or not conversation.facts or not conversation.is_well_paired:
        return False
    began = said = False
    for index, message in enumerate(conversation.messages):
        role, facts = message["role"], conversation.facts_of(index)
        says = any(fact.kind == TEXT for fact in facts)
        if not _is_plain_message(message, facts) or (role == "system" and began):
            return False  # a later system message may have gone to the instructions
        if role == "assistant" and says and said:
            return False  # two texts of one turn may come back joined
        began = began or role != "system"
        said = role == "assistant" and (said or says)
    return True


def _is_plain_message(message: JSON, facts: list[WireItem]) -> bool:
    role, content = message["role"], message.get("content")
    kinds = [fact.kind for fact in facts]
    if role == "developer" or any(value is not None for key, value in message.items() if key not in _PLAIN_KEYS):
        return False
    if not kinds or not _PLAIN_KINDS.issuperset(kinds) or any(f.kind == TEXT and f.value == "" for f in facts):
        return False
    if role == "tool":
        return IMAGE not in kinds and (isinstance(content, str) or len(content) <= 1)
    return role == "user" or (kinds.count(TEXT) <= 1 and IMAGE not in kinds)


def _turns(messages: list[JSON]) -> Iterator[JSON]:
    """Yield who speaks and what, with adjacent messages of the assistant, and of the system, as one."""
    roles = [speaker(word(message, "role")) for message in messages]
    apart = [entry if role not in ("assistant", "system") else role for entry, role in enumerate(roles)]
    for _turn, entries in groupby(range(len(messages)), apart.__getitem__):
        own = list(entries)
        role, said, calls = roles[own[0]], [], []
        for entry in own:
            facts = [fact for fact in read_message(messages[entry], entry, (entry,)) if not fact.inside]
            said += [_fact_value(fact) for fact in facts if fact.kind != CALL and (fact.is_part or fact.value)]
            calls += [list(fact.value) for fact in facts if fact.kind == CALL]
        if role == "system":
            # Whatever spaces or line ends join the texts of system messages.
            yield [role, " ".join(word for text in said if isinstance(text, str) for word in text.split())]
        else:
            yield [role, said, calls] if role is not None else [role, [messages[own[0]]], calls]


def _fact_value(fact: WireItem) -> JSON:
    if fact.kind == RESULT:
        return [fact.id, "".join(texts_of(fact.payload))]
    if fact.kind == IMAGE:
        return {"url": fact.value, "detail": None if fact.detail == "auto" else fact.detail}
    return fact.value if fact.kind == TEXT else fact.source
