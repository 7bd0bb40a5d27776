"""What Anthropic's Messages API refuses in the order of a conversation: turns, calls and their results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.apis.oracles.words import by_dots
from conformance.base.values import JSON

_ROLES = ("user", "assistant", "system")
# The role that alone may have a block of each type.
_SPEAKERS = {"tool_use": "assistant", "tool_result": "user"}
_THINKING = ("thinking", "redacted_thinking")


class Block(NamedTuple):
    """A block of a message, and its place."""

    at: Path
    value: dict[str, Any]

    @property
    def type(self) -> str:
        """Its type; "" where it has none."""
        type_ = self.value.get("type")
        return type_ if isinstance(type_, str) else ""


class JoinedMessages(NamedTuple):
    """Messages of one role that follow each other: the API joins them. at: of the last one."""

    role: str
    at: Path
    blocks: tuple[Block, ...]


def messages_of(request: JSON) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the messages of a request that are objects, each with its place."""
    messages = request.get("messages") if isinstance(request, dict) else None
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, dict):
            yield ("messages", index), message


def blocks_of(message: dict[str, Any], at: Path) -> Iterator[Block]:
    """Yield the blocks of a message that are objects."""
    content = message.get("content")
    for index, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, dict):
            yield Block((*at, "content", index), block)


def broken_turns(request: JSON) -> Iterator[BrokenApiRule]:
    """Yield what the order of messages and blocks breaks."""
    if not isinstance(request, dict):
        return
    messages = list(messages_of(request))
    turns = [_turn(role, group) for role, group in groupby(messages, lambda message: str(message[1].get("role")))]
    yield from _broken_roles(request, turns)
    yield from _broken_results(turns)
    yield from _broken_ids(turns)
    yield from _broken_steps(messages)
    for turn in turns:
        if turn.role == "assistant" and turn.blocks and turn.blocks[-1].type in _THINKING:
            yield BrokenApiRule("anthropic-thinking-last", turn.blocks[-1].at, param=by_dots(turn.at))
    yield from _broken_beginning(request, turns)
    if turns and turns[-1].role == "assistant":
        yield from _broken_prefill(request, messages[-1], turns[-1])


def _turn(role: str, group: Iterator[tuple[Path, dict[str, Any]]]) -> JoinedMessages:
    messages = list(group)
    return JoinedMessages(
        role, messages[-1][0], tuple(block for at, message in messages for block in _blocks_of_message(message, at))
    )


def _blocks_of_message(message: dict[str, Any], at: Path) -> Iterator[Block]:
    """Yield the blocks of a message; a text in their place is short for one."""
    content = message.get("content")
    if isinstance(content, str) and content:
        yield Block((*at, "content"), {"type": "text", "text": content})
    yield from blocks_of(message, at)


def _broken_roles(request: dict[str, JSON], turns: Sequence[JoinedMessages]) -> Iterator[BrokenApiRule]:
    if turns and turns[0].role == "assistant":
        yield BrokenApiRule("anthropic-first-message", (*turns[0].at[:1], 0, "role"))
    late, model = rule("anthropic-system-for-model").limit("*"), request.get("model")
    for index, turn in enumerate(turns):
        at = (*turn.at, "role")
        if turn.role not in _ROLES:
            if turn.role != "None":
                yield BrokenApiRule("anthropic-role", at, {"role": turn.role})
        elif turn.role == "system" and isinstance(model, str) and re.match(late, model):
            yield BrokenApiRule("anthropic-system-for-model", at)
        elif turn.role == "system" and index + 1 < len(turns) and turns[index + 1].role != "assistant":
            yield BrokenApiRule("anthropic-system-place", at, param=by_dots(turn.at))
        for block in turn.blocks:
            speaker = _SPEAKERS.get(block.type, turn.role)
            if speaker != turn.role:
                fields = {"type": block.type, "role": speaker}
                yield BrokenApiRule("anthropic-block-for-role", block.at, fields, param=by_dots(block.at[:2]))


