"""One fact for each thing that a message or an item says, in whichever API's form it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from conformance.base.values import JSON

Path: TypeAlias = tuple[str | int, ...]

# Kinds of facts. CALL and RESULT are entries of their own, USE and INLINE the same as parts of a message's content.
TEXT, IMAGE, FILE, AUDIO, REFUSAL, OTHER = "text", "image", "file", "audio", "refusal", "other"
CALL, RESULT, USE, INLINE = "call", "result", "tool_use", "tool_result"
CALLS: Final = frozenset({CALL, USE})
RESULTS: Final = frozenset({RESULT, INLINE})
TOOL_KINDS: Final = CALLS | RESULTS


@dataclass(frozen=True, slots=True, kw_only=True)
class WireItem:
    """One thing that is said. kind: see above. type: of the part, call or item; None where it has none.

    entry: position of the message or item. at: its path, from the root of the input or output. role: of the message
    that holds it; None outside of messages. source: the part, call, item or message that it was read from.
    value: a text; an image's URL; a file's fields; (id, name, arguments or input) of a call; (id, content) of a result;
    the source itself of anything else. Members of the wrong type are kept as they are.
    detail: of an image. inside: it is a part of a result's content. is_part: it is one of a list of parts. is_whole:
    nothing that its type requires is missing or of the wrong type. is_optional: a sound conversion may leave it out,
    which the reader of an operation's input decides.
    """

    kind: str
    entry: int
    at: Path
    source: JSON
    value: JSON
    type: str | None = None
    role: str | None = None
    detail: JSON = None
    inside: bool = False
    is_part: bool = False
    is_whole: bool = True
    is_optional: bool = False

    @property
    def id(self) -> JSON:
        """The id of a call, or of the call that a result answers."""
        return self.value[0]

    @property
    def name(self) -> JSON:
        """The name that a call has."""
        return self.value[1]

    @property
    def payload(self) -> JSON:
        """What a call or a result carries: arguments, an input, a content."""
        return self.value[-1]


def is_filled(value: JSON) -> bool:
    """Whether a value is a text that is not empty."""
    return isinstance(value, str) and value != ""


def word(holder: JSON, key: str = "type") -> str | None:
    """Return a text that an object has under a key; None where it has none, or is no object."""
    value = holder.get(key) if isinstance(holder, dict) else None
    return value if isinstance(value, str) else None
