"""A request of a tool loop, read into what it says: texts, calls and results, in order."""

from __future__ import annotations

from dataclasses import dataclass

from conformance.emulator import CHAT
from conformance.formats import facts
from conformance.formats.chat.facts import read_message
from conformance.formats.facts import CALL, CALLS, RESULT, RESULTS, TEXT, TOOL_KINDS, Path, word
from conformance.formats.parts import ALL_PARTS
from conformance.formats.responses.facts import read_item
from conformance.formats.responses.read import FUNCTION_CALL, FUNCTION_RESULT
from conformance.values import JSON

# The forms of tool turns: the Responses API's items, parts of messages, plain text, and the Chat API's messages.
ITEMS, PARTS, WORDS, MESSAGES = "items", "parts", "text", "messages"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that a request says, and where. role: whose text. value: a text, the arguments, or a result."""

    kind: str
    form: str
    at: Path
    role: str = ""
    id: str = ""
    name: str = ""
    value: JSON = None


def read(api: str, body: JSON) -> tuple[Fact, ...]:
    """Return what a request's body says; nothing for what is no body."""
    if not isinstance(body, dict):
        return ()
    key = "messages" if api == CHAT else "input"
    given, system = body.get(key), body.get("instructions") if api != CHAT else None
    found = []
    for value, at, role in ((system, "instructions", "system"), (given if api != CHAT else None, key, "user")):
        if isinstance(value, str):
            found.append(Fact(kind=TEXT, form=WORDS, at=(at,), role=role, value=value))
    for entry, value in enumerate(given if isinstance(given, list) else ()):
        # Either form counts in a request of either API; which of the two it has to be, the rules say.
        is_item = word(value) in (FUNCTION_CALL, FUNCTION_RESULT)
        found += map(
            _fact, filter(_counts, (read_item if is_item else read_message)(value, entry, (key, entry), ALL_PARTS))
        )
    return tuple(found)


def _counts(read: facts.Fact) -> bool:
    is_text = read.kind == TEXT or (read.kind == facts.REFUSAL and read.is_part)
    return not read.inside and (is_text or read.kind in TOOL_KINDS)


def _fact(read: facts.Fact) -> Fact:
    if read.kind not in TOOL_KINDS:
        return Fact(kind=TEXT, form=WORDS, at=read.at, role=read.role or "", value=read.value)
    return Fact(
        kind=CALL if read.kind in CALLS else RESULT,
        form=PARTS if read.is_part else ITEMS if read.role is None else MESSAGES,
        at=read.at,
        role=(read.role or "") if read.is_part else "",
        id=_text(read.id),
        name="" if read.kind in RESULTS else _text(read.name),
        value=read.payload,
    )


def texts_of_result(value: JSON) -> list[str]:
    """Return a result as the texts it can be read as: itself, or its text parts put together."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        return []
    parts = [part.get("text") for part in value if isinstance(part, dict)]
    texts = [text for text in parts if isinstance(text, str)]
    return list(dict.fromkeys((*("".join(texts), "\n".join(texts)), *texts))) if texts else []


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else ""
