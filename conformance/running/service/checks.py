"""What rules assert of a service: of how it answers HTTP, not of what it converts.

A check is a pure function of one exchange: None where it does not touch the rule, or what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from conformance.base.observation import NOT_OFFERED, Fault
from conformance.base.values import JSON
from conformance.rules.checks.findings import OK, Failure, output_at
from conformance.running.engine.evidence import NOT_AS_DESCRIBED
from conformance.running.engine.own_fault import guarded

# What a request owes the answer to, as specs/http-service.schema.json explains it.
DESCRIBED, CONVERTED, REFUSED = "described", "converted", "refused"
REFUSED_MEDIA_TYPE, NOT_OFFERED_HERE, NOT_THERE, EITHER = "refused-media-type", "not-offered", "not-there", "either"
ANY = "any"  # nothing in particular: only that it is answered, and without a server error

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"})
# Of a method that no server has to know.
UNKNOWN_METHOD = (400, 501)


class ServiceReply(NamedTuple):
    """A whole answer. content_type: without parameters, in lower case. allow: the header Allow; None without one."""

    status: int
    content_type: str
    body: bytes
    allow: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceExchange:
    """One request and what came of it. owed: one of the words above. number: the id of the request, where it has one.

    reply: None where none came whole; fault says why. found: what a generator's own checks object to.
    """

    method: str
    owed: str
    number: JSON
    reply: ServiceReply | None
    fault: Fault | None = None
    found: tuple[str, ...] = ()


ServiceCheck: TypeAlias = Callable[[ServiceExchange], tuple[Failure, ...] | None]


def judged(exchange: ServiceExchange, raised: Callable[[str, Exception], None]) -> dict[str, tuple[Failure, ...]]:
    """Return what each check that an exchange touches says of it, by the check's name.

    raised: called with the name of a check that raises, and the error.
    """
    results = {name: guarded(partial(check, exchange), partial(raised, name)) for name, check in CHECKS.items()}
    found = {name: failures for name, failures in results.items() if failures is not None}
    if any(failures for name, failures in found.items() if name != AS_DESCRIBED):
        found.pop(AS_DESCRIBED, None)  # charged already
    return found


def describes_itself(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that describe is answered in its form."""
    reply = exchange.reply
    if exchange.owed != DESCRIBED or reply is None:
        return None
    wrong = _no_plain_json(reply)
    if wrong:
        return (wrong,)
    answer = _read(reply.body)
    result = answer.get("result") if isinstance(answer, dict) and _is(answer.get("id"), 0) else None
    if not isinstance(result, dict):
        return (Failure("no-description", output_at("body"), "wanted a JSON-RPC answer of the id 0 with a result"),)
    operations = result.get("operations")
    lacks = [
        name
        for name, well in (
            ("protocol", _is(result.get("protocol"), 1)),
            ("name", isinstance(result.get("name"), str) and result["name"]),
            (
                "operations",
                isinstance(operations, list) and all(isinstance(operation, str) for operation in operations),
            ),
        )
        if not well
    ]
    message = f"{', '.join(lacks)} of the result: missing, or not of the form"
    return (Failure("description-form", output_at("body"), message),) if lacks else OK


