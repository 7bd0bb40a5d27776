"""Scripts: what the local API answers, in order, whichever of the APIs it is asked by.

A script is written as `specs/script.schema.json` says; the ones that have a name are written the same way.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jsonschema_rs

from conformance.apis.emulator.bodies import EMULATED, refusal_of
from conformance.base.errors import UsageError, did_you_mean
from conformance.base.files import specs_folder
from conformance.base.values import ABSENT, JSON, pointer

DEFAULT = "one-call"
# With the connection; in good order, too early; with an error of the API in the rest's place.
DROPPED, ENDED, FAILED = "dropped", "ended", "failed"
_SCHEMA = "script.schema.json"
_SAID = ("text", "refusal", "calls", "http", *EMULATED)  # an answer needs one of these


class ScriptedCall(NamedTuple):
    """A call of an offered tool. tool: its name; None for the next in turn. arguments: None for valid ones."""

    tool: str | None
    arguments: dict[str, Any] | str | None


class Cut(NamedTuple):
    """How an answer breaks off. how: DROPPED, ENDED or FAILED. after: how many events; None for half of them."""

    how: str
    after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedAnswer:
    """One answer of a script; the names are those of the schema. error: with `http`, as `refusal_of` reads it.

    events: of a stream, sent as they are. body: any JSON, sent as it is. A script in a file has neither.
    """

    text: str | None = None
    refusal: str | None = None
    reasoning: str | None = None
    calls: tuple[ScriptedCall, ...] = ()
    truncated: bool = False
    cut: Cut | None = None
    unknown: dict[str, Any] = field(default_factory=dict)
    error: dict[str, Any] | None = None
    own: dict[str, JSON] = field(default_factory=dict)  # by API: its own answer
    events: tuple[JSON, ...] | None = None
    body: JSON = ABSENT


class Script(NamedTuple):
    """A script: its name, a line on what it shows, its answers (at least one)."""

    name: str
    title: str
    answers: tuple[ScriptedAnswer, ...]


def script_of(document: JSON, name: str = "script") -> Script:
    """Return the script that a document describes. Raises UsageError, which calls it by `name`."""
    with open(os.path.join(specs_folder(), _SCHEMA), encoding="utf-8") as file:
        schema = json.load(file)
    errors = list(jsonschema_rs.validator_for(schema).iter_errors(document))
    if errors:
        worst = max(errors, key=lambda error: len(error.instance_path))
        message = worst.message if len(worst.message) < 300 else worst.message[:300] + "..."
        where = pointer(*worst.instance_path) or "the whole script"
        raise UsageError(f"{name}, {where}: {message}.", f"The form of a script is in specs/{_SCHEMA}.")
    return Script(
        name, document.get("title", ""), tuple(_answer(each, name, i) for i, each in enumerate(document["answers"]))
    )


def planned_script(entries: Iterable[JSON | ScriptedAnswer]) -> Script:
    """Return the script of a planned conversation: each entry is an answer, or a short form of one (`bodies`)."""
    return Script("conversation", "", tuple(map(_planned, entries)))


def _planned(entry: JSON | ScriptedAnswer) -> ScriptedAnswer:
    if isinstance(entry, ScriptedAnswer):
        return entry
    if isinstance(entry, dict) and list(entry) == ["events"]:
        return ScriptedAnswer(events=tuple(entry["events"]))
    return (
        ScriptedAnswer(error=entry)
        if refusal_of(entry) is not None
        else ScriptedAnswer(own=dict.fromkeys(EMULATED, entry))
    )


def named_script(name: str) -> Script:
    """Return one of the suite's own scripts. Raises UsageError for a name that none has."""
    if name not in SCRIPTS:
        raise UsageError(f"No script is called {name!r}.", did_you_mean(name, SCRIPTS))
    return script_of(SCRIPTS[name], name)


