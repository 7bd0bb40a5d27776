"""API-1 and API-2 of every operation: the API takes the result, by the oracles.

What API-1 and API-2 require is written down in oracles/ and specs/api/ alone. A family says what its result is in a
request, and which refusals no converter can avoid: those that the source brings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from conformance.apis.oracles import refusals_of
from conformance.base.values import JSON, holders
from conformance.rules.checks.family import Check
from conformance.rules.checks.findings import Failure, Findings, output_at

Path = tuple[str | int, ...]
SCHEMA = "schema"  # the rule that a pinned schema is: what it refuses is API-1's, the rest is API-2's
UNKNOWN_KEY = "unknown_parameter"  # a refusal's code
_MODEL = "a-model"
_USER: JSON = {"role": "user", "content": "hi"}
# A position in a list, as messages write it.
_PLACE = re.compile(r"\[\d+\]|\.\d+\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """One refusal of a result. path: in the output. form: what a document requires there, which the API refuses.

    mistake: as in Refusal.
    """

    path: Path
    rule: str
    code: str | None
    message: str
    form: str = ""
    mistake: str = ""
    says: str = "the API answers"

    @property
    def kind(self) -> str:
        """The kind of the failure."""
        return f"refused: {self.rule} ({self.form})" if self.form else f"refused: {self.rule}"


def api_checks(read: Callable[[Any], Iterable[Refused] | None]) -> dict[str, Check]:
    """Return the checks of API-1 and API-2 for a family.

    read: from its view, what the API refuses of the result; None where the trial does not reach the two rules.
    """
    # Both checks look at the same view, one after the other.
    recent = lru_cache(maxsize=1)(lambda view: None if (found := read(view)) is None else tuple(found))
    return {
        "api-schema": lambda view: _failures(recent(view), by_schema=True),
        "api-rules": lambda view: _failures(recent(view), by_schema=False),
    }


def _failures(refused: tuple[Refused, ...] | None, *, by_schema: bool) -> Findings:
    if refused is None:
        return None
    return tuple(
        Failure(refusal.kind, output_at(*refusal.path), f"{refusal.says}: {refusal.message}", about=refusal.mistake)
        for refusal in refused
        if (refusal.rule == SCHEMA) is by_schema
    )


def refused_messages(messages: list[JSON], profile: str, *, before: Path = ()) -> list[Refused]:
    """Return what Chat Completions refuses of messages. profile: the host's. before: the path in the request."""
    request = {"model": _MODEL, "messages": _without_nulls(messages)}
    return _request_refusals("chat-request", request, profile, ("messages", *before))


def refused_of_messages(messages: list[JSON], profile: str) -> list[Refused]:
    """Return what Chat Completions refuses of messages behind one of the user. profile: the host's."""
    return [
        replace(refused_message, path=(int(refused_message.path[0]) - 1, *refused_message.path[1:]))
        for refused_message in refused_messages([_USER, *messages], profile)
        if refused_message.path and refused_message.path[0] != 0
    ]


def refused_blocks(blocks: list[JSON], profile: str) -> list[Refused]:
    """Return what Anthropic refuses of a call and its result, as of two entries. profile: the host's."""
    call, result = blocks
    messages = [_USER, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    request = {"model": _MODEL, "max_tokens": 1, "messages": messages}
    found = _request_refusals("anthropic-request", request, profile, ("messages",))
    return [replace(refusal, path=(1, *refusal.path[3:])) for refusal in found if refusal.path[:3] == (2, "content", 0)]


def refused_parts(parts: list[JSON], profile: str) -> list[Refused]:
    """Return what Gemini refuses of a call and its result, as of two entries. profile: the host's."""
    call, result = parts
    said = [("user", {"text": "hi"}), ("model", call), ("user", result)]
    request = {"contents": [{"role": role, "parts": [part]} for role, part in said]}
    found = _request_refusals("gemini-request", request, profile, ("contents",))
    below = (2, "parts", 0)
    return [replace(refusal, path=(1, *refusal.path[3:])) for refusal in found if refusal.path[:3] == below]


def refused_of_answer(blocks: list[JSON], profile: str) -> list[Refused]:
    """Return what Anthropic refuses of the blocks of an answer in the history of a request. profile: the host's."""
    request = {"model": _MODEL, "max_tokens": 1, "messages": [_USER, {"role": "assistant", "content": blocks}]}
    return [
        request_refusal
        for request_refusal in _request_refusals("anthropic-request", request, profile, ("messages", 1, "content"))
        if request_refusal.path
    ]


def refused_items(items: list[JSON], profile: str) -> list[Refused]:
    """Return what Responses refuses of items. profile: the host's."""
    return _request_refusals(
        "responses-request", {"model": _MODEL, "input": _without_nulls(items)}, profile, ("input",)
    )


def not_owed(found: Iterable[Refused], owed: Callable[[], Iterable[Refused]]) -> list[Refused]:
    """Return the refusals that the source does not bring.

    owed: what the API refuses of a result that breaks no rule. A refusal is the source's if `owed` has it in the same
    words or at the same place: an id in the words may have been changed. A form that a document requires is returned
    all the same.
    """
    found = list(found)
    brought: set[tuple[str, str | Path]] = set()
    for refusal in owed() if found else ():
        brought |= {(refusal.rule, _PLACE.sub("[]", refusal.message)), (refusal.rule, refusal.path)}
    return [
        refusal
        for refusal in found
        if refusal.form
        or brought.isdisjoint({(refusal.rule, _PLACE.sub("[]", refusal.message)), (refusal.rule, refusal.path)})
    ]


def is_of_source(refusal: Refused, source: JSON) -> bool:
    """Whether the source may bring what is refused: a name, which Responses lets be longer, or a field that it has."""
    if refusal.code == UNKNOWN_KEY:
        return any(isinstance(holder, dict) and refusal.path[-1] in holder for holder in holders(source))
    return refusal.rule == "tool-name-length"


def refused_value(kind: str, value: JSON, profile: str, at: Path = ()) -> list[Refused]:
    """Return what the API refuses of a value of a kind. at: its path in the output."""
    says = "the API answers" if "request" in kind or "tool" in kind else "the API never sends this"
    return [
        Refused(
            path=(*at, *path_of(refusal.at)),
            rule=refusal.rule,
            code=refusal.code,
            message=refusal.message,
            mistake=refusal.mistake,
            says=says,
        )
        for refusal in refusals_of(kind, value, profile)
    ]


def _request_refusals(kind: str, request: JSON, profile: str, below: Path) -> list[Refused]:
    found = refused_value(kind, request, profile)
    return [
        replace(refusal, path=refusal.path[len(below) :]) for refusal in found if refusal.path[: len(below)] == below
    ]


def _without_nulls(turns: list[JSON]) -> list[JSON]:
    """Return messages or items without keys that hold null: SDKs dump them, and no source says what the API answers.

    Null as content is kept.
    """
    return [
        {key: value for key, value in turn.items() if value is not None or key == "content"}
        if isinstance(turn, dict)
        else turn
        for turn in turns
    ]


def path_of(pointer: str) -> Path:
    """Return the path that a JSON pointer names; steps that are digits are places in a list."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    return tuple(int(step) if step.isdecimal() else step for step in steps)
