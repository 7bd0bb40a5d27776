"""The calls of a message as they are written, for who makes or changes one in place; it need not be whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.base.values import JSON
from conformance.formats.chat.read import CALLS, OLD_CALL
from conformance.formats.chat.write import WORDS
from conformance.formats.model.answer import ASKS
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.fact import Fact, Other

Object = dict[str, JSON]
ENDED_BY_CALLS: Final = WORDS[ASKS]  # the finish_reason of a message that calls


def written_calls(message: Object) -> list[Object]:
    """Return the calls that a message, or the delta of a chunk, has; none where it has no list of them."""
    calls = message.get(CALLS)
    return calls if isinstance(calls, list) else []


def has_odd_calls(message: Object) -> bool:
    """Whether what a message, or the delta of a chunk, has in the place of its calls is no list of them."""
    return not isinstance(message.get(CALLS), list | None)


def is_entry_of_calls(fact: Fact) -> bool:
    """Whether something is an entry of a message's calls, and no call."""
    return isinstance(fact, Other) and fact.place == (CALLS,)


def function_call(id_: JSON, name: JSON, arguments: JSON) -> Object:
    """Return an entry of the calls of a message."""
    return {"id": id_, "type": FUNCTION, FUNCTION: {"name": name, "arguments": arguments}}


def calling(calls: Sequence[Object], content: JSON = None) -> Object:
    """Return a message of the model that calls."""
    return {"role": "assistant", "content": content, CALLS: list(calls)}


def calls_member(calls: JSON) -> Object:
    """Return the member of a message, or of the delta of a chunk, that has its calls, or what is in their place."""
    return {CALLS: calls}


def drop_calls(message: Object) -> None:
    """Remove the member of a message that has its calls."""
    message.pop(CALLS, None)


def old_call(message: Object) -> JSON:
    """Return the single call that a message has in the form that tools replaced; None for none."""
    return message.get(OLD_CALL)


def old_call_member(call: JSON) -> Object:
    """Return the member that has a call in the form that tools replaced."""
    return {OLD_CALL: call}
