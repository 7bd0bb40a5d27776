"""The request that another one owes: it breaks no rule."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.base.values import ABSENT, JSON
from conformance.formats.members import CHAT, RESPONSES
from conformance.rules.checks.letters.requests.form import (
    ASKS_LOGPROBS,
    FEWEST_TOKENS,
    FORMAT,
    LIMITS,
    LOGPROBS,
    SHARED,
    STORE,
    TOP,
    Chosen,
    Request,
    RequestMembers,
    put,
    write_format,
)
from conformance.rules.checks.letters.requests.tool_choice import allowed, choice_of_tool, kinds_of


def write_request(
    target: str,
    form: RequestMembers,
    choice: Chosen | None,
    body: Request,
    tools: list[JSON],
    choices: Mapping[str, str],
) -> Request:
    """Write a request of a format.

    form: what its members say. choice: of tools. body: what its messages are. tools: those that it has. choices: the
    answers that hold.
    """
    request = dict(body)
    for member in SHARED:
        if member.setting in form.shared:
            put(request, member.at[target], form.shared[member.setting])
    if form.format is not None:
        put(request, FORMAT[target], write_format(target, form.format))
    if form.limit is not None:
        _put_limit(target, form.limit[1], request, choices)
    if form.logprobs:
        put(request, ASKS_LOGPROBS[target], True if target == CHAT else [LOGPROBS])
        if form.top is not ABSENT:
            request[TOP] = form.top
    if tools:
        request["tools"] = tools
    if choice is not None and (tools or target == RESPONSES):  # Chat takes one beside tools alone
        _put_choice(target, choice, tools, request)
    if form.store is not ABSENT:
        request[STORE] = form.store
    elif target == RESPONSES and choices.get("store-when-absent") != "omit":
        request[STORE] = False
    return request


def _put_limit(target: str, limit: JSON, request: Request, choices: Mapping[str, str]) -> None:
    if target == RESPONSES:
        request[LIMITS[target][0]] = max(limit, FEWEST_TOKENS)
    else:
        request[LIMITS[target][choices.get("limit-name") == "max-tokens"]] = limit


def _put_choice(target: str, choice: Chosen, tools: list[JSON], request: Request) -> None:
    """Put a choice of tools into a request, if it has one that is named."""
    if choice.read is None:
        return
    if choice.read.names is None:
        request["tool_choice"] = choice.read.mode
        return
    kinds = kinds_of(target, tools)
    found: list[JSON] = [
        choice_of_tool(target, kinds[name], name) for _type, name in choice.read.names if name in kinds
    ]
    if found and isinstance(choice.value, dict) and choice.value.get("type") == "allowed_tools":
        request["tool_choice"] = allowed(target, choice.read.mode, found)
    elif found:
        request["tool_choice"] = found[0]
