"""Python functions that misbehave, for our worker: `subject` does to each input what it says. Python 3.8 syntax."""

import asyncio
import functools
import json
import logging
import os
import signal
import sys
import threading
import time
import warnings
from enum import IntEnum

print("printed while it was imported")
os.write(1, b'{"jsonrpc": "2.0", "id": 0, "result": "forged while imported"}\n')

remembered = {}


class Level(IntEnum):
    HIGH = 3


class Text(str):
    pass


class Broken(Exception):
    def __str__(self):
        raise RuntimeError("no message either")


def cycle():
    ring = {"list": []}
    ring["list"].append(ring)
    return ring


def doubling():
    value = []
    for _ in range(60):
        value = [value, value]
    return value


def nested(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


def recurse():
    return recurse()


def log_much():
    for number in range(1000):
        logging.warning("%d %s", number, "x" * 9000)


def fork_and_return():
    os.fork()
    return "forked"


def start_thread():
    threading.Thread(target=time.sleep, args=(60,)).start()
    return "thread"


def forge():
    os.write(1, b'{"jsonrpc": "2.0", "id": 1, "result": {"output": "forged"}}\n')
    return "true"


def interrupt():
    raise KeyboardInterrupt


def rebind_streams():
    sys.stdout = sys.stderr = sys.stdin = None
    return "rebound"


@functools.lru_cache
def memo(text):
    return {"tool": [text]}


class Odd(dict):
    def items(self):
        raise RuntimeError("no items")


async def waited():
    await asyncio.sleep(0)
    return {"waited": True}


async def refused():
    raise ValueError("refused after waiting")


DEEDS = {
    "print": lambda: print("x" * 70000) or "printed",
    "forge": forge,
    "os-exit": lambda: os._exit(7),
    "sys-exit": lambda: sys.exit(3),
    "sys-exit-text": lambda: sys.exit("no more"),
    "interrupt": interrupt,
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "hang": lambda: time.sleep(60),
    "closerange": lambda: os.closerange(0, 1000),
    "fork": fork_and_return,
    "thread": start_thread,
    "read": sys.stdin.read,
    "nan": lambda: {"a": [1, float("nan")]},
    "infinity": lambda: float("-inf"),
    "tuple": lambda: {"required": ("a", "b")},
    "set": lambda: [{"a"}],
    "bytes": lambda: b"text",
    "object": lambda: {"type": object()},
    "coroutine": lambda: {"tools": [waited()]},
    "generator": lambda: (tool for tool in []),
    "none-key": lambda: {"a": {None: 1}},
    "integer-key": lambda: {"a": [{1: 2}]},
    "enum": lambda: {"level": Level.HIGH, "text": Text("t")},
    "odd-dict": lambda: Odd(a=1),
    "cycle": cycle,
    "doubling": doubling,
    "deep": lambda: nested(5000),
    "recursion": recurse,
    "surrogate": lambda: {"\ud800": "\udfff"},
    "huge": lambda: ["x" * 1000000] * 10,
    "async": waited,
    "async-refused": refused,
    "broken-error": lambda: (_ for _ in ()).throw(Broken()),
    "long-error": lambda: (_ for _ in ()).throw(ValueError("x" * 1000000)),
    "log": lambda: logging.getLogger("acme").warning("left %s out", "it") or logging.error("bad"),
    "log-much": log_much,
    "bad-log": lambda: logging.getLogger().warning("%d", "no number") or 1,
    "warn": lambda: warnings.warn("old form", stacklevel=1) or 1,
    "rebind-streams": rebind_streams,
    "memo": lambda: memo("same"),
    "environment": lambda: dict(os.environ),
    "modules": lambda: [sys.path[0], sys.argv[1:], sorted(set(sys.modules) & {"conformance", "typing", "asyncio"})],
}


def convert(given):
    if not isinstance(given, dict):
        return json.loads(json.dumps(given))
    deed = given.get("do")
    if deed == "return-argument":
        return given
    if deed == "share":
        return {"part": given["part"]}
    if deed == "change":
        given["part"]["new"] = ({1, 2},) if given.get("badly") else 1
        return "changed"
    if deed == "change-and-raise":
        given["new"] = 1
        raise KeyError("name")
    if deed == "self":
        given["self"] = given
        return 1
    if deed == "take":  # what it returns is no longer in the argument
        return given.pop("part")
    return DEEDS[deed]() if deed else json.loads(json.dumps(given))


operations = {"echo": convert}
name = "odd-functions"
version = "7"
choices = {"echo": {"loud": True}}