def no_server_error(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that no status is 500 or above."""
    reply = exchange.reply
    if reply is None:
        return None
    if reply.status < 500 or (reply.status == 501 and exchange.owed in (NOT_THERE, ANY)):
        return OK
    return (Failure("server-error", output_at("status"), f"answered with {reply.status}, which blames the server"),)


def answers(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that a whole answer came."""
    fault = exchange.fault
    return (Failure(f"fault-{fault.kind}", "/input", fault.message),) if fault is not None else OK


def refuses_malformed(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that a malformed body gets a 4xx."""
    return _refusal_failures(exchange, "a malformed body") if exchange.owed == REFUSED else None


def problem_document(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that a refused body gets a problem document."""
    reply = exchange.reply
    if reply is None or exchange.owed not in (REFUSED, EITHER) or not 400 <= reply.status < 500:
        return None
    if reply.content_type != "application/problem+json":
        got = reply.content_type or "no content type"
        message = f"the {reply.status} has {got}, wanted application/problem+json"
        return (Failure("no-problem-type", output_at("content_type"), message),)
    document = _read(reply.body)
    if not isinstance(document, dict):
        return (Failure("problem-no-object", output_at("body"), "the problem document is not a JSON object"),)
    title, status = document.get("title"), document.get("status", reply.status)
    if not isinstance(title, str) or not title:
        return (Failure("problem-no-title", output_at("body"), "the problem document has no title"),)
    if not _is(status, reply.status):
        message = f"the problem document says status {status!r}, the answer {reply.status}"
        return (Failure("problem-status", output_at("body"), message),)
    return OK


def answer_fits(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that a request gets the converter's answer, in its form."""
    reply = exchange.reply
    refusable = exchange.owed == EITHER
    if reply is None or not (exchange.owed == CONVERTED or refusable):
        return None
    if refusable and reply.status >= 400:
        return None  # whether that is in order, other checks say
    wrong = _no_plain_json(reply)
    if wrong:
        return (wrong,)
    answer = _read(reply.body)
    if not isinstance(answer, dict):
        return (Failure("answer-no-object", output_at("body"), "the answer is not a JSON object"),)
    number = answer.get("id")
    if not _is(number, exchange.number) and not (refusable and number is None and "error" in answer):
        message = f"the answer has the id {json.dumps(number)[:80]}, the request has {json.dumps(exchange.number)[:80]}"
        return (Failure("another-id", output_at("body"), message),)
    return OK if _is_answer(answer) else (_NO_ANSWER,)


_NO_ANSWER = Failure(
    "answer-form", output_at("body"), "wanted a result with an output, or an error with a code and a message"
)


def unknown_operation_refused(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that an operation that is not offered is not converted."""
    reply = exchange.reply
    if reply is None or exchange.owed != NOT_OFFERED_HERE:
        return None
    answer = _read(reply.body)
    error = answer.get("error") if isinstance(answer, dict) else None
    if isinstance(error, dict) and _is(error.get("code"), NOT_OFFERED) and reply.status < 500:
        return OK
    return _refusal_failures(exchange, "an operation that is not offered")


def media_type_refused(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that a body of another media type gets a 4xx."""
    return _refusal_failures(exchange, "a body of another media type") if exchange.owed == REFUSED_MEDIA_TYPE else None


def not_there(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """See that what is not described is answered with 404, or with 405 and Allow."""
    reply = exchange.reply
    if reply is None or exchange.owed != NOT_THERE:
        return None
    if reply.status == 405 and not reply.allow:
        return (Failure("no-allow", output_at("status"), "answered with 405, and without Allow"),)
    if reply.status in (404, 405, 501) or (exchange.method not in METHODS and reply.status in UNKNOWN_METHOD):
        return OK
    return (Failure("is-there", output_at("status"), f"answered with {reply.status}, wanted 404 or 405"),)


def as_described(exchange: ServiceExchange) -> tuple[Failure, ...] | None:
    """Report what the generator of the request objects to."""
    if exchange.owed not in (DESCRIBED, CONVERTED, REFUSED, EITHER):
        return None  # of what is not there the description says nothing
    return tuple(Failure(NOT_AS_DESCRIBED, output_at(), message) for message in exchange.found)


AS_DESCRIBED = "as-described"
CHECKS: dict[str, ServiceCheck] = {
    "describes-itself": describes_itself,
    "no-server-error": no_server_error,
    "answers": answers,
    "refuses-malformed": refuses_malformed,
    "problem-document": problem_document,
    "answer-fits": answer_fits,
    "unknown-operation-refused": unknown_operation_refused,
    "media-type-refused": media_type_refused,
    "not-there": not_there,
    AS_DESCRIBED: as_described,
}


def _refusal_failures(exchange: ServiceExchange, what: str) -> tuple[Failure, ...] | None:
    reply = exchange.reply
    if reply is None or reply.status >= 500:
        return None  # that no answer came, or a server error, is its own rule
    if reply.status >= 400:
        return OK
    return (Failure("taken", output_at("status"), f"{what} is answered with {reply.status}, wanted 400 to 499"),)


def _no_plain_json(reply: ServiceReply) -> Failure | None:
    """Return what is wrong with an answer that is not 200 and JSON."""
    if reply.status != 200:
        return Failure("status", output_at("status"), f"answered with {reply.status}, wanted 200")
    if reply.content_type != "application/json":
        message = f"the answer has {reply.content_type or 'no content type'}, wanted application/json"
        return Failure("media-type", output_at("content_type"), message)
    return None


def _is_answer(answer: dict[str, JSON]) -> bool:
    if answer.get("jsonrpc") != "2.0":
        return False
    result, error = answer.get("result"), answer.get("error")
    if error is None:
        return isinstance(result, dict) and "output" in result
    if "result" in answer or not isinstance(error, dict):
        return False
    return type(error.get("code")) is int and isinstance(error.get("message"), str)


def _is(value: JSON, wanted: JSON) -> bool:
    """Whether two JSON values are the same number or text; true is not 1."""
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _read(body: bytes) -> JSON:
    """Return the JSON of a body; None for what is none."""
    try:
        return json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
