"""ALL-2 to ALL-4a of a tool loop: what comes of it is the answer, the calls, and the requests."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON, equal
from conformance.formats.model.conversation import TEXT as SAID
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.talk import CALL, RESULT, FlatConversation
from conformance.formats.requests import content_of, read_conversation
from conformance.rules.checks import conduct
from conformance.rules.checks.by_laws.tool_loop.carried import (
    Changed,
    arguments_changed,
    at,
    breaches,
    result_changed,
    texts,
)
from conformance.rules.checks.by_laws.tool_loop.listed import calls_of_output
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop, first_of_each, requests_at
from conformance.rules.checks.carried import difference
from conformance.rules.checks.exact import DIGITS, NUMBER, TEXT, Exact, is_rewritten
from conformance.rules.checks.findings import OK, Failure, Findings, brief, output_at

_OF_REQUESTS = ("exact/text", f"exact/tool/{TEXT}", f"exact/tool/{NUMBER}")


def exact(view: ToolLoop) -> Exact | None:
    """Return the conversation, the tools, the arguments, the results and the answer."""
    if view.unfit:
        return None
    found = [failure._replace(kind=kind) for failure, ways in _changed_values(view) for kind in _kinds(ways)]
    for asked, history in view.judged:
        found += breaches(view, asked, history, *_OF_REQUESTS)
    # Where the transport changes numbers, one that differs shows nothing.
    if not view.trial.exact_numbers:
        found = [failure for failure in found if failure.kind not in (NUMBER, DIGITS)]
    given = view.trial.input
    data = [*given["results"].values(), *(call.arguments for _turn, call in view.calls)]
    owed = [*(definition.get("parameters") for definition in given["tools"]), *data]
    return Exact((owed, view.given["messages"]), first_of_each([*found, *_texts(view)]), owed, data)


def _kinds(ways: frozenset[str]) -> Iterator[str]:
    """Yield the kinds of failures that ways in which values differ are."""
    if NUMBER in ways:
        yield DIGITS if DIGITS in ways else NUMBER
    if TEXT in ways:
        yield TEXT


def _changed_values(view: ToolLoop) -> Iterator[Changed]:
    """Yield arguments and results that arrive as others."""
    yield from ((failure, ways) for failure, ways in calls_of_output(view) if ways)
    for asked, exchange in view.carried:
        yield from arguments_changed(asked, exchange)
        yield from result_changed(view, asked, exchange)


def _texts(view: ToolLoop) -> Iterator[Failure]:
    answers = view.answers_at(view.heard[-1]) if view.last is not None and not view.last.calls else None
    got = view.output.get("answer") if view.answered and isinstance(view.output, dict) else None
    if answers and isinstance(got, str) and got not in answers:
        other = next((answer for answer in answers if answer and is_rewritten(answer, got)), None)
        if other is not None:
            message = f"the answer is {brief(got)}; wanted {brief(other)}"
            yield Failure("text-changed", output_at("answer"), message)


def written_json(view: ToolLoop) -> Iterator[tuple[JSON, str, str]]:
    """Yield the results of tools, with the texts that carry them."""
    for asked, exchange in () if view.unfit else view.carried:
        if exchange.result is not None and view.is_run(exchange.call):
            yield from (
                (view.given["results"][exchange.call.name], text, at(asked, exchange.result))
                for text in texts(exchange)
            )


def same_again(view: ToolLoop) -> Findings:
    """The same input gives the same result and the same requests, also after other inputs."""
    findings = conduct.same_again(view)
    again = view.trial.again
    if findings or findings is None or view.unfit or again is None or view.requests is None or again.requests is None:
        return findings
    for first, second in zip(view.requests, again.requests, strict=False):
        if first.path == second["path"] and equal(first.body, second["body"]):
            continue
        other = [second["path"], *_essence(read_conversation(view.api, second["body"]))]
        if difference([first.path, *_essence(first.reading)], other):
            message = f"{conduct.second_call(view)} says something else in request {first.number + 1}: {brief(other)}"
            return (Failure(conduct.kind_of_repetition(view), requests_at(first.number), message),)
    if len(view.requests) != len(again.requests):
        counts = f"{len(again.requests)} requests; the first one {len(view.requests)}"
        message = f"{conduct.second_call(view)} sends {counts}"
        return (Failure(conduct.kind_of_repetition(view), "/requests", message),)
    return OK


def _essence(reading: ParsedSide) -> list[JSON]:
    """Return what a request says: texts, calls and results."""
    found = (reading.talk or FlatConversation()).of_kind(SAID, CALL, RESULT)
    held = [item.value if item.kind == SAID else list(item.value) for item in found]
    contents = [content_of(reading, item) if item.kind == RESULT else None for item in found]
    return [[item.kind, item.speaker, value, said] for item, value, said in zip(found, held, contents, strict=True)]