def _broken_results(turns: Sequence[JoinedMessages]) -> Iterator[BrokenApiRule]:
    """Yield calls that the next turn does not answer at its beginning, and results that answer no call of the last."""
    spoken = [turn for turn in turns if turn.role in ("user", "assistant")]
    for before, turn in zip([None, *spoken], [*spoken, None], strict=True):
        calls = dict.fromkeys(_ids(before, "assistant", "tool_use", "id"))
        results = (
            [block for block in turn.blocks if block.type == "tool_result"] if turn and turn.role == "user" else []
        )
        answered = [block.value.get("tool_use_id") for block in results]
        missing = [call for call in calls if call not in answered]
        if missing and before is not None:
            yield BrokenApiRule(
                "anthropic-call-unanswered", before.at, {"calls": ", ".join(missing)}, param=by_dots(before.at)
            )
        elif calls and turn is not None and any(block.type != "tool_result" for block in turn.blocks[: len(calls)]):
            yield BrokenApiRule("anthropic-results-first", turn.at, param=by_dots(turn.at))
        seen: set[str] = set()
        for block in results:
            call, at = block.value.get("tool_use_id"), (*block.at, "tool_use_id")
            if not isinstance(call, str):
                continue
            if call not in calls:
                yield BrokenApiRule("anthropic-result-without-call", at, {"call": call}, param=by_dots(block.at))
            elif call in seen:
                yield BrokenApiRule("anthropic-result-twice", at, {"call": call}, param=by_dots(block.at))
            seen.add(call)


def _ids(turn: JoinedMessages | None, role: str, type_: str, key: str) -> Iterator[str]:
    for block in turn.blocks if turn is not None and turn.role == role else ():
        if block.type == type_ and isinstance(block.value.get(key), str):
            yield block.value[key]


def _broken_ids(turns: Sequence[JoinedMessages]) -> Iterator[BrokenApiRule]:
    for turn in turns:
        seen: set[str] = set()
        for block in turn.blocks:
            call = block.value.get("id") if block.type == "tool_use" else None
            if isinstance(call, str):
                if call in seen:
                    yield BrokenApiRule("anthropic-call-twice", (*block.at, "id"), param=by_dots(block.at))
                seen.add(call)


def _broken_steps(messages: Sequence[tuple[Path, dict[str, Any]]]) -> Iterator[BrokenApiRule]:
    """Yield results of the host's tools without their calls, and calls that have none when the user says something.

    Until then the host may go on: with an answer that paused, or once the client's own calls have their results.
    """
    called: set[str] = set()
    waiting: dict[str, tuple[Path, str]] = {}
    for at, message in messages:
        blocks = list(blocks_of(message, at))
        is_text = isinstance(message.get("content"), str)
        if message.get("role") == "user" and (is_text or any(block.type != "tool_result" for block in blocks)):
            for waited, (place, name) in waiting.items():
                fields = {"tool": name, "call": waited}
                yield BrokenApiRule("anthropic-step-unanswered", place, fields, param=by_dots(place[:2]))
            waiting.clear()
        for block in blocks:
            id_, call = block.value.get("id"), block.value.get("tool_use_id")
            if block.type == "server_tool_use" and isinstance(id_, str):
                called.add(id_)
                waiting[id_] = (block.at, f"{block.value.get('name')}")
            elif block.type.endswith("_tool_result") and block.type != "mcp_tool_result" and isinstance(call, str):
                if call not in called:
                    fields = {"type": block.type, "call": call}
                    yield BrokenApiRule(
                        "anthropic-step-without-call", (*block.at, "tool_use_id"), fields, by_dots(block.at)
                    )
                waiting.pop(call, None)


def _broken_beginning(request: dict[str, JSON], turns: Sequence[JoinedMessages]) -> Iterator[BrokenApiRule]:
    """Yield a call whose turn begins without the thinking before it, while its results are what is answered.

    A further message of the user behind the results ends what began with the call.
    """
    thinking = request.get("thinking")
    if not isinstance(thinking, dict) or thinking.get("type") != "enabled" or len(turns) < 2:
        return
    calling, last = turns[-2:]
    types = [block.type for block in calling.blocks]
    if calling.role != "assistant" or "tool_use" not in types or types[0] in _THINKING:
        return
    if any(block.type == "tool_result" and block.at[: len(last.at)] == last.at for block in last.blocks):
        at = calling.blocks[0].at
        yield BrokenApiRule("anthropic-thinking-first", at, {"type": types[0]}, param=by_dots((*at, "type")))


def _broken_prefill(
    request: dict[str, JSON], message: tuple[Path, dict[str, Any]], turn: JoinedMessages
) -> Iterator[BrokenApiRule]:
    """Yield what is wrong with a conversation that ends in the middle of an answer."""
    at, held = message
    content = held.get("content")
    last = turn.blocks[-1].value if isinstance(content, list) and turn.blocks else {"type": "text", "text": content}
    text, model = last.get("text"), request.get("model")
    if last.get("type") != "text" or not isinstance(text, str):
        return  # a pause of the API's own, which the next request resumes
    if text != text.rstrip():
        yield BrokenApiRule("anthropic-prefill-space", at)
    elif isinstance(model, str) and re.match(rule("anthropic-prefill-for-model").limit("*"), model):
        yield BrokenApiRule("anthropic-prefill-for-model", at)
