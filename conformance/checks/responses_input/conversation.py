"""Reads a list of Chat messages into the facts that a Responses input owes: texts, images, calls, results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conformance.values import JSON

Path = tuple[str | int, ...]

TEXT, IMAGE, FILE, AUDIO, REFUSAL, OTHER = "text", "image", "file", "audio", "refusal", "other"
CALL, RESULT = "call", "result"  # tool_calls and messages of role tool
USE, INLINE = "tool_use", "tool_result"  # parts inside a message's content
TOOL_KINDS = frozenset({CALL, RESULT, USE, INLINE})
ROLES = frozenset({"user", "assistant", "system", "developer", "tool"})
INSTRUCTING = frozenset({"system", "developer"})

# What is wrong with a message or a part, so that nothing says what must become of it.
NO_MESSAGE, NO_CONTENT, NO_PART, NO_CALL, ODD_CALL, ODD_PLACE, NO_RESULT, LEGACY = (
    "no-message", "no-content", "no-part", "no-call", "odd-call", "odd-place", "no-result", "legacy",
)  # fmt: skip
NAMELESS, NO_ID = "nameless-call", "no-call-id"
# The form `text` has words for these two.
WORDED = frozenset({NAMELESS, NO_ID})


class Owed(NamedTuple):
    """One fact. value: what must arrive; (id, name, arguments or input) of a call, (id, content) of a result.

    source: the part, call or message it was read from. of_list: whether the message's content is a list.
    optional: nothing is lost without it. inside: it stands in the content of a tool message. cached: the part, call
    or message bears a cache_control.
    """

    kind: str
    message: int
    path: Path
    role: str
    value: JSON
    source: JSON
    of_list: bool = False
    optional: bool = False
    inside: bool = False
    cached: bool = False


class Conversation(NamedTuple):
    """All facts in order. by_message: the positions of each message's facts. broken: (path, what is wrong)."""

    messages: list[JSON]
    facts: tuple[Owed, ...]
    by_message: tuple[range, ...]
    broken: tuple[tuple[Path, str], ...]

    def calls_of(self, message: int) -> list[Owed]:
        """Return the tool_calls of a message."""
        return [self.facts[index] for index in self.by_message[message] if self.facts[index].kind == CALL]

    def speaks(self, message: int) -> bool:
        """Whether a message has any text or other part that is not empty."""
        return any(
            self.facts[index].kind != CALL and not (self.facts[index].kind == TEXT and self.facts[index].value == "")
            for index in self.by_message[message]
        )


def read_conversation(messages: JSON) -> Conversation:
    """Read a list of messages; what is no list holds nothing."""
    messages = messages if isinstance(messages, list) else []
    reader = _Reader()
    by_message = []
    for index, message in enumerate(messages):
        first = len(reader.facts)
        reader.message(index, message)
        by_message.append(range(first, len(reader.facts)))
    return Conversation(messages, tuple(reader.facts), tuple(by_message), tuple(reader.broken))


