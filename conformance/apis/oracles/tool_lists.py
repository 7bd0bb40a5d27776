"""Judges a list of tools as a request of each API holds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from conformance.apis.oracles.finding import Finding
from conformance.apis.oracles.google import declarations_of, spelled
from conformance.apis.oracles.hosts import OPENAI
from conformance.apis.oracles.judge import findings_of
from conformance.apis.oracles.pinned import validator_of
from conformance.apis.oracles.table import rule
from conformance.apis.oracles.tools import CHAT, RESPONSES
from conformance.base.values import JSON, pointer

ANTHROPIC, GOOGLE = "anthropic", "google"
TARGETS = (CHAT, RESPONSES, ANTHROPIC, GOOGLE)  # the APIs whose tools can be judged as a list
_REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    CHAT: ("chat-request", {"messages": [{"role": "user", "content": "hi"}]}),
    RESPONSES: ("responses-request", {"input": "hi"}),
}


def findings_of_tools(target: str, tools: Sequence[JSON], profile: str = OPENAI) -> list[Finding]:
    """Return what an API has to say against a list of tools. `at` points into the list; "" for the list itself.

    profile: that of the host, for a target of OpenAI's APIs. Raises KeyError for a target that is none of TARGETS.
    """
    if target in _REQUESTS:
        found = findings_of(*_request(target, tools), profile=profile)
        below = "/tools"
        return [replace(finding, at=finding.at[len(below) :]) for finding in found if finding.at.startswith(below)]
    kind = {ANTHROPIC: "anthropic-tool", GOOGLE: "google-tool"}[target]
    of_each = [
        replace(finding, at=pointer(index) + finding.at)
        for index, tool in enumerate(tools)
        for finding in findings_of(kind, tool, index)
    ]
    return of_each + list(_twice(target, tools))


def schema_takes_tools(target: str, tools: Sequence[JSON]) -> bool:
    """Whether the pinned schema takes a list of tools. Raises KeyError for a target that judges each by itself."""
    kind, request = _request(target, tools)
    try:
        return bool(validator_of(kind).is_valid(request))
    except ValueError:  # what the validator cannot read
        return False


def _request(target: str, tools: Sequence[JSON]) -> tuple[str, dict[str, Any]]:
    """Return a request that holds the tools, and its kind."""
    kind, request = _REQUESTS[target]
    return kind, {"model": "a-model", **request, "tools": list(tools)}


def _twice(target: str, tools: Sequence[JSON]) -> Iterator[Finding]:
    """Yield the names that occur twice: the API refuses the list."""
    entry = rule(f"{target}-unique")
    seen: set[str] = set()
    for index, tool in enumerate(tools):
        for at, name in _names(target, tool):
            if name in seen:
                message = entry.message.format_map({"name": name})
                yield Finding(
                    level=entry.level,
                    message=message,
                    param=None,
                    code=entry.code,
                    rule=entry.id,
                    at=pointer(index, *at),
                )
            seen.add(name)


def _names(target: str, tool: JSON) -> Iterator[tuple[tuple[str | int, ...], str]]:
    held = [((), tool)] if target == ANTHROPIC else declarations_of(tool)
    for at, element in held:
        name = spelled(element).get("name")
        if isinstance(name, str):
            yield (*at, "name"), name
