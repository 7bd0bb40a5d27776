"""LOOP-2, LOOP-3 and LOOP-5: what became of the calls, in the output and in the requests that follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from conformance.checks.findings import Failure, Findings, brief
from conformance.checks.tool_loop.compare import ENCODED, OTHER, carries, difference
from conformance.checks.tool_loop.conversation import conversation
from conformance.checks.tool_loop.exchanges import Exchange
from conformance.checks.tool_loop.facts import MESSAGES, WORDS, Fact, texts_of_result
from conformance.checks.tool_loop.first_request import lost_texts
from conformance.checks.tool_loop.listed import listed
from conformance.checks.tool_loop.script import READABLE, Call, decoded
from conformance.checks.tool_loop.trouble import trouble_reported
from conformance.checks.tool_loop.view import Asked, ToolLoop, first_of_each, requests_at
from conformance.emulator import CHAT
from conformance.formats.facts import word
from conformance.values import JSON, levels

# How JSON and languages show a list of parts as text.
_PARTS_AS_TEXT = re.compile(r"""^\[\{.*["']type["']: ?["'](input_|output_)?text["']""", re.DOTALL)
# The APIs' rules that a call has its result.
_UNANSWERED = frozenset({"call-unanswered", "tool-calls-unanswered"})


def calls_executed(view: ToolLoop) -> Findings:
    """Each call is executed once, with its decoded arguments; the results are in the order of the calls."""
    lists_calls = isinstance(view.output, dict) and view.output.get("calls")
    if view.unfit or not (lists_calls or any(not view.is_doubtful(call) for _turn, call in view.calls)):
        return None
    found = [failure for failure, ways in listed(view) if ways is None or OTHER in ways]
    for asked, carried in view.follow_ups:
        found += _order(asked, carried)
        found += [
            Failure("result-twice", requests_at(asked.number, *one.result.at), f"{one.call} has a second result")
            for one in carried
            if one.further and one.result is not None
        ]
    return first_of_each(found)


def _order(asked: Asked, carried: tuple[Exchange, ...]) -> Iterator[Failure]:
    placed = [one for one in carried if one.result is not None]
    for one, following in pairwise(placed):
        if one.turn == following.turn and following.order < one.order and following.result is not None:
            message = f"the result of {following.call} precedes the one of {one.call}, which was called first"
            yield Failure("order", requests_at(asked.number, *following.result.at), message)


def follow_up(view: ToolLoop) -> Findings:
    """A follow-up carries each call and its result, paired by id, in a form that the API accepts."""
    if view.unfit or not view.follow_ups:
        return None
    found: list[Failure] = []
    # Missing results are the matter of LOOP-5 and LOOP-6.
    unanswered = bool(parallel_results(view) or trouble_reported(view))
    for asked, carried in view.follow_ups:
        alone = _alone(carried)
        for one in carried:
            found += _exchange(view, asked, one, one in alone)
        if not asked.body.get("previous_response_id"):
            found += _conversation_kept(view, asked)
            found += conversation(view, asked, carried)
        found += _refused(asked, unanswered=unanswered)
        found += [*_invented(view, asked), *_roles_of_parts(asked)]
    return first_of_each(found)


def _invented(view: ToolLoop, asked: Asked) -> Iterator[Failure]:
    """Yield messages that refuse what nobody refused, and contents that are a list of parts as text."""
    key = "messages" if view.api == CHAT else "input"
    messages = asked.body.get(key) if isinstance(asked.body, dict) else None
    given = [view.given["messages"], view.given["script"], view.given["results"]]
    known = [one for level in levels(given) for one in level if isinstance(one, str)]
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        for member, wrong in (("refusal", lambda _text: True), ("content", _PARTS_AS_TEXT.search)):
            text = message.get(member) if isinstance(message, dict) else None
            if isinstance(text, str) and text and wrong(text) and not any(text in one for one in known):
                shown = f"{member} of the {message.get('role')} message is {brief(text)}, which nobody said"
                yield Failure(f"{member}-invented", requests_at(asked.number, key, index, member), shown)


def _roles_of_parts(asked: Asked) -> Iterator[Failure]:
    """Yield messages with results as parts that are no user's."""
    messages = asked.body.get("input") if isinstance(asked.body, dict) else None
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        content = message.get("content") if isinstance(message, dict) else None
        parts = content if isinstance(content, list) else []
        if any(word(part) == "tool_result" for part in parts) and message.get("role") != "user":
            text = f"a tool_result is part of a user message, got role {brief(message.get('role'))}"
            yield Failure("result-role", requests_at(asked.number, "input", index, "role"), text)


def _refused(asked: Asked, *, unanswered: bool) -> Iterator[Failure]:
    """Yield what the scripted API refuses of a follow-up. unanswered: whether calls have no result."""
    refusal = asked.refusal
    if refusal is not None and asked.turn is None and not (unanswered and refusal["rule"] in _UNANSWERED):
        message = f"the API refuses request {asked.number + 1}: {refusal['message']}"
        yield Failure("refused", requests_at(asked.number) + refusal["at"], message)


def _alone(carried: tuple[Exchange, ...]) -> list[Exchange]:
    """Return the calls without a result where no other call of their turn has one either."""
    with_result = {one.turn for one in carried if one.result is not None}
    return [one for one in carried if one.result is None and one.turn not in with_result]


def _exchange(view: ToolLoop, asked: Asked, one: Exchange, alone: bool) -> Iterator[Failure]:
    trouble, doubtful = view.trouble(one.call), view.is_doubtful(one.call)
    if one.result is None:
        if alone and not trouble and not doubtful:
            message = f"request {asked.number + 1} has no result for {one.call}"
            yield Failure("result-missing", requests_at(asked.number), message)
        return
    at = requests_at(asked.number, *one.result.at)
    form = "text" if one.result.form == WORDS else one.result.form
    if form not in ((MESSAGES,) if view.api == CHAT else view.forms):
        wanted = "tool messages" if view.api == CHAT else " or ".join(view.forms)
        yield Failure("other-form", at, f"the result of {one.call} comes as {form}; wanted {wanted}")
        return
    yield from _said(asked, one, doubtful)
    if trouble or doubtful:
        return  # what its result has to say is LOOP-6
    owed = view.given["results"][one.call.name]
    ways = result_differs(owed, one)
    if OTHER in ways or ENCODED in ways:
        message = f"the result of {one.call} is {brief(one.result.value)}; wanted {brief(owed)}"
        yield (
            Failure("other-result", at, message)
            if OTHER in ways
            else Failure("encoded-again", at, f"{message}, as it is")
        )


def result_differs(owed: JSON, one: Exchange) -> frozenset[str]:
    """Return how a result in a request differs from the tool's."""
    value = one.result.value if one.result is not None else None
    if one.result is not None and one.result.form == "parts" and not difference(owed, value):
        return frozenset()
    return carries(owed, texts_of_result(value))


def _said(asked: Asked, one: Exchange, doubtful: bool) -> Iterator[Failure]:
    """Hold the call in a request against the one that was made."""
    if one.known or doubtful or one.result is None:
        return
    if one.said is None:
        message = f"request {asked.number + 1} has the result of {one.call} without the call"
        yield Failure("no-call", requests_at(asked.number, *one.result.at), message)
        return
    at = requests_at(asked.number, *one.said.at)
    if one.said.form == WORDS:
        return  # a text owes the name only
    if one.said.name != one.call.name:
        yield Failure("other-call", at, f"{one.call} comes back as a call of {brief(one.said.name)}")
    if one.call.state == READABLE and OTHER in arguments_differ(one.call, one.said):
        message = f"the arguments of {one.call} come back as {brief(one.said.value)}; they were {brief(one.call.sent)}"
        yield Failure("other-call", at, message)


def arguments_differ(call: Call, said: Fact) -> frozenset[str]:
    """Return how the arguments of a call in a request differ from those it was made with."""
    return difference(call.arguments, said.value if isinstance(said.value, dict) else decoded(said.value)[0])


def _conversation_kept(view: ToolLoop, asked: Asked) -> Iterator[Failure]:
    first = (view.requests or ())[0]
    lost_before = set(lost_texts(view, first)) if first.number != asked.number else set()
    for index, text in lost_texts(view, asked):
        if (index, text) not in lost_before:
            message = f"request {asked.number + 1} has lost the text of messages[{index}]: {brief(text)}"
            yield Failure("message-lost", requests_at(asked.number), message)


def parallel_results(view: ToolLoop) -> Findings:
    """All calls of one answer have their result before the next request."""
    if view.unfit:
        return None
    reached, found = False, []
    for asked, carried in view.follow_ups:
        for turn in dict.fromkeys(one.turn for one in carried):
            calls = [one for one in carried if one.turn == turn and not view.is_doubtful(one.call)]
            sound = [one for one in calls if not view.trouble(one.call)]
            reached |= len(calls) > 1 and bool(sound)
            missing = [one for one in sound if one.result is None]
            if missing and any(one.result is not None for one in calls):
                message = f"request {asked.number + 1} has results of the same answer, and none for {missing[0].call}"
                found.append(Failure("result-missing", requests_at(asked.number), message))
    return first_of_each(found) if reached else None