class _Reader:
    def __init__(self) -> None:
        self.facts: list[Owed] = []
        self.broken: list[tuple[Path, str]] = []

    def message(self, index: int, message: JSON) -> None:
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(role, str) or role not in ROLES:
            self.broken.append(((index,), NO_MESSAGE))
            return
        cached = "cache_control" in message
        if role == "tool":
            self._result(index, message, cached)
            return
        calls = message.get("tool_calls") if role == "assistant" else None
        content = message.get("content")
        if isinstance(content, str):
            beside = bool(calls) or bool(message.get("refusal"))
            if content or not (role == "assistant" and beside):
                optional = not content and role != "user"
                self._add(TEXT, index, (index, "content"), role, content, message, optional=optional, cached=cached)
        elif isinstance(content, list) and (content or role == "assistant"):
            alone = len(content) == 1
            for number, part in enumerate(content):
                self._part(index, (index, "content", number), role, part, alone)
        elif content is not None or role != "assistant":
            self.broken.append(((index, "content"), NO_CONTENT))
        if role == "assistant":
            self._assistant(index, message, cached)

    def _assistant(self, index: int, message: JSON, cached: bool) -> None:
        refusal, calls = message.get("refusal"), message.get("tool_calls")
        if isinstance(refusal, str) and refusal:
            self._add(REFUSAL, index, (index, "refusal"), "assistant", refusal, message, cached=cached)
        if isinstance(message.get("audio"), dict):
            self._add(AUDIO, index, (index, "audio"), "assistant", message["audio"], message["audio"], optional=True)
        if message.get("function_call") is not None:
            self.broken.append(((index, "function_call"), LEGACY))
        if calls is not None and not isinstance(calls, list):
            self.broken.append(((index, "tool_calls"), NO_CALL))
            return
        for number, call in enumerate(calls or ()):
            self._call(index, (index, "tool_calls", number), call)

    def _call(self, index: int, path: Path, call: JSON) -> None:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or call.get("type", "function") != "function":
            self.broken.append((path, NO_CALL))
            return
        identity, name, arguments = call.get("id"), function.get("name"), function.get("arguments")
        if not _filled(name):
            self.broken.append((path, NAMELESS if name in (None, "") else ODD_CALL))
        if not _filled(identity):
            self.broken.append((path, NO_ID if identity in (None, "") else ODD_CALL))
        if not isinstance(arguments, str):
            self.broken.append((path, ODD_CALL))
        whole = _filled(name) and _filled(identity) and isinstance(arguments, str)
        identity, name = (value if isinstance(value, str) else None for value in (identity, name))
        cached = "cache_control" in call or "cache_control" in function
        self._add(CALL, index, path, "assistant", (identity, name, arguments), call, optional=not whole, cached=cached)

    def _result(self, index: int, message: JSON, cached: bool) -> None:
        identity, content = message.get("tool_call_id"), message.get("content")
        if not _filled(identity):
            self.broken.append(((index, "tool_call_id"), NO_ID if identity in (None, "") else NO_RESULT))
        fit = isinstance(content, str) or (isinstance(content, list) and bool(content))
        if not fit:
            self.broken.append(((index, "content"), NO_RESULT))
        whole = _filled(identity) and fit
        identity = identity if isinstance(identity, str) else None
        of_list = isinstance(content, list)
        self._add(
            RESULT, index, (index,), "tool", (identity, content), message,
            of_list=of_list, optional=not whole, cached=cached,
        )  # fmt: skip
        for number, part in enumerate(content if isinstance(content, list) else ()):
            path = (index, "content", number)
            kind = kind_of_part(part)
            if kind is None:
                self.broken.append((path, NO_PART))
            elif kind in (IMAGE, FILE):
                self._add(kind, index, path, "tool", value_of_part(kind, part), part, of_list=True, inside=True)

    def _part(self, index: int, path: Path, role: str, part: JSON, alone: bool) -> None:
        kind = kind_of_part(part)
        if kind is None:
            self.broken.append((path, NO_PART))
            return
        placed = {IMAGE: ("user", "assistant"), FILE: ("user",), REFUSAL: ("assistant",), USE: ("assistant",),
                  INLINE: ("user",)}.get(kind, (role,))  # fmt: skip
        if role not in placed:
            self.broken.append((path, ODD_PLACE))
        value = value_of_part(kind, part)
        hollow = kind == TEXT and value == "" and not (alone and role == "user")
        self._add(
            kind, index, path, role, value, part,
            of_list=True, optional=hollow or kind in (AUDIO, OTHER) or role not in placed,
            cached="cache_control" in part,
        )  # fmt: skip

    def _add(
        self, kind: str, message: int, path: Path, role: str, value: JSON, source: JSON,
        *, of_list: bool = False, optional: bool = False, inside: bool = False, cached: bool = False,
    ) -> None:  # fmt: skip
        self.facts.append(Owed(kind, message, path, role, value, source, of_list, optional, inside, cached))


def _filled(value: JSON) -> bool:
    return isinstance(value, str) and value != ""


