"""A subject's operations, one call at a time; what it does not offer is done by the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from conformance.base.observation import ConversionRequest, Outcome
from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, copy_of, is_json, packed
from conformance.formats.chat.chunks import joined
from conformance.formats.operations import between, source_format
from conformance.formats.parsed.result import CONTENT, read_calls
from conformance.running.subjects.base import Subject

Object = dict[str, Any]

_PROVIDER_TOOL = between("tool-definition", "provider-tool")
# The operations that turn definitions of tools into tools of an API: the first that a subject offers is used.
_TOOLS: Mapping[str, Sequence[str]] = {
    "responses": (_PROVIDER_TOOL, between("chat-tools", "responses-tools"), between("mcp-tools", "responses-tools")),
    "chat": (_PROVIDER_TOOL, between("mcp-tools", "chat-tools"), between("registry-tools", "chat-tools")),
}
_MESSAGES = between("chat-messages", "responses-input")
_READERS = {
    (api, streamed): between(f"{api}-{'stream' if streamed else 'response'}", "tool-calls")
    for api in ("responses", "chat")
    for streamed in (False, True)
}
_JOINED = _READERS["chat", False]  # reads the response that the chunks of a stream make, too


class ConverterFailed(Exception):
    """An operation gave nothing that a conversation can go on with. The message says which, and what it gave."""


class Parsed(NamedTuple):
    """What was read of an answer: its text, its calls, and whether its stream is done."""

    content: JSON
    calls: list[Object]
    done: JSON


class Converter:
    """What a conversation needs of a subject. own: operations of the subject that were used; lent: of the reference."""

    def __init__(self, subject: Subject, reference: Subject) -> None:
        self._subject = subject
        self._reference = reference
        self._offered = frozenset(subject.describe().operations)
        self.own: dict[str, None] = {}
        self.lent: dict[str, None] = {}

    def takes_part(self, api: str, *, streamed: bool) -> bool:
        """Whether the subject itself offers any of the operations that a conversation by this API needs."""
        needed = {*_TOOLS[api], self._reader(api, streamed), *([_MESSAGES] if api == "responses" else [])}
        return not needed.isdisjoint(self._offered)

    def tools(self, api: str, definitions: Sequence[Object]) -> list[JSON]:
        """Return the tools of a request. Raises ConverterFailed."""
        operation = next((name for name in _TOOLS[api] if name in self._offered), _TOOLS[api][0])
        if operation == _PROVIDER_TOOL:
            provider = f"openai-{api}"
            return [
                self._ask(operation, {"provider": provider, "definition": definition}) for definition in definitions
            ]
        tools = self._ask(operation, [_as_input(operation, definition) for definition in definitions])
        if not isinstance(tools, list):
            raise ConverterFailed(f"{operation} gave no list of tools")
        return tools

    def input(self, messages: Sequence[Object]) -> Object:
        """Return `{input, instructions?}` for Chat messages. Raises ConverterFailed."""
        given = self._ask(_MESSAGES, list(messages))
        given = {"input": given} if isinstance(given, list) else given
        if not isinstance(given, dict) or "input" not in given:
            raise ConverterFailed(f"{_MESSAGES} gave no input")
        return given

    def read(self, api: str, answer: JSON, *, streamed: bool) -> Parsed:
        """Return an answer as it is parsed. answer: a body, or the events of a stream.

        Raises ConverterFailed.
        """
        operation = self._reader(api, streamed)
        parsed = self._ask(operation, joined(answer) if streamed and operation == _JOINED else answer)
        calls = read_calls(parsed)
        if calls is None:
            raise ConverterFailed(f"{operation} gave no parsed result")
        return Parsed(parsed.get(CONTENT), [_with_arguments(call) for call in calls], parsed.get("done"))

    def _reader(self, api: str, streamed: bool) -> str:
        reader = _READERS[api, streamed]
        return _JOINED if api == "chat" and reader not in self._offered and _JOINED in self._offered else reader

    def _ask(self, operation: str, value: JSON) -> JSON:
        own = operation in self._offered
        (self.own if own else self.lent)[operation] = None
        outcome = ask_once(self._subject if own else self._reference, operation, value)
        if outcome.output is ABSENT:
            raise ConverterFailed(f"{operation} {_why(outcome)}")
        return outcome.output


def ask_once(subject: Subject, operation: str, value: JSON) -> Outcome:
    """Return the outcome of one call; its output is ABSENT unless it is JSON."""
    # A copy: what a subject in this process does to its argument, or later to its result, must not reach the caller.
    value = copy_of(value)
    request = ConversionRequest(key=0, operation=operation, input=value, before=packed(value))
    ((_request, outcome),) = subject.ask([request])
    if outcome.output is ABSENT:
        return outcome
    problem = None if outcome.proven else is_json(outcome.output)
    if problem:
        return replace(outcome, output=ABSENT, not_json=problem)
    return replace(outcome, output=copy_of(outcome.output))


def _with_arguments(call: Object) -> Object:
    """Return a parsed call with its arguments decoded, if it keeps their text alone."""
    raw = call.get("arguments_raw")
    if call.get("arguments") is not None or not isinstance(raw, str):
        return call
    decoded = json_or_absent(raw) if raw.strip() else {}
    return {**call, "arguments": decoded} if isinstance(decoded, dict) else call


def _why(outcome: Outcome) -> str:
    if outcome.refusal is not None:
        return f"raised {outcome.refusal.type or 'an error'}: {outcome.refusal.message}"
    if outcome.fault is not None:
        return f"failed: {outcome.fault.message}"
    return f"gave no JSON: {outcome.not_json}"


def _as_input(operation: str, definition: Object) -> Object:
    """Return a definition as the operation's own input has it."""
    if source_format(operation) in ("mcp-tool", "mcp-tools"):
        named = {key: definition[key] for key in ("name", "description")}
        return {**named, "inputSchema": definition["parameters"]}
    return {"type": "function", "function": definition}
