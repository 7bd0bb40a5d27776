"""--input takes a stream's text where the events of a stream are wanted."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands.conftest import Run

STREAM = "responses-stream-to-tool-calls"
ITEM = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look", "status": "completed"}
END = {"type": "response.completed", "response": {"output": [ITEM | {"arguments": '{"at":"größe"}'}]}}
SUBJECT = """
def parse(events):
    assert isinstance(events, list), "no list"
    call = {"id": "call_1", "type": "function", "name": "look", "arguments": {"at": "größe"}}
    return {"content": "", "tool_calls": [call], "finish_reason": "tool_calls", "done": True}
"""


def test_a_subject_is_handed_the_events_of_the_text(here: Path, run_in: Run) -> None:
    (here / "acme.py").write_text(SUBJECT, encoding="utf-8")
    text = f"\ufeffevent: {END['type']}\r\ndata: {json.dumps(END, ensure_ascii=False)}\r\n\r\ndata: [DONE]\r\n\r\n"
    (here / "stream.txt").write_bytes(text.encode())
    arguments = ("certify", "--bind", f"{STREAM}=acme:parse", "--operation", STREAM, "--input")
    ran = run_in(here, *arguments, "stream.txt")
    assert (ran.status, ran.err) == (0, ""), ran.out
    (here / "broken.txt").write_text("data: {oops\n\n", encoding="utf-8")
    ran = run_in(here, *arguments, "broken.txt")
    assert ran.status == 2
    assert "--input broken.txt is a stream that cannot be read: events[0] (message): its data is no JSON" in ran.err
