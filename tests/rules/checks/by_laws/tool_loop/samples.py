"""Loops, requests and who is charged, for the tests of the loop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.apis.emulator import GEMINI, Acceptance, ConversationStart, addressed
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.scripts import planned_script
from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.running.engine.certifying import specifications

LOOP = "tool-loop"

QUESTION = {"role": "user", "content": "Ping both?"}

PARAMETERS = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}}

TOOL = {"name": "ping", "description": "Pings.", "parameters": PARAMETERS}

FLAT, NESTED = {"type": "function", **TOOL}, {"type": "function", "function": TOOL}

SAID = {"role": "user", "content": [{"type": "input_text", "text": "Ping both?"}]}


def call(number: int, name: str = "ping", arguments: Any = '{"n": 1}') -> dict[str, Any]:
    return {"type": "function_call", "call_id": f"call_{number}", "name": name, "arguments": arguments}


def result(number: int, output: Any = "pong") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": f"call_{number}", "output": output}


def listed(*numbers: int, **more: Any) -> list[dict[str, Any]]:
    return [{"id": f"call_{number}", "name": "ping", "arguments": {"n": 1}, **more} for number in numbers]


def loop(*script: Any, **more: Any) -> dict[str, Any]:
    given = {"api": "responses", "model": "m", "messages": [QUESTION], "tools": [TOOL], "results": {"ping": "pong"}}
    return {**given, "max_rounds": 3, "script": list(script), **more}


def body(*items: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "input": [SAID, *items], "tools": [FLAT], **more}


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [QUESTION, *messages], "tools": [NESTED], **more}


def received(given: Any, bodies: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """Yield what the scripted API notes of requests."""
    name = given["api"]
    api = ScriptedApi(
        planned_script(given["script"]), Acceptance(ConversationStart(name, given["tools"], given["messages"]))
    )
    for body in bodies:
        route = addressed(name, {"model": given["model"]})[0]
        reply = api.answer(name, {**body, "model": given["model"]} if name == GEMINI else body)
        noted = reply.verdict and reply.verdict.noted()
        yield {"path": f"/v1{route}", "body": body, "answer": reply.answer, "refusal": noted}


def trial(given: Any, outcome: Any, bodies: tuple[Any, ...], choices: Mapping[str, str], **more: Any) -> Trial:
    outcome = outcome if isinstance(outcome, Outcome) else Outcome(output=outcome, input_after=given)
    requests = tuple(received(given, bodies))
    return Trial(operation=LOOP, input=given, outcome=outcome, choices=choices, requests=requests, **more)


OF_THE_API = frozenset({"API-1", "API-2"})


def charged(given: Any, outcome: Any, *bodies: Any, **choices: str) -> set[str]:
    return all_charged(given, outcome, *bodies, **choices) - OF_THE_API


def all_charged(given: Any, outcome: Any, *bodies: Any, **choices: str) -> set[str]:
    known = {choice.replace("_", "-"): answer for choice, answer in choices.items()}
    view = view_of(trial(given, outcome, bodies, known))
    found = set()
    for rule in specifications().contracts[LOOP].rules:
        if isinstance(findings := family(LOOP).checks[rule.check](view), tuple) and findings:
            found.add(rule.id)
    return found


def failed(message: str = "too many rounds") -> Outcome:
    return Outcome(refusal=Refusal(message))


ONE, TWO = loop([call(1)], "Pong."), loop([call(1), call(2)], "Pong.")

DONE = {"answer": "Pong.", "calls": listed(1)}

BOTH = {"answer": "Pong.", "calls": listed(1, 2)}
