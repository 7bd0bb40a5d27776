"""The outcome of one call of a subject, and the requests to it. Shared by subjects, checks and engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from conformance.base.values import ABSENT, JSON, Absent, is_json


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionRequest:
    """One question to a subject: convert `input` by `operation`; `key` is the asker's own.

    before: the input's bytes (`values.packed`), for subjects in this process, which could change it.
    anew: makes the request that is asked where this one has to be asked again; itself where None.
    """

    key: Any
    operation: str
    input: JSON
    before: bytes | None = None
    anew: Callable[["ConversionRequest"], "ConversionRequest"] | None = None


class Refusal(NamedTuple):
    """The converter itself failed: it raised, or answered with a protocol error."""

    message: str
    type: str | None = None


class Fault(NamedTuple):
    """No usable answer came. kind: exit, hang, garbage, memory or start, or one of NOT_ASKED.

    log: the subject's last log lines.
    """

    kind: str
    message: str
    log: tuple[str, ...] = ()


class HttpExchange(NamedTuple):
    """What a client sent, what it got, and what the API behind the subject was asked meanwhile.

    headers: of a key, the name of a variable of the shell in its place. body, got: a JSON value, or a text that is
    none. status: None where no answer came. asked: {"path", "body"} each.
    """

    method: str
    url: str
    headers: Mapping[str, str]
    body: JSON
    status: int | None
    got: JSON
    asked: tuple[JSON, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of one call: an output, or one of refusal, fault and not_json.

    `input_after`, `shares`, `kept` and `diagnostics` are ABSENT or None where the subject does not report them:
    not observable is not the same as well-behaved. `kept` says whether the output holds an object or list that
    an earlier output held too. `seconds` is the time from question to answer. `proven` is false where the output
    came without being written as JSON and nobody has looked yet whether it is JSON at all. `requests`: what a
    scripted API saw meanwhile, in order: {"path", "body", "answer"} each (`emulator.Seen`); None where there was none.
    exchange: by HTTP, of a gateway or a service.
    """

    output: JSON = ABSENT
    refusal: Refusal | None = None
    fault: Fault | None = None
    not_json: str | None = None
    input_after: JSON | Absent = ABSENT
    shares: bool | None = None
    kept: bool | None = None
    diagnostics: tuple[JSON, ...] | None = None
    seconds: float = 0.0
    proven: bool = True
    requests: tuple[JSON, ...] | None = None
    exchange: HttpExchange | None = None


def as_json(outcome: Outcome) -> Outcome:
    """The outcome; where its output turns out to be no JSON, one that says so instead."""
    if outcome.proven or outcome.output is ABSENT:
        return outcome
    problem = is_json(outcome.output)
    return replace(outcome, output=ABSENT, not_json=problem) if problem else outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a subject says of itself. choices: operation to {choice: answer}.

    not_covered: why the subject does not offer an operation, where more is known than that. lost: operations that the
    subject may offer but that could not be reached, each with the reason. without: what it says that it does not have,
    as `scope.declared` reads it. unjudged: operations that the subject offers and the suite cannot judge here, because
    something is not installed, each with what is missing and how to install it. directions: of a gateway, pairs of the
    API of its clients and the one that it asks.
    """

    name: str
    version: str | None
    language: str | None
    adapter: str
    operations: tuple[str, ...]
    choices: dict[str, dict[str, str]]
    exact_numbers: bool | None = None
    not_covered: Mapping[str, str] = field(default_factory=dict)
    lost: Mapping[str, str] = field(default_factory=dict)
    unjudged: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    directions: tuple[tuple[str, str], ...] = ()


# How subjects are reached that show a part of what they do: an SDK by what it sends, a gateway by both of its sides.
WIRE, GATEWAY = "wire", "gateway"
REACHED_THROUGH = frozenset({WIRE, GATEWAY})

NOT_OFFERED = -32601  # JSON-RPC's "method not found"
METHOD_NOT_FOUND = "method not found"  # the type of a refusal with that code
# Kinds of faults of inputs that were not asked: too much was lost to earlier faults, the subject answered that it has
# no such part of an operation (one of two APIs), or it said beforehand that it does not have a feature of the input.
GIVEN_UP, NOT_COVERED, OUT_OF_SCOPE = "given-up", "not-covered", "out-of-scope"
NOT_ASKED = frozenset({GIVEN_UP, NOT_COVERED, OUT_OF_SCOPE})
NOT_JSON = -32001  # our Python worker's: the function returned something that is not JSON
