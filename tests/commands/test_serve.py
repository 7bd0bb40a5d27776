"""conformance serve: any Python subject speaks the protocol, and can be certified by it."""

from __future__ import annotations

import json
import shlex
import sys

import pytest

from conformance import __version__

SINGLE = "mcp-tool-to-chat-tool"
TOOL = {"name": "a", "description": "b", "inputSchema": {"type": "object", "properties": {"c": {"default": 1}}}}
RIGHT = "from conformance.reference import mcp_tool_to_chat_tool as convert\n"


def asked(*requests: dict) -> str:
    lines = [{"jsonrpc": "2.0", "id": number, **request} for number, request in enumerate(requests)]
    return "".join(json.dumps(line) + "\n" for line in lines)


DESCRIBE = {"method": "describe"}
CONVERT = {"method": "convert", "params": {"operation": SINGLE, "input": TOOL}}


def answers(out: str) -> list[dict]:
    return [json.loads(line)["result"] for line in out.splitlines()]


@pytest.mark.expensive("starts a server and certifies it")
def test_the_reference_is_served(run):
    done = run("serve", "--stdio", "reference", stdin=asked(DESCRIBE, CONVERT))
    assert (done.status, done.err) == (0, "")
    description, converted = answers(done.out)
    assert (description["protocol"], description["name"], description["version"]) == (1, "reference", __version__)
    assert SINGLE in description["operations"]
    assert converted["output"]["function"]["parameters"]["properties"] == {"c": {}}


@pytest.mark.expensive("starts a server and certifies it")
def test_the_reference_is_served_whatever_lies_in_the_folder(run, here):
    (here / "copy.py").write_text("raise RuntimeError('not the copy module')\n", "utf-8")
    (here / "conformance.py").write_text("raise RuntimeError('not the package')\n", "utf-8")
    done = run("serve", "--stdio", stdin=asked(DESCRIBE, CONVERT), PYTHONSAFEPATH="1")
    assert (done.status, done.err) == (0, "")
    assert len(answers(done.out)) == 2


def test_a_function_is_served(run, here):
    (here / "acme.py").write_text(RIGHT, "utf-8")
    done = run("serve", "--stdio", "--bind", f"{SINGLE}=acme:convert", stdin=asked(DESCRIBE, CONVERT), alone=False)
    description, converted = answers(done.out)
    assert description["operations"] == [SINGLE]
    assert description["name"] == "acme:convert"
    assert converted["output"]["function"]["name"] == "a"


def test_another_interpreter_serves_where_the_suite_is_not_installed(run, here):
    (here / "acme.py").write_text("import sys\ndef convert(tool):\n    return sys.flags.isolated\n", "utf-8")
    interpreter = here / "python"
    interpreter.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I "$@"\n', "utf-8")
    interpreter.chmod(0o755)
    arguments = ("--bind", f"{SINGLE}=acme:convert", "--python", str(interpreter))
    assert answers(run("serve", "--stdio", *arguments, stdin=asked(CONVERT), alone=False).out)[0]["output"] == 1


def test_a_table_is_served_with_its_variables(run, here):
    (here / "acme.py").write_text("import os\ndef convert(tool):\n    return os.environ['PLACE']\n", "utf-8")
    (here / "conformance.toml").write_text(
        f"[subjects.ours]\nenv = ['PLACE=Köln']\n[subjects.ours.bind]\n{SINGLE} = 'acme:convert'\n", "utf-8"
    )
    assert answers(run("serve", "--stdio", "ours", stdin=asked(CONVERT), alone=False).out)[0]["output"] == "Köln"


def test_an_adapter_is_served_by_its_name(run):
    done = run("serve", "--stdio", "litellm", stdin=asked(DESCRIBE), alone=False)
    reported = json.loads(done.out)
    assert "operations" in reported.get("result", {}) or "litellm" in reported["error"]["message"]


def test_a_command_needs_no_serving(run, here):
    (here / "conformance.toml").write_text("[subjects.theirs]\ncommand = 'node subject.mjs'\n", "utf-8")
    done = run("serve", "--stdio", "theirs", alone=False)
    assert done.status == 2
    assert done.err == ("conformance: theirs is a process that speaks the protocol itself. Run it: node subject.mjs\n")
