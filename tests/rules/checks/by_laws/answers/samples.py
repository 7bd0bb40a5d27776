"""Trials of operations that are judged by the laws: an exchange, and what came of it."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome, Refusal
from conformance.reference import chat_response_to_responses_response, chat_stream_to_responses_stream
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.choice_readings import Reading
from conformance.rules.checks.findings import Findings
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial

WHOLE, STREAM = "chat-response-to-responses-response", "chat-stream-to-responses-stream"
REQUEST = {"model": "m", "input": "Hello", "tools": [{"type": "function", "name": "look", "strict": False,
           "parameters": {"type": "object", "properties": {}}}]}  # fmt: skip
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
SECOND = {"id": "call_2", "type": "function", "function": {"name": "look", "arguments": '{"a":1}'}}
ERROR = {"error": {"message": "Overloaded.", "type": "server_error", "code": "overloaded"}}


def exchange(finish: str = "stop", **message: Any) -> dict[str, Any]:
    """Return an exchange with one answer. message: its members."""
    said = {"role": "assistant", "content": None, **message}
    around = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m"}
    usage = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
    choice = {"index": 0, "message": said, "finish_reason": finish}
    return {"request": REQUEST, "response": {**around, "choices": [choice], "usage": usage}}


def streamed(*deltas: dict[str, Any], finish: str | None = "stop") -> dict[str, Any]:
    """Return an exchange with the chunks of one answer."""
    around = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    ended: list[tuple[dict[str, Any], str | None]] = [(delta, None) for delta in deltas]
    ended += [({}, finish)] if finish else []
    pieces = [{"index": 0, "delta": delta, "finish_reason": end} for delta, end in ended]
    return {"request": REQUEST, "chunks": [{**around, "choices": [piece]} for piece in pieces]}


def converted(given: Any, **answers: Any) -> Any:
    """Return what the reference makes of an exchange."""
    convert: Any = chat_stream_to_responses_stream if "chunks" in given else chat_response_to_responses_response
    return convert(given, **answers)


def trial(given: Any, output: Any = None, *, error: str | None = None, **more: Any) -> Trial:
    """Return a trial. error: of the call that failed."""
    operation = STREAM if isinstance(given, dict) and "chunks" in given else WHOLE
    outcome = Outcome(refusal=Refusal(error)) if error is not None else Outcome(output=output)
    return Trial(operation=operation, input=given, outcome=outcome, **more)


def view(given: Any, output: Any = None, **more: Any) -> LawfulView:
    return LawfulView(trial(given, output, **more))


def judged(check: str, given: Any, output: Any = None, **more: Any) -> Findings:
    """Return what a check says of a trial."""
    trial_result = trial(given, output, **more)
    of = family(trial_result.operation)
    return of.checks[check](of.view(trial_result))


def kinds(findings: Findings) -> list[str]:
    """Return the kinds of failures."""
    return [finding.kind for finding in findings] if isinstance(findings, tuple) else []


def read(choice: str, given: Any, output: Any = None, **more: Any) -> Reading:
    """Return the answer to a choice that a trial shows."""
    trial_result = trial(given, output, **more)
    of = family(trial_result.operation)
    return of.readers[choice](of.view(trial_result))
