"""The messages of an Anthropic request while they are written."""

import re
from typing import Any, Literal, NamedTuple

from conformance.reference.anthropic_blocks import TARGET, RefusalHistory, content_of, text_block
from conformance.reference.chat_request import RequestError
from conformance.reference.errors import LOG
from conformance.reference.mcp_tools import safe_names
from conformance.reference.members import Object
from conformance.reference.tool_calls import decode_arguments

LateSystem = Literal["user-text", "in-place", "hoist"]
MalformedArguments = Literal["refuse", "wrap", "empty"]
BadId = Literal["map", "refuse"]

_ID = re.compile(r"[a-zA-Z0-9_-]+")


class TurnChoices(NamedTuple):
    """The answers to the choices about messages."""

    late_system: LateSystem
    malformed_arguments: MalformedArguments
    bad_id: BadId
    refusal_history: RefusalHistory


class _Turn:
    """What one side says until the other one does. results: of the calls in it."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.blocks: list[Object] = []
        self.results: list[Object] = []

    @property
    def says_something(self) -> bool:
        """Whether it is more than texts of white space."""
        return bool(self.results) or any(block["type"] != "text" or block["text"].strip() for block in self.blocks)


class Turns:
    """Takes what is said, called and returned, in its order, and puts it where the API wants it."""

    def __init__(self, choices: TurnChoices) -> None:
        self.choices = choices
        self._system: list[Object] = []
        self._turns: list[_Turn] = []
        self._open: dict[str, list[_Turn]] = {}  # the turns of the calls of an id that have no result yet

    def instruct(self, blocks: list[Object], place: str) -> None:
        """Take what a system or developer message says."""
        if not self._turns or self.choices.late_system == "hoist":
            if self._turns and blocks:
                LOG.warning("%s: a system message behind others; it is before them", place)
            self._system += blocks
        else:
            self._last("system").blocks += blocks
            if self.choices.late_system == "user-text" and blocks:
                LOG.warning("%s: a system message behind others; it is a text of the user", place)

    def say(self, role: str, blocks: list[Object]) -> None:
        """Take what the user or the assistant says."""
        if blocks:
            self._last(role).blocks += blocks

    def call(self, id_: Any, name: Any, arguments: Any, place: str) -> None:
        """Take a call of a function."""
        value = decode_arguments(arguments)[0]
        if value is None:
            if self.choices.malformed_arguments == "refuse":
                raise RequestError(f"{place}: arguments is no JSON object, which {TARGET} needs")
            LOG.warning("%s: arguments is no JSON object: %s", place, self.choices.malformed_arguments)
            value = {"arguments": arguments} if self.choices.malformed_arguments == "wrap" else {}
        self._call(id_, name, value, place)

    def custom_call(self, id_: Any, name: Any, text: Any, place: str) -> None:
        """Take a call of a custom tool, which becomes one with the text as its only argument."""
        LOG.warning("%s: %s has no place for a custom tool; its input is an argument", place, TARGET)
        self._call(id_, name, {"input": text}, place)

    def result(self, id_: Any, blocks: list[Object], place: str, *, has_failed: bool = False) -> None:
        """Take the result of a call."""
        if not isinstance(id_, str) or not self._open.get(id_):
            LOG.warning("%s: no call before it has the id %r; left out", place, id_)
            return
        content: Object = {"content": content_of(blocks)} if blocks else {}
        content |= {"is_error": True} if has_failed else {}
        self._open[id_].pop(0).results.append({"type": "tool_result", "tool_use_id": id_, **content})

    def made(self) -> Object:
        """The members `system` and `messages`."""
        messages: list[Object] = []
        results: list[Object] = []
        for number, turn in enumerate(self._turns):
            role, blocks = turn.role, turn.blocks
            if role == "system" and not self._may_stay(number):
                role, blocks = "user", [_system_text(block) for block in _without_blanks(blocks)]
            if results:
                _add(messages, "user", results)
            _add(messages, role, _without_blanks(blocks))
            results = turn.results
        if results:
            _add(messages, "user", results)
        system = _without_blanks(self._system)
        if not messages:
            LOG.warning("messages: %s needs one that is not of the system; the system's is the user's", TARGET)
            _add(messages, "user", system)
            system = []
        if not messages:
            raise RequestError("messages: none of them says anything")
        _strip_prefill(messages[-1])
        self._rename(messages)
        made: Object = {"system": content_of(system)} if system else {}
        return made | {"messages": [message | {"content": content_of(message["content"])} for message in messages]}

    def _last(self, role: str) -> _Turn:
        """The turn that goes on."""
        if not self._turns or self._turns[-1].role != role or self._turns[-1].results:
            self._turns.append(_Turn(role))
        return self._turns[-1]

    def _call(self, id_: Any, name: Any, value: Object, place: str) -> None:
        if not isinstance(id_, str) or not isinstance(name, str) or not name:
            raise RequestError(f"{place}: a call has an id and a name")
        turn = self._last("assistant")
        turn.blocks.append({"type": "tool_use", "id": id_, "name": name, "input": value})
        self._open.setdefault(id_, []).append(turn)

    def _may_stay(self, number: int) -> bool:
        """Whether a system turn is where the API takes one: behind the user, before the assistant or last."""
        if self.choices.late_system != "in-place":
            return False
        before = next((turn for turn in reversed(self._turns[:number]) if turn.says_something), None)
        after = next((turn.role for turn in self._turns[number + 1 :] if turn.says_something), "assistant")
        return after == "assistant" and before is not None and (before.role == "user" or bool(before.results))

    def _rename(self, messages: list[Object]) -> None:
        """Give ids that the API refuses other ones, each the same in its call and its result."""
        held = [(block, key) for message in messages for block in message["content"] for key in ("id", "tool_use_id")]
        ids = [block[key] for block, key in held if key in block]
        renamed = safe_names(ids, _ID)
        if renamed and self.choices.bad_id == "refuse":
            raise RequestError(f"{next(iter(renamed))!r:.80} is no id that {TARGET} takes")
        for old, new in renamed.items():
            LOG.warning("the id %r is renamed to %s, because the API refuses it", old, new)
        for block, key in held:
            if block.get(key) in renamed:
                block[key] = renamed[block[key]]


def _system_text(block: Object) -> Object:
    """What the system says, as a text of the user."""
    return text_block(f"[system] {block.get('text')}")


def _add(messages: list[Object], role: str, blocks: list[Object]) -> None:
    """Add blocks, to the last message if it has the same role."""
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"] += blocks
    elif blocks:
        messages.append({"role": role, "content": list(blocks)})


def _without_blanks(blocks: list[Object]) -> list[Object]:
    """The blocks without texts of white space, which join the text before them."""
    kept: list[Object] = []
    for block in blocks:
        if block["type"] != "text" or block["text"].strip():
            kept.append(dict(block))
        elif kept and kept[-1]["type"] == "text":
            kept[-1]["text"] += block["text"]
        else:
            LOG.warning("messages: %s has no place for a text of white space; left out", TARGET)
    return kept


def _strip_prefill(message: Object) -> None:
    last = message["content"][-1]
    if message["role"] == "assistant" and last["type"] == "text" and last["text"] != last["text"].rstrip():
        LOG.warning("messages: the last text of the assistant may not end with white space; left out")
        last["text"] = last["text"].rstrip()