def _answer(document: dict[str, Any], name: str, index: int) -> ScriptedAnswer:
    if not any(key in document for key in _SAID):
        raise UsageError(f"{name}, /answers/{index}: it says nothing.", f"Give it one of {', '.join(_SAID)}.")
    if "http" in document and not document.keys() <= {"http", "error"}:
        raise UsageError(
            f"{name}, /answers/{index}: an error is nothing else besides.", "Make it an answer of its own."
        )
    cut = document.get("cut")
    return ScriptedAnswer(
        text=document.get("text"),
        refusal=document.get("refusal"),
        reasoning=document.get("reasoning"),
        calls=tuple(ScriptedCall(call.get("tool"), call.get("arguments")) for call in document.get("calls", ())),
        truncated="truncated" in document,
        cut=Cut(cut["how"], cut.get("after")) if cut else None,
        unknown=document.get("unknown", {}),
        error={"http": document["http"], "error": document.get("error", {})} if "http" in document else None,
        own={api: document[api] for api in EMULATED if api in document},
    )


_DONE: JSON = {"text": "That is all: the tool has answered."}
_ONE: JSON = {"calls": [{}]}

# Fields and types that no API has: an SDK that knows them would show nothing.
_UNKNOWN: JSON = {
    "responses": {"type": "hologram_call", "status": "completed", "scene": {"depth": 3}},
    "chat": {"hologram": {"depth": 3}},
    "anthropic": {"type": "hologram", "scene": {"depth": 3}},
    "gemini": {"hologram": {"depth": 3}},
}

SCRIPTS: dict[str, JSON] = {
    "text": {"title": "plain text, and no call", "answers": [{"text": "Hello. There is nothing to call."}]},
    "one-call": {"title": "one call of the first tool, then text", "answers": [_ONE, _DONE]},
    "text-and-call": {
        "title": "text and a call in one answer, then text",
        "answers": [{"text": "Let me look that up.", "calls": [{}]}, _DONE],
    },
    "parallel-calls": {"title": "three calls in one answer, then text", "answers": [{"calls": [{}, {}, {}]}, _DONE]},
    "rounds": {
        "title": "a call, two calls, a call, then text",
        "answers": [_ONE, {"calls": [{}, {}]}, _ONE, _DONE],
    },
    "reasoning": {
        "title": "a reasoning item (Responses), thinking (Anthropic) or a thought (Gemini) before the call, then text",
        "answers": [{"reasoning": "The tool knows it.", "calls": [{}]}, _DONE],
    },
    "refusal": {"title": "the model refuses", "answers": [{"refusal": "I'm sorry, I can't help with that."}]},
    "truncated-arguments": {
        "title": "the tokens run out in the middle of a call's arguments",
        "answers": [{"calls": [{}], "truncated": True}],
    },
    "truncated-text": {
        "title": "the tokens run out in the middle of a text",
        "answers": [{"text": "One, two, three, four, five, six, seven, eight.", "truncated": True}],
    },
    "cut-stream": {
        "title": "the connection is lost in the middle of a call, then a whole loop",
        "answers": [{"calls": [{}], "cut": {"how": "dropped"}}, _ONE, _DONE],
    },
    "ended-stream": {
        "title": "an answer ends in good order, but too early, then a whole loop",
        "answers": [{"calls": [{}], "cut": {"how": "ended"}}, _ONE, _DONE],
    },
    "failed-stream": {
        "title": "an error of the API in the middle of a call, then a whole loop",
        "answers": [{"calls": [{}], "cut": {"how": "failed"}}, _ONE, _DONE],
    },
    "unknown-item": {
        "title": "an item (Responses), field (Chat), block (Anthropic) or part (Gemini) that nobody knows, and a call",
        "answers": [{"unknown": _UNKNOWN, "calls": [{}]}, _DONE],
    },
    "rate-limit": {
        "title": "status 429 first, then a whole loop",
        "answers": [
            {
                "http": 429,
                "error": {
                    "message": "Rate limit reached for requests. Please try again in 1ms.",
                    "type": "requests",
                    "code": "rate_limit_exceeded",
                },
            },
            _ONE,
            _DONE,
        ],
    },
    "server-error": {
        "title": "status 500 first, then a whole loop",
        "answers": [
            {
                "http": 500,
                "error": {
                    "message": "The server had an error while processing your request. Sorry about that!",
                    "type": "server_error",
                },
            },
            _ONE,
            _DONE,
        ],
    },
    "overloaded": {
        "title": "status 529 first, as of an API that has too much to do, then a whole loop",
        "answers": [
            {"http": 529, "error": {"message": "Overloaded", "type": "overloaded_error"}},
            _ONE,
            _DONE,
        ],
    },
}
