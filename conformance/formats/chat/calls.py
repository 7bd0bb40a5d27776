"""The calls of a message as they are written, for who makes or changes one in place; it need not be whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.base.values import JSON
from conformance.formats.chat.read import CALLS
from conformance.formats.chat.write import WORDS
from conformance.formats.model.answer import ASKS
from conformance.formats.model.conversation import FUNCTION

Object = dict[str, JSON]
ENDED_BY_CALLS: Final = WORDS[ASKS]  # the finish_reason of a message that calls


def written_calls(message: Object) -> list[Object]:
    """Return the calls that a message, or the delta of a chunk, has; none where it has none, or null."""
    return message.get(CALLS) or []


def function_call(id_: JSON, name: JSON, arguments: JSON) -> Object:
    """Return an entry of the calls of a message."""
    return {"id": id_, "type": FUNCTION, FUNCTION: {"name": name, "arguments": arguments}}


def calling(calls: Sequence[Object], content: JSON = None) -> Object:
    """Return a message of the model that calls."""
    return {"role": "assistant", "content": content, CALLS: list(calls)}
