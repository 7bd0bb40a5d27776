"""Reads an Anthropic message into what it owes a parsed result."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from conformance.base.values import ABSENT, JSON, loose_numbers
from conformance.formats.anthropic.read import read_answer
from conformance.formats.anthropic.words import ENDS
from conformance.formats.model.answer import ASKS, DONE, REFUSED, SEQUENCE, Candidate
from conformance.formats.model.conversation import Call as Said
from conformance.formats.model.conversation import Hosted, Text
from conformance.formats.model.fact import Other
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.arguments import MISSING, OBJECT, OPEN, UNFINISHED, ReceivedArguments
from conformance.rules.checks.letters.tool_calls.chat import CONTENT_FILTER
from conformance.rules.checks.letters.tool_calls.facts import (
    COMPLETED,
    FAILED,
    INCOMPLETE,
    UNFIT,
    OwedAnswer,
    OwedCall,
    legal_names,
    settled_fates,
)

_WHOLE: Final = tuple(word for word, kind in ENDS.items() if kind in (DONE, ASKS, SEQUENCE))


def read_message(message: JSON, exact: bool) -> OwedAnswer:
    """Read a message, or an error in its place. exact: whether the transport keeps all numbers apart."""
    if isinstance(message, dict) and isinstance(message.get("error"), dict):
        return OwedAnswer(ending=FAILED, error=message["error"], loose_text=True, whole=True)
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        return UNFIT
    end, blocks = message.get("stop_reason"), message["content"]
    candidate = next(iter(read_answer(message).candidates), Candidate())
    says = [utterance for turn in candidate.turns for utterance in turn.says]
    ending = ending_of(end)
    last = says[-1] if says and ending == INCOMPLETE else None
    calls = [_call(utterance, exact, is_cut=utterance is last) for utterance in says if isinstance(utterance, Said)]
    odd = [block for block in blocks if not isinstance(block, dict)]
    odd += [utterance for utterance in says if isinstance(utterance, Other) and utterance.word in ("text", "tool_use")]
    return OwedAnswer(
        calls=settled_fates(calls),
        texts=tuple(utterance for utterance in says if isinstance(utterance, Text)),
        ending=ending,
        odd=bool(odd) or end not in ENDS or is_at_odds(end, calls) or any(call.fate == MAY for call in calls),
        items=len(blocks),
        loose_text=bool(odd),
        reason=reason_of(end),
        usage=ABSENT if message.get("usage") is None else message["usage"],
        finished=end in _WHOLE,
        at_odds=is_at_odds(end, calls),
        steps=steps_of(says),
    )


def steps_of(says: Sequence[object]) -> tuple[int, ...]:
    """Return how many texts are before each step of the host's tools."""
    return tuple(
        sum(isinstance(utterance, Text) for utterance in says[:place])
        for place, step in enumerate(says)
        if isinstance(step, Hosted)
    )


def is_at_odds(end: JSON, calls: Sequence[OwedCall]) -> bool:
    """Whether a message that ends with its calls has none, or one that ends its turn has some."""
    return isinstance(end, str) and ENDS.get(end) == (DONE if calls else ASKS)


def ending_of(end: JSON) -> str:
    """How a message ended, by its stop_reason: whole, or not."""
    return COMPLETED if end in _WHOLE or not isinstance(end, str) else INCOMPLETE


def reason_of(end: JSON) -> JSON:
    """Why a message that is not whole ended: its own word, but for a refusal."""
    return CONTENT_FILTER if isinstance(end, str) and ENDS.get(end) == REFUSED else end


def _call(said: Said, exact: bool, *, is_cut: bool) -> OwedCall:
    arguments = whole_arguments(said.arguments.value, exact, is_cut=is_cut)
    return OwedCall(
        fate=MAY if arguments.legal is None else MUST,
        ids=legal_names(said.id),
        names=legal_names(said.name),
        arguments=arguments,
        at=said.at[0],
    )


def whole_arguments(value: JSON, exact: bool, *, is_cut: bool) -> ReceivedArguments:
    """Read the input of a call. The one that a cut answer ends with may be cut too, whatever it looks like."""
    if value is ABSENT or value is None:
        return ReceivedArguments(MISSING, ({},))
    if not isinstance(value, dict):
        return ReceivedArguments(OPEN, None, value)
    raw = json.dumps(value, ensure_ascii=False)
    own = value if exact else loose_numbers(value)
    return ReceivedArguments(UNFINISHED, (own, {}, None), raw) if is_cut else ReceivedArguments(OBJECT, (own,), raw)
