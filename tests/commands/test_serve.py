"""conformance serve: any Python subject speaks the protocol, and can be certified by it."""

from __future__ import annotations

import json

import pytest

from conformance import __version__

SINGLE = "mcp-tool-to-chat-tool"
TOOL = {"name": "a", "description": "b", "inputSchema": {"type": "object", "properties": {"c": {"default": 1}}}}


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


def test_an_adapter_is_served_by_its_name(run):
    done = run("serve", "--stdio", "litellm", stdin=asked(DESCRIBE), alone=False)
    reported = json.loads(done.out)
    assert "operations" in reported.get("result", {}) or "litellm" in reported["error"]["message"]
