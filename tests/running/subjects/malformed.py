"""Malformed protocol answers, drawn from a seed; and a child in memory that gives them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

# What stands where something else should.
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 10**30, "", "text", "\x1b[2J", "\ud800", "<script>alert(1)</script>", [], [[]], {},
    {"": None}, {"__proto__": 1}, "x" * 5_000, [None] * 500, {"id": 1}, float("nan"), float("inf"),
)  # fmt: skip
BYTES = (
    b"\xff",
    b"\x00",
    b"\n",
    b"\r",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b'"',
    b"{",
    b"}",
    b"]",
    b",",
    b"\\",
    b"1e999",
    b"NaN",
)


def malformed(random: Random, answer: dict[str, Any]) -> bytes:
    """One answer with something wrong, or several things; it may be right by chance, or several lines."""
    data = b""
    for _step in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(DEEDS)(random, answer)
    if random.random() < 0.3:
        data = _damaged(random, data)
    return data + random.choice((b"\n", b"\n", b"\n", b"\n\n", b"\r\n", b"", b"\nmore\n"))


def _damaged(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    return random.choice(
        (
            data[:at],
            data[at:],
            data[:at] + random.choice(BYTES) + data[at:],
            data[:at] + data[at + 1 :],
            data[::-1],
            data * 2,
        )
    )


def _replaced(random: Random, answer: dict[str, Any]) -> bytes:
    """A member, at any depth, is another value, or has gone, or stands there twice."""
    reported = json.loads(json.dumps(answer))
    holders = [reported]
    for holder in holders:
        members = holder.values() if isinstance(holder, dict) else holder
        holders += [member for member in members if isinstance(member, dict | list) and member]
    holder = random.choice(holders)
    place = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    if random.random() < 0.3:
        del holder[place]
    else:
        holder[place] = random.choice(VALUES)
    return json.dumps(reported).encode()


def _error(random: Random, answer: dict[str, Any]) -> bytes:
    error = {"code": random.choice((-32000, -32601, -32001, -32700, "E", None, 1.0, True, 10**20)),
             "message": random.choice(VALUES), "data": random.choice(VALUES)}  # fmt: skip
    return json.dumps({"id": answer["id"], "error": random.choice((error, error, random.choice(VALUES)))}).encode()


def _reported(random: Random, answer: dict[str, Any]) -> bytes:
    more = {name: random.choice(VALUES) for name in ("input_after", "shares", "kept", "diagnostics", "output")}
    return json.dumps({**answer, "result": more}).encode()


def _deep(random: Random, answer: dict[str, Any]) -> bytes:
    depth = random.choice((200, 900, 5_000, 100_000))
    opened, closed = random.choice(((b"[", b"]"), (b'{"a":', b"}")))
    inner = opened * depth + b"1" + closed * random.choice((depth, depth, 0))
    return b'{"jsonrpc":"2.0","id":%d,"result":{"output":%s}}' % (answer["id"], inner)


def _number(random: Random, answer: dict[str, Any]) -> bytes:
    number = random.choice(
        (b"1" * 5_000, b"-0", b"1e400", b"-1e-400", b"1" * 400 + b".5", b"01", b"+1", b"0x10", b"Infinity")
    )
    return b'{"id":%d,"result":{"output":[%s]}}' % (answer["id"], number)


def _identified(random: Random, answer: dict[str, Any]) -> bytes:
    number = random.choice(
        (None, str(answer["id"]), answer["id"] + 1, -answer["id"], float(answer["id"]), True, [], 10**50)
    )
    return json.dumps({**answer, "id": number}).encode()


def _no_object(random: Random, answer: dict[str, Any]) -> bytes:
    return random.choice(
        (b"", b"null", b"[]", b"[" + json.dumps(answer).encode() + b"]", b"true", b"Listening...", b"\x1b]0;t\x07")
    )


def _noise(random: Random, answer: dict[str, Any]) -> bytes:
    return random.randbytes(random.choice((1, 30, 3_000)))


def _twice(random: Random, answer: dict[str, Any]) -> bytes:
    line = json.dumps(answer).encode()
    return line + b"\n" + line


DEEDS: Sequence[Callable[[Random, dict[str, Any]], bytes]] = (
    _replaced, _replaced, _replaced, _error, _reported, _deep, _number, _identified, _no_object, _noise, _twice,
)  # fmt: skip


class Time:
    """A clock that goes by when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


class MalformedChild:
    """Stands in for `child.Child`: answers describe, and each request with something malformed, or dies of it."""

    pid = 2**22 + 1  # of no process

    def __init__(self, random: Random, time: Time, operations: Sequence[str]) -> None:
        self._random, self._time, self._operations = random, time, operations
        self._said = b""
        self.ended = self.deaf = False

    def send(self, line: bytes) -> None:
        asked = json.loads(line)
        if asked["method"] == "describe":
            described = {"protocol": 1, "name": "malformed", "operations": list(self._operations)}
            self._said += json.dumps({"id": 0, "result": described}).encode() + b"\n"
            return
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": {"output": asked["params"]["input"]}}
        dies = self._random.random() < 0.02
        self._said += b"" if self.ended else malformed(self._random, answer)
        self.ended = self.ended or dies

    def flush(self) -> None:
        pass

    def lines(self, wait: float) -> list[bytes]:
        lines = self._said.split(b"\n")
        self._said = b"" if self.ended else lines.pop()
        lines = [line for line in lines if line] if self.ended else lines
        if not lines:
            self._time.now += max(wait, 0.01)
        return lines

    def settle(self) -> bool:
        self.lines(0)
        return not self.ended

    def log(self) -> tuple[str, ...]:
        return ("\x1b[31mlog\ud800",)

    def ending(self, wait: float = 0.5) -> str:
        return "exited with status 1"

    def end(self, grace: float) -> None:
        self.ended = True

    kill = flush
