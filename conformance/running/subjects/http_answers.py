"""Reads what a service answered: one HTTP answer, one JSON-RPC answer, one outcome."""

from __future__ import annotations

from conformance.base.observation import Fault, Outcome
from conformance.running.subjects.answers import NotAnAnswer, Sent, line_start, read_answer
from conformance.running.subjects.http_client import HttpResponse
from conformance.running.subjects.json_text import read

MEDIA_TYPE = "application/json"
PROBLEM_TYPE = "application/problem+json"


def outcome_of(answer: HttpResponse, number: int, asked: Sent, now: float) -> Outcome:
    """Return what an answer to a request says; one that is none is a fault. number: the id it must have."""
    problem = None
    if answer.is_json and not 300 <= answer.status < 400 and not _encoding(answer):
        try:
            _number, outcome = read_answer(answer.body, {number: asked}, asked.at, now)
        except NotAnAnswer as error:
            problem = str(error)
        else:
            # Servers may put a converter's refusal under a status of its own; a result has none but 200.
            if answer.status == 200 or (answer.status >= 400 and _is_error(outcome)):
                return outcome
    if problem is None or answer.status != 200:
        problem = f"the subject answered {brief(answer)}"
    return Outcome(fault=Fault("garbage", problem))


def _is_error(outcome: Outcome) -> bool:
    return bool(outcome.refusal or outcome.not_json)


def brief(answer: HttpResponse) -> str:
    """Return an answer in a few words: its status, its media type, and what it says of itself."""
    head = f"{answer.status} {answer.reason}".strip()
    if 300 <= answer.status < 400:
        return f"{head}, a redirect to {line_start(answer.headers.get('location', '').encode())}, which is not followed"
    if _encoding(answer):
        return f"{head} in the encoding {line_start(_encoding(answer).encode())}, which was not asked for"
    media_type = answer.content_type or "no media type"
    wanted = "" if answer.is_json or answer.status != 200 else f", wanted {MEDIA_TYPE}"
    return f"{head} ({media_type}{wanted}): {_problem(answer) or line_start(answer.body)}"


def _encoding(answer: HttpResponse) -> str:
    """Return the encoding that its body has; "" for none."""
    encoding = answer.headers.get("content-encoding", "")
    return "" if encoding.lower() == "identity" else encoding


def _problem(answer: HttpResponse) -> str | None:
    """Return what a problem document says; None for anything else."""
    if answer.content_type != PROBLEM_TYPE:
        return None
    try:
        document = read(answer.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    texts = [document[name] for name in ("title", "detail") if isinstance(document.get(name), str)]
    return line_start(": ".join(texts).encode("utf-8", "replace")) if texts else None
