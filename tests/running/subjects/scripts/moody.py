"""A subject process that does to each request what the request says: {"do": DEED}; without it, it echoes.

Started with words, it answers describe in that way. Standard library only, no suite needed.
"""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

DESCRIPTION = {"protocol": 1, "name": "moody", "version": "1", "operations": ["echo"]}
START = sys.argv[1] if len(sys.argv) > 1 else ""
held_back = []


def say(answer):
    write((json.dumps(answer) + "\n").encode())


def write(data):
    while data:
        data = data[os.write(1, data) :]


def result(number, value, **more):
    return {"jsonrpc": "2.0", "id": number, "result": {"output": value, **more}}


def error(number, **members):
    return {"jsonrpc": "2.0", "id": number, "error": members}


def describe(number):
    described = dict(DESCRIPTION)
    if START == "hang":
        time.sleep(60)
    elif START == "slow":  # longer than it takes to answer, not as long as it may take to start
        time.sleep(0.5)
    elif START == "grow":
        grown = []
        while True:
            grown.append(b"x" * 8_000_000)
    elif START == "exit":
        print("cannot find my licence", file=sys.stderr, flush=True)
        os._exit(4)
    elif START == "noise":
        write(b"Listening on standard input!\n")
    elif START == "blank":
        write(b"\n\r\n")
    elif START == "protocol":
        described["protocol"] = 2
    elif START == "nameless":
        del described["name"]
    elif START == "operations":
        described["operations"] = "echo"
    elif START == "choices":
        described["choices"] = {"echo": ["loud"]}
    elif START == "error":
        return say({"jsonrpc": "2.0", "id": number, "error": {"code": -32603, "message": "no converter\nhere"}})
    elif START == "list":
        return say({"jsonrpc": "2.0", "id": number, "result": [1]})
    elif START == "string-id":
        return say({"jsonrpc": "2.0", "id": str(number), "result": described})
    elif START == "once":  # a file remembers that it was started before
        if os.path.exists(sys.argv[2]):
            os._exit(5)
        with open(sys.argv[2], "w"):
            pass
    say({"jsonrpc": "2.0", "id": number, "result": described})


def convert(number, given):
    deed = given.get("do") if isinstance(given, dict) else None
    if deed == "exit":
        print("about to leave", file=sys.stderr, flush=True)
        os._exit(3)
    elif deed == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif deed == "hang":
        time.sleep(60)
    elif deed == "half":
        write(b'{"jsonrpc": "2.0", "id": %d, "resu' % number)
        os._exit(3)
    elif deed == "noise":
        write(b"converting...\n")
    elif deed == "only-noise":
        return write(b"converting...\n")
    elif deed == "noise-after":
        return write(json.dumps(result(number, given)).encode() + b"\nconverted.\n")
    elif deed == "twice":
        say(result(number, given))
    elif deed == "unknown-id":
        return say(result(number + 1_000_000, given))
    elif deed == "string-id":
        return say(result(str(number), given))
    elif deed == "later":
        return held_back.append(number)
    elif deed == "not-utf8":
        return write(b'{"jsonrpc": "2.0", "id": %d, "result": {"output": "\xff\xfe"}}\n' % number)
    elif deed == "null":
        return write(b"null\n")
    elif deed == "batch":
        return say([result(number, given)])
    elif deed == "neither":
        return say({"jsonrpc": "2.0", "id": number})
    elif deed == "no-output":
        return say({"jsonrpc": "2.0", "id": number, "result": {"value": given}})
    elif deed == "result-is-list":
        return say({"jsonrpc": "2.0", "id": number, "result": [given]})
    elif deed == "error-is-text":
        return say({"jsonrpc": "2.0", "id": number, "error": "failed"})
    elif deed == "code-is-text":
        return say(error(number, code="E1", message="failed"))
    elif deed == "nan":
        return write(b'{"jsonrpc": "2.0", "id": %d, "result": {"output": [NaN]}}\n' % number)
    elif deed == "huge-number":
        return write(b'{"jsonrpc": "2.0", "id": %d, "result": {"output": -1e999}}\n' % number)
    elif deed == "deep":
        return write(
            b'{"jsonrpc": "2.0", "id": %d, "result": {"output": %s}}\n' % (number, b"[" * 99999 + b"]" * 99999)
        )
    elif deed == "not-offered":
        return say(error(number, code=-32601, message="no such operation"))
    elif deed == "refuse":
        data = {"type": "ToolError", "input_after": {"do": "refused"}, "diagnostics": ["odd", {"level": "error"}]}
        return say(error(number, code=-32000, message="no name", data=data))
    elif deed == "tell":
        return say(result(number, 1, **given["more"]))
    elif deed == "flood-log":
        for _ in range(3000):
            os.write(2, b"x" * 9_999 + b"\n")
    elif deed == "flood-output":
        while True:
            os.write(1, b"x" * 65_536)
    elif deed == "flood-blank-lines":
        while True:
            os.write(1, b"\n" * 4096)
    elif deed == "close-input":
        say(result(number, given))
        os.close(0)
        time.sleep(60)
    elif deed == "close-output":
        os.close(1)
        time.sleep(60)
    elif deed == "start-others":
        sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]
        near = subprocess.Popen(sleeper, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        far = subprocess.Popen(sleeper, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
        return say(result(number, [os.getpid(), near.pid, far.pid]))
    elif deed == "start-strangers":  # one that left the session, one that lost its parent too, one without the mark
        sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]
        quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        far = subprocess.Popen(sleeper, start_new_session=True, **quiet)
        parent = (
            "import subprocess as s, sys\nprint(s.Popen(sys.argv[1:], start_new_session=True, stdin=s.DEVNULL, "
            "stdout=s.DEVNULL, stderr=s.DEVNULL).pid)"
        )
        lost = subprocess.run([sys.executable, "-S", "-c", parent, *sleeper], stdout=subprocess.PIPE, stdin=-3)
        unmarked = subprocess.Popen(sleeper, env={}, **quiet)
        return say(result(number, [far.pid, int(lost.stdout), unmarked.pid]))
    elif deed == "grow":
        grown = []
        while True:
            grown.append(b"x" * 8_000_000)
    elif deed == "grow-in-another":
        grow = "grown = []\nwhile True: grown.append(b'x' * 8_000_000)"
        subprocess.run([sys.executable, "-S", "-c", grow], start_new_session=True, stdout=subprocess.DEVNULL)
    elif deed == "huge-line":  # 100 MB
        for _ in range(100):
            write(b"x" * 1_000_000)
        return write(b"\n")
    elif deed == "huge-answer":
        return say(result(number, "x" * 100_000_000))
    elif deed == "many-values":
        return write(b'{"jsonrpc": "2.0", "id": %d, "result": {"output": [0%s]}}\n' % (number, b",0" * given["count"]))
    elif deed == "environment":
        return say(result(number, dict(os.environ)))
    say(result(number, given))
    while held_back:
        say(result(held_back.pop(), "late"))


for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "describe":
        describe(request["id"])
    else:
        convert(request["id"], request["params"]["input"])
