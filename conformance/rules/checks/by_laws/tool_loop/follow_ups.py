"""LOOP-2, LOOP-3 and LOOP-5: what became of the calls, in the output and in the requests that follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, groupby

from conformance.apis.emulator import RESPONSES
from conformance.base.values import levels
from conformance.formats.model.conversation import CUSTOM, TEXT, USER
from conformance.formats.model.talk import CALL, REFUSAL, RESULT, FlatItem
from conformance.formats.requests import FORMS, ITEMS, PARTS, form_of
from conformance.rules.checks.by_laws.tool_loop.carried import (
    SAID_AGAIN,
    arguments_changed,
    at,
    breaches,
    form,
    result_changed,
)
from conformance.rules.checks.by_laws.tool_loop.listed import calls_of_output
from conformance.rules.checks.by_laws.tool_loop.script import PlannedCall
from conformance.rules.checks.by_laws.tool_loop.trouble import trouble_reported
from conformance.rules.checks.by_laws.tool_loop.view import LoopRequest, ToolLoop, first_of_each, requests_at
from conformance.rules.checks.carried import ENCODED, OTHER
from conformance.rules.checks.findings import Failure, Findings, brief
from conformance.rules.laws.exchanges import CallExchange
from conformance.rules.laws.history import LoopHistory

# How JSON and languages show a list of parts as text.
_PARTS_AS_TEXT = re.compile(r"""^\[\{.*["']type["']: ?["'](input_|output_)?text["']""", re.DOTALL)
# The APIs' rules that a call has its result.
_PARALLEL = "kept/result/parallel"
_UNANSWERED = frozenset(
    {"call-unanswered", "tool-calls-unanswered", "anthropic-call-unanswered", "gemini-call-unanswered"}
)


def calls_executed(view: ToolLoop) -> Findings:
    """Each call is executed once, with its decoded arguments; the results are in the order of the calls."""
    lists_calls = isinstance(view.output, dict) and view.output.get("calls")
    if view.unfit or not (lists_calls or any(not view.is_doubtful(call) for _turn, call in view.calls)):
        return None
    found = [failure for failure, ways in calls_of_output(view) if ways is None or OTHER in ways]
    for asked, history in view.follow_ups:
        found += breaches(view, asked, history, "order/result", "twice/result")
    return first_of_each(found)


def follow_up(view: ToolLoop) -> Findings:
    """A follow-up carries each call and its result, paired by id, in a form that the API accepts."""
    if view.unfit or not view.follow_ups:
        return None
    found: list[Failure] = []
    # Missing results are the matter of LOOP-5 and LOOP-6.
    unanswered = bool(parallel_results(view) or trouble_reported(view))
    for asked, history in view.follow_ups:
        for exchange in history.exchanges:
            if exchange.result is not None:
                found += _exchange(view, asked, exchange, exchange.result)
        found += breaches(view, asked, history, "kept/result/all")
        if not asked.body.get("previous_response_id"):
            found += [*_lost_texts(view, asked, history), *breaches(view, asked, history, *SAID_AGAIN)]
        refusal = asked.refusal
        if refusal and asked.turn is None and not (unanswered and refusal["rule"] in _UNANSWERED):
            message = f"the API refuses request {asked.number + 1}: {refusal['message']}"
            found.append(Failure("refused", requests_at(asked.number) + refusal["at"], message))
        found += _invented(view, asked)
    return first_of_each(found)


def text_beside_calls(view: ToolLoop) -> Findings:
    """What the model says beside its calls goes back with them, where the form has a place for it."""
    if view.unfit or (view.api == RESPONSES and view.forms != (ITEMS,)):
        return None
    # A request that names the previous response has what it said. What is refused has another fault.
    whole = [
        (asked, history)
        for asked, history in view.follow_ups
        if asked.turn is not None and not asked.body.get("previous_response_id")
    ]
    if not any(key == "kept/answer" for _asked, history in whole for key, _found in history.found):
        return None
    return first_of_each(breach for pair in whole for breach in breaches(view, *pair, "kept/answer"))


def _lost_texts(view: ToolLoop, asked: LoopRequest, history: LoopHistory) -> Iterator[Failure]:
    """Yield the texts of the conversation that the first request had, and this one has not."""
    first = view.judged[0]
    for item in history.lost:
        if first[0].number == asked.number or item not in first[1].lost:
            message = f"request {asked.number + 1} has lost the text of messages[{item.entry}]: {brief(item.value)}"
            yield Failure("message-lost", requests_at(asked.number), message)


def _invented(view: ToolLoop, asked: LoopRequest) -> Iterator[Failure]:
    """Yield what refuses what nobody refused, a list of parts as a text, and results as parts of what is no user's."""
    given = [view.given["messages"], view.given["script"], view.given["results"]]
    known = [schema for level in levels(given) for schema in level if isinstance(schema, str)]
    for item in asked.said.of_kind(TEXT, REFUSAL):
        if item.kind == REFUSAL or (item.at[-1] == "content" and _PARTS_AS_TEXT.search(item.value)):
            if not any(item.value in text for text in known):
                message = f"{item.at[-1]} {brief(item.value)} of a message is added"
                yield Failure(f"{item.at[-1]}-invented", at(asked, item), message)
    for item in asked.said.of_kind(RESULT):
        if form_of(item) == PARTS and item.speaker != USER:
            message = f"a result is part of a user's message, got one of {item.speaker or 'no role'}"
            yield Failure("result-role", requests_at(asked.number, *item.at[:2], "role"), message)


def _exchange(
    view: ToolLoop, asked: LoopRequest, exchange: CallExchange[PlannedCall], result: FlatItem
) -> Iterator[Failure]:
    """Yield what is wrong with a call and its result in a request. What a report of trouble has to say is LOOP-6."""
    if form(exchange) not in view.forms:
        message = f"the result of {exchange.call} comes as {form(exchange)}; wanted {' or '.join(view.forms)}"
        yield Failure("other-form", at(asked, result), message)
        return
    if not (exchange.is_known or view.is_doubtful(exchange.call)):
        if exchange.said is None:
            message = f"request {asked.number + 1} has the result of {exchange.call} without the call"
            yield Failure("no-call", at(asked, result), message)
        elif exchange.said.kind == CALL and exchange.said.value[1] != exchange.call.name:  # a text owes the name only
            message = f"{exchange.call} comes back as a call of {brief(exchange.said.value[1])}"
            yield Failure("other-call", at(asked, exchange.said), message)
        elif (
            exchange.said.kind == CALL and getattr(exchange.said.fact, "kind", "") == CUSTOM
        ):  # the tools of a loop are functions
            yield Failure(
                "other-call", at(asked, exchange.said), f"{exchange.call} comes back as a call of a custom tool"
            )
        yield from (failure for failure, ways in arguments_changed(asked, exchange) if OTHER in ways)
    named = getattr(result.fact, "name", None)
    if named and named != exchange.call.name:
        yield Failure("other-name", at(asked, result), f"the result of {exchange.call} has the name {brief(named)}")
    for failure, ways in result_changed(view, asked, exchange):
        if OTHER in ways:
            yield failure
        elif ENCODED in ways:
            yield failure._replace(kind="encoded-again", message=f"{failure.message}, as it is")


def results_together(view: ToolLoop) -> Findings:
    """LOOP-14: where results are parts of messages, those of one answer are in one message."""
    if view.unfit or FORMS[view.api] != PARTS:
        return None
    found, is_reached = [], False
    for asked, history in view.follow_ups:
        for _turn, group in groupby(history.exchanges, lambda exchange: exchange.turn):
            results = [exchange.result for exchange in group if exchange.result is not None]
            is_reached = is_reached or len(results) > 1
            apart = next((result for result in results if result.entry != results[0].entry), None)
            if apart is not None:
                message = f"request {asked.number + 1} has the results of one answer in several messages"
                found.append(Failure("results-apart", at(asked, apart), message))
    return first_of_each(found) if is_reached else None


def parallel_results(view: ToolLoop) -> Findings:
    """All calls of one answer have their result before the next request."""
    if view.unfit:
        return None
    found = [breaches(view, asked, history, _PARALLEL) for asked, history in view.follow_ups]
    is_reached = any(key == _PARALLEL for _asked, history in view.follow_ups for key, _found in history.found)
    return first_of_each(chain(*found)) if is_reached else None
