"""The conversation that shows a defect of a driver: what it is asked, what the API answers, what its MCP server has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.apis.emulator import Acceptance, ConversationStart
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.bodies import completed
from conformance.apis.emulator.scripts import planned_script
from conformance.base.values import JSON
from conformance.results.reproduction.model import NotShown, Piece
from conformance.running.subjects.conversations import LOOP, RESULT_OF, api_of, conversation_of

_JSON_TYPE = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedConversation:
    """A conversation. line: what a driver reads, but for the MCP server. answers: status and body of each of the API's.

    contents: by tool, the result of `tools/call`.
    """

    line: dict[str, JSON]
    answers: Sequence[tuple[int, JSON]]
    contents: dict[str, JSON]


def scripted(operation: str, evidence: Piece, profile: str) -> ScriptedConversation:
    """Return the conversation in which a defect was found; profile: of the host of the API. Raises NotShown."""
    given = evidence["input"]
    api = str(given["api"]) if operation == LOOP else api_of(operation)
    conversation = conversation_of(operation, given, api, "")
    line = dict(conversation.line)
    del line["mcp_server"]
    if operation == LOOP:
        answers = _answers(evidence, api, profile)
    elif operation in RESULT_OF.values():
        line["messages"] = [{"role": "user", "content": "What do you find?"}]
        answers = [
            (200, completed(api, element, place, line["model"])) for place, element in enumerate(conversation.script)
        ]
    else:
        line["messages"] = [{"role": "user", "content": "Which tools do you have?"}]
        answers = [(200, completed(api, "I have seen my tools.", 0, line["model"]))]
    contents = {name: _content(result) for name, result in line["results"].items()} | dict(conversation.contents)
    return ScriptedConversation(line=line, answers=answers, contents=contents)


def _answers(evidence: Piece, api: str, profile: str) -> list[tuple[int, JSON]]:
    """Return what the API answered the requests of a loop, refusals included."""
    given = evidence["input"]
    acceptance = Acceptance(ConversationStart(api, given["tools"], given["messages"]), profile)
    answering = ScriptedApi(planned_script(given["script"]), acceptance)
    answers = []
    for request in evidence.get("requests", ()):
        reply = answering.answer(api, request["body"])
        if reply.answer != request["answer"]:
            raise NotShown("the API answers another request than the report has")
        if reply.content_type != _JSON_TYPE:
            raise NotShown("the conversation is streamed")
        answers.append((reply.status, json.loads(b"".join(reply.pieces))))
    return answers


def _content(value: JSON) -> JSON:
    """Return the result that the suite's MCP server gives a tool (conformance.commands.mcp_demo)."""
    failed = isinstance(value, dict) and value.keys() == {"error"}
    value = value["error"] if failed else value
    text = value if isinstance(value, str) else str(value) if failed else json.dumps(value, ensure_ascii=False)
    return {"content": [{"type": "text", "text": text}], "isError": failed}