def kind_of_part(part: JSON) -> str | None:
    """Tell what a part of Chat content is; None for what is none, or lacks what its type needs."""
    type_ = part.get("type") if isinstance(part, dict) else None
    if not isinstance(type_, str) or not type_:
        return None
    if type_ == "text":
        return TEXT if isinstance(part.get("text"), str) else None
    if type_ == "image_url":
        image = part.get("image_url")
        return IMAGE if isinstance(image, dict) and _filled(image.get("url")) else None
    if type_ == "file":
        return FILE if isinstance(part.get("file"), dict) and part["file"] else None
    if type_ == "input_audio":
        return AUDIO if isinstance(part.get("input_audio"), dict) else None
    if type_ == "refusal":
        return REFUSAL if _filled(part.get("refusal")) else None
    if type_ == "tool_use":
        whole = _filled(part.get("id")) and _filled(part.get("name")) and isinstance(part.get("input"), dict)
        return USE if whole else None
    if type_ == "tool_result":
        content = part.get("content")
        fit = isinstance(content, str) or (
            isinstance(content, list) and bool(content) and all(kind_of_part(member) == TEXT for member in content)
        )
        return INLINE if _filled(part.get("tool_use_id")) and fit else None
    return OTHER


def value_of_part(kind: str, part: JSON) -> JSON:
    """Return what of a part must arrive."""
    if kind == TEXT:
        return part["text"]
    if kind == IMAGE:
        return part["image_url"]["url"]
    if kind == REFUSAL:
        return part["refusal"]
    if kind == USE:
        return part["id"], part["name"], part["input"]
    if kind == INLINE:
        return part["tool_use_id"], part["content"]
    return {FILE: part.get("file"), AUDIO: part.get("input_audio")}.get(kind, part)


def texts_of(content: JSON) -> list[str]:
    """Return the texts of a tool message's content."""
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in content or () if kind_of_part(part) == TEXT] if isinstance(content, list) else []


def without_cache_control(value: JSON) -> JSON:
    """Return a part, or a list of parts, without the cache_control of the parts themselves."""
    if isinstance(value, list):
        return [without_cache_control(member) for member in value]
    if isinstance(value, dict):
        return {
            key: without_cache_control(member) if key == "content" else member
            for key, member in value.items()
            if key != "cache_control"
        }
    return value


def well_paired(conversation: Conversation) -> bool:
    """Whether each result directly follows a turn with its call, and each call has its result."""
    return next(_unpaired(conversation), None) is None


def _unpaired(conversation: Conversation) -> Iterator[int]:
    open_calls: list[JSON] = []
    for index, message in enumerate(conversation.messages):
        facts = [conversation.facts[position] for position in conversation.by_message[index]]
        if isinstance(message, dict) and message.get("role") == "tool":
            identity = message.get("tool_call_id")
            if identity not in open_calls:
                yield index
            else:
                open_calls.remove(identity)
            continue
        inline = [fact for fact in facts if fact.kind == INLINE]
        for fact in inline:
            if fact.value[0] not in open_calls:
                yield index
            else:
                open_calls.remove(fact.value[0])
        if open_calls:
            yield index
            open_calls = []
        open_calls = [fact.value[0] for fact in facts if fact.kind in (CALL, USE)]
    if open_calls:
        yield len(conversation.messages)


def strays(conversation: Conversation) -> frozenset[int]:
    """Return the messages of role tool that do not stand right behind the turn of their call."""
    found = set()
    open_calls: list[JSON] = []
    for index, message in enumerate(conversation.messages):
        if isinstance(message, dict) and message.get("role") == "tool":
            if message.get("tool_call_id") not in open_calls:
                found.add(index)
            continue
        open_calls = [fact.value[0] for fact in conversation.calls_of(index)]
        open_calls += [conversation.facts[i].value[0] for i in conversation.by_message[index]
                       if conversation.facts[i].kind == USE]  # fmt: skip
    return frozenset(found)
