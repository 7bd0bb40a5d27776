"""There and back: messages to input and input to messages gives the same messages (LAW-2)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import Failure, Findings, brief
from conformance.checks.responses_input.conversation import well_paired
from conformance.checks.responses_input.pairing import ITEMS
from conformance.checks.responses_input.view import ResponsesInput
from conformance.formats.facts import CALL, IMAGE, RESULT, TEXT
from conformance.formats.parts import texts_of
from conformance.values import JSON, equal

_PLAIN_KEYS = frozenset({"role", "content", "tool_calls", "tool_call_id"})
_PLAIN_KINDS = frozenset({TEXT, IMAGE, CALL, RESULT})


def round_trip(view: ResponsesInput) -> Findings:
    """LAW-2: what comes back is what was sent, up to what the law leaves free."""
    chained = view.trial.chained
    if chained is None or view.turns != (ITEMS,) or view.unfit or not is_plain(view):
        return None
    back = view.received(chained.output)
    sent, returned = list(_turns(view.given)), list(_turns(back if isinstance(back, list) else []))
    for index, (one, other) in enumerate(zip(sent, returned, strict=False)):
        if not equal(one, other):
            message = f"turn {index} came back as {brief(other)}; it was {brief(one)}"
            return (Failure("came-back-changed", "/output", message),)
    if len(sent) != len(returned):
        message = f"{len(sent)} turns went, {len(returned)} came back"
        return (Failure("came-back-less" if len(returned) < len(sent) else "came-back-more", "/output", message),)
    return ()


def is_plain(view: ResponsesInput) -> bool:
    """Whether a conversation holds only what both forms can tell exactly."""
    conversation = view.conversation
    if conversation.broken or view.has_cache_control or not conversation.facts or not well_paired(conversation):
        return False
    began = said = False
    for index, message in enumerate(conversation.messages):
        facts = [conversation.facts[position] for position in conversation.by_message[index]]
        role = message["role"]
        extra = [key for key, value in message.items() if key not in _PLAIN_KEYS and value is not None]
        if extra or role == "developer" or not all(fact.kind in _PLAIN_KINDS for fact in facts):
            return False
        if any(fact.kind == TEXT and fact.value == "" for fact in facts) or not facts:
            return False
        if role == "system" and began:
            return False  # it may have gone to the instructions
        began = began or role != "system"
        texts = [fact for fact in facts if fact.kind == TEXT]
        if role != "user" and (len(texts) > 1 or any(fact.kind == IMAGE for fact in facts)):
            return False
        if role == "tool" and not isinstance(message["content"], str) and len(message["content"]) > 1:
            return False
        if role == "assistant" and texts and said:
            return False  # two texts of one turn may come back joined
        said = role == "assistant" and (said or bool(texts))
    return True


def _turns(messages: JSON) -> Iterator[JSON]:
    """Yield who speaks and what, with adjacent messages of the assistant, and of the system, as one."""
    turn: list[JSON] | None = None
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        role = "system" if role == "developer" else role
        if turn is not None and (turn[0] != role or role not in ("assistant", "system")):
            yield _closed(turn)
            turn = None
        turn = [role, [], []] if turn is None else turn
        if not isinstance(message, dict):
            turn[1].append(message)
            continue
        if role == "tool":
            turn[1].append([message.get("tool_call_id"), "".join(texts_of(message.get("content")))])
            continue
        turn[1] += _said(message.get("content"))
        calls = message.get("tool_calls")
        turn[2] += [_call(call) for call in calls or ()] if isinstance(calls, list | None) else [calls]
    if turn is not None:
        yield _closed(turn)


def _closed(turn: list[JSON]) -> JSON:
    role, said, calls = turn
    if role == "system":
        return [role, "\n\n".join(text for text in said if isinstance(text, str))]
    return [role, said, calls]


def _said(content: JSON) -> list[JSON]:
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [content]
    said: list[JSON] = []
    for part in content if isinstance(content, list) else [content]:
        if not isinstance(part, dict):
            said.append(part)
        elif part.get("type") == "text":
            said.append(part.get("text"))
        elif part.get("type") == "image_url" and isinstance(part.get("image_url"), dict):
            detail = part["image_url"].get("detail")
            said.append({"url": part["image_url"].get("url"), "detail": None if detail == "auto" else detail})
        else:
            said.append(part)
    return said


def _call(call: JSON) -> JSON:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        return call
    return [call.get("id"), function.get("name"), function.get("arguments")]
